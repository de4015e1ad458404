//! What a series of captures on one square brings, by counting attackers and defenders. No look ahead beyond the square.

use shakmaty::{Bitboard, Board, Color, Move, Role, Square};

use crate::board::man_value;

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
    gained - answer(board, to, !mover, man_value(standing), occupied)
}

/// The best that `side` can win by capturing a piece of value `prize` on `to`; 0 if nothing.
fn answer(board: &Board, to: Square, side: Color, prize: i32, mut occupied: Bitboard) -> i32 {
    let mut gains = [0i32; 32];
    let (mut depth, mut side, mut prize) = (0, side, prize);
    loop {
        let attackers = board.attacks_to(to, side, occupied) & occupied;
        let Some((from, role)) = least(board, attackers) else { break };
        // A king must not step onto an attacked square.
        if role == Role::King && (board.attacks_to(to, !side, occupied) & occupied).any() {
            break;
        }
        gains[depth] = prize;
        depth += 1;
        occupied.discard(from);
        (side, prize) = (!side, man_value(role));
    }
    let taken = gains[..depth].iter().rev();
    taken.fold(0, |later, prize| (prize - later).max(0))
}

fn least(board: &Board, attackers: Bitboard) -> Option<(Square, Role)> {
    let of = |role| (attackers & board.by_role(role)).first().map(|square| (square, role));
    if attackers.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(of)
}

/// Loss in pawns that `owner` would suffer if the other side could capture first on `square`; 0 if it is safe.
#[must_use]
pub fn loss_on(board: &Board, owner: Color, square: Square) -> i32 {
    let Some(role) = board.role_at(square) else { return 0 };
    if role == Role::King {
        return 0;
    }
    answer(board, square, !owner, man_value(role), board.occupied())
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
