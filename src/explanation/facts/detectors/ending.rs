//! Endings with minor pieces and queens.

use shakmaty::{Bitboard, Square};

use super::pawn_ending::{goal_of, is_rook_file, steps_to_go};
use super::{Finds, Views};
use crate::explanation::facts::study::{file_of, king_steps, rank_of};

pub(super) fn wrong_bishop(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(bishop) = me.us.pieces().single_square().filter(|s| me.us.bishops.contains(*s)) else {
        return;
    };
    let Some(lead) = me.us.pawns.into_iter().max_by_key(|s| rank_of(*s)) else { return };
    let one_file = me.us.pawns.into_iter().all(|s| s.file() == lead.file());
    if !is_rook_file(lead) || !one_file || me.them.all.count() != 1 {
        return;
    }
    let corner = goal_of(lead);
    let king = king_steps(me.them.king, corner);
    let variant = if bishop.is_light() == corner.is_light() {
        "right-bishop"
    } else if king <= 1 {
        "corner-held"
    } else if king < steps_to_go(lead) && king < king_steps(me.us.king, corner) {
        "corner-in-reach"
    } else {
        "right-bishop"
    };
    out.add(variant, [lead]).target(bishop);
}

pub(super) fn same_coloured_bishops(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some(ours), Some(theirs)) =
        (me.us.pieces().single_square(), me.them.pieces().single_square())
    else {
        return;
    };
    let are_bishops = me.us.bishops.contains(ours) && me.them.bishops.contains(theirs);
    if !are_bishops || ours.is_light() != theirs.is_light() {
        return;
    }
    let colour = if ours.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    let enemy = me.them.pawns & colour & me.occupied.shift(8);
    let own = me.us.pawns & colour & me.occupied.shift(-8);
    if enemy.count() >= own.count() + 2 {
        out.add("fixed-targets", enemy);
    }
}

pub(super) fn knight_against_rook_pawn(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let knight = me.them.pieces().single_square().filter(|s| me.them.knights.contains(*s));
    if knight.is_none() || me.structure.passed.more_than_one() {
        return;
    }
    let lead =
        me.structure.passed.into_iter().filter(|s| is_rook_file(*s)).max_by_key(|s| rank_of(*s));
    let Some(pawn) = lead else { return };
    match rank_of(pawn) {
        6 => out.add("rank-6", [pawn]),
        7 => out.add("rank-7", [pawn]),
        _ => return,
    };
}

pub(super) fn queen_passer(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let one_queen = |pieces: Bitboard, queens: Bitboard| pieces == queens && queens.count() == 1;
    if !one_queen(me.us.pieces(), me.us.queens) || !one_queen(me.them.pieces(), me.them.queens) {
        return;
    }
    let Some(pawn) = me.structure.leader(5) else { return };
    let rival = views.foe.structure.passed.into_iter().map(rank_of).max().unwrap_or(0);
    if rival >= rank_of(pawn) {
        return;
    }
    let variant = match rank_of(pawn) {
        5 => "rank-5",
        6 => "rank-6",
        _ => "rank-7",
    };
    out.add(variant, [pawn]);
}

pub(super) fn queen_against_pawn(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some(queen), Some(pawn)) = (
        me.us.all.without(me.us.king).single_square(),
        me.them.all.without(me.them.king).single_square(),
    ) else {
        return;
    };
    if !me.us.queens.contains(queen) || !me.them.pawns.contains(pawn) || rank_of(pawn) != 2 {
        return;
    }
    let goal = Square::from_coords(pawn.file(), shakmaty::Rank::First);
    let king = me.them.king;
    if king_steps(king, pawn).min(king_steps(king, goal)) > 1 {
        return;
    }
    let holds = me.reach(queen).contains(goal) || queen == goal || me.us.king == goal;
    if !me.to_move && (me.them.reach.contains(queen) || !holds) {
        return;
    }
    // The king comes one step faster from the side on which the enemy king cannot hide.
    let away = (file_of(me.us.king) - file_of(goal)) * (if file_of(goal) < 4 { 1 } else { -1 }) > 0;
    let is_far = king_steps(me.us.king, goal) > if away { 5 } else { 4 };
    let variant = match file_of(pawn) {
        0 | 7 if is_far => "drawn-rook-pawn",
        2 | 5 if is_far => "drawn-bishop-pawn",
        _ => "won",
    };
    out.add(variant, [pawn]).target(pawn);
}
