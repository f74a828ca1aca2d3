//! A rig and its solution as a picture.
