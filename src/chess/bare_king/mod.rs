//! Endgames of a king with one or two pieces against a bare king: a compact board, and the distance to mate of every
//! position.

mod distance_to_mate;
mod endgame;
mod position;
mod retraction;

pub use distance_to_mate::DistanceToMate;
pub use endgame::Endgame;
pub use position::{
    EndgameMove, EndgameMoves, EndgamePosition, EndgameSide, MAX_PIECES, PlacedPiece,
};
