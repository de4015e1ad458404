use shakmaty::{Bitboard, Square};

use super::finds::counted;
use super::{Finds, Views};
use crate::explanation::facts::study::{Stage, View, file_of, rank_of};

fn open_count(me: &View) -> u32 {
    me.open_files.count_ones()
}

pub(super) fn open(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if open_count(me) < 2 {
        return;
    }
    let mut best: Option<(i32, &'static str, Bitboard, i32)> = None;
    for file in (0..8).filter(|f| me.is_open(*f)) {
        let rooks = View::on_file(me.us.rooks, file);
        let queens = View::on_file(me.us.queens, file);
        let contested = View::on_file(me.them.heavy(), file).any();
        let (rank, variant, men) = match (rooks.count(), queens.any()) {
            (0, _) => continue,
            (2.., true) if me.stage == Stage::Middle => (3, "tripled", rooks | queens),
            (2.., _) => (2, "doubled", rooks),
            _ if contested => (0, "one-contested", rooks),
            _ => (1, "one-uncontested", rooks),
        };
        if best.is_none_or(|(was, ..)| rank > was) {
            best = Some((rank, variant, men, file));
        }
    }
    if let Some((_, variant, men, file)) = best {
        out.add(variant, men).files([file]);
    }
}

pub(super) fn only_open(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if open_count(me) != 1 {
        return;
    }
    let file = me.open_files.trailing_zeros() as i32;
    let rooks = View::on_file(me.us.rooks, file);
    let heavy = View::on_file(me.us.heavy(), file);
    let enemies = View::on_file(me.them.heavy(), file).count();
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

pub(super) fn semi_open(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let foe = &views.foe.structure;
    let mut best: Option<(i32, &'static str, Bitboard, Square, i32)> = None;
    for file in 0..8 {
        let rooks = View::on_file(me.us.rooks, file);
        let pawns = View::on_file(me.them.pawns, file);
        if rooks.is_empty() || View::on_file(me.us.pawns, file).any() {
            continue;
        }
        // The nearest pawn is the one that the rooks meet first, moving up the board.
        let Some(target) = pawns.into_iter().min_by_key(|s| rank_of(*s)) else { continue };
        let seen = target.flip_vertical();
        let is_weak = foe.isolated.contains(seen) && !foe.passed.contains(seen)
            || foe.backward.contains(seen);
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

/// An own pawn stands in front of the rook on its file.
fn is_behind_pawn(me: &View, rook: Square) -> bool {
    View::on_file(me.us.pawns, file_of(rook)).into_iter().any(|p| rank_of(p) > rank_of(rook))
}

fn at_home(s: Square) -> bool {
    [Square::A1, Square::H1].contains(&s)
}

fn passive(views: Views<'_>, out: &mut Finds, is_passive: impl Fn(&Square) -> bool) {
    let rooks: Bitboard = views.me.us.rooks.into_iter().filter(is_passive).collect();
    if let Some(variant) = counted(rooks.count(), &["one", "two"]) {
        out.add(variant, rooks).files(rooks.into_iter().map(file_of));
    }
}

pub(super) fn semi_closed(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    passive(views, out, |s| {
        !at_home(*s)
            && is_behind_pawn(me, *s)
            && View::on_file(me.them.pawns, file_of(*s)).is_empty()
    });
}

pub(super) fn closed(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let has_line = (0..8).any(|file| View::on_file(me.us.pawns, file).is_empty());
    passive(views, out, |s| {
        has_line
            && !(at_home(*s) && me.stage == Stage::Middle)
            && is_behind_pawn(me, *s)
            && View::on_file(me.them.pawns, file_of(*s)).any()
    });
}
