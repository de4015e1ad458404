//! What captures on the square of a move bring. No look ahead beyond the square.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square};

use crate::chess::{captures_on, man_value};

/// Gain in pawns for the mover of `m` when both sides go on capturing on its target square as long as it pays.
/// Negative when the piece that moves is lost there; 0 for a move to a safe square. Pins are not seen.
#[must_use]
pub fn exchange(board: &Board, mover: Color, m: Move) -> i32 {
    let (Some(from), to) = (m.from(), m.to()) else { return 0 };
    if m.is_castle() {
        return 0;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if m.is_en_passant() {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let (standing, promoted) = match m.promotion() {
        Some(role) => (role, man_value(role) - 1),
        None => (m.role(), 0),
    };
    let gained = m.capture().map_or(0, man_value) + promoted;
    gained - captures_on(board, to, !mover, man_value(standing), occupied)
}

/// Loss in pawns that `owner` would suffer if the other side could capture first on `square`; 0 if it is safe.
#[must_use]
pub fn loss_on(board: &Board, owner: Color, square: Square) -> i32 {
    let Some(role) = board.role_at(square) else { return 0 };
    if role == Role::King {
        return 0;
    }
    captures_on(board, square, !owner, man_value(role), board.occupied())
}

/// Squares of `owner`'s pieces that the other side wins something on, and the most it wins.
#[must_use]
pub fn hanging(board: &Board, owner: Color) -> (Bitboard, i32) {
    let (mut squares, mut most) = (Bitboard::EMPTY, 0);
    for square in board.by_color(owner) & !board.kings() {
        let loss = loss_on(board, owner, square);
        if loss > 0 {
            squares.add(square);
            most = most.max(loss);
        }
    }
    (squares, most)
}
