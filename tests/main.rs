//! The integration tests, one binary.

mod contrast;
mod singular;
