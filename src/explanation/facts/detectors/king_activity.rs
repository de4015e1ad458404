use shakmaty::{Bitboard, Square};

use super::finds::counted;
use super::{Finds, Views};
use crate::explanation::facts::study::{file_of, rank_of};

/// Steps to the nearest of d4, e4, d5, e5, the part along files and the part along ranks added.
fn from_centre(s: Square) -> i32 {
    let part = |x: i32, low: i32| (low - x).max(x - low - 1).max(0);
    part(file_of(s), 3) + part(rank_of(s), 4)
}

pub(super) fn centralisation(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let variant = match from_centre(me.them.king) - from_centre(me.us.king) {
        1..=2 => "slight",
        3 => "clear",
        4.. => "dominant",
        _ => return,
    };
    out.add(variant, [me.us.king]);
}

pub(super) fn attacks_pawns(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pawns: Bitboard = me.us.ring & me.them.pawns & !me.them.pawn_reach;
    if let Some(variant) = counted(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

pub(super) fn penetration(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    match rank_of(me.us.king) {
        5 => out.add("rank-5", [me.us.king]),
        6.. => out.add("rank-6-or-more", [me.us.king]),
        _ => return,
    };
}
