//! The integration tests, one binary.

mod contrast;
mod programs;
mod singular;
