use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::{Finds, Views};
use crate::explanation::facts::study::{View, exchange, file_of, front, rank_of};

/// Chains whose heads lie between two ranks.
fn chains(views: Views<'_>, out: &mut Finds, least: i32, most: i32) {
    for chain in &views.me.structure.chains {
        let head = chain.head();
        if !(least..=most).contains(&rank_of(head)) {
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

pub(super) fn chain_plain(views: Views<'_>, out: &mut Finds) {
    chains(views, out, 1, 4);
}

pub(super) fn chain_advanced(views: Views<'_>, out: &mut Finds) {
    chains(views, out, 5, 5);
}

pub(super) fn chain_super_advanced(views: Views<'_>, out: &mut Finds) {
    chains(views, out, 6, 8);
}

pub(super) fn chain_base(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for chain in &me.structure.chains {
        let base = chain.base;
        let strikers = attacks::pawn_attacks(Color::White, base);
        let can_come = |s: Square| {
            !me.occupied.contains(s) && s.offset(8).is_some_and(|from| me.them.pawns.contains(from))
        };
        let attackers = me.their_attackers(base).count();
        if strikers.into_iter().any(|s| me.them.pawns.contains(s) || can_come(s)) {
            out.add("lever-hit", [base]);
        } else if !me.us.pawn_reach.contains(base)
            && attackers >= 1
            && attackers >= me.our_attackers(base).count()
        {
            out.add("attacked", [base]);
        }
    }
}

pub(super) fn phalanx(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pairs = me.us.pawns.into_iter().filter_map(|a| {
        let b = a.offset(1).filter(|b| b.rank() == a.rank() && me.us.pawns.contains(*b))?;
        let both_passed = me.structure.passed.contains(a) && me.structure.passed.contains(b);
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

pub(super) fn wedge(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let in_chain = |s: &Square| me.structure.chains.iter().any(|c| c.links.contains(s));
    let pawns = me.us.pawns & me.us.pawn_reach & !me.structure.passed;
    let wedge = pawns
        .into_iter()
        .filter(|s| matches!(rank_of(*s), 5 | 6) && !in_chain(s))
        .max_by_key(|s| rank_of(*s));
    if let Some(s) = wedge {
        out.add(if rank_of(s) == 5 { "rank-5" } else { "rank-6" }, [s]);
    }
}

fn majority(views: Views<'_>, out: &mut Finds, files: std::ops::RangeInclusive<i32>) {
    let me = views.me;
    let wing = |men: Bitboard| -> Bitboard {
        men.into_iter().filter(|s| files.contains(&file_of(*s))).collect()
    };
    let own = wing(me.us.pawns);
    if own.count() <= wing(me.them.pawns).count() || wing(me.structure.passed).any() {
        return;
    }
    let is_crippled = files.clone().any(|file| me.structure.is_doubled(file));
    out.add(if is_crippled { "crippled" } else { "healthy" }, own);
}

pub(super) fn queenside_majority(views: Views<'_>, out: &mut Finds) {
    majority(views, out, 0..=3);
}

pub(super) fn kingside_majority(views: Views<'_>, out: &mut Finds) {
    majority(views, out, 4..=7);
}

pub(super) fn minority_attack(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let own = |file| View::on_file(me.us.pawns, file);
    let enemy = |file| View::on_file(me.them.pawns, file);
    let (Some(_), Some(b)) = (own(0).single_square(), own(1).single_square()) else { return };
    let c_at_home = enemy(2).into_iter().any(|s| rank_of(s) >= 5);
    if own(2).any()
        || enemy(0).is_empty()
        || enemy(1).is_empty()
        || !c_at_home
        || me.us.rooks.is_empty()
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
pub(super) fn steps(me: &View, s: Square) -> impl Iterator<Item = Square> {
    let free = |square: &Square| !me.occupied.contains(*square);
    let one = front(s).filter(free);
    let two = one.filter(|_| rank_of(s) == 2).and_then(front).filter(free);
    one.into_iter().chain(two)
}

/// A pawn step after which no more enemy pawns hit the pawn than own pawns protect it, or no exchange wins it.
pub(super) fn is_sound_step(me: &View, from: Square, to: Square) -> bool {
    let hitters = attacks::pawn_attacks(Color::White, to) & me.them.pawns;
    let guards = (attacks::pawn_attacks(Color::Black, to) & me.us.pawns).without(from);
    hitters.count() <= guards.count() && hitters.any() || is_safe_step(me, from, to)
}

/// A pawn step after which no exchange wins the pawn.
pub(super) fn is_safe_step(me: &View, from: Square, to: Square) -> bool {
    let mut board = me.board.clone();
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

pub(super) fn lever(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let mut central = None;
    let mut wing = None;
    for from in me.us.pawns {
        if (attacks::pawn_attacks(Color::White, from) & me.them.pawns).any() {
            continue;
        }
        for to in steps(me, from) {
            let is_lever = (attacks::pawn_attacks(Color::White, to) & me.them.pawns).any();
            if is_lever && is_sound_step(me, from, to) {
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
