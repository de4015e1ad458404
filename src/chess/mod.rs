//! Chess positions, over [`shakmaty`]: a game with its history, the position from the side to move, material, exchanges,
//! pawns, and endgames of at most two pieces or pawns beside the kings.

mod checks;
mod epd;
mod exchange;
mod forcing;
mod game;
mod material;
mod move_order;
mod notation;
mod opening_names;
mod orient;
mod pawns;
mod piece_moves;
mod pins;
pub mod positional_search;
mod safety;
pub mod search;
pub mod tablebase;

pub(crate) use epd::{PositionLine, beginning, epd_positions, position_lines};
pub use exchange::exchange_of_move;
pub(crate) use exchange::{
    best_capture, exchange, hanging, is_quiet, loss_on, material_after_exchange,
};
use forcing::{forcing_moves, has_pieces};
pub use game::{Ending, Game, IllegalMove, Start};
pub(crate) use game::{FIFTY_MOVES, SEVENTY_FIVE_MOVES, fen, position_from_fen, result_for, san};
pub use material::{MaterialVector, material_balance};
pub(crate) use material::{
    material_gain, material_of, material_won, piece_value, traditional_total,
};
pub(crate) use notation::{after_line, line_san, line_words, push_numbered, uci};
pub use notation::{legal_move, line_text};
pub use opening_names::OpeningName;
pub use orient::Oriented;
use orient::seen_by;
pub(crate) use pawns::{
    ahead, file_span, is_passed, key_squares, moves_to_promotion, neighbours, passed_pawn_mask,
    promotion_square,
};
pub(crate) use piece_moves::piece_moves;
pub(crate) use pins::pinned;
pub(crate) use safety::{is_any_less_valuable, is_safe_square};
