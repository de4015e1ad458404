//! Passed pawns and candidates.

use shakmaty::{Bitboard, Role, Square};

use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{
    Perspective, file_of, king_distance, rank_of, stop_square,
};

/// The class of a passed pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    Plain,
    Protected,
    Connected,
    Outside,
}

/// Which class a passed pawn belongs to.
pub fn class(pos: &Perspective, s: Square) -> Passed {
    if pos.structure.has_passed_neighbour(s) {
        Passed::Connected
    } else if pos.us.pawn_attacks.contains(s) {
        Passed::Protected
    } else if matches!(file_of(s), 0 | 1 | 6 | 7)
        && pos.them.pawns.into_iter().all(|x| (file_of(x) - file_of(s)).abs() >= 3)
        && pos.us.pawns.more_than_one()
    {
        Passed::Outside
    } else {
        Passed::Plain
    }
}

fn by_rank(s: Square) -> &'static str {
    match rank_of(s) {
        ..=4 => "rank-4-or-less",
        5 => "rank-5",
        6 => "rank-6",
        _ => "rank-7",
    }
}

fn of_class(sides: Perspectives<'_>, wanted: Passed) -> impl Iterator<Item = Square> {
    let pos = sides.owner;
    pos.structure.passed.into_iter().filter(move |s| class(pos, *s) == wanted)
}

/// Passed pawns of no other class, by rank; one detection each. Square: the pawn.
pub fn plain(sides: Perspectives<'_>, out: &mut Detections) {
    for s in of_class(sides, Passed::Plain) {
        out.add(by_rank(s), [s]);
    }
}

/// Passed pawns protected by a pawn, by rank; one detection each. Square: the pawn.
pub fn protected(sides: Perspectives<'_>, out: &mut Detections) {
    for s in of_class(sides, Passed::Protected) {
        out.add(by_rank(s), [s]);
    }
}

/// The most advanced pair of passed pawns on adjacent files, by the rank of its leader. Squares: both, by file.
pub fn connected(sides: Perspectives<'_>, out: &mut Detections) {
    let Some((a, b)) = sides.owner.structure.connected() else { return };
    let head = if rank_of(b) > rank_of(a) { b } else { a };
    out.add(by_rank(head), [a, b]);
}

/// Passed pawns far from every enemy pawn; one detection each. Square: the pawn.
pub fn outside(sides: Perspectives<'_>, out: &mut Detections) {
    for s in of_class(sides, Passed::Outside) {
        out.add(if rank_of(s) >= 5 { "advanced" } else { "not-advanced" }, [s]);
    }
}

/// Pawns with at least as many helpers as opponents on the adjacent files. Squares: the pawns.
pub fn candidate(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let is_candidate = |s: &Square| {
        let (file, rank) = (file_of(*s), rank_of(*s));
        let ahead = Perspective::on_file(pos.board.pawns(), file);
        let beside = |pieces: Bitboard| {
            Perspective::on_file(pieces, file - 1) | Perspective::on_file(pieces, file + 1)
        };
        let helpers = beside(pos.us.pawns).into_iter().filter(|p| rank_of(*p) <= rank).count();
        let sentries = beside(pos.them.pawns).into_iter().filter(|p| rank_of(*p) > rank).count();
        rank >= 3
            && !pos.structure.passed.contains(*s)
            && ahead.into_iter().all(|p| rank_of(p) <= rank)
            && helpers >= 1
            && helpers >= sentries
    };
    let pawns: Bitboard = pos.us.pawns.into_iter().filter(is_candidate).collect();
    if let Some(variant) = variant_by_count(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

/// The most advanced passed pawn with an enemy piece on its stop square. Square: the pawn; target and piece: the
/// blockader.
pub fn blockaded(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let blocked = pos.structure.passed & (pos.them.all & !pos.them.pawns).shift(-8);
    let Some(s) = blocked.into_iter().filter(|s| rank_of(*s) >= 4).max_by_key(|s| rank_of(*s))
    else {
        return;
    };
    let Some(stop) = stop_square(s) else { return };
    let variant = match pos.role(stop) {
        Some(Role::Knight) => "by-knight",
        Some(Role::Bishop) => "by-bishop",
        Some(Role::Rook) => "by-rook",
        Some(Role::Queen) => "by-queen",
        _ => "by-king",
    };
    out.add(variant, [s]).target(stop).piece(pos.role(stop));
}

/// The squares from a pawn to its promotion.
pub fn path(s: Square) -> Bitboard {
    (Bitboard::from_file(s.file())).into_iter().filter(|x| rank_of(*x) > rank_of(s)).collect()
}

/// The most advanced passed pawn, when its stop square or whole path is free. Square: the pawn.
pub fn free_path(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(s) = pos.structure.most_advanced_passer(4) else { return };
    let shut = pos.occupied | pos.them.attacks;
    if (path(s) & shut).is_empty() {
        out.add("path-free", [s]);
    } else if stop_square(s).is_some_and(|stop| !shut.contains(stop)) {
        out.add("stop-free", [s]);
    }
}

/// The most advanced passed pawn, when one king is two steps nearer to its stop square. Square: the pawn.
pub fn king_race(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(s) = pos.structure.most_advanced_passer(4) else { return };
    let Some(stop) = stop_square(s) else { return };
    let nearer = king_distance(pos.them.king, stop) - king_distance(pos.us.king, stop);
    if nearer >= 2 {
        out.add("own-king-near", [s]);
    } else if nearer <= -2 {
        out.add("enemy-king-near", [s]);
    }
}

/// Two passed pawns at least two files apart, none connected. Squares: the outermost ones.
pub fn split(sides: Perspectives<'_>, out: &mut Detections) {
    let structure = &sides.owner.structure;
    if structure.connected().is_some() {
        return;
    }
    let far = |a: Square, b: Square| (file_of(a) - file_of(b)).abs() >= 2;
    let mut pawns: Vec<Square> = structure.passed.into_iter().collect();
    pawns.sort_by_key(|s| file_of(*s));
    if let (Some(first), Some(last)) = (pawns.first(), pawns.last())
        && far(*first, *last)
    {
        out.add("pair", [*first, *last]);
    }
}
