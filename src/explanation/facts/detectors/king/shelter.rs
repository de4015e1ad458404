//! The shelter of a king: castling, pawn shield, open files, back rank.

use shakmaty::{Bitboard, CastlingSide, Square};

use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, RelativeColor, file_of, rank_of};

/// What became of a shield pawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shield {
    Home(Square),
    OneStep(Square),
    Missing,
}

impl Shield {
    fn of(pos: &Perspective, file: i32) -> Shield {
        let pawns = Perspective::on_file(pos.us.pawns, file);
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

/// Files of the bishop's, the knight's and the rook's pawn.
fn shield_files(wing: CastlingSide) -> [i32; 3] {
    match wing {
        CastlingSide::KingSide => [5, 6, 7],
        CastlingSide::QueenSide => [2, 1, 0],
    }
}

/// The pawn shield of a king castled to a wing. Squares: king, then shield pawns from the bishop's to the rook's; word: the
/// wing.
pub fn castled(sides: Perspectives<'_>, out: &mut Detections, wing: CastlingSide) {
    let files = shield_files(wing);
    let pos = sides.owner;
    if pos.castled(RelativeColor::Us) != Some(wing) {
        return;
    }
    let shields = files.map(|file| Shield::of(pos, file));
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
        _ if pos.us.bishops.contains(left) => "fianchetto-with-bishop",
        _ => "fianchetto-without-bishop",
    };
    let pawns = shields.into_iter().filter_map(Shield::square);
    let word = if wing == CastlingSide::KingSide { "kingside" } else { "queenside" };
    out.add(variant, std::iter::once(pos.us.king).chain(pawns)).word(word);
}

/// A king in the centre, or on f1 where it shuts a rook in, by what castling is left. Square: the king.
pub fn uncastled(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let king = pos.us.king;
    // Without queens it is well placed there.
    if pos.them.queens.is_empty() {
        return;
    }
    let shuts_in = king == Square::F1
        && [Square::G1, Square::H1].into_iter().any(|s| pos.us.rooks.contains(s));
    if !(3..=4).contains(&file_of(king)) && !shuts_in || rank_of(king) > 2 {
        return;
    }
    let short = pos.may_castle(RelativeColor::Us, CastlingSide::KingSide);
    let long = pos.may_castle(RelativeColor::Us, CastlingSide::QueenSide);
    let is_hit = |squares: [Square; 2]| squares.into_iter().any(|s| pos.them.attacks.contains(s));
    let in_check = pos.them.attacks.contains(king);
    let short_shut = !short || in_check || is_hit([Square::F1, Square::G1]);
    let long_shut = !long || in_check || is_hit([Square::D1, Square::C1]);
    let open_centre = [3, 4].into_iter().any(|f| Perspective::on_file(pos.us.pawns, f).is_empty());
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

/// Open files, or files without an own pawn, at the king while the opponent has a rook or queen; of a king that may castle
/// open ones only. Square: the king; files: those.
pub fn files(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.them.majors().is_empty() {
        return;
    }
    let king = file_of(pos.us.king);
    let near: Vec<i32> = (king - 1..=king + 1).filter(|f| (0..8).contains(f)).collect();
    let open: Vec<i32> = near.iter().copied().filter(|f| pos.is_open(*f)).collect();
    let is_bare = |f: &i32| {
        Perspective::on_file(pos.us.pawns, *f).is_empty()
            && Perspective::on_file(pos.them.pawns, *f).any()
    };
    // The pawns before a king that may castle are not those that will shelter it.
    let counts_bare = !pos.may_castle_somewhere(RelativeColor::Us);
    let bare: Vec<i32> = near.into_iter().filter(|f| counts_bare && is_bare(f)).collect();
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
    out.add(variant, [pos.us.king]).files(files);
}

/// A king with at most one pawn beside or in front of it against a queen, or in the middlegame two rooks; one that may castle with none
/// only. Squares: king, then the pawn.
pub fn cover(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let has_queen = pos.them.queens.any();
    let two_rooks = pos.stage == crate::explanation::facts::features::Stage::Middlegame
        && pos.them.rooks.more_than_one();
    if !has_queen && !two_rooks {
        return;
    }
    let king = pos.us.king;
    let covers = |s: &Square| {
        (file_of(*s) - file_of(king)).abs() <= 1 && (0..=2).contains(&(rank_of(*s) - rank_of(king)))
    };
    let pawns: Bitboard = pos.us.pawns.into_iter().filter(covers).collect();
    match pawns.count() {
        0 => out.add("no-cover", [king]),
        1 if has_queen && !pos.may_castle_somewhere(RelativeColor::Us) => {
            out.add("thin-cover", std::iter::once(king).chain(pawns))
        }
        _ => return,
    };
}

/// A king on rank 3 or beyond against a queen or two major pieces. Square: the king.
pub fn advanced(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.them.queens.is_empty() && !pos.them.majors().more_than_one() {
        return;
    }
    match rank_of(pos.us.king) {
        3 => out.add("third-rank", [pos.us.king]),
        4.. => out.add("beyond", [pos.us.king]),
        _ => return,
    };
}

/// A back rank open to mate, or a flight square made in time. Square: the king; word: `a` or `no` flight square.
pub fn back_rank(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let king = pos.us.king;
    if rank_of(king) != 1 || pos.them.majors().is_empty() {
        return;
    }
    let exits: Bitboard = pos.us.king_ring.into_iter().filter(|s| rank_of(*s) == 2).collect();
    let is_shut = |s: Square| pos.us.all.contains(s) || pos.them.attacks.contains(s);
    let guards = pos.us.majors().into_iter().filter(|s| rank_of(*s) == 1).count();
    if exits.into_iter().all(is_shut) && (exits & pos.us.pawns).any() {
        match guards {
            0 => out.add("weak-undefended", [king]).word("no"),
            1 => out.add("weak-one-guard", [king]).word("no"),
            _ => return,
        };
        return;
    }
    let Some(wing) = pos.castled(RelativeColor::Us) else { return };
    let files = shield_files(wing);
    let shields = files.map(|file| Shield::of(pos, file));
    let advanced = shields.into_iter().filter(|s| matches!(s, Shield::OneStep(_))).count();
    let missing = shields.into_iter().filter(|s| *s == Shield::Missing).count();
    if advanced + missing == 1 {
        // The pawn that went forward left the square to which the king flees.
        let flight = exits.into_iter().find(|s| {
            files.contains(&file_of(*s))
                && !pos.occupied.contains(*s)
                && !pos.them.attacks.contains(*s)
        });
        if flight.is_some() {
            out.add("luft", [king]).word("a");
        }
    }
}
