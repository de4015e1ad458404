//! Endings with minor pieces and queens.

use shakmaty::{Bitboard, Square};

use super::pawns::{goal_of, is_rook_file, steps_to_go};
use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{file_of, king_distance, rank_of};

/// Bishop and rook pawns against the king. Square: the leading pawn; target: the bishop.
pub fn wrong_bishop(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(bishop) = pos.us.non_pawns().single_square().filter(|s| pos.us.bishops.contains(*s))
    else {
        return;
    };
    let Some(lead) = pos.us.pawns.into_iter().max_by_key(|s| rank_of(*s)) else { return };
    let one_file = pos.us.pawns.into_iter().all(|s| s.file() == lead.file());
    if !is_rook_file(lead) || !one_file || pos.them.all.count() != 1 {
        return;
    }
    let corner = goal_of(lead);
    let king = king_distance(pos.them.king, corner);
    let variant = if bishop.is_light() == corner.is_light() {
        "right-bishop"
    } else if king <= 1 {
        "corner-held"
    } else if king < steps_to_go(lead) && king < king_distance(pos.us.king, corner) {
        "corner-in-reach"
    } else {
        "right-bishop"
    };
    out.add(variant, [lead]).target(bishop);
}

/// Enemy pawns fixed on the colour of the bishops. Squares: the pawns.
pub fn same_coloured_bishops(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some(ours), Some(theirs)) =
        (pos.us.non_pawns().single_square(), pos.them.non_pawns().single_square())
    else {
        return;
    };
    let are_bishops = pos.us.bishops.contains(ours) && pos.them.bishops.contains(theirs);
    if !are_bishops || ours.is_light() != theirs.is_light() {
        return;
    }
    let colour = if ours.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    let enemy = pos.them.pawns & colour & pos.occupied.shift(8);
    let own = pos.us.pawns & colour & pos.occupied.shift(-8);
    if enemy.count() >= own.count() + 2 {
        out.add("fixed-targets", enemy);
    }
}

/// A rook pawn near promotion against a knight. Square: the pawn.
pub fn knight_against_rook_pawn(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let knight = pos.them.non_pawns().single_square().filter(|s| pos.them.knights.contains(*s));
    if knight.is_none() || pos.structure.passed.more_than_one() {
        return;
    }
    let lead =
        pos.structure.passed.into_iter().filter(|s| is_rook_file(*s)).max_by_key(|s| rank_of(*s));
    let Some(pawn) = lead else { return };
    match rank_of(pawn) {
        6 => out.add("rank-6", [pawn]),
        7 => out.add("rank-7", [pawn]),
        _ => return,
    };
}

/// The leading passed pawn of a queen ending. Square: the pawn.
pub fn queen_passer(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let one_queen = |pieces: Bitboard, queens: Bitboard| pieces == queens && queens.count() == 1;
    if !one_queen(pos.us.non_pawns(), pos.us.queens)
        || !one_queen(pos.them.non_pawns(), pos.them.queens)
    {
        return;
    }
    let Some(pawn) = pos.structure.most_advanced_passer(5) else { return };
    let rival = sides.opponent.structure.passed.into_iter().map(rank_of).max().unwrap_or(0);
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

/// Queen against a pawn one step from promotion. Square and target: the pawn.
pub fn queen_against_pawn(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some(queen), Some(pawn)) = (
        pos.us.all.without(pos.us.king).single_square(),
        pos.them.all.without(pos.them.king).single_square(),
    ) else {
        return;
    };
    if !pos.us.queens.contains(queen) || !pos.them.pawns.contains(pawn) || rank_of(pawn) != 2 {
        return;
    }
    let goal = Square::from_coords(pawn.file(), shakmaty::Rank::First);
    let king = pos.them.king;
    if king_distance(king, pawn).min(king_distance(king, goal)) > 1 {
        return;
    }
    let holds = pos.attacks(queen).contains(goal) || queen == goal || pos.us.king == goal;
    if !pos.to_move && (pos.them.attacks.contains(queen) || !holds) {
        return;
    }
    // The king comes one step faster from the side on which the enemy king cannot hide.
    let away =
        (file_of(pos.us.king) - file_of(goal)) * (if file_of(goal) < 4 { 1 } else { -1 }) > 0;
    let is_far = king_distance(pos.us.king, goal) > if away { 5 } else { 4 };
    let variant = match file_of(pawn) {
        0 | 7 if is_far => "drawn-rook-pawn",
        2 | 5 if is_far => "drawn-bishop-pawn",
        _ => "won",
    };
    out.add(variant, [pawn]).target(pawn);
}
