//! Rooks on files.

use shakmaty::{Bitboard, Square};

use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{Perspective, Stage, file_of, rank_of};

fn open_count(pos: &Perspective) -> u32 {
    pos.open_files.count_ones()
}

/// The best rook placement on one of several open files. Squares: the major pieces there; file: it.
pub fn open(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if open_count(pos) < 2 {
        return;
    }
    let mut best: Option<(i32, &'static str, Bitboard, i32)> = None;
    for file in (0..8).filter(|f| pos.is_open(*f)) {
        let rooks = Perspective::on_file(pos.us.rooks, file);
        let queens = Perspective::on_file(pos.us.queens, file);
        let contested = Perspective::on_file(pos.them.majors(), file).any();
        let (rank, variant, pieces) = match (rooks.count(), queens.any()) {
            (0, _) => continue,
            (2.., true) if pos.stage == Stage::Middlegame => (3, "tripled", rooks | queens),
            (2.., _) => (2, "doubled", rooks),
            _ if contested => (0, "one-contested", rooks),
            _ => (1, "one-uncontested", rooks),
        };
        if best.is_none_or(|(was, ..)| rank > was) {
            best = Some((rank, variant, pieces, file));
        }
    }
    if let Some((_, variant, pieces, file)) = best {
        out.add(variant, pieces).files([file]);
    }
}

/// Major pieces on the only open file. Squares: the pieces; file: it.
pub fn only_open(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if open_count(pos) != 1 {
        return;
    }
    let file = pos.open_files.trailing_zeros() as i32;
    let rooks = Perspective::on_file(pos.us.rooks, file);
    let heavy = Perspective::on_file(pos.us.majors(), file);
    let enemies = Perspective::on_file(pos.them.majors(), file).count();
    if rooks.is_empty() {
        return;
    }
    let variant = match (heavy.count(), enemies) {
        (1, 0) => "single",
        (2.., 0) => "doubled",
        (own, enemies) if own > enemies => "contested",
        _ => return,
    };
    out.add(variant, heavy).files([file]);
}

/// The best rook placement on a semi-open file. Squares: the rooks; target: the pawn they meet; file: it.
pub fn semi_open(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let opponent = &sides.opponent.structure;
    let mut best: Option<(i32, &'static str, Bitboard, Square, i32)> = None;
    for file in 0..8 {
        let rooks = Perspective::on_file(pos.us.rooks, file);
        let pawns = Perspective::on_file(pos.them.pawns, file);
        if rooks.is_empty() || Perspective::on_file(pos.us.pawns, file).any() {
            continue;
        }
        // The nearest pawn is the one that the rooks meet first, moving up the board.
        let Some(target) = pawns.into_iter().min_by_key(|s| rank_of(*s)) else { continue };
        let seen = target.flip_vertical();
        let is_weak = opponent.isolated.contains(seen) && !opponent.passed.contains(seen)
            || opponent.backward.contains(seen);
        let (rank, variant) = match (is_weak, rooks.count()) {
            (true, _) => (2, "with-target"),
            (false, 2..) => (1, "doubled"),
            _ => (0, "one"),
        };
        if best.is_none_or(|(was, ..)| rank > was) {
            best = Some((rank, variant, rooks, target, file));
        }
    }
    if let Some((_, variant, rooks, target, file)) = best {
        out.add(variant, rooks).target(target).files([file]);
    }
}

/// An own pawn that is not passed stands in front of the rook on its file: behind a passed pawn a rook stands well.
fn is_behind_pawn(pos: &Perspective, rook: Square) -> bool {
    Perspective::on_file(pos.us.pawns, file_of(rook))
        .into_iter()
        .any(|p| rank_of(p) > rank_of(rook) && !pos.structure.passed.contains(p))
}

fn at_home(s: Square) -> bool {
    [Square::A1, Square::H1].contains(&s)
}

fn passive(sides: Perspectives<'_>, out: &mut Detections, is_passive: impl Fn(&Square) -> bool) {
    let rooks: Bitboard = sides.owner.us.rooks.into_iter().filter(is_passive).collect();
    if let Some(variant) = variant_by_count(rooks.count(), &["one", "two"]) {
        out.add(variant, rooks).files(rooks.into_iter().map(file_of));
    }
}

/// Rooks behind an own pawn on a file without enemy pawns. Squares: the rooks; files: theirs.
pub fn semi_closed(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    passive(sides, out, |s| {
        !at_home(*s)
            && is_behind_pawn(pos, *s)
            && Perspective::on_file(pos.them.pawns, file_of(*s)).is_empty()
    });
}

/// Rooks behind an own pawn on a file with enemy pawns. Squares: the rooks; files: theirs.
pub fn closed(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let has_line = (0..8).any(|file| Perspective::on_file(pos.us.pawns, file).is_empty());
    passive(sides, out, |s| {
        has_line
            && !(at_home(*s) && pos.stage == Stage::Middlegame)
            && is_behind_pawn(pos, *s)
            && Perspective::on_file(pos.them.pawns, file_of(*s)).any()
    });
}
