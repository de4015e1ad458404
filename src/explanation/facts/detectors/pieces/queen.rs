//! Queens.

use shakmaty::{Bitboard, Square, attacks};

use crate::explanation::facts::detectors::development::minors_at_home;
use crate::explanation::facts::detectors::pawns::formation::is_safe_step;
use crate::explanation::facts::detectors::tactics::attacked::chasing_step;
use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, king_distance, rank_of};

/// A queen out while minor pieces are at home. Square: the queen.
pub fn early(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(queen) = pos.us.queens.into_iter().find(|s| rank_of(*s) >= 3) else { return };
    if pos.them.queens.is_empty() {
        return;
    }
    match minors_at_home(pos).count() {
        2 => out.add("two-minors-home", [queen]),
        3.. => out.add("three-or-more-minors-home", [queen]),
        _ => return,
    };
}

/// An enemy piece cheaper than the queen attacks the square.
fn is_harassed(pos: &Perspective, queen: Square) -> bool {
    (pos.their_attackers(queen) & !pos.them.queens).without(pos.them.king).any()
}

/// Queens in the centre that cannot be chased. Square: the queen.
pub fn centralised(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for queen in pos.us.queens & Bitboard::CENTER {
        let chased = chasing_step(sides.opponent, queen.flip_vertical(), is_safe_step);
        if !is_harassed(pos, queen) && chased.is_none() {
            out.add("single", [queen]);
        }
    }
}

/// Queens on rank 6 or beyond that cannot be trapped. Square: the queen.
pub fn infiltrated(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for queen in pos.us.queens {
        if rank_of(queen) >= 6
            && !is_harassed(pos, queen)
            && pos.safe_destinations(queen).count() >= 3
        {
            out.add("single", [queen]);
        }
    }
}

/// Queens on a line with an enemy rook or bishop and one piece between. Square: the queen; target and piece: the
/// enemy.
pub fn x_rayed(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for queen in pos.us.queens {
        let lines = [
            ("by-rook", pos.them.rooks & attacks::rook_attacks(queen, Bitboard::EMPTY)),
            ("by-bishop", pos.them.bishops & attacks::bishop_attacks(queen, Bitboard::EMPTY)),
        ];
        for (variant, snipers) in lines {
            for sniper in snipers {
                let between = attacks::between(queen, sniper) & pos.occupied;
                let Some(screen) = between.single_square() else { continue };
                let tied = pos.us.non_pawns().contains(screen) && pos.us.pinned.contains(screen);
                if !tied {
                    out.add(variant, [queen]).target(sniper).piece(pos.role(sniper));
                }
            }
        }
    }
}

/// Queen and knight against queen and bishop. Squares: knight and queen.
pub fn with_knight(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let has_only = |pieces: Bitboard, queens: Bitboard, minors: Bitboard| {
        queens.count() == 1 && pieces.count() == 2 && minors.count() == 1
    };
    if has_only(pos.us.non_pawns(), pos.us.queens, pos.us.knights)
        && has_only(pos.them.non_pawns(), pos.them.queens, pos.them.bishops)
    {
        out.add("single", pos.us.queens | pos.us.knights);
    }
}

/// Queens two or three steps from the enemy king. Square: the queen.
pub fn near_king(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for queen in pos.us.queens {
        if is_harassed(pos, queen) || (pos.their_attackers(queen) & pos.them.queens).any() {
            continue;
        }
        match king_distance(queen, pos.them.king) {
            2 => out.add("close", [queen]),
            3 => out.add("near", [queen]),
            _ => continue,
        };
    }
}
