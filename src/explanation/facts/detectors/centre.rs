use shakmaty::{Bitboard, Square};

use super::queen::minors_at_home;
use super::{Finds, Views};
use crate::explanation::facts::study::{Side, Stage, View, file_of, rank_of};

pub(super) fn pawns(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let own = me.us.pawns & Bitboard::CENTER;
    let enemy = me.them.pawns & Bitboard::CENTER;
    let duo = Bitboard::from_square(Square::D4) | Square::E4;
    let variant = if duo.is_subset(own) && (duo & me.rammed).is_empty() && enemy.is_empty() {
        "ideal-duo"
    } else {
        match own.count() as i32 - enemy.count() as i32 {
            1 => "one-more",
            2.. => "two-more",
            _ => return,
        }
    };
    out.add(variant, own);
}

/// Points for the centre: 2 for an attacking pawn, 1 for an attacking piece, 1 for an own man standing there.
fn control_points(me: &View, side: Side) -> i32 {
    let army = me.army(side);
    let mut points = (army.all & Bitboard::CENTER).count();
    for s in army.pieces() {
        points += (me.reach(s) & Bitboard::CENTER).count();
    }
    for s in army.pawns {
        points += 2 * (me.reach(s) & Bitboard::CENTER).count();
    }
    points as i32
}

pub(super) fn control(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let variant = match control_points(me, Side::Us) - control_points(me, Side::Them) {
        3..=4 => "slight",
        5..=7 => "clear",
        8.. => "dominant",
        _ => return,
    };
    out.add(variant, []);
}

pub(super) fn kind(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let knights_over = |side| {
        let army = me.army(side);
        army.knights.count() as i32 - army.bishops.count() as i32
    };
    let kb = knights_over(Side::Us) - knights_over(Side::Them);
    let is_central = |s: Square| matches!(file_of(s), 3 | 4);
    let central_pawns = me.board.pawns().into_iter().filter(|s| is_central(*s)).count();
    let has_pair = |bishops: Bitboard| {
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any()
    };
    if me.rammed_pairs() >= 3
        && me.rammed.into_iter().any(is_central)
        && kb >= 1
        && me.us.knights.any()
    {
        out.add("closed-favours-knights", me.us.knights);
    } else if me.rammed_pairs() == 0
        && central_pawns <= 2
        && kb <= -1
        && me.us.bishops.any()
        && !has_pair(me.us.bishops)
        && !has_pair(me.them.bishops)
    {
        out.add("open-favours-bishops", me.us.bishops);
    }
}

pub(super) fn outpost_wedge(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for (s, variant) in [(Square::E5, "e-pawn"), (Square::D5, "d-pawn")] {
        if me.us.pawns.contains(s)
            && me.us.pawn_reach.contains(s)
            && !me.them.pawn_reach.contains(s)
        {
            out.add(variant, [s]);
        }
    }
}

/// Space of the owner: squares of the files c to f on its ranks 2 to 4, behind a pawn counted twice.
fn space(me: &View) -> i32 {
    let mut points = 0;
    for s in !me.us.pawns & !me.them.pawn_reach {
        if !(2..=5).contains(&file_of(s)) || !(2..=4).contains(&rank_of(s)) {
            continue;
        }
        let covered = View::on_file(me.us.pawns, file_of(s))
            .into_iter()
            .any(|p| (1..=3).contains(&(rank_of(p) - rank_of(s))));
        points += if covered { 2 } else { 1 };
    }
    points
}

pub(super) fn space_total(views: Views<'_>, out: &mut Finds) {
    let (me, foe) = (views.me, views.foe);
    if me.us.points() < 12 || me.them.points() < 12 {
        return;
    }
    let variant = match space(me) - space(foe) {
        3..=4 => "slight",
        5..=7 => "clear",
        8.. => "big",
        _ => return,
    };
    out.add(variant, []);
}

pub(super) fn space_wing(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    for (files, word) in [(0..=2, "queenside"), (5..=7, "kingside")] {
        let on = |s: &Square| files.contains(&file_of(*s));
        let own: Bitboard = me.us.pawns.into_iter().filter(|s| on(s) && rank_of(*s) >= 4).collect();
        let enemy = me.them.pawns.into_iter().filter(|s| on(s) && rank_of(*s) <= 5).count();
        let far = own.into_iter().any(|s| rank_of(s) >= 5);
        let level = own.into_iter().filter(|s| rank_of(*s) == 4).count() >= 2;
        if own.count() >= enemy + 2 && (far || level) {
            out.add(word, own).word(word);
        }
    }
}

/// The opening is not over: minor pieces at home, and most pieces on the board.
pub(super) fn is_opening(views: Views<'_>) -> bool {
    let homes = minors_at_home(views.me).count() + minors_at_home(views.foe).count();
    homes >= 2
        && views.me.us.points() >= 20
        && views.me.them.points() >= 20
        && views.me.stage == Stage::Middle
}
