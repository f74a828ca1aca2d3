//! Figures drawn in the browser.
