//! Why this move and not that one: by calculation, by the facts after each, and by the learned patterns in which they differ.

mod calculation;
mod choice;
mod differences;
mod facts;

pub(super) use choice::ALIKE;
pub use choice::{MoveChoice, PatternDifference, PlainReason};
pub use facts::{Comparison, Outcome, compare};
