use shakmaty::{Bitboard, CastlingSide, Rank, Square, attacks};

use super::{Finds, Views};
use crate::explanation::facts::study::{Side, Stage, View, file_of, rank_of};

fn on_rank(men: Bitboard, rank: i32) -> Bitboard {
    men.into_iter().filter(|s| rank_of(*s) == rank).collect()
}

pub(super) fn seventh(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let rooks = on_rank(me.us.rooks, 7);
    let queens = on_rank(me.us.queens, 7);
    let has_prey =
        |s: Square| (me.reach(s) & me.them.pawns).into_iter().any(|p| p.rank() == Rank::Seventh);
    let (variant, men) = if rooks.more_than_one() {
        ("doubled", rooks)
    } else if rooks.is_empty() {
        return;
    } else if queens.any() && me.stage == Stage::Middle {
        ("with-queen", rooks | queens)
    } else if rank_of(me.them.king) == 8 {
        ("king-cut", rooks)
    } else if rooks.into_iter().any(has_prey) {
        ("pawns", rooks)
    } else {
        return;
    };
    out.add(variant, men);
}

pub(super) fn eighth(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in on_rank(me.us.rooks, 8) {
        if !me.reach(s).contains(me.them.king) && !me.them.reach.contains(s) {
            out.add("single", [s]);
        }
    }
}

pub(super) fn sixth(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in on_rank(me.us.rooks, 6) {
        let prey = on_rank(me.reach(s) & me.them.pawns, 6);
        if prey.any() {
            out.add("single", [s]).targets(prey);
        }
    }
}

/// Nothing stands between two men on one file.
fn in_touch(me: &View, a: Square, b: Square) -> bool {
    a.file() == b.file() && (attacks::between(a, b) & me.occupied).is_empty()
}

pub(super) fn behind_passer(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let enemy_passed = views.foe.structure.passed.flip_vertical();
    for rook in me.us.rooks {
        for pawn in me.structure.passed {
            if in_touch(me, rook, pawn) && rank_of(rook) < rank_of(pawn) && rank_of(pawn) >= 4 {
                out.add("own", [rook]).target(pawn);
            }
        }
        for pawn in enemy_passed {
            if in_touch(me, rook, pawn) && rank_of(rook) > rank_of(pawn) && rank_of(pawn) <= 5 {
                out.add("enemy", [rook]).target(pawn);
            }
        }
    }
}

pub(super) fn before_own_passer(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for rook in me.us.rooks {
        for pawn in me.structure.passed {
            if in_touch(me, rook, pawn) && rank_of(rook) > rank_of(pawn) && rank_of(pawn) >= 4 {
                out.add("single", [rook]).target(pawn);
            }
        }
    }
}

pub(super) fn passive_guard(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for pawn in me.us.pawns & !me.structure.passed {
        if (me.their_attackers(pawn) & me.them.rooks).is_empty() {
            continue;
        }
        let Some(guard) = me.our_attackers(pawn).single_square() else { continue };
        if me.us.rooks.contains(guard) {
            let on_rank = guard.rank() == pawn.rank();
            out.add(if on_rank { "from-rank" } else { "from-file" }, [guard]).target(pawn);
        }
    }
}

pub(super) fn connected(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let home_only = me.stage == Stage::Middle;
    for a in me.us.rooks {
        for b in me.us.rooks {
            if a < b
                && a.rank() == b.rank()
                && (!home_only || a.rank() == Rank::First)
                && me.reach(a).contains(b)
            {
                out.add("pair", [a, b]);
                return;
            }
        }
    }
}

pub(super) fn lift(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.castled(Side::Them).is_none() {
        return;
    }
    for rook in me.us.rooks {
        if !matches!(rank_of(rook), 3 | 4) || me.us.pawn_reach.contains(rook) {
            continue;
        }
        let reachable =
            (me.reach(rook) & Bitboard::from_rank(rook.rank()) & !me.occupied).with(rook);
        let aims = |s: &Square| {
            (file_of(*s) - file_of(me.them.king)).abs() <= 1
                && View::on_file(me.us.pawns, file_of(*s))
                    .into_iter()
                    .all(|p| rank_of(p) < rank_of(*s))
        };
        if reachable.into_iter().any(|s| aims(&s)) {
            out.add("single", [rook]);
        }
    }
}

pub(super) fn shut_in(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let has_rights = me.may_castle(Side::Us, CastlingSide::KingSide)
        || me.may_castle(Side::Us, CastlingSide::QueenSide);
    if has_rights || rank_of(me.us.king) != 1 {
        return;
    }
    let king = file_of(me.us.king);
    for rook in on_rank(me.us.rooks, 1) {
        let file = file_of(rook);
        let variant = match (king, file) {
            (5, 6 | 7) | (6, 7) => "kingside",
            (1, 0) | (2, 0 | 1) => "queenside",
            _ => continue,
        };
        out.add(variant, [rook]);
    }
}
