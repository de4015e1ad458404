use shakmaty::{Bitboard, Square};

use super::pawn_ending::{goal_of, is_rook_file};
use super::{Finds, Views};
use crate::explanation::facts::study::{View, file_of, king_steps, rank_of, spread};

/// One rook each and no other piece.
fn rooks(me: &View) -> Option<(Square, Square)> {
    let ours = me.us.pieces().single_square().filter(|s| me.us.rooks.contains(*s))?;
    let theirs = me.them.pieces().single_square().filter(|s| me.them.rooks.contains(*s))?;
    Some((ours, theirs))
}

pub(super) fn lucena(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some((rook, _)) = rooks(me) else { return };
    let Some(pawn) = me.board.pawns().single_square().filter(|s| me.us.pawns.contains(*s)) else {
        return;
    };
    let (p, k, r) = (file_of(pawn), file_of(me.them.king), file_of(rook));
    let is_between = (p < r && r <= k.max(p + 1) && k > p) || (k < p && r < p && r >= k.min(p - 1));
    if rank_of(pawn) == 7
        && !is_rook_file(pawn)
        && me.us.king == goal_of(pawn)
        && (k - p).abs() >= 2
        && is_between
        && r != k
    {
        out.add("won", [pawn]);
    }
}

/// The enemy's only pawn in a rook ending where the owner has none.
fn enemy_pawn(me: &View) -> Option<Square> {
    me.board.pawns().single_square().filter(|s| me.them.pawns.contains(*s))
}

pub(super) fn philidor(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some((rook, _)), Some(pawn)) = (rooks(me), enemy_pawn(me)) else { return };
    let goal = Square::from_coords(pawn.file(), shakmaty::Rank::First);
    if rank_of(pawn) >= 4
        && king_steps(me.us.king, goal) <= 1
        && rank_of(rook) == 3
        && rank_of(me.them.king) > 3
    {
        out.add("held", [rook]).target(pawn);
    }
}

pub(super) fn short_side(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some((rook, _)), Some(pawn)) = (rooks(me), enemy_pawn(me)) else { return };
    let goal = Square::from_coords(pawn.file(), shakmaty::Rank::First);
    let (p, k, r) = (file_of(pawn), file_of(me.us.king), file_of(rook));
    // The short side lies towards the nearer edge.
    let (on_short, on_long) = if p >= 4 { (k > p, r < p) } else { (k < p, r > p) };
    if rank_of(pawn) <= 4
        && !is_rook_file(pawn)
        && on_short
        && king_steps(me.us.king, goal) <= 2
        && on_long
        && (r - p).abs() >= 3
    {
        out.add("held", [rook]).target(pawn);
    }
}

pub(super) fn cut_off(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some((rook, _)) = rooks(me) else { return };
    let Some(pawn) = me.structure.passed.into_iter().max_by_key(|s| rank_of(*s)) else { return };
    let (p, k, r) = (file_of(pawn), file_of(me.them.king), file_of(rook));
    let is_between = (p < r && r < k) || (k < r && r < p);
    let king_rank = rank_of(me.them.king);
    let variant = if is_between {
        match (k - p).abs() - 1 {
            1 => "one-file",
            2 => "two-files",
            _ => "three-or-more-files",
        }
    } else if king_rank < rank_of(rook) && rank_of(rook) <= rank_of(pawn) + 1 {
        "rank"
    } else {
        return;
    };
    out.add(variant, [pawn]).target(rook);
}

pub(super) fn rook_pawn_on_seventh(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some((rook, enemy)) = rooks(me) else { return };
    for (pawn, nest) in
        [(Square::A7, [Square::G7, Square::H7]), (Square::H7, [Square::A7, Square::B7])]
    {
        if me.us.pawns.contains(pawn)
            && rook == goal_of(pawn)
            && enemy.file() == pawn.file()
            && rank_of(enemy) < 7
            && nest.contains(&me.them.king)
        {
            out.add("drawn", [pawn]);
        }
    }
}

pub(super) fn extra_pawn(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let only_rooks = |pieces: Bitboard, rooks: Bitboard| pieces == rooks;
    let count = me.us.rooks.count();
    if !only_rooks(me.us.pieces(), me.us.rooks)
        || !only_rooks(me.them.pieces(), me.them.rooks)
        || count != me.them.rooks.count()
        || !(1..=2).contains(&count)
        || me.us.pawns.count() != me.them.pawns.count() + 1
    {
        return;
    }
    let on = |files: std::ops::RangeInclusive<i32>| {
        me.us.pawns.into_iter().any(|s| files.contains(&file_of(s)))
    };
    if spread(me.board.pawns()) <= 4 && me.structure.leader(6).is_none() {
        out.add("one-wing", []);
    } else if on(0..=2) && on(5..=7) {
        out.add("both-wings", []);
    }
}
