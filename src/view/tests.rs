//! Contents of the pictures.
