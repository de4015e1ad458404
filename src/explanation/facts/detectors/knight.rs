use shakmaty::{Bitboard, Square, attacks};

use super::finds::counted;
use super::{Finds, Views};
use crate::explanation::facts::study::{file_of, rank_of};

fn is_central_file(s: Square) -> bool {
    (2..=5).contains(&file_of(s))
}

/// Squares that no enemy pawn attacks or can ever attack.
pub(super) fn out_of_reach(views: Views<'_>, s: Square) -> bool {
    !views.foe.structure.span.contains(s.flip_vertical())
}

/// The variant of an outpost that a knight on `s` has.
fn outpost_variant(views: Views<'_>, s: Square) -> Option<&'static str> {
    let me = views.me;
    if !out_of_reach(views, s) {
        return None;
    }
    let by_pawn = me.us.pawn_reach.contains(s);
    match (is_central_file(s), rank_of(s), by_pawn) {
        (true, 4, true) => Some("central-rank-4"),
        (true, 5, true) => Some("central-rank-5"),
        (true, 6, true) => Some("central-rank-6"),
        (false, 5, true) => Some("wing-rank-5"),
        (false, 6, true) => Some("wing-rank-6"),
        (true, 5 | 6, false) if me.our_attackers(s).any() => Some("unsupported"),
        _ => None,
    }
}

fn on_pawn_outpost(views: Views<'_>, s: Square) -> bool {
    outpost_variant(views, s).is_some_and(|variant| variant != "unsupported")
}

pub(super) fn outpost(views: Views<'_>, out: &mut Finds) {
    for s in views.me.us.knights {
        if let Some(variant) = outpost_variant(views, s) {
            out.add(variant, [s]);
        }
    }
}

pub(super) fn outpost_reachable(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let enter = |s: Square| attacks::knight_attacks(s) & !me.them.pawn_reach & !me.us.all;
    let is_goal = |s: &Square| {
        is_central_file(*s)
            && matches!(rank_of(*s), 5 | 6)
            && me.us.pawn_reach.contains(*s)
            && out_of_reach(views, *s)
    };
    let mut slow = None;
    for knight in me.us.knights {
        if on_pawn_outpost(views, knight) {
            continue;
        }
        if let Some(goal) = enter(knight).into_iter().find(is_goal) {
            out.add("one-move", [knight]).to(goal);
            return;
        }
        let two = enter(knight).into_iter().flat_map(enter).find(is_goal);
        slow = slow.or(two.map(|goal| (knight, goal)));
    }
    if let Some((knight, goal)) = slow {
        out.add("two-moves", [knight]).to(goal);
    }
}

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

pub(super) fn rim(views: Views<'_>, out: &mut Finds) {
    let is_there = |s: &Square| {
        matches!(file_of(*s), 0 | 7)
            && rank_of(*s) >= 2
            && !CORNERS.contains(s)
            && !on_pawn_outpost(views, *s)
    };
    let knights: Bitboard = views.me.us.knights.into_iter().filter(is_there).collect();
    if let Some(variant) = counted(knights.count(), &["one", "two"]) {
        out.add(variant, knights);
    }
}

pub(super) fn corner(views: Views<'_>, out: &mut Finds) {
    let knights: Bitboard =
        views.me.us.knights.into_iter().filter(|s| CORNERS.contains(s)).collect();
    if knights.any() {
        out.add("one", knights);
    }
}

pub(super) fn centralised(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let knights: Bitboard = (me.us.knights & Bitboard::CENTER & !me.them.pawn_reach)
        .into_iter()
        .filter(|s| !on_pawn_outpost(views, *s))
        .collect();
    if let Some(variant) = counted(knights.count(), &["one", "two"]) {
        out.add(variant, knights);
    }
}

pub(super) fn dominated(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in me.us.knights {
        if rank_of(s) > 1 && !me.them.reach.contains(s) {
            match me.safe_destinations(s).count() {
                0 => out.add("no-safe-square", [s]),
                1 => out.add("one-safe-square", [s]),
                _ => continue,
            };
        }
    }
}

pub(super) fn versus_bad_bishop(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some(knight), Some(bishop)) =
        (me.us.minors().single_square(), me.them.minors().single_square())
    else {
        return;
    };
    if !me.us.knights.contains(knight) || !me.them.bishops.contains(bishop) {
        return;
    }
    let colour = if bishop.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    let blocked = me.them.pawns & colour & me.occupied.shift(8);
    let central = blocked.into_iter().filter(|s| is_central_file(*s)).count();
    if blocked.count() >= 3 && central >= 2 {
        out.add("single", [knight]).target(bishop);
    }
}

pub(super) fn anchored(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let is_anchored = |s: &Square| {
        (3..=6).contains(&rank_of(*s))
            && me.us.pawn_reach.contains(*s)
            && !me.them.pawn_reach.contains(*s)
            && outpost_variant(views, *s).is_none()
    };
    let knights: Bitboard = me.us.knights.into_iter().filter(is_anchored).collect();
    if let Some(variant) = counted(knights.count(), &["one", "two"]) {
        out.add(variant, knights);
    }
}
