//! Kings: their shelter, the attack on them, their part in the endgame.

pub mod activity;
pub mod attack;
pub mod lines;
pub mod shelter;
