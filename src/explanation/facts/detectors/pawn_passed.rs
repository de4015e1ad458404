use shakmaty::{Bitboard, Role, Square};

use super::finds::counted;
use super::{Finds, Views};
use crate::explanation::facts::study::{View, file_of, front, king_steps, rank_of};

/// The class of a passed pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    Plain,
    Protected,
    Connected,
    Outside,
}

/// Which class a passed pawn belongs to.
pub(super) fn class(me: &View, s: Square) -> Passed {
    if me.structure.has_passed_neighbour(s) {
        Passed::Connected
    } else if me.us.pawn_reach.contains(s) {
        Passed::Protected
    } else if matches!(file_of(s), 0 | 1 | 6 | 7)
        && me.them.pawns.into_iter().all(|x| (file_of(x) - file_of(s)).abs() >= 3)
        && me.us.pawns.more_than_one()
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

fn of_class(views: Views<'_>, wanted: Passed) -> impl Iterator<Item = Square> {
    let me = views.me;
    me.structure.passed.into_iter().filter(move |s| class(me, *s) == wanted)
}

pub(super) fn plain(views: Views<'_>, out: &mut Finds) {
    for s in of_class(views, Passed::Plain) {
        out.add(by_rank(s), [s]);
    }
}

pub(super) fn protected(views: Views<'_>, out: &mut Finds) {
    for s in of_class(views, Passed::Protected) {
        out.add(by_rank(s), [s]);
    }
}

pub(super) fn connected(views: Views<'_>, out: &mut Finds) {
    let Some((a, b)) = views.me.structure.connected() else { return };
    let head = if rank_of(b) > rank_of(a) { b } else { a };
    out.add(by_rank(head), [a, b]);
}

pub(super) fn outside(views: Views<'_>, out: &mut Finds) {
    for s in of_class(views, Passed::Outside) {
        out.add(if rank_of(s) >= 5 { "advanced" } else { "not-advanced" }, [s]);
    }
}

pub(super) fn candidate(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let is_candidate = |s: &Square| {
        let (file, rank) = (file_of(*s), rank_of(*s));
        let ahead = View::on_file(me.board.pawns(), file);
        let beside = |men: Bitboard| View::on_file(men, file - 1) | View::on_file(men, file + 1);
        let helpers = beside(me.us.pawns).into_iter().filter(|p| rank_of(*p) <= rank).count();
        let sentries = beside(me.them.pawns).into_iter().filter(|p| rank_of(*p) > rank).count();
        rank >= 3
            && !me.structure.passed.contains(*s)
            && ahead.into_iter().all(|p| rank_of(p) <= rank)
            && helpers >= 1
            && helpers >= sentries
    };
    let pawns: Bitboard = me.us.pawns.into_iter().filter(is_candidate).collect();
    if let Some(variant) = counted(pawns.count(), &["one", "two-or-more"]) {
        out.add(variant, pawns);
    }
}

pub(super) fn blockaded(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let blocked = me.structure.passed & (me.them.all & !me.them.pawns).shift(-8);
    let Some(s) = blocked.into_iter().filter(|s| rank_of(*s) >= 4).max_by_key(|s| rank_of(*s))
    else {
        return;
    };
    let Some(stop) = front(s) else { return };
    let variant = match me.role(stop) {
        Some(Role::Knight) => "by-knight",
        Some(Role::Bishop) => "by-bishop",
        Some(Role::Rook) => "by-rook",
        Some(Role::Queen) => "by-queen",
        _ => "by-king",
    };
    out.add(variant, [s]).target(stop).piece(me.role(stop));
}

/// The squares from a pawn to its promotion.
pub(super) fn path(s: Square) -> Bitboard {
    (Bitboard::from_file(s.file())).into_iter().filter(|x| rank_of(*x) > rank_of(s)).collect()
}

pub(super) fn free_path(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(s) = me.structure.leader(4) else { return };
    let shut = me.occupied | me.them.reach;
    if (path(s) & shut).is_empty() {
        out.add("path-free", [s]);
    } else if front(s).is_some_and(|stop| !shut.contains(stop)) {
        out.add("stop-free", [s]);
    }
}

pub(super) fn king_race(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let Some(s) = me.structure.leader(4) else { return };
    let Some(stop) = front(s) else { return };
    let nearer = king_steps(me.them.king, stop) - king_steps(me.us.king, stop);
    if nearer >= 2 {
        out.add("own-king-near", [s]);
    } else if nearer <= -2 {
        out.add("enemy-king-near", [s]);
    }
}

pub(super) fn split(views: Views<'_>, out: &mut Finds) {
    let structure = &views.me.structure;
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
