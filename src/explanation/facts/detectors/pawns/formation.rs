//! Pawn chains, phalanxes, majorities and levers.

use std::ops::RangeInclusive;

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::chess::exchange;
use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, file_of, rank_of, stop_square};

/// Pawn chains with their head on one of `ranks`. Squares: base, then links; target: the head; word: the wing it points to.
pub fn chains(sides: Perspectives<'_>, out: &mut Detections, ranks: RangeInclusive<i32>) {
    for chain in &sides.owner.structure.chains {
        let head = chain.head();
        if !ranks.contains(&rank_of(head)) {
            continue;
        }
        let (variant, wing) = if file_of(chain.base) < file_of(head) {
            ("toward-kingside", "kingside")
        } else {
            ("toward-queenside", "queenside")
        };
        let mut squares = vec![chain.base];
        squares.extend(chain.links.iter().filter(|s| **s != chain.base));
        out.add(variant, squares).word(wing).target(head);
    }
}

/// Chains whose base can be attacked by a pawn or is attacked by pieces. Square: the base.
pub fn chain_base(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for chain in &pos.structure.chains {
        let base = chain.base;
        let strikers = attacks::pawn_attacks(Color::White, base);
        let can_come = |s: Square| {
            !pos.occupied.contains(s)
                && s.offset(8).is_some_and(|from| pos.them.pawns.contains(from))
        };
        let attackers = pos.their_attackers(base).count();
        if strikers.into_iter().any(|s| pos.them.pawns.contains(s) || can_come(s)) {
            out.add("lever-hit", [base]);
        } else if !pos.us.pawn_attacks.contains(base)
            && attackers >= 1
            && attackers >= pos.our_attackers(base).count()
        {
            out.add("attacked", [base]);
        }
    }
}

/// The most advanced pair of pawns side by side on ranks 4 to 6. Squares: both, by file.
pub fn phalanx(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pairs = pos.us.pawns.into_iter().filter_map(|a| {
        let b = a.offset(1).filter(|b| b.rank() == a.rank() && pos.us.pawns.contains(*b))?;
        let both_passed = pos.structure.passed.contains(a) && pos.structure.passed.contains(b);
        ((4..=6).contains(&rank_of(a)) && !both_passed).then_some((a, b))
    });
    let Some((a, b)) = pairs.max_by_key(|(a, _)| rank_of(*a)) else { return };
    let variant = match rank_of(a) {
        4 => "rank-4",
        5 => "rank-5",
        _ => "rank-6",
    };
    out.add(variant, [a, b]);
}

/// The most advanced protected pawn on rank 5 or 6 that is neither passed nor part of a chain. Square: the pawn.
pub fn wedge(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let in_chain = |s: &Square| pos.structure.chains.iter().any(|c| c.links.contains(s));
    let pawns = pos.us.pawns & pos.us.pawn_attacks & !pos.structure.passed;
    let wedge = pawns
        .into_iter()
        .filter(|s| matches!(rank_of(*s), 5 | 6) && !in_chain(s))
        .max_by_key(|s| rank_of(*s));
    if let Some(s) = wedge {
        out.add(if rank_of(s) == 5 { "rank-5" } else { "rank-6" }, [s]);
    }
}

/// More pawns than the opponent on `files`, none passed. Squares: the pawns.
pub fn majority(sides: Perspectives<'_>, out: &mut Detections, files: RangeInclusive<i32>) {
    let pos = sides.owner;
    let wing = |pieces: Bitboard| -> Bitboard {
        pieces.into_iter().filter(|s| files.contains(&file_of(*s))).collect()
    };
    let own = wing(pos.us.pawns);
    if own.count() <= wing(pos.them.pawns).count() || wing(pos.structure.passed).any() {
        return;
    }
    let is_crippled = files.clone().any(|file| pos.structure.is_doubled(file));
    out.add(if is_crippled { "crippled" } else { "healthy" }, own);
}

/// a- and b-pawn against a-, b- and c-pawn. Square: the b-pawn.
pub fn minority_attack(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let own = |file| Perspective::on_file(pos.us.pawns, file);
    let enemy = |file| Perspective::on_file(pos.them.pawns, file);
    let (Some(_), Some(b)) = (own(0).single_square(), own(1).single_square()) else { return };
    let c_at_home = enemy(2).into_iter().any(|s| rank_of(s) >= 5);
    if own(2).any()
        || enemy(0).is_empty()
        || enemy(1).is_empty()
        || !c_at_home
        || pos.us.rooks.is_empty()
    {
        return;
    }
    match rank_of(b) {
        ..=3 => out.add("ready", [b]),
        4..=5 => out.add("under-way", [b]),
        _ => return,
    };
}

/// Where a pawn can step: one square, or two from its first rank.
pub fn steps(pos: &Perspective, s: Square) -> impl Iterator<Item = Square> {
    let free = |square: &Square| !pos.occupied.contains(*square);
    let one = stop_square(s).filter(free);
    let two = one.filter(|_| rank_of(s) == 2).and_then(stop_square).filter(free);
    one.into_iter().chain(two)
}

/// A pawn step after which no more enemy pawns hit the pawn than own pawns protect it, or no exchange wins it.
pub fn is_sound_step(pos: &Perspective, from: Square, to: Square) -> bool {
    let hitters = attacks::pawn_attacks(Color::White, to) & pos.them.pawns;
    let guards = (attacks::pawn_attacks(Color::Black, to) & pos.us.pawns).without(from);
    hitters.count() <= guards.count() && hitters.any() || is_safe_step(pos, from, to)
}

/// A pawn step after which no exchange wins the pawn.
pub fn is_safe_step(pos: &Perspective, from: Square, to: Square) -> bool {
    let mut board = pos.board.clone();
    board.discard_piece_at(from);
    board.set_piece_at(to, Color::White.pawn());
    let enemies = board.attacks_to(to, Color::Black, board.occupied());
    let guarded = board.attacks_to(to, Color::White, board.occupied()).any();
    enemies.into_iter().all(|enemy| {
        if board.role_at(enemy) == Some(Role::King) {
            guarded
        } else {
            exchange(&board, enemy, to) <= 0
        }
    })
}

/// Pawn advances that attack an enemy pawn and are sound, one in the centre and one on the wings. Square: the pawn;
/// to: where it goes.
pub fn lever(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let mut central = None;
    let mut wing = None;
    for from in pos.us.pawns {
        if (attacks::pawn_attacks(Color::White, from) & pos.them.pawns).any() {
            continue;
        }
        for to in steps(pos, from) {
            let is_lever = (attacks::pawn_attacks(Color::White, to) & pos.them.pawns).any();
            if is_lever && is_sound_step(pos, from, to) {
                let place = if (2..=5).contains(&file_of(from)) { &mut central } else { &mut wing };
                place.get_or_insert((from, to));
            }
        }
    }
    for (variant, lever) in [("central", central), ("wing", wing)] {
        if let Some((from, to)) = lever {
            out.add(variant, [from]).to(to);
        }
    }
}
