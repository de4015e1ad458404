//! Mobility of one side and of single pieces.

use shakmaty::{Bitboard, Color, Position, Rank, Role, Square, attacks};

use super::development::minors_at_home;
use super::{Detections, Perspectives};
use crate::chess::piece_value;
use crate::explanation::facts::features::{Perspective, RelativeColor, Stage, rank_of};

/// Pseudo-legal moves of a side without castling and en passant; a promotion is one move.
pub fn pseudo_moves(pos: &Perspective, side: RelativeColor) -> i32 {
    let army = pos.army(side);
    let enemy =
        pos.army(if side == RelativeColor::Us { RelativeColor::Them } else { RelativeColor::Us });
    let mut moves = 0;
    for s in army.all & !army.pawns {
        moves += (pos.attacks(s) & !army.all).count();
    }
    for s in army.pawns {
        moves += (pos.attacks(s) & enemy.all).count();
    }
    let free = !pos.occupied;
    let (one, two) = match side {
        RelativeColor::Us => {
            let one = army.pawns.shift(8) & free;
            (one, (one & Bitboard::from_rank(Rank::Third)).shift(8) & free)
        }
        RelativeColor::Them => {
            let one = army.pawns.shift(-8) & free;
            (one, (one & Bitboard::from_rank(Rank::Sixth)).shift(-8) & free)
        }
    };
    (moves + one.count() + two.count()) as i32
}

/// More pseudo-legal moves than the opponent. No squares; number: how many more.
pub fn total(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let more = pseudo_moves(pos, RelativeColor::Us) - pseudo_moves(pos, RelativeColor::Them);
    let bounds = if pos.stage == Stage::Middlegame { [6, 12, 20] } else { [4, 9, 15] };
    let variant = match bounds.into_iter().filter(|bound| more >= *bound).count() {
        0 => return,
        1 => "slight",
        2 => "clear",
        _ => "overwhelming",
    };
    out.add(variant, []).number(more);
}

/// The piece of a kind with the fewest available squares, at most `poor`, or with the most, at least `good`. One on the
/// first rank is not poor, unless it is a queen. Square: the piece; number: its available squares.
pub fn of_pieces(
    sides: Perspectives<'_>,
    out: &mut Detections,
    role: Role,
    [poor, good]: [usize; 2],
) {
    let pos = sides.owner;
    let pieces = pos.us.all & pos.board.by_role(role);
    let counts: Vec<(usize, Square)> =
        pieces.into_iter().map(|s| (pos.available(s).count(), s)).collect();
    let moved = |s: Square| rank_of(s) > 1 || role == Role::Queen;
    let worst = counts.iter().filter(|(n, s)| *n <= poor && moved(*s)).min_by_key(|(n, _)| *n);
    let best = counts.iter().filter(|(n, _)| *n >= good).max_by_key(|(n, _)| *n);
    for (variant, found) in [("poor", worst), ("good", best)] {
        if let Some((n, s)) = found {
            out.add(variant, [*s]).number(*n as i32);
            return;
        }
    }
}

/// A king without a legal destination. Square: the king.
pub fn king(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let king = pos.us.king;
    let without_king = pos.occupied ^ king;
    let is_free = |s: &Square| {
        !pos.us.all.contains(*s)
            && pos.board.attacks_to(*s, Color::Black, without_king).without(*s).is_empty()
    };
    if pos.them.attacks.contains(king) || pos.us.king_ring.into_iter().any(|s| is_free(&s)) {
        return;
    }
    let has_move = || {
        let position =
            if pos.to_move { Some(pos.chess.clone()) } else { pos.chess.clone().swap_turn().ok() };
        position.is_some_and(|p| !p.legal_moves().is_empty())
    };
    if pos.them.non_pawns().any() {
        out.add("in-net", [king]);
    } else if !has_move() {
        out.add("stalemate-danger", [king]);
    }
    // A king that stands still while its other pieces move is in no danger of stalemate.
    if pos.them.non_pawns().any() && !has_move() {
        out.add("stalemate-danger", [king]);
    }
}

/// Enemy pieces with hardly any move. No squares.
pub fn bound(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pieces = pos.them.non_pawns();
    // Before they are developed pieces are not tied up by anybody.
    if pieces.count() < 2 || minors_at_home(sides.opponent).count() > 2 {
        return;
    }
    let is_free = |from: Square, to: &Square| {
        let worth = pos.role(from).map_or(0, piece_value);
        let hunters = pos.our_attackers(*to).into_iter();
        !pos.us.pawn_attacks.contains(*to)
            && hunters.filter(|s| *s != *to).all(|s| pos.value(s) >= worth)
    };
    let mut free = 0;
    for from in pieces {
        free += pos.available(from).into_iter().filter(|to| is_free(from, to)).count();
        if free > 4 {
            return;
        }
    }
    out.add("single", pieces);
}

/// Squares from which white pawns would attack a square.
pub fn pawn_posts(square: Square) -> Bitboard {
    attacks::pawn_attacks(Color::Black, square)
}
