//! What certain material can do without pawns.

use shakmaty::{Bitboard, Position, Square};

use super::{Finds, Views};
use crate::explanation::facts::study::{View, king_steps};

fn no_pawns(me: &View) -> bool {
    me.board.pawns().is_empty()
}

/// The bare king takes a piece with its next move.
fn loses_a_piece(me: &View) -> bool {
    !me.to_move && me.legal.iter().any(|m| m.is_capture())
}

pub(super) fn mating_force(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !no_pawns(me) || me.them.all.count() != 1 || loses_a_piece(me) {
        return;
    }
    let bishops = me.us.bishops;
    let two = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    let variant = if me.us.queens.any() {
        "queen"
    } else if me.us.rooks.any() {
        "rook"
    } else if two {
        "two-bishops"
    } else if bishops.any() && me.us.knights.any() {
        "bishop-and-knight"
    } else {
        return;
    };
    out.add(variant, me.us.pieces());
}

/// Numbers of knights, bishops, rooks and queens.
fn counts(army: &crate::explanation::facts::study::Army) -> [usize; 4] {
    [army.knights, army.bishops, army.rooks, army.queens].map(Bitboard::count)
}

pub(super) fn insufficient(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !no_pawns(me) {
        return;
    }
    let hangs =
        |s: Square| me.to_move && me.us.reach.contains(s) && me.their_attackers(s).is_empty();
    let minor = me.them.minors().first();
    let is_safe = minor.is_some_and(|s| !hangs(s));
    let near = minor.is_some_and(|s| king_steps(s, me.them.king) <= 2);
    let variant = match (counts(&me.us), counts(&me.them)) {
        ([1, 0, 0, 0] | [0, 1, 0, 0], [0, 0, 0, 0]) => "lone-minor",
        ([2, 0, 0, 0], [0, 0, 0, 0]) => "two-knights",
        ([0, 0, 1, 0], [0, 1, 0, 0]) if is_safe => "rook-against-bishop",
        ([0, 0, 1, 0], [1, 0, 0, 0]) if is_safe && near => "rook-against-knight",
        ([1, 0, 1, 0] | [0, 1, 1, 0], [0, 0, 1, 0]) => "rook-and-minor-against-rook",
        (ours, theirs)
            if ours[2..] == theirs[2..]
                && theirs[..2].iter().sum::<usize>() + ours[2..].iter().sum::<usize>() > 0
                && ours[..2].iter().sum::<usize>() == theirs[..2].iter().sum::<usize>() + 1 =>
        {
            "minor-ahead"
        }
        _ => return,
    };
    out.add(variant, me.us.pieces());
}

pub(super) fn won_imbalance(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !no_pawns(me) || counts(&me.us) != [0, 0, 0, 1] {
        return;
    }
    let variant = match counts(&me.them) {
        [0, 0, 1, 0] => "queen-against-rook",
        [0, 1, 0, 0] => "queen-against-bishop",
        [1, 0, 0, 0] => "queen-against-knight",
        _ => return,
    };
    let queens = me.us.queens;
    let hits_queen = |m: &shakmaty::Move| {
        let mut after = me.chess.clone();
        after.play_unchecked(*m);
        queens.contains(m.to()) || (after.board().attacks_from(m.to()) & queens).any()
    };
    if me.to_move || !me.legal.iter().any(hits_queen) {
        out.add(variant, queens);
    }
}
