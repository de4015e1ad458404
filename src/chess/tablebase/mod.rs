//! Endgames of at most two pieces or pawns beside the kings: a compact board, and the distance to mate of every position.

mod distance_to_mate;
mod endgame;
mod king_and_pawn;
mod moves;
mod position;
mod retraction;

pub use distance_to_mate::{DistanceToMate, PerfectPlay};
pub use endgame::Endgame;
pub(crate) use king_and_pawn::pawn_wins;
pub use moves::{EndgameMove, EndgameMoves};
pub use position::{EndgamePosition, EndgameSide, MAX_PIECES, PlacedPiece};
