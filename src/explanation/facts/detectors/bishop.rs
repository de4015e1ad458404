use shakmaty::{Bitboard, Square, attacks};

use super::king_attack::zone_attackers;
use super::knight::out_of_reach;
use super::{Finds, Views};
use crate::explanation::facts::study::{View, file_of, rank_of, spread};

fn colour_of(s: Square) -> Bitboard {
    if s.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES }
}

fn has_pair(bishops: Bitboard) -> bool {
    (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any()
}

/// Own pawns with a man directly in front.
fn blocked(me: &View) -> Bitboard {
    me.us.pawns & me.occupied.shift(-8)
}

fn on_central_files(men: Bitboard) -> Bitboard {
    men.into_iter().filter(|s| (2..=5).contains(&file_of(*s))).collect()
}

pub(super) fn pair(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if !has_pair(me.us.bishops) || has_pair(me.them.bishops) {
        return;
    }
    let variant = match me.rammed_pairs() {
        0..=1 => "open",
        2 => "semi-open",
        _ => "closed",
    };
    out.add(variant, me.us.bishops);
}

pub(super) fn bad(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in me.us.bishops {
        let same = me.us.pawns & colour_of(s);
        let stuck = blocked(me) & same;
        let central = on_central_files(stuck).count();
        let highest = stuck.into_iter().map(rank_of).max().unwrap_or(0);
        if central < 2 || rank_of(s) > highest {
            continue;
        }
        let is_severe = central >= 3 && same.count() >= 4;
        out.add(if is_severe { "severe" } else { "mild" }, [s]).targets(stuck);
    }
}

pub(super) fn good(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(s) = me.us.bishops.single_square() else { return };
    let central = on_central_files(blocked(me));
    let same = (central & colour_of(s)).count();
    if same <= 1 && central.count() - same >= 2 {
        out.add("single", [s]);
    }
}

/// A bishop on b2 or g2 behind its knight pawn: the two centre squares of its long diagonal.
fn fianchetto_line(me: &View, s: Square) -> Option<[Square; 2]> {
    let (pawn, centre) = match s {
        Square::B2 => (Square::B3, [Square::D4, Square::E5]),
        Square::G2 => (Square::G3, [Square::E4, Square::D5]),
        _ => return None,
    };
    me.us.pawns.contains(pawn).then_some(centre)
}

pub(super) fn fianchetto(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in me.us.bishops {
        if let Some(centre) = fianchetto_line(me, s) {
            let is_open = centre.into_iter().all(|c| !me.board.pawns().contains(c));
            out.add(if is_open { "open-diagonal" } else { "blocked-diagonal" }, [s]);
        }
    }
}

pub(super) fn long_diagonal(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in me.us.bishops {
        let holds = |c: Square| c == s || me.reach(s).contains(c);
        let lines = [[Square::D4, Square::E5], [Square::E4, Square::D5]];
        if fianchetto_line(me, s).is_none()
            && lines.into_iter().any(|line| line.into_iter().all(holds))
        {
            out.add("single", [s]);
        }
    }
}

pub(super) fn outpost(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in me.us.bishops & me.us.pawn_reach {
        if (4..=6).contains(&rank_of(s)) && out_of_reach(views, s) {
            let is_central = (2..=5).contains(&file_of(s));
            out.add(if is_central { "central" } else { "wing" }, [s]);
        }
    }
}

pub(super) fn walled_in(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for s in me.us.bishops {
        let walls = attacks::bishop_attacks(s, Bitboard::FULL) & me.us.pawns;
        if ![Square::C1, Square::F1].contains(&s)
            && me.available(s).count() <= 2
            && walls.count() >= 2
        {
            out.add("single", [s]);
        }
    }
}

/// One bishop each, of opposite colours, and no knights.
fn opposite(me: &View) -> Option<(Square, Square)> {
    let ours = me.us.minors().single_square()?;
    let theirs = me.them.minors().single_square()?;
    let are_bishops = me.us.bishops.contains(ours) && me.them.bishops.contains(theirs);
    (are_bishops && ours.is_light() != theirs.is_light()).then_some((ours, theirs))
}

pub(super) fn opposite_attack(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some((ours, _)) = opposite(me) else { return };
    let queens = me.us.queens.any() && me.them.queens.any();
    let rooks = me.us.rooks.more_than_one() && me.them.rooks.more_than_one();
    if (queens || rooks) && zone_attackers(me).count() > zone_attackers(views.foe).count() {
        out.add("attacker", [ours]);
    }
}

pub(super) fn opposite_ending(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some((ours, _)) = opposite(me) else { return };
    if (me.us.queens | me.them.queens).any() {
        return;
    }
    let behind = me.them.pawns.count() as i32 - me.us.pawns.count() as i32;
    let rooks = (me.us.rooks.count(), me.them.rooks.count());
    let variant = match (rooks, behind) {
        ((0, 0), 1) => "behind-one",
        ((0, 0), 2..) => "behind-two-or-more",
        ((1.., _) | (_, 1..), 1..=2) => "with-rooks",
        _ => return,
    };
    out.add(variant, [ours]);
}

pub(super) fn versus_knight(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let (Some(bishop), Some(knight)) =
        (me.us.minors().single_square(), me.them.minors().single_square())
    else {
        return;
    };
    if !me.us.bishops.contains(bishop)
        || !me.them.knights.contains(knight)
        || me.us.rooks.count() != me.them.rooks.count()
        || me.us.queens.count() != me.them.queens.count()
    {
        return;
    }
    let pawns = me.board.pawns();
    let on = |files: std::ops::RangeInclusive<i32>| {
        pawns.into_iter().any(|s| files.contains(&file_of(s)))
    };
    let variant = if me.rammed_pairs() >= 3 {
        "closed"
    } else if on(0..=2) && on(5..=7) && me.rammed_pairs() <= 1 {
        "open-both-wings"
    } else if pawns.any() && spread(pawns) <= 4 {
        "one-wing"
    } else {
        return;
    };
    out.add(variant, [bishop]).target(knight);
}
