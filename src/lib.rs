//! The swivel angle of a history-independent IK solver.
#[cfg(feature = "view")]
pub mod view;
#[cfg(all(feature = "web", target_arch = "wasm32"))]
pub mod web;
