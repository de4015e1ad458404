//! Bishops.

use shakmaty::{Bitboard, Square, attacks};

use super::knight::out_of_reach;
use crate::chess::file_span;
use crate::explanation::facts::detectors::king::attack::zone_attackers;
use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, file_of, rank_of};

fn colour_of(s: Square) -> Bitboard {
    if s.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES }
}

fn has_pair(bishops: Bitboard) -> bool {
    (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any()
}

/// Own pawns with a piece directly in front.
fn blocked(pos: &Perspective) -> Bitboard {
    pos.us.pawns & pos.occupied.shift(-8)
}

fn on_central_files(pieces: Bitboard) -> Bitboard {
    pieces.into_iter().filter(|s| (2..=5).contains(&file_of(*s))).collect()
}

/// The bishop pair, by how open the position is. Squares: the bishops.
pub fn pair(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if !has_pair(pos.us.bishops) || has_pair(pos.them.bishops) {
        return;
    }
    let variant = match pos.rammed_pairs() {
        0..=1 => "open",
        2 => "semi-open",
        _ => "closed",
    };
    out.add(variant, pos.us.bishops);
}

/// Bishops behind their own blocked pawns; one detection each. Square: the bishop; targets: the pawns.
pub fn bad(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in pos.us.bishops {
        let same = pos.us.pawns & colour_of(s);
        let stuck = blocked(pos) & same;
        let central = on_central_files(stuck).count();
        let highest = stuck.into_iter().map(rank_of).max().unwrap_or(0);
        if central < 2 || rank_of(s) > highest {
            continue;
        }
        let is_severe = central >= 3 && same.count() >= 4;
        out.add(if is_severe { "severe" } else { "mild" }, [s]).targets(stuck);
    }
}

/// The only bishop, when the blocked central pawns stand on the other colour. Square: the bishop.
pub fn good(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(s) = pos.us.bishops.single_square() else { return };
    let central = on_central_files(blocked(pos));
    let same = (central & colour_of(s)).count();
    if same <= 1 && central.count() - same >= 2 {
        out.add("single", [s]);
    }
}

/// A bishop on b2 or g2 behind its knight pawn: the two centre squares of its long diagonal.
fn fianchetto_line(pos: &Perspective, s: Square) -> Option<[Square; 2]> {
    let (pawn, centre) = match s {
        Square::B2 => (Square::B3, [Square::D4, Square::E5]),
        Square::G2 => (Square::G3, [Square::E4, Square::D5]),
        _ => return None,
    };
    pos.us.pawns.contains(pawn).then_some(centre)
}

/// Fianchettoed bishops; one detection each. Square: the bishop.
pub fn fianchetto(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in pos.us.bishops {
        if let Some(centre) = fianchetto_line(pos, s) {
            let is_open = centre.into_iter().all(|c| !pos.board.pawns().contains(c));
            out.add(if is_open { "open-diagonal" } else { "blocked-diagonal" }, [s]);
        }
    }
}

/// Other bishops that hold both centre squares of a long diagonal. Square: the bishop.
pub fn long_diagonal(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in pos.us.bishops {
        let holds = |c: Square| c == s || pos.attacks(s).contains(c);
        let lines = [[Square::D4, Square::E5], [Square::E4, Square::D5]];
        if fianchetto_line(pos, s).is_none()
            && lines.into_iter().any(|line| line.into_iter().all(holds))
        {
            out.add("single", [s]);
        }
    }
}

/// Bishops protected by a pawn that no enemy pawn can drive away. Square: the bishop.
pub fn outpost(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in pos.us.bishops & pos.us.pawn_attacks {
        if (4..=6).contains(&rank_of(s)) && out_of_reach(sides, s) {
            let is_central = (2..=5).contains(&file_of(s));
            out.add(if is_central { "central" } else { "wing" }, [s]);
        }
    }
}

/// Bishops off their home squares that their own pawns leave no move. Square: the bishop.
pub fn walled_in(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for s in pos.us.bishops {
        let walls = attacks::bishop_attacks(s, Bitboard::FULL) & pos.us.pawns;
        if ![Square::C1, Square::F1].contains(&s)
            && (pos.attacks(s) & !pos.us.all).is_empty()
            && walls.count() >= 2
        {
            out.add("single", [s]);
        }
    }
}

/// One bishop each, of opposite colours, and no knights.
fn opposite(pos: &Perspective) -> Option<(Square, Square)> {
    let ours = pos.us.minors().single_square()?;
    let theirs = pos.them.minors().single_square()?;
    let are_bishops = pos.us.bishops.contains(ours) && pos.them.bishops.contains(theirs);
    (are_bishops && ours.is_light() != theirs.is_light()).then_some((ours, theirs))
}

/// More attackers on the king with opposite-coloured bishops. Square: the owner's bishop.
pub fn opposite_attack(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some((ours, _)) = opposite(pos) else { return };
    let queens = pos.us.queens.any() && pos.them.queens.any();
    let rooks = pos.us.rooks.more_than_one() && pos.them.rooks.more_than_one();
    if (queens || rooks) && zone_attackers(pos).count() > zone_attackers(sides.opponent).count() {
        out.add("attacker", [ours]);
    }
}

/// Fewer pawns with opposite-coloured bishops and no queens. Square: the owner's bishop.
pub fn opposite_ending(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some((ours, _)) = opposite(pos) else { return };
    if (pos.us.queens | pos.them.queens).any() {
        return;
    }
    let behind = pos.them.pawns.count() as i32 - pos.us.pawns.count() as i32;
    let rooks = (pos.us.rooks.count(), pos.them.rooks.count());
    let variant = match (rooks, behind) {
        ((0, 0), 1) => "behind-one",
        ((0, 0), 2..) => "behind-two-or-more",
        ((1.., _) | (_, 1..), 1..=2) => "with-rooks",
        _ => return,
    };
    out.add(variant, [ours]);
}

/// A bishop against a knight where the pawns favour one of them. Square: the bishop; target: the knight.
pub fn versus_knight(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some(bishop), Some(knight)) =
        (pos.us.minors().single_square(), pos.them.minors().single_square())
    else {
        return;
    };
    if !pos.us.bishops.contains(bishop)
        || !pos.them.knights.contains(knight)
        || pos.us.rooks.count() != pos.them.rooks.count()
        || pos.us.queens.count() != pos.them.queens.count()
    {
        return;
    }
    let pawns = pos.board.pawns();
    let on = |files: std::ops::RangeInclusive<i32>| {
        pawns.into_iter().any(|s| files.contains(&file_of(s)))
    };
    let variant = if pos.rammed_pairs() >= 3 {
        "closed"
    } else if on(0..=2) && on(5..=7) && pos.rammed_pairs() <= 1 {
        "open-both-wings"
    } else if pawns.any() && file_span(pawns) <= 4 {
        "one-wing"
    } else {
        return;
    };
    out.add(variant, [bishop]).target(knight);
}
