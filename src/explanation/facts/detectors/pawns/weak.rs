//! Weak pawns and the squares they leave weak.

use shakmaty::{Bitboard, File, Square};

use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{Perspective, file_of, rank_of, stop_square};

/// Plain isolated pawns that an enemy heavy piece attacks along the file.
fn under_fire(pos: &Perspective) -> Bitboard {
    let is_hit = |s: &Square| {
        let ahead = Perspective::on_file(pos.them.pawns, file_of(*s));
        ahead.into_iter().all(|x| rank_of(x) < rank_of(*s))
            && (pos.their_attackers(*s) & pos.them.majors() & Bitboard::from_file(s.file())).any()
    };
    pos.structure.plain_isolated().into_iter().filter(is_hit).collect()
}

/// Isolated pawns that are not passed, doubled, the isolated queen's pawn or attacked along their file. Squares: the
/// pawns.
pub fn isolated(sides: Perspectives<'_>, out: &mut Detections) {
    let pawns = sides.owner.structure.plain_isolated() & !under_fire(sides.owner);
    if let Some(variant) = variant_by_count(pawns.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, pawns);
    }
}

/// Isolated pawns that a rook or queen attacks along a semi-open file. Squares: the pawns.
pub fn isolated_under_fire(sides: Perspectives<'_>, out: &mut Detections) {
    let pawns = under_fire(sides.owner);
    if let Some(variant) = variant_by_count(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

/// The isolated queen's pawn, free or blockaded by a piece. Square: the pawn.
pub fn isolated_queen_pawn(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(pawn) = pos.structure.isolated_queen_pawn else { return };
    let pieces = pos.them.all & !pos.them.pawns;
    let is_blocked = stop_square(pawn).is_some_and(|stop| pieces.contains(stop));
    out.add(if is_blocked { "blockaded" } else { "free" }, [pawn]);
}

/// Backward pawns. Squares: the pawns, those without an enemy pawn on their file first; word: how the first is
/// attacked, `file` or `rank`.
pub fn backward(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let is_closed = |s: &Square| Perspective::on_file(pos.them.pawns, file_of(*s)).any();
    let mut pawns: Vec<Square> = pos.structure.backward.into_iter().collect();
    // The most exposed one speaks for all.
    pawns.sort_by_key(is_closed);
    let Some(first) = pawns.first() else { return };
    let variant = match (pawns.len(), is_closed(first)) {
        (1, true) => "one-closed",
        (1, false) => "one-semi-open",
        (_, true) => "two-or-more-closed",
        (_, false) => "two-or-more-semi-open",
    };
    let word = if is_closed(first) { "rank" } else { "file" };
    out.add(variant, pawns).word(word);
}

/// Hanging pawns on the c- and d-files. Squares: the c-pawn, the d-pawn.
pub fn hanging_pawns(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let on = |file| pos.us.pawns & Bitboard::from_file(file);
    let (Some(c), Some(d)) = (on(File::C).single_square(), on(File::D).single_square()) else {
        return;
    };
    let centre = Bitboard::from_file(File::C) | Bitboard::from_file(File::D);
    let gap = (rank_of(c) - rank_of(d)).abs();
    if (on(File::B) | on(File::E) | pos.them.pawns & centre).any()
        || rank_of(c).min(rank_of(d)) < 3
        || gap > 1
    {
        return;
    }
    out.add(if gap == 0 { "level" } else { "one-advanced" }, [c, d]);
}

/// More pawn islands than the opponent. No squares; number: how many more.
pub fn islands(sides: Perspectives<'_>, out: &mut Detections) {
    let more = sides.owner.structure.islands - sides.opponent.structure.islands;
    let count = usize::try_from(more).unwrap_or(0);
    if let Some(variant) = variant_by_count(count, &["one-more", "two-more", "three-or-more"]) {
        out.add(variant, []).number(more);
    }
}

/// Advanced pawns without support that a piece attacks. Squares: the pawns.
pub fn overextended(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let is_lost = |s: &Square| {
        let beside = [file_of(*s) - 1, file_of(*s) + 1];
        rank_of(*s) >= 5
            && !pos.structure.passed.contains(*s)
            && !pos.us.pawn_attacks.contains(*s)
            && beside.into_iter().all(|file| {
                Perspective::on_file(pos.us.pawns, file)
                    .into_iter()
                    .all(|p| rank_of(p) > rank_of(*s))
            })
            && pos.them.attacks.contains(*s)
    };
    let pawns: Bitboard = pos.us.pawns.into_iter().filter(is_lost).collect();
    if let Some(variant) = variant_by_count(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

/// Pawns, not passed, with an enemy piece on the stop square. Squares: the pawns.
pub fn blocked(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pieces = pos.them.all & !pos.them.pawns;
    let pawns = pos.us.pawns & !pos.structure.passed & pieces.shift(-8);
    if let Some(variant) = variant_by_count(pawns.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, pawns);
    }
}

/// Squares in the owner's centre, without a pawn of its own, that its pawns can never attack and enemy pawns or minor
/// pieces use. Squares: the holes.
pub fn holes(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let minors = pos.them.minors();
    let minor_reach =
        minors.into_iter().fold(Bitboard::EMPTY, |sum, square| sum | pos.attacks(square));
    let used = pos.them.pawn_attacks | minor_reach | minors;
    let is_hole = |s: &Square| {
        (2..=5).contains(&file_of(*s))
            && (3..=4).contains(&rank_of(*s))
            && !(pos.structure.attack_span | pos.us.pawns).contains(*s)
    };
    let squares: Bitboard = used.into_iter().filter(is_hole).collect();
    if let Some(variant) = variant_by_count(squares.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, squares);
    }
}

/// Squares of one colour left weak by the pawns and a missing bishop. Squares: the enemy bishops of that colour;
/// word: its colour on the real board.
pub fn colour_complex(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pawns = pos.us.pawns.count();
    for (weak, strong) in [
        (Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES),
        (Bitboard::DARK_SQUARES, Bitboard::LIGHT_SQUARES),
    ] {
        let word = pos.square_colour(weak.first().unwrap_or(Square::A1));
        let same = (pos.us.pawns & strong).count();
        if pawns >= 5
            && 4 * same >= 3 * pawns
            && (pos.us.bishops & weak).is_empty()
            && (pos.them.bishops & weak).any()
        {
            out.add(word, pos.them.bishops & weak).word(word);
        }
    }
}

/// The doubled pawns of a kind, by the number of files and of pawns on a file. Squares: the pawns by file; files: theirs.
pub fn doubled(sides: Perspectives<'_>, out: &mut Detections, kind: Doubled) {
    let pos = sides.owner;
    let files: Vec<i32> = (0..8)
        .filter(|file| pos.structure.is_doubled(*file) && Doubled::of(pos, *file) == kind)
        .collect();
    let most = files.iter().map(|file| Perspective::on_file(pos.us.pawns, *file).count()).max();
    let variant = match (files.len(), most) {
        (_, Some(3..)) => "three-or-more",
        (1, _) => "two",
        (2.., _) => "two-pairs",
        _ => return,
    };
    let pawns: Vec<Square> =
        files.iter().flat_map(|file| Perspective::on_file(pos.us.pawns, *file)).collect();
    out.add(variant, pawns).files(files);
}

/// Kinds of doubled pawns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Doubled {
    /// Without a pawn on an adjacent file.
    Isolated,
    /// One of them protected by a pawn.
    Protected,
    /// Neither.
    Unprotected,
}

impl Doubled {
    fn of(pos: &Perspective, file: i32) -> Doubled {
        let pawns = Perspective::on_file(pos.us.pawns, file);
        if (pawns & pos.structure.isolated).any() {
            Doubled::Isolated
        } else if (pawns & pos.us.pawn_attacks).any() {
            Doubled::Protected
        } else {
            Doubled::Unprotected
        }
    }
}
