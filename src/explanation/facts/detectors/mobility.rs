use shakmaty::{Bitboard, Color, Position, Rank, Role, Square, attacks};

use super::queen::minors_at_home;
use super::{Finds, Views};
use crate::chess::man_value;
use crate::explanation::facts::study::{Side, Stage, View, rank_of};

/// Pseudo-legal moves of a side without castling and en passant; a promotion is one move.
pub(super) fn pseudo_moves(me: &View, side: Side) -> i32 {
    let army = me.army(side);
    let enemy = me.army(if side == Side::Us { Side::Them } else { Side::Us });
    let mut moves = 0;
    for s in army.all & !army.pawns {
        moves += (me.reach(s) & !army.all).count();
    }
    for s in army.pawns {
        moves += (me.reach(s) & enemy.all).count();
    }
    let free = !me.occupied;
    let (one, two) = match side {
        Side::Us => {
            let one = army.pawns.shift(8) & free;
            (one, (one & Bitboard::from_rank(Rank::Third)).shift(8) & free)
        }
        Side::Them => {
            let one = army.pawns.shift(-8) & free;
            (one, (one & Bitboard::from_rank(Rank::Sixth)).shift(-8) & free)
        }
    };
    (moves + one.count() + two.count()) as i32
}

pub(super) fn total(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let more = pseudo_moves(me, Side::Us) - pseudo_moves(me, Side::Them);
    let bounds = if me.stage == Stage::Middle { [6, 12, 20] } else { [4, 9, 15] };
    let variant = match bounds.into_iter().filter(|bound| more >= *bound).count() {
        0 => return,
        1 => "slight",
        2 => "clear",
        _ => "overwhelming",
    };
    out.add(variant, []).number(more);
}

fn of_pieces(views: Views<'_>, out: &mut Finds, men: Bitboard, poor: usize, good: usize) {
    let me = views.me;
    let counts: Vec<(usize, Square)> =
        men.into_iter().map(|s| (me.available(s).count(), s)).collect();
    let moved = |s: Square| rank_of(s) > 1 || me.role(s) == Some(Role::Queen);
    let worst = counts.iter().filter(|(n, s)| *n <= poor && moved(*s)).min_by_key(|(n, _)| *n);
    let best = counts.iter().filter(|(n, _)| *n >= good).max_by_key(|(n, _)| *n);
    if let Some((n, s)) = worst {
        out.add("poor", [*s]).number(*n as i32);
    } else if let Some((n, s)) = best {
        out.add("good", [*s]).number(*n as i32);
    }
}

pub(super) fn knight(views: Views<'_>, out: &mut Finds) {
    of_pieces(views, out, views.me.us.knights, 2, 7);
}

pub(super) fn bishop(views: Views<'_>, out: &mut Finds) {
    of_pieces(views, out, views.me.us.bishops, 2, 10);
}

pub(super) fn rook(views: Views<'_>, out: &mut Finds) {
    of_pieces(views, out, views.me.us.rooks, 3, 12);
}

pub(super) fn queen(views: Views<'_>, out: &mut Finds) {
    of_pieces(views, out, views.me.us.queens, 3, 18);
}

pub(super) fn king(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let king = me.us.king;
    let without_king = me.occupied ^ king;
    let is_free = |s: &Square| {
        !me.us.all.contains(*s)
            && me.board.attacks_to(*s, Color::Black, without_king).without(*s).is_empty()
    };
    if me.them.reach.contains(king) || me.us.ring.into_iter().any(|s| is_free(&s)) {
        return;
    }
    let has_move = || {
        let position =
            if me.to_move { Some(me.chess.clone()) } else { me.chess.clone().swap_turn().ok() };
        position.is_some_and(|p| !p.legal_moves().is_empty())
    };
    if me.them.pieces().any() {
        out.add("in-net", [king]);
    } else if !has_move() {
        out.add("stalemate-danger", [king]);
    }
    // A king that stands still while its other men move is in no danger of stalemate.
    if me.them.pieces().any() && !has_move() {
        out.add("stalemate-danger", [king]);
    }
}

pub(super) fn bound(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pieces = me.them.pieces();
    // Before they are developed pieces are not tied up by anybody.
    if pieces.count() < 2 || minors_at_home(views.foe).count() > 2 {
        return;
    }
    let is_free = |from: Square, to: &Square| {
        let worth = me.role(from).map_or(0, man_value);
        let hunters = me.our_attackers(*to).into_iter();
        !me.us.pawn_reach.contains(*to)
            && hunters.filter(|s| *s != *to).all(|s| me.value(s) >= worth)
    };
    let mut free = 0;
    for from in pieces {
        free += me.available(from).into_iter().filter(|to| is_free(from, to)).count();
        if free > 4 {
            return;
        }
    }
    out.add("single", pieces);
}

/// Squares from which white pawns would attack a square.
pub(super) fn pawn_posts(square: Square) -> Bitboard {
    attacks::pawn_attacks(Color::Black, square)
}
