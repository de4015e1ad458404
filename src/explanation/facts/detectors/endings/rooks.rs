//! Rook endings.

use shakmaty::{Bitboard, Square};

use super::pawns::{goal_of, is_rook_file};
use crate::chess::file_span;
use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, file_of, king_distance, rank_of};

/// One rook each and no other piece.
fn rooks(pos: &Perspective) -> Option<(Square, Square)> {
    let ours = pos.us.non_pawns().single_square().filter(|s| pos.us.rooks.contains(*s))?;
    let theirs = pos.them.non_pawns().single_square().filter(|s| pos.them.rooks.contains(*s))?;
    Some((ours, theirs))
}

/// The Lucena position. Square: the pawn.
pub fn lucena(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some((rook, _)) = rooks(pos) else { return };
    let Some(pawn) = pos.board.pawns().single_square().filter(|s| pos.us.pawns.contains(*s)) else {
        return;
    };
    let (p, k, r) = (file_of(pawn), file_of(pos.them.king), file_of(rook));
    let is_between = (p < r && r <= k.max(p + 1) && k > p) || (k < p && r < p && r >= k.min(p - 1));
    if rank_of(pawn) == 7
        && !is_rook_file(pawn)
        && pos.us.king == goal_of(pawn)
        && (k - p).abs() >= 2
        && is_between
        && r != k
    {
        out.add("won", [pawn]);
    }
}

/// The enemy's only pawn in a rook ending where the owner has none.
fn enemy_pawn(pos: &Perspective) -> Option<Square> {
    pos.board.pawns().single_square().filter(|s| pos.them.pawns.contains(*s))
}

/// The third-rank defence. Square: the owner's rook; target: the pawn.
pub fn philidor(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some((rook, _)), Some(pawn)) = (rooks(pos), enemy_pawn(pos)) else { return };
    let goal = Square::from_coords(pawn.file(), shakmaty::Rank::First);
    if rank_of(pawn) >= 4
        && king_distance(pos.us.king, goal) <= 1
        && rank_of(rook) == 3
        && rank_of(pos.them.king) > 3
    {
        out.add("held", [rook]).target(pawn);
    }
}

/// The defence from the short side. Square: the owner's rook; target: the pawn.
pub fn short_side(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some((rook, _)), Some(pawn)) = (rooks(pos), enemy_pawn(pos)) else { return };
    let goal = Square::from_coords(pawn.file(), shakmaty::Rank::First);
    let (p, k, r) = (file_of(pawn), file_of(pos.us.king), file_of(rook));
    // The short side lies towards the nearer edge.
    let (on_short, on_long) = if p >= 4 { (k > p, r < p) } else { (k < p, r > p) };
    if rank_of(pawn) <= 4
        && !is_rook_file(pawn)
        && on_short
        && king_distance(pos.us.king, goal) <= 2
        && on_long
        && (r - p).abs() >= 3
    {
        out.add("held", [rook]).target(pawn);
    }
}

/// The enemy king cut off from the owner's passed pawn. Square: the pawn; target: the rook.
pub fn cut_off(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some((rook, _)) = rooks(pos) else { return };
    let Some(pawn) = pos.structure.passed.into_iter().max_by_key(|s| rank_of(*s)) else { return };
    let (p, k, r) = (file_of(pawn), file_of(pos.them.king), file_of(rook));
    let is_between = (p < r && r < k) || (k < r && r < p);
    let king_rank = rank_of(pos.them.king);
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

/// A rook in front of its rook pawn on rank 7, drawn. Square: the pawn.
pub fn rook_pawn_on_seventh(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some((rook, enemy)) = rooks(pos) else { return };
    for (pawn, refuge) in
        [(Square::A7, [Square::G7, Square::H7]), (Square::H7, [Square::A7, Square::B7])]
    {
        if pos.us.pawns.contains(pawn)
            && rook == goal_of(pawn)
            && enemy.file() == pawn.file()
            && rank_of(enemy) < 7
            && refuge.contains(&pos.them.king)
        {
            out.add("drawn", [pawn]);
        }
    }
}

/// An extra pawn in a rook ending, by wings. No squares.
pub fn extra_pawn(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let only_rooks = |pieces: Bitboard, rooks: Bitboard| pieces == rooks;
    let count = pos.us.rooks.count();
    if !only_rooks(pos.us.non_pawns(), pos.us.rooks)
        || !only_rooks(pos.them.non_pawns(), pos.them.rooks)
        || count != pos.them.rooks.count()
        || !(1..=2).contains(&count)
        || pos.us.pawns.count() != pos.them.pawns.count() + 1
    {
        return;
    }
    let on = |files: std::ops::RangeInclusive<i32>| {
        pos.us.pawns.into_iter().any(|s| files.contains(&file_of(s)))
    };
    if file_span(pos.board.pawns()) <= 4 && pos.structure.most_advanced_passer(6).is_none() {
        out.add("one-wing", []);
    } else if on(0..=2) && on(5..=7) {
        out.add("both-wings", []);
    }
}
