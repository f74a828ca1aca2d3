//! The integration tests, one binary.

mod allocation;
mod bend;
mod contrast;
mod crank;
mod edits;
mod golden;
mod history;
mod paper_examples;
mod programs;
mod scene_errors;
mod sides;
mod singular;
mod support;
mod tidy;
mod zero_plane;
