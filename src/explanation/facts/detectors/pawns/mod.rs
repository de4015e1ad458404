//! Pawns: weak ones, passed ones, chains and other formations.

pub mod formation;
pub mod passed;
pub mod weak;
