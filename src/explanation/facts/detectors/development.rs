use shakmaty::{Bitboard, Color, File, Rank, Square, attacks};

use super::centre::is_opening;
use super::finds::counted;
use super::queen::minors_at_home;
use super::{Finds, Views};
use crate::explanation::facts::study::{Side, View, file_of, rank_of};

/// Minor pieces developed, and one more for having castled.
fn progress(me: &View) -> i32 {
    let castled = i32::from(me.castled(Side::Us).is_some());
    4 - minors_at_home(me).count() as i32 + castled
}

fn lead_of(views: Views<'_>) -> i32 {
    progress(views.me) - progress(views.foe)
}

pub(super) fn lead(views: Views<'_>, out: &mut Finds) {
    let lead = lead_of(views);
    let count = usize::try_from(lead).unwrap_or(0);
    if is_opening(views)
        && let Some(variant) = counted(count, &["one", "two", "three", "four-or-more"])
    {
        out.add(variant, []).number(lead);
    }
}

pub(super) fn undeveloped(views: Views<'_>, out: &mut Finds) {
    let home = minors_at_home(views.me);
    if minors_at_home(views.foe).count() <= 1
        && let Some(variant) = counted(home.count(), &["one", "two", "three", "four"])
    {
        out.add(variant, home);
    }
}

pub(super) fn bishop_shut_in(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if minors_at_home(me).count() > 2 {
        return;
    }
    for (s, variant) in [(Square::C1, "queen-bishop"), (Square::F1, "king-bishop")] {
        let exits = attacks::bishop_attacks(s, Bitboard::FULL);
        if me.us.bishops.contains(s) && exits.is_subset(me.us.all) {
            out.add(variant, [s]);
        }
    }
}

pub(super) fn centre_pawn_blocked(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let pairs = [(Square::D2, Square::D3, "d-pawn"), (Square::E2, Square::E3, "e-pawn")];
    for (pawn, piece, variant) in pairs {
        if me.us.pawns.contains(pawn) && (me.us.all & !me.us.pawns).contains(piece) {
            out.add(variant, [pawn]).target(piece);
        }
    }
}

pub(super) fn king_caught(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let king = me.them.king;
    let uncastled = (3..=5).contains(&file_of(king)) && rank_of(king) >= 7;
    let is_open = [File::D, File::E]
        .into_iter()
        .any(|file| (me.us.pawns & Bitboard::from_file(file)).is_empty());
    if is_opening(views) && lead_of(views) >= 2 && uncastled && is_open {
        out.add("single", [king]);
    }
}

/// The two rooks on the first rank with nothing between.
fn are_connected(me: &View, side: Side) -> bool {
    let home = if side == Side::Us { Rank::First } else { Rank::Eighth };
    let rooks: Vec<Square> =
        (me.army(side).rooks & Bitboard::from_rank(home)).into_iter().collect();
    matches!(rooks.as_slice(), [a, b] if me.reach(*a).contains(*b))
}

pub(super) fn rooks_unconnected(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let rooks: Vec<Square> = (me.us.rooks & Bitboard::from_rank(Rank::First)).into_iter().collect();
    let &[a, b] = rooks.as_slice() else { return };
    if minors_at_home(me).is_empty()
        && me.us.rooks.count() == 2
        && (attacks::between(a, b) & me.us.all).any()
        && are_connected(me, Side::Them)
    {
        out.add("single", [a, b]);
    }
}

pub(super) fn tempo(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let in_check = me.board.attacks_to(me.us.king, Color::Black, me.occupied).any();
    if me.to_move && !in_check {
        out.add("to-move", []);
    }
}
