//! The attack on the enemy king.

use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square, attacks};

use crate::explanation::facts::detectors::{Detections, Perspectives, variant_by_count};
use crate::explanation::facts::features::{
    Perspective, RelativeColor, file_of, king_distance, rank_of,
};

/// The owner's pieces that attack the enemy king's zone.
pub fn zone_attackers(pos: &Perspective) -> Bitboard {
    pos.us
        .non_pawns()
        .into_iter()
        .filter(|s| (pos.attacks(*s) & pos.them.king_zone).any())
        .collect()
}

/// Pieces that attack the enemy king's zone. Squares: the pieces; number: how many; target: the king.
pub fn attackers(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let pieces = zone_attackers(pos);
    let with_queen = (pieces & pos.us.queens).any();
    let variant = match (pieces.count(), with_queen) {
        (2, true) => "two-with-queen",
        (2, false) => "two-without-queen",
        (3, true) => "three-with-queen",
        (3, false) => "three-without-queen",
        (4.., true) => "four-or-more-with-queen",
        (4.., false) => "four-or-more-without-queen",
        _ => return,
    };
    out.add(variant, pieces).number(pieces.count() as i32).target(pos.them.king);
}

/// Squares beside the enemy king that are attacked and defended by king or queen only. Squares: those.
pub fn weak_ring(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let is_weak = |s: &Square| {
        let guards = pos.their_attackers(*s).without(pos.them.king);
        pos.us.attacks.contains(*s) && (guards & !pos.them.queens).is_empty()
    };
    let squares: Bitboard = pos.them.king_ring.into_iter().filter(is_weak).collect();
    if let Some(variant) = variant_by_count(squares.count(), &["one", "two", "three-or-more"]) {
        out.add(variant, squares);
    }
}

/// Where a piece could give check without being taken, by a move that its own king allows.
fn safe_check(pos: &Perspective, from: Square) -> Option<Square> {
    let piece = pos.board.piece_at(from)?;
    let king = pos.them.king;
    let occupied = pos.occupied ^ from;
    let checks = match piece.role {
        Role::Knight => attacks::knight_attacks(king),
        Role::Bishop => attacks::bishop_attacks(king, occupied),
        Role::Rook => attacks::rook_attacks(king, occupied),
        Role::Queen => attacks::queen_attacks(king, occupied),
        Role::King | Role::Pawn => Bitboard::EMPTY,
    };
    let is_safe = |to: &Square| {
        let after = occupied | *to;
        let enemies = pos.board.attacks_to(*to, Color::Black, after).without(*to);
        enemies.without(king).is_empty()
            && (!enemies.contains(king)
                || pos.board.attacks_to(*to, Color::White, after).without(from).any())
    };
    let must_answer = pos.to_move && pos.check;
    let is_legal = |m: &Move, to: Square| m.from() == Some(from) && m.to() == to;
    let may_go = |to: &Square| {
        pos.is_free_to(from, *to) && (!must_answer || pos.legal.iter().any(|m| is_legal(m, *to)))
    };
    let reached = pos.attacks(from) & checks & !pos.us.all;
    reached.into_iter().find(|to| may_go(to) && is_safe(to))
}

/// Pieces that can give check without being captured. Squares: the pieces; targets: where each checks.
pub fn safe_checks(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let checks: Vec<(Square, Square)> =
        pos.us.non_pawns().into_iter().filter_map(|s| Some((s, safe_check(pos, s)?))).collect();
    let variant = match checks.as_slice() {
        [] => return,
        [(from, _)] => match pos.role(*from) {
            Some(Role::Knight) => "knight",
            Some(Role::Bishop) => "bishop",
            Some(Role::Rook) => "rook",
            _ => "queen",
        },
        _ => "several",
    };
    out.add(variant, checks.iter().map(|(from, _)| *from))
        .targets(checks.iter().map(|(_, to)| *to));
}

/// Pawns advancing against the enemy king. Squares: the pawns, the most advanced first; file: the first one's.
pub fn storm(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let king = pos.them.king;
    let near = |s: &Square| (file_of(*s) - file_of(king)).abs() <= 1;
    if rank_of(king) < 7 || pos.may_castle_somewhere(RelativeColor::Them) || near(&pos.us.king) {
        return;
    }
    let pawns: Bitboard =
        (pos.us.pawns & !pos.rammed).into_iter().filter(|s| near(s) && rank_of(*s) >= 4).collect();
    let is_near = pawns.into_iter().any(|s| rank_of(s) >= 5);
    let variant = match (pawns.count(), is_near) {
        (0, _) => return,
        (1, false) => "one-far",
        (1, true) => "one-near",
        (_, false) => "two-or-more-far",
        (_, true) => "two-or-more-near",
    };
    let mut squares: Vec<Square> = pawns.into_iter().collect();
    squares.sort_by_key(|s| -rank_of(*s));
    out.add(variant, squares.iter().copied()).files(squares.first().map(|s| file_of(*s)));
}

/// The faster, or equally fast, pawn storm after castling on opposite sides. Square: the owner's king.
pub fn opposite_castling(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let (Some(ours), Some(theirs)) =
        (pos.castled(RelativeColor::Us), pos.castled(RelativeColor::Them))
    else {
        return;
    };
    if ours == theirs || pos.us.queens.is_empty() || pos.them.queens.is_empty() {
        return;
    }
    let near = |pieces: Bitboard, king: Square| {
        pieces.into_iter().filter(move |s| (file_of(*s) - file_of(king)).abs() <= 1)
    };
    let own = near(pos.us.pawns, pos.them.king).map(rank_of).max().unwrap_or(0);
    let other = near(pos.them.pawns, pos.us.king).map(|s| 9 - rank_of(s)).max().unwrap_or(0);
    if own > other {
        out.add("faster", [pos.us.king]);
    } else if own == other && pos.to_move {
        out.add("level", [pos.us.king]);
    }
}

/// Pawns on rank 6 beside a castled enemy king; one detection each. Square: the pawn.
pub fn thorn(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if pos.us.queens.is_empty() || pos.castled(RelativeColor::Them).is_none() {
        return;
    }
    for s in pos.us.pawns {
        if rank_of(s) == 6 && (file_of(s) - file_of(pos.them.king)).abs() <= 1 {
            let variant = match file_of(s) {
                0 | 7 => "rook-file",
                1 | 6 => "knight-file",
                2 | 5 => "bishop-file",
                _ => continue,
            };
            out.add(variant, [s]);
        }
    }
}

/// More pieces than defenders within two squares of the enemy king, or no minor piece defending it. Squares: the
/// attackers.
pub fn superiority(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let zone: Bitboard =
        Square::ALL.into_iter().filter(|s| king_distance(*s, pos.them.king) <= 2).collect();
    let acts = |s: &Square| zone.contains(*s) || (pos.attacks(*s) & zone).any();
    let attackers: Bitboard = pos.us.non_pawns().into_iter().filter(acts).collect();
    let defenders: Bitboard = pos.them.non_pawns().into_iter().filter(acts).collect();
    let surplus = attackers.count() as i32 - defenders.count() as i32;
    let variant = match surplus {
        3.. => "surplus-three-or-more",
        2 => "surplus-two",
        _ if pos.us.queens.any()
            && attackers.count() >= 2
            && (pos.them.minors() & zone).is_empty() =>
        {
            "no-minor-near"
        }
        _ => return,
    };
    out.add(variant, attackers);
}

/// Squares of one colour around a castled enemy king left weak by pawn and bishop. Squares: the owner's bishops of
/// that colour; word: its colour on the real board.
pub fn colour_complex(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let Some(wing) = pos.castled(RelativeColor::Them) else { return };
    let (file, square) = match wing {
        CastlingSide::KingSide => (6, Square::G7),
        CastlingSide::QueenSide => (1, Square::B7),
    };
    if Perspective::on_file(pos.them.pawns, file).into_iter().any(|s| rank_of(s) == 7) {
        return;
    }
    let colour = if square.is_dark() { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
    if (pos.them.bishops & colour).is_empty() && (pos.us.bishops & colour).any() {
        let word = pos.square_colour(square);
        out.add(word, pos.us.bishops & colour).word(word);
    }
}
