//! Endgames of at most two pieces or pawns beside the kings: a compact board, and the distance to mate of every position.

mod distance_to_mate;
mod endgame;
mod moves;
mod position;
mod retraction;

pub use distance_to_mate::{DistanceToMate, PerfectPlay};
pub use endgame::Endgame;
pub use moves::{EndgameMove, EndgameMoves};
pub use position::{EndgamePosition, EndgameSide, MAX_PIECES, PlacedPiece};
