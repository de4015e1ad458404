//! Rooks on ranks, behind passed pawns, tied or shut in.

use shakmaty::{Bitboard, Rank, Square, attacks};

use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, RelativeColor, Stage, file_of, rank_of};

fn on_rank(pieces: Bitboard, rank: i32) -> Bitboard {
    pieces.into_iter().filter(|s| rank_of(*s) == rank).collect()
}

/// Rooks on rank 7 with something to do there. Squares: the rooks, then the queens.
pub fn seventh(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let rooks = on_rank(pos.us.rooks, 7);
    let queens = on_rank(pos.us.queens, 7);
    let has_prey = |s: Square| {
        (pos.attacks(s) & pos.them.pawns).into_iter().any(|p| p.rank() == Rank::Seventh)
    };
    let mut squares: Vec<Square> = rooks.into_iter().collect();
    let variant = if rooks.more_than_one() {
        "doubled"
    } else if rooks.is_empty() {
        return;
    } else if queens.any() && pos.stage == Stage::Middlegame {
        squares.extend(queens);
        "with-queen"
    } else if rank_of(pos.them.king) == 8 {
        "king-cut"
    } else if rooks.into_iter().any(has_prey) {
        "pawns"
    } else {
        return;
    };
    out.add(variant, squares);
}

/// Rooks on rank 8 that neither give check nor are attacked. Square: the rook.
pub fn eighth(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in on_rank(pos.us.rooks, 8) {
        if !pos.attacks(s).contains(pos.them.king) && !pos.them.attacks.contains(s) {
            out.add("single", [s]);
        }
    }
}

/// Rooks on rank 6 that attack pawns along it. Square: the rook; targets: the pawns.
pub fn sixth(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in on_rank(pos.us.rooks, 6) {
        let targets = on_rank(pos.attacks(s) & pos.them.pawns, 6);
        if targets.any() {
            out.add("single", [s]).targets(targets);
        }
    }
}

/// Nothing stands between two pieces on one file.
fn in_touch(pos: &Perspective, a: Square, b: Square) -> bool {
    a.file() == b.file() && (attacks::between(a, b) & pos.occupied).is_empty()
}

/// Rooks behind a passed pawn of either side. Square: the rook; target: the pawn.
pub fn behind_passer(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let enemy_passed = sides.opponent.structure.passed.flip_vertical();
    for rook in pos.us.rooks {
        for pawn in pos.structure.passed {
            if in_touch(pos, rook, pawn) && rank_of(rook) < rank_of(pawn) && rank_of(pawn) >= 4 {
                out.add("own", [rook]).target(pawn);
            }
        }
        for pawn in enemy_passed {
            if in_touch(pos, rook, pawn) && rank_of(rook) > rank_of(pawn) && rank_of(pawn) <= 5 {
                out.add("enemy", [rook]).target(pawn);
            }
        }
    }
}

/// Rooks in front of an own passed pawn. Square: the rook; target: the pawn.
pub fn before_own_passer(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for rook in pos.us.rooks {
        for pawn in pos.structure.passed {
            if in_touch(pos, rook, pawn) && rank_of(rook) > rank_of(pawn) && rank_of(pawn) >= 4 {
                out.add("single", [rook]).target(pawn);
            }
        }
    }
}

/// Rooks that are the only defender of a pawn attacked by a rook. Square: the rook; target: the pawn.
pub fn passive_guard(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for pawn in pos.us.pawns & !pos.structure.passed {
        if (pos.their_attackers(pawn) & pos.them.rooks).is_empty() {
            continue;
        }
        let Some(guard) = pos.our_attackers(pawn).single_square() else { continue };
        if pos.us.rooks.contains(guard) {
            let on_rank = guard.rank() == pawn.rank();
            out.add(if on_rank { "from-rank" } else { "from-file" }, [guard]).target(pawn);
        }
    }
}

/// Two rooks that protect each other along a rank. Squares: both.
pub fn connected(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let home_only = pos.stage == Stage::Middlegame;
    for a in pos.us.rooks {
        for b in pos.us.rooks {
            if a < b
                && a.rank() == b.rank()
                && (!home_only || a.rank() == Rank::First)
                && pos.attacks(a).contains(b)
            {
                out.add("pair", [a, b]);
                return;
            }
        }
    }
}

/// Rooks on rank 3 or 4 that reach a file of the castled enemy king. Square: the rook.
pub fn lift(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.castled(RelativeColor::Them).is_none() {
        return;
    }
    for rook in pos.us.rooks {
        if !matches!(rank_of(rook), 3 | 4) || pos.us.pawn_attacks.contains(rook) {
            continue;
        }
        let reachable =
            (pos.attacks(rook) & Bitboard::from_rank(rook.rank()) & !pos.occupied).with(rook);
        let aims = |s: &Square| {
            (file_of(*s) - file_of(pos.them.king)).abs() <= 1
                && Perspective::on_file(pos.us.pawns, file_of(*s))
                    .into_iter()
                    .all(|p| rank_of(p) < rank_of(*s))
        };
        if reachable.into_iter().any(|s| aims(&s)) {
            out.add("single", [rook]);
        }
    }
}

/// Rooks shut in by their uncastled king. Square: the rook.
pub fn shut_in(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.may_castle_somewhere(RelativeColor::Us) || rank_of(pos.us.king) != 1 {
        return;
    }
    let king = file_of(pos.us.king);
    for rook in on_rank(pos.us.rooks, 1) {
        let file = file_of(rook);
        let variant = match (king, file) {
            (5, 6 | 7) | (6, 7) => "kingside",
            (1, 0) | (2, 0 | 1) => "queenside",
            _ => continue,
        };
        out.add(variant, [rook]);
    }
}
