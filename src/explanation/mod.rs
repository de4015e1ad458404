//! Says why a position is good or bad.

pub mod detectors;
pub mod study;
pub mod tree;
