//! The binding to JavaScript: it decodes, calls and encodes, nothing more.

mod canvas;

use wasm_bindgen::prelude::*;

/// A rig and the document it was read from.
#[wasm_bindgen]
pub struct Rig {
    rig: crate::Rig,
}

impl Rig {
    pub(crate) fn inner(&self) -> &crate::Rig {
        &self.rig
    }
}
