//! Why this move and not that one: by the facts after each, and by the learned patterns in which they differ.

mod differences;
mod facts;
pub mod reasons;

pub use facts::{Comparison, best_other, compare};
