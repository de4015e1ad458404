//! The king in the endgame.

use shakmaty::{Bitboard, Square};

use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{file_of, rank_of};

/// Steps to the nearest of d4, e4, d5, e5, the part along files and the part along ranks added.
fn from_centre(s: Square) -> i32 {
    let part = |x: i32, low: i32| (low - x).max(x - low - 1).max(0);
    part(file_of(s), 3) + part(rank_of(s), 4)
}

/// A king nearer to the centre than the enemy king. Square: the king.
pub fn centralisation(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let variant = match from_centre(pos.them.king) - from_centre(pos.us.king) {
        1..=2 => "slight",
        3 => "clear",
        4.. => "dominant",
        _ => return,
    };
    out.add(variant, [pos.us.king]);
}

/// A king beside enemy pawns that no pawn protects. Squares: the pawns.
pub fn attacks_pawns(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pawns: Bitboard = pos.us.king_ring & pos.them.pawns & !pos.them.pawn_attacks;
    if let Some(variant) = variant_by_count(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

/// A king on rank 5 or beyond. Square: the king.
pub fn penetration(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    match rank_of(pos.us.king) {
        5 => out.add("rank-5", [pos.us.king]),
        6.. => out.add("rank-6-or-more", [pos.us.king]),
        _ => return,
    };
}
