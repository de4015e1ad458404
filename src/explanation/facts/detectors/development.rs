//! Development in the opening, and the move.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks};

use super::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{Perspective, RelativeColor, Stage, file_of, rank_of};

const MINOR_HOMES: [(Square, Role); 4] = [
    (Square::B1, Role::Knight),
    (Square::C1, Role::Bishop),
    (Square::F1, Role::Bishop),
    (Square::G1, Role::Knight),
];

/// The owner's minor pieces that stand where the game began.
pub fn minors_at_home(pos: &Perspective) -> Bitboard {
    MINOR_HOMES
        .into_iter()
        .filter(|(s, role)| pos.us.all.contains(*s) && pos.role(*s) == Some(*role))
        .map(|(s, _)| s)
        .collect()
}

/// Those that have moved and come back: they stand between a castled king and where it came from.
fn returned_minors(pos: &Perspective) -> Bitboard {
    let between = match pos.castled(RelativeColor::Us) {
        Some(CastlingSide::KingSide) => Bitboard::from(Square::F1) | Square::G1,
        Some(CastlingSide::QueenSide) => Bitboard::from(Square::B1) | Square::C1,
        None => Bitboard::EMPTY,
    };
    minors_at_home(pos) & between
}

/// The opening is not over: minor pieces at home, and most pieces on the board.
pub fn is_opening(sides: Perspectives<'_>) -> bool {
    let homes = minors_at_home(sides.owner).count() + minors_at_home(sides.opponent).count();
    homes >= 2
        && sides.owner.us.points() >= 20
        && sides.owner.them.points() >= 20
        && sides.owner.stage == Stage::Middlegame
}

/// Minor pieces developed, and one more for having castled.
fn progress(pos: &Perspective) -> i32 {
    let castled = i32::from(pos.castled(RelativeColor::Us).is_some());
    4 - minors_at_home(pos).count() as i32 + castled
}

fn lead_of(sides: Perspectives<'_>) -> i32 {
    progress(sides.owner) - progress(sides.opponent)
}

/// A lead in development. No squares; number: tempi.
pub fn lead(sides: Perspectives<'_>, out: &mut Detections) {
    let lead = lead_of(sides);
    let count = usize::try_from(lead).unwrap_or(0);
    if is_opening(sides)
        && let Some(variant) = variant_by_count(count, &["one", "two", "three", "four-or-more"])
    {
        out.add(variant, []).number(lead);
    }
}

/// Minor pieces that have not moved, or else those that have come back, when the opponent is developed. Squares: the pieces.
pub fn undeveloped(sides: Perspectives<'_>, out: &mut Detections) {
    if minors_at_home(sides.opponent).count() > 1 {
        return;
    }
    let returned = returned_minors(sides.owner);
    let unmoved = minors_at_home(sides.owner) & !returned;
    if let Some(variant) = variant_by_count(unmoved.count(), &["one", "two", "three", "four"]) {
        out.add(variant, unmoved);
    } else if returned.any() {
        out.add("returned", returned);
    }
}

/// Bishops at home with both diagonals shut. Square: the bishop.
pub fn bishop_shut_in(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if minors_at_home(pos).count() > 2 {
        return;
    }
    for (s, variant) in [(Square::C1, "queen-bishop"), (Square::F1, "king-bishop")] {
        let exits = attacks::bishop_attacks(s, Bitboard::FULL);
        if pos.us.bishops.contains(s) && exits.is_subset(pos.us.all) {
            out.add(variant, [s]);
        }
    }
}

/// A piece in front of an own centre pawn at home. Square: the pawn; target: the piece.
pub fn centre_pawn_blocked(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pairs = [(Square::D2, Square::D3, "d-pawn"), (Square::E2, Square::E3, "e-pawn")];
    for (pawn, piece, variant) in pairs {
        if pos.us.pawns.contains(pawn) && (pos.us.all & !pos.us.pawns).contains(piece) {
            out.add(variant, [pawn]).target(piece);
        }
    }
}

/// A lead in development against a king in an open centre. Square: the enemy king.
pub fn king_caught(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let king = pos.them.king;
    let uncastled = (3..=5).contains(&file_of(king)) && rank_of(king) >= 7;
    let is_open = [File::D, File::E]
        .into_iter()
        .any(|file| (pos.us.pawns & Bitboard::from_file(file)).is_empty());
    if is_opening(sides) && lead_of(sides) >= 2 && uncastled && is_open {
        out.add("single", [king]);
    }
}

/// The two rooks on the first rank with nothing between.
fn are_connected(pos: &Perspective, side: RelativeColor) -> bool {
    let home = if side == RelativeColor::Us { Rank::First } else { Rank::Eighth };
    let rooks: Vec<Square> =
        (pos.army(side).rooks & Bitboard::from_rank(home)).into_iter().collect();
    matches!(rooks.as_slice(), [a, b] if pos.attacks(*a).contains(*b))
}

/// Rooks not yet connected while the opponent's are. Squares: both.
pub fn rooks_unconnected(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let rooks: Vec<Square> =
        (pos.us.rooks & Bitboard::from_rank(Rank::First)).into_iter().collect();
    let &[a, b] = rooks.as_slice() else { return };
    if minors_at_home(pos).is_empty()
        && pos.us.rooks.count() == 2
        && (attacks::between(a, b) & pos.us.all).any()
        && are_connected(pos, RelativeColor::Them)
    {
        out.add("single", [a, b]);
    }
}

/// The move, when not in check. No squares.
pub fn tempo(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let in_check = pos.board.attacks_to(pos.us.king, Color::Black, pos.occupied).any();
    if pos.to_move && !in_check {
        out.add("to-move", []);
    }
}
