//! Placement of knights, bishops, rooks and queens.

pub mod bishop;
pub mod knight;
pub mod queen;
pub mod rook;
pub mod rook_file;
