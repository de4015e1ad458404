//! Knights.

use shakmaty::{Bitboard, Square, attacks};

use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{file_of, rank_of};

fn is_central_file(s: Square) -> bool {
    (2..=5).contains(&file_of(s))
}

/// Squares that no enemy pawn attacks or can ever attack.
pub fn out_of_reach(sides: Perspectives<'_>, s: Square) -> bool {
    !sides.opponent.structure.attack_span.contains(s.flip_vertical())
}

/// The variant of an outpost that a knight on `s` has.
fn outpost_variant(sides: Perspectives<'_>, s: Square) -> Option<&'static str> {
    let pos = sides.owner;
    if !out_of_reach(sides, s) {
        return None;
    }
    let by_pawn = pos.us.pawn_attacks.contains(s);
    match (is_central_file(s), rank_of(s), by_pawn) {
        (true, 4, true) => Some("central-rank-4"),
        (true, 5, true) => Some("central-rank-5"),
        (true, 6, true) => Some("central-rank-6"),
        (false, 5, true) => Some("wing-rank-5"),
        (false, 6, true) => Some("wing-rank-6"),
        (true, 5 | 6, false) if pos.our_attackers(s).any() => Some("unsupported"),
        _ => None,
    }
}

fn on_pawn_outpost(sides: Perspectives<'_>, s: Square) -> bool {
    outpost_variant(sides, s).is_some_and(|variant| variant != "unsupported")
}

/// Knights that no enemy pawn can drive away; one detection each. Square: the knight.
pub fn outpost(sides: Perspectives<'_>, out: &mut Detections) {
    for s in sides.owner.us.knights {
        if let Some(variant) = outpost_variant(sides, s) {
            out.add(variant, [s]);
        }
    }
}

/// A knight one or two moves from an outpost. Square: the knight; to: the outpost.
pub fn outpost_reachable(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let enter = |s: Square| attacks::knight_attacks(s) & !pos.them.pawn_attacks & !pos.us.all;
    let is_goal = |s: &Square| {
        is_central_file(*s)
            && matches!(rank_of(*s), 5 | 6)
            && pos.us.pawn_attacks.contains(*s)
            && out_of_reach(sides, *s)
    };
    let mut slow = None;
    for knight in pos.us.knights {
        if on_pawn_outpost(sides, knight) {
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

/// Knights on the a- or h-file. Squares: the knights.
pub fn rim(sides: Perspectives<'_>, out: &mut Detections) {
    let is_there = |s: &Square| {
        matches!(file_of(*s), 0 | 7)
            && rank_of(*s) >= 2
            && !CORNERS.contains(s)
            && !on_pawn_outpost(sides, *s)
    };
    let knights: Bitboard = sides.owner.us.knights.into_iter().filter(is_there).collect();
    if let Some(variant) = variant_by_count(knights.count(), &["one", "two"]) {
        out.add(variant, knights);
    }
}

/// Knights in a corner. Squares: the knights.
pub fn corner(sides: Perspectives<'_>, out: &mut Detections) {
    let knights: Bitboard =
        sides.owner.us.knights.into_iter().filter(|s| CORNERS.contains(s)).collect();
    if knights.any() {
        out.add("one", knights);
    }
}

/// Knights in the centre that are no outposts. Squares: the knights.
pub fn centralised(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let knights: Bitboard = (pos.us.knights & Bitboard::CENTER & !pos.them.pawn_attacks)
        .into_iter()
        .filter(|s| !on_pawn_outpost(sides, *s))
        .collect();
    if let Some(variant) = variant_by_count(knights.count(), &["one", "two"]) {
        out.add(variant, knights);
    }
}

/// Knights with at most one safe square; one detection each. Square: the knight.
pub fn dominated(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in pos.us.knights {
        if rank_of(s) > 1 && !pos.them.attacks.contains(s) {
            match pos.safe_destinations(s).count() {
                0 => out.add("no-safe-square", [s]),
                1 => out.add("one-safe-square", [s]),
                _ => continue,
            };
        }
    }
}

/// A knight against a bishop behind its own pawns. Square: the knight; target: the bishop.
pub fn versus_bad_bishop(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some(knight), Some(bishop)) =
        (pos.us.minors().single_square(), pos.them.minors().single_square())
    else {
        return;
    };
    if !pos.us.knights.contains(knight) || !pos.them.bishops.contains(bishop) {
        return;
    }
    let colour = if bishop.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    let blocked = pos.them.pawns & colour & pos.occupied.shift(8);
    let central = blocked.into_iter().filter(|s| is_central_file(*s)).count();
    if blocked.count() >= 3 && central >= 2 {
        out.add("single", [knight]).target(bishop);
    }
}

/// Knights supported by a pawn that are no outposts. Squares: the knights.
pub fn anchored(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let is_anchored = |s: &Square| {
        (3..=6).contains(&rank_of(*s))
            && pos.us.pawn_attacks.contains(*s)
            && !pos.them.pawn_attacks.contains(*s)
            && outpost_variant(sides, *s).is_none()
    };
    let knights: Bitboard = pos.us.knights.into_iter().filter(is_anchored).collect();
    if let Some(variant) = variant_by_count(knights.count(), &["one", "two"]) {
        out.add(variant, knights);
    }
}
