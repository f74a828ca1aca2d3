//! The integration tests, one binary.

mod bend;
mod contrast;
mod edits;
mod history;
mod paper_examples;
mod programs;
mod scene_errors;
mod singular;
mod support;
mod zero_plane;
