use shakmaty::{Bitboard, CastlingSide, Square};

use super::{Finds, Views};
use crate::explanation::facts::study::{Side, View, file_of, rank_of};

/// What became of a shield pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shield {
    Home(Square),
    OneStep(Square),
    Missing,
}

impl Shield {
    fn of(me: &View, file: i32) -> Shield {
        let pawns = View::on_file(me.us.pawns, file);
        let on = |rank| pawns.into_iter().find(|s| rank_of(*s) == rank);
        match (on(2), on(3)) {
            (Some(s), _) => Shield::Home(s),
            (None, Some(s)) => Shield::OneStep(s),
            (None, None) => Shield::Missing,
        }
    }

    fn square(self) -> Option<Square> {
        match self {
            Shield::Home(s) | Shield::OneStep(s) => Some(s),
            Shield::Missing => None,
        }
    }
}

/// The shelter of a castled king. `files`: of the bishop's, the knight's and the rook's pawn.
fn castled(views: Views<'_>, out: &mut Finds, wing: CastlingSide, files: [i32; 3]) {
    let me = views.me;
    if me.castled(Side::Us) != Some(wing) {
        return;
    }
    let shields = files.map(|file| Shield::of(me, file));
    let is_missing = |s: Shield| s == Shield::Missing;
    let missing = shields.into_iter().filter(|s| is_missing(*s)).count();
    let advanced = shields.into_iter().filter(|s| matches!(s, Shield::OneStep(_))).count();
    let [bishop, knight, rook] = shields;
    let left =
        Square::from_coords(shakmaty::File::new(files[1].unsigned_abs()), shakmaty::Rank::Second);
    let variant = match (missing, advanced) {
        (3, _) => "no-shield",
        (2, _) => "two-missing",
        (1, _) if is_missing(rook) => "rook-pawn-missing",
        (1, _) if is_missing(knight) => "knight-pawn-missing",
        (1, _) => "bishop-pawn-missing",
        (_, 0) => "intact",
        (_, 2..) => "two-advanced",
        _ if matches!(rook, Shield::OneStep(_)) => "rook-pawn-one-step",
        _ if matches!(bishop, Shield::OneStep(_)) => "bishop-pawn-one-step",
        _ if me.us.bishops.contains(left) => "fianchetto-with-bishop",
        _ => "fianchetto-without-bishop",
    };
    let pawns = shields.into_iter().filter_map(Shield::square);
    let word = if wing == CastlingSide::KingSide { "kingside" } else { "queenside" };
    out.add(variant, std::iter::once(me.us.king).chain(pawns)).word(word);
}

pub(super) fn castled_kingside(views: Views<'_>, out: &mut Finds) {
    castled(views, out, CastlingSide::KingSide, [5, 6, 7]);
}

pub(super) fn castled_queenside(views: Views<'_>, out: &mut Finds) {
    castled(views, out, CastlingSide::QueenSide, [2, 1, 0]);
}

pub(super) fn uncastled(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let king = me.us.king;
    if !(3..=5).contains(&file_of(king)) || rank_of(king) > 2 {
        return;
    }
    let short = me.may_castle(Side::Us, CastlingSide::KingSide);
    let long = me.may_castle(Side::Us, CastlingSide::QueenSide);
    let is_hit = |squares: [Square; 2]| squares.into_iter().any(|s| me.them.reach.contains(s));
    let in_check = me.them.reach.contains(king);
    let short_shut = !short || in_check || is_hit([Square::F1, Square::G1]);
    let long_shut = !long || in_check || is_hit([Square::D1, Square::C1]);
    let open_centre = [3, 4].into_iter().any(|f| View::on_file(me.us.pawns, f).is_empty());
    let variant = match (short, long) {
        (false, false) if open_centre => "no-rights-open-centre",
        (false, false) => "no-rights-closed-centre",
        _ if short_shut && long_shut => "castling-prevented",
        (true, true) => "can-castle-both",
        (true, false) => "can-castle-kingside",
        (false, true) => "can-castle-queenside",
    };
    out.add(variant, [king]);
}

pub(super) fn files(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.them.heavy().is_empty() {
        return;
    }
    let king = file_of(me.us.king);
    let near: Vec<i32> = (king - 1..=king + 1).filter(|f| (0..8).contains(f)).collect();
    let open: Vec<i32> = near.iter().copied().filter(|f| me.is_open(*f)).collect();
    let is_bare = |f: &i32| {
        View::on_file(me.us.pawns, *f).is_empty() && View::on_file(me.them.pawns, *f).any()
    };
    let bare: Vec<i32> = near.into_iter().filter(is_bare).collect();
    let (variant, files) = if open.len() >= 2 {
        ("two-or-more-open", open)
    } else if open.contains(&king) {
        ("open-on-king", open)
    } else if !open.is_empty() {
        ("open-beside", open)
    } else if bare.contains(&king) {
        ("shieldless-on-king", vec![king])
    } else if !bare.is_empty() {
        ("shieldless-beside", bare)
    } else {
        return;
    };
    out.add(variant, [me.us.king]).files(files);
}

pub(super) fn cover(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let has_queen = me.them.queens.any();
    let two_rooks = me.stage == crate::explanation::facts::study::Stage::Middle
        && me.them.rooks.more_than_one();
    if !has_queen && !two_rooks {
        return;
    }
    let king = me.us.king;
    let covers = |s: &Square| {
        (file_of(*s) - file_of(king)).abs() <= 1 && (1..=2).contains(&(rank_of(*s) - rank_of(king)))
    };
    let pawns: Bitboard = me.us.pawns.into_iter().filter(covers).collect();
    match pawns.count() {
        0 => out.add("no-cover", [king]),
        1 if has_queen => out.add("thin-cover", std::iter::once(king).chain(pawns)),
        _ => return,
    };
}

pub(super) fn advanced(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if me.them.queens.is_empty() && !me.them.heavy().more_than_one() {
        return;
    }
    match rank_of(me.us.king) {
        3 => out.add("third-rank", [me.us.king]),
        4.. => out.add("beyond", [me.us.king]),
        _ => return,
    };
}

pub(super) fn back_rank(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    let king = me.us.king;
    if rank_of(king) != 1 || me.them.heavy().is_empty() {
        return;
    }
    let exits: Bitboard = me.us.ring.into_iter().filter(|s| rank_of(*s) == 2).collect();
    let is_shut = |s: Square| me.us.all.contains(s) || me.them.reach.contains(s);
    let guards = me.us.heavy().into_iter().filter(|s| rank_of(*s) == 1).count();
    if exits.into_iter().all(is_shut) && (exits & me.us.pawns).any() {
        match guards {
            0 => out.add("weak-undefended", [king]).word("no"),
            1 => out.add("weak-one-guard", [king]).word("no"),
            _ => return,
        };
        return;
    }
    let Some(wing) = me.castled(Side::Us) else { return };
    let files = if wing == CastlingSide::KingSide { [5, 6, 7] } else { [2, 1, 0] };
    let shields = files.map(|file| Shield::of(me, file));
    let advanced = shields.into_iter().filter(|s| matches!(s, Shield::OneStep(_))).count();
    let missing = shields.into_iter().filter(|s| *s == Shield::Missing).count();
    if advanced + missing == 1 {
        // The pawn that went forward left the square to which the king flees.
        let flight = exits.into_iter().find(|s| {
            files.contains(&file_of(*s)) && !me.occupied.contains(*s) && !me.them.reach.contains(*s)
        });
        if flight.is_some() {
            out.add("luft", [king]).word("a");
        }
    }
}
