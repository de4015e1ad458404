use shakmaty::{Bitboard, File, Square};

use super::finds::counted;
use super::{Finds, Views};
use crate::explanation::facts::study::{View, file_of, front, rank_of};

/// Plain isolated pawns that an enemy heavy piece attacks along the file.
fn under_fire(me: &View) -> Bitboard {
    let is_hit = |s: &Square| {
        let ahead = View::on_file(me.them.pawns, file_of(*s));
        ahead.into_iter().all(|x| rank_of(x) < rank_of(*s))
            && (me.their_attackers(*s) & me.them.heavy() & Bitboard::from_file(s.file())).any()
    };
    me.structure.plain_isolated().into_iter().filter(is_hit).collect()
}

pub(super) fn isolated(views: Views<'_>, out: &mut Finds) {
    let pawns = views.me.structure.plain_isolated() & !under_fire(views.me);
    if let Some(variant) = counted(pawns.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, pawns);
    }
}

pub(super) fn isolated_under_fire(views: Views<'_>, out: &mut Finds) {
    let pawns = under_fire(views.me);
    if let Some(variant) = counted(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

pub(super) fn queen_pawn(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(pawn) = me.structure.queen_pawn else { return };
    let pieces = me.them.all & !me.them.pawns;
    let is_blocked = front(pawn).is_some_and(|stop| pieces.contains(stop));
    out.add(if is_blocked { "blockaded" } else { "free" }, [pawn]);
}

pub(super) fn backward(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let is_closed = |s: &Square| View::on_file(me.them.pawns, file_of(*s)).any();
    let mut pawns: Vec<Square> = me.structure.backward.into_iter().collect();
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

pub(super) fn hanging_pawns(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let on = |file| me.us.pawns & Bitboard::from_file(file);
    let (Some(c), Some(d)) = (on(File::C).single_square(), on(File::D).single_square()) else {
        return;
    };
    let centre = Bitboard::from_file(File::C) | Bitboard::from_file(File::D);
    let gap = (rank_of(c) - rank_of(d)).abs();
    if (on(File::B) | on(File::E) | me.them.pawns & centre).any()
        || rank_of(c).min(rank_of(d)) < 3
        || gap > 1
    {
        return;
    }
    out.add(if gap == 0 { "level" } else { "one-advanced" }, [c, d]);
}

pub(super) fn islands(views: Views<'_>, out: &mut Finds) {
    let more = views.me.structure.islands - views.foe.structure.islands;
    let count = usize::try_from(more).unwrap_or(0);
    if let Some(variant) = counted(count, &["one-more", "two-more", "three-or-more"]) {
        out.add(variant, []).number(more);
    }
}

pub(super) fn overextended(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let is_lost = |s: &Square| {
        let beside = [file_of(*s) - 1, file_of(*s) + 1];
        rank_of(*s) >= 5
            && !me.structure.passed.contains(*s)
            && !me.us.pawn_reach.contains(*s)
            && beside.into_iter().all(|file| {
                View::on_file(me.us.pawns, file).into_iter().all(|p| rank_of(p) > rank_of(*s))
            })
            && me.them.reach.contains(*s)
    };
    let pawns: Bitboard = me.us.pawns.into_iter().filter(is_lost).collect();
    if let Some(variant) = counted(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

pub(super) fn blocked(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pieces = me.them.all & !me.them.pawns;
    let pawns = me.us.pawns & !me.structure.passed & pieces.shift(-8);
    if let Some(variant) = counted(pawns.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, pawns);
    }
}

pub(super) fn holes(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let minors = me.them.minors();
    let minor_reach =
        minors.into_iter().fold(Bitboard::EMPTY, |sum, square| sum | me.reach(square));
    let used = me.them.pawn_reach | minor_reach | minors;
    let is_hole = |s: &Square| {
        (2..=5).contains(&file_of(*s))
            && (3..=4).contains(&rank_of(*s))
            && !me.structure.span.contains(*s)
    };
    let squares: Bitboard = used.into_iter().filter(is_hole).collect();
    if let Some(variant) = counted(squares.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, squares);
    }
}

pub(super) fn colour_complex(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pawns = me.us.pawns.count();
    for (weak, strong) in [
        (Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES),
        (Bitboard::DARK_SQUARES, Bitboard::LIGHT_SQUARES),
    ] {
        let word = me.square_colour(weak.first().unwrap_or(Square::A1));
        let same = (me.us.pawns & strong).count();
        if pawns >= 5
            && 4 * same >= 3 * pawns
            && (me.us.bishops & weak).is_empty()
            && (me.them.bishops & weak).any()
        {
            out.add(word, me.them.bishops & weak).word(word);
        }
    }
}

/// The doubled pawns of a kind: variants by the number of files and of pawns on a file.
fn doubled(views: Views<'_>, out: &mut Finds, kind: Doubled) {
    let me = views.me;
    let files: Vec<i32> = (0..8)
        .filter(|file| me.structure.is_doubled(*file) && Doubled::of(me, *file) == kind)
        .collect();
    let most = files.iter().map(|file| View::on_file(me.us.pawns, *file).count()).max();
    let variant = match (files.len(), most) {
        (_, Some(3..)) => "three-or-more",
        (1, _) => "two",
        (2.., _) => "two-pairs",
        _ => return,
    };
    let pawns: Vec<Square> =
        files.iter().flat_map(|file| View::on_file(me.us.pawns, *file)).collect();
    out.add(variant, pawns).files(files);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubled {
    Isolated,
    Protected,
    Unprotected,
}

impl Doubled {
    fn of(me: &View, file: i32) -> Doubled {
        let pawns = View::on_file(me.us.pawns, file);
        if (pawns & me.structure.isolated).any() {
            Doubled::Isolated
        } else if (pawns & me.us.pawn_reach).any() {
            Doubled::Protected
        } else {
            Doubled::Unprotected
        }
    }
}

pub(super) fn isolated_doubled(views: Views<'_>, out: &mut Finds) {
    doubled(views, out, Doubled::Isolated);
}

pub(super) fn protected_doubled(views: Views<'_>, out: &mut Finds) {
    doubled(views, out, Doubled::Protected);
}

pub(super) fn unprotected_doubled(views: Views<'_>, out: &mut Finds) {
    doubled(views, out, Doubled::Unprotected);
}
