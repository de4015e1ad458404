//! Tactics: attacked pieces, pins and other lines, mates and promotions, what is won by force.

pub mod attacked;
pub mod forced;
pub mod lines;
pub mod moves;
