//! The binding to JavaScript.
