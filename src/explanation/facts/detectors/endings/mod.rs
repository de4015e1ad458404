//! Endings with a theory: pawns, rooks, other pieces, no pawns at all.

pub mod pawns;
pub mod pieces;
pub mod rooks;
pub mod theory;
