//! Static exchange evaluation (SEE): what captures on one square win, in pawns (1 3 3 5 9).
//!
//! Both sides capture with their least valuable piece as long as it pays; pieces behind one another take part. Pins and
//! later promotions are ignored; a king does not capture a protected piece.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use super::{MaterialVector, material_gain, piece_value};

/// The pieces that are captured on `to` in turn as long as it pays: first `standing`, the piece there, by `side`. Only
/// pieces on `occupied` take part; `attackers` are those of both sides that attack `to` now.
fn captured_on(
    board: &Board,
    to: Square,
    mut attackers: Bitboard,
    mut side: Color,
    mut standing: Role,
    mut occupied: Bitboard,
) -> ArrayVec<Role, 32> {
    let mut captured = ArrayVec::new();
    while let Some((from, role)) = least_valuable(board, attackers & board.by_color(side)) {
        occupied.discard(from);
        attackers.discard(from);
        attackers |= uncovered(board, to, role, occupied);
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            break;
        }
        captured.push(standing);
        (side, standing) = (!side, role);
    }
    // Backwards: a capture that the rest makes a loss is not played, nor what follows it.
    let mut later = 0;
    for at in (0..captured.len()).rev() {
        later = piece_value(captured[at]) - later;
        if later <= 0 {
            captured.truncate(at);
            later = 0;
        }
    }
    captured
}

/// The line pieces that attack `to` along lines on which a piece of this role may have stood before.
fn uncovered(board: &Board, to: Square, role: Role, occupied: Bitboard) -> Bitboard {
    let diagonals = || attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
    let straight = || attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
    let line_pieces = match role {
        Role::Knight => Bitboard::EMPTY,
        Role::Pawn | Role::Bishop => diagonals(),
        Role::Rook => straight(),
        Role::Queen | Role::King => diagonals() | straight(),
    };
    line_pieces & occupied
}

/// What `side` wins by capturing first on `to`, where `standing` is; at least 0. Only pieces on `occupied` take part.
fn won_on(board: &Board, to: Square, side: Color, standing: Role, occupied: Bitboard) -> i32 {
    let attackers = board.attacks_to(to, side, occupied) & occupied;
    if attackers.is_empty() {
        return 0;
    }
    let attackers = attackers | board.attacks_to(to, !side, occupied) & occupied;
    let captured = captured_on(board, to, attackers, side, standing, occupied);
    captured.into_iter().rev().fold(0, |later, role| piece_value(role) - later)
}

fn least_valuable(board: &Board, pieces: Bitboard) -> Option<(Square, Role)> {
    let of = |role| (pieces & board.by_role(role)).first().map(|square| (square, role));
    Role::ALL.into_iter().find_map(of)
}

/// What the piece on `from` wins by going to `to`, captures included; negative if it is lost there.
pub(crate) fn exchange(board: &Board, from: Square, to: Square) -> i32 {
    let Some(piece) = board.piece_at(from) else { return 0 };
    let gain = board.role_at(to).map_or(0, piece_value);
    let occupied = board.occupied().without(from).with(to);
    gain - won_on(board, to, !piece.color, piece.role, occupied)
}

/// The material once the exchange is over that a move of White to `to` begins, where `standing` is then. `occupied`,
/// `attackers` (the other pieces that attack `to`) and `material` are those after the move, `board` is that before it.
pub(crate) fn material_after_exchange(
    board: &Board,
    to: Square,
    attackers: Bitboard,
    standing: Role,
    occupied: Bitboard,
    mut material: MaterialVector,
) -> MaterialVector {
    let captured = captured_on(board, to, attackers, Color::Black, standing, occupied);
    for (at, role) in captured.into_iter().enumerate() {
        material.add(role, if at % 2 == 0 { -1 } else { 1 });
    }
    material
}

/// No check, or mate; and no capture that wins anything.
pub(crate) fn is_quiet(position: &Chess) -> bool {
    let wins = |m: &Move| exchange_of_move(position.board(), position.turn(), *m) > 0;
    position.is_checkmate() || !position.is_check() && !position.capture_moves().iter().any(wins)
}

/// What a move of `mover` wins, promotion and en passant included; negative if the piece is lost on its target square,
/// 0 for castling.
#[must_use]
pub fn exchange_of_move(board: &Board, mover: Color, m: Move) -> i32 {
    let (Some(from), to) = (m.from(), m.to()) else { return 0 };
    if m.is_castle() {
        return 0;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if m.is_en_passant() {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let standing = m.promotion().unwrap_or(m.role());
    material_gain(m) - won_on(board, to, !mover, standing, occupied)
}

/// The capture on `to` by one of `attackers` that wins most, by the least valuable of them: from where, and what it wins.
pub(crate) fn best_capture(
    board: &Board,
    attackers: Bitboard,
    to: Square,
) -> Option<(Square, i32)> {
    let side = board.color_at(to)?;
    attackers
        .into_iter()
        .filter(|from| {
            board.role_at(*from) != Some(Role::King)
                || board.attacks_to(to, side, board.occupied() ^ *from).is_empty()
        })
        .map(|from| (from, exchange(board, from, to)))
        .max_by_key(|(from, gain)| (*gain, -board.role_at(*from).map_or(0, piece_value)))
}

/// What `owner` loses if the opponent captures first on `square`; 0 if the piece there is safe or a king.
pub(crate) fn loss_on(board: &Board, owner: Color, square: Square) -> i32 {
    match board.role_at(square) {
        None | Some(Role::King) => 0,
        Some(role) => won_on(board, square, !owner, role, board.occupied()),
    }
}

/// The squares of the pieces that `owner` loses by exchanges, and the greatest loss.
pub(crate) fn hanging(board: &Board, owner: Color) -> (Bitboard, i32) {
    let (mut squares, mut greatest) = (Bitboard::EMPTY, 0);
    for square in board.by_color(owner) & !board.kings() {
        let loss = loss_on(board, owner, square);
        if loss > 0 {
            squares.add(square);
            greatest = greatest.max(loss);
        }
    }
    (squares, greatest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng;
    use rand::seq::IndexedRandom;
    use shakmaty::{Chess, Position};

    /// The same by making the captures on the board.
    fn by_making_captures(board: &Board, to: Square, side: Color) -> i32 {
        let Some(victim) = board.role_at(to) else { return 0 };
        let value = |square: &Square| board.role_at(*square).map_or(0, piece_value);
        let attackers = board.attacks_to(to, side, board.occupied());
        let Some(from) = attackers.into_iter().min_by_key(value) else { return 0 };
        let mut after = board.clone();
        let Some(piece) = after.remove_piece_at(from) else { return 0 };
        if piece.role == Role::King && after.attacks_to(to, !side, after.occupied()).any() {
            return 0;
        }
        after.set_piece_at(to, piece);
        (piece_value(victim) - by_making_captures(&after, to, !side)).max(0)
    }

    #[test]
    fn an_exchange_is_worth_what_making_the_captures_wins() {
        let mut captures = 0;
        for game in 0..30 {
            let mut rng = rng::seeded(1, "exchange", game);
            let mut position = Chess::default();
            while let Some(m) = position.legal_moves().choose(&mut rng).copied() {
                position.play_unchecked(m);
                let board = position.board();
                for (to, piece) in board {
                    let quick = won_on(board, to, !piece.color, piece.role, board.occupied());
                    assert_eq!(quick, by_making_captures(board, to, !piece.color), "{board} {to}");
                    captures += usize::from(quick > 0);
                }
                if position.fullmoves().get() > 60 {
                    break;
                }
            }
        }
        assert!(captures > 1000);
    }
}
