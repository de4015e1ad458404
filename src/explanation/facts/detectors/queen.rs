use shakmaty::{Bitboard, Role, Square, attacks};

use super::pawn_formation::is_safe_step;
use super::tactics::chasing_step;
use super::{Finds, Views};
use crate::explanation::facts::study::{View, king_steps, rank_of};

const MINOR_HOMES: [(Square, Role); 4] = [
    (Square::B1, Role::Knight),
    (Square::C1, Role::Bishop),
    (Square::F1, Role::Bishop),
    (Square::G1, Role::Knight),
];

/// The owner's minor pieces that stand where the game began.
pub(super) fn minors_at_home(me: &View) -> Bitboard {
    MINOR_HOMES
        .into_iter()
        .filter(|(s, role)| me.us.all.contains(*s) && me.role(*s) == Some(*role))
        .map(|(s, _)| s)
        .collect()
}

pub(super) fn early(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(queen) = me.us.queens.into_iter().find(|s| rank_of(*s) >= 3) else { return };
    if me.them.queens.is_empty() {
        return;
    }
    match minors_at_home(me).count() {
        2 => out.add("two-minors-home", [queen]),
        3.. => out.add("three-or-more-minors-home", [queen]),
        _ => return,
    };
}

/// An enemy man cheaper than the queen attacks the square.
fn is_harassed(me: &View, queen: Square) -> bool {
    (me.their_attackers(queen) & !me.them.queens).without(me.them.king).any()
}

pub(super) fn centralised(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for queen in me.us.queens & Bitboard::CENTER {
        let chased = chasing_step(views.foe, queen.flip_vertical(), is_safe_step);
        if !is_harassed(me, queen) && chased.is_none() {
            out.add("single", [queen]);
        }
    }
}

pub(super) fn infiltrated(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for queen in me.us.queens {
        if rank_of(queen) >= 6
            && !is_harassed(me, queen)
            && me.safe_destinations(queen).count() >= 3
        {
            out.add("single", [queen]);
        }
    }
}

pub(super) fn x_rayed(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for queen in me.us.queens {
        let lines = [
            ("by-rook", me.them.rooks & attacks::rook_attacks(queen, Bitboard::EMPTY)),
            ("by-bishop", me.them.bishops & attacks::bishop_attacks(queen, Bitboard::EMPTY)),
        ];
        for (variant, snipers) in lines {
            for sniper in snipers {
                let between = attacks::between(queen, sniper) & me.occupied;
                let Some(screen) = between.single_square() else { continue };
                let tied = me.us.pieces().contains(screen) && me.us.pinned.contains(screen);
                if !tied {
                    out.add(variant, [queen]).target(sniper).piece(me.role(sniper));
                }
            }
        }
    }
}

pub(super) fn with_knight(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let has_only = |pieces: Bitboard, queens: Bitboard, minors: Bitboard| {
        queens.count() == 1 && pieces.count() == 2 && minors.count() == 1
    };
    if has_only(me.us.pieces(), me.us.queens, me.us.knights)
        && has_only(me.them.pieces(), me.them.queens, me.them.bishops)
    {
        out.add("single", me.us.queens | me.us.knights);
    }
}

pub(super) fn near_king(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for queen in me.us.queens {
        if is_harassed(me, queen) || (me.their_attackers(queen) & me.them.queens).any() {
            continue;
        }
        match king_steps(queen, me.them.king) {
            2 => out.add("close", [queen]),
            3 => out.add("near", [queen]),
            _ => continue,
        };
    }
}
