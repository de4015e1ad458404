//! Know your opponent.

pub mod chunk;
pub mod identity;
pub mod ranker;
pub mod read;
pub mod score;
