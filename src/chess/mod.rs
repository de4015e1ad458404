//! Chess positions, over [`shakmaty`]: a game with its history, the position from the side to move, material, exchanges,
//! pawns, and endgames against a bare king.

pub mod bare_king;
mod epd;
mod exchange;
mod game;
mod journeys;
mod material;
mod orient;
mod pawns;
mod pins;

pub(crate) use epd::{PositionLine, position_lines};
pub(crate) use exchange::captures_on;
pub use game::{Ending, Game, IllegalMove, Start};
pub(crate) use game::{fen, position_from_fen, result_for};
pub(crate) use journeys::journeys;
pub use material::MaterialVector;
pub(crate) use material::{man_value, traditional_total};
pub use orient::Oriented;
pub(crate) use pawns::{ahead, is_passed, moves_to_promotion, neighbours, promotion_square};
pub(crate) use pins::pinned;
