//! The centre and space.

use shakmaty::{Bitboard, Square};

use super::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, RelativeColor, file_of, rank_of};

/// More pawns in the centre than the opponent. Squares: the pawns.
pub fn pawns(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let own = pos.us.pawns & Bitboard::CENTER;
    let enemy = pos.them.pawns & Bitboard::CENTER;
    let duo = Bitboard::from_square(Square::D4) | Square::E4;
    let variant = if duo.is_subset(own) && (duo & pos.rammed).is_empty() && enemy.is_empty() {
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

/// Points for the centre: 2 for an attacking pawn, 1 for an attacking piece, 1 for an own piece standing there.
fn control_points(pos: &Perspective, side: RelativeColor) -> i32 {
    let army = pos.army(side);
    let mut points = (army.all & Bitboard::CENTER).count();
    for s in army.non_pawns() {
        points += (pos.attacks(s) & Bitboard::CENTER).count();
    }
    for s in army.pawns {
        points += 2 * (pos.attacks(s) & Bitboard::CENTER).count();
    }
    points as i32
}

/// More control of d4, e4, d5 and e5. No squares.
pub fn control(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let variant =
        match control_points(pos, RelativeColor::Us) - control_points(pos, RelativeColor::Them) {
            3..=4 => "slight",
            5..=7 => "clear",
            8.. => "dominant",
            _ => return,
        };
    out.add(variant, []);
}

/// Knights in a closed centre, or bishops in an open one. Squares: the pieces.
pub fn kind(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    let knights_over = |side| {
        let army = pos.army(side);
        army.knights.count() as i32 - army.bishops.count() as i32
    };
    let kb = knights_over(RelativeColor::Us) - knights_over(RelativeColor::Them);
    let is_central = |s: Square| matches!(file_of(s), 3 | 4);
    let central_pawns = pos.board.pawns().into_iter().filter(|s| is_central(*s)).count();
    let has_pair = |bishops: Bitboard| {
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any()
    };
    if pos.rammed_pairs() >= 3
        && pos.rammed.into_iter().any(is_central)
        && kb >= 1
        && pos.us.knights.any()
    {
        out.add("closed-favours-knights", pos.us.knights);
    } else if pos.rammed_pairs() == 0
        && central_pawns <= 2
        && kb <= -1
        && pos.us.bishops.any()
        && !has_pair(pos.us.bishops)
        && !has_pair(pos.them.bishops)
    {
        out.add("open-favours-bishops", pos.us.bishops);
    }
}

/// A protected pawn on d5 or e5 that no pawn attacks. Square: the pawn.
pub fn outpost_wedge(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for (s, variant) in [(Square::E5, "e-pawn"), (Square::D5, "d-pawn")] {
        if pos.us.pawns.contains(s)
            && pos.us.pawn_attacks.contains(s)
            && !pos.them.pawn_attacks.contains(s)
        {
            out.add(variant, [s]);
        }
    }
}

/// Space of the owner: squares of the files c to f on its ranks 2 to 4, behind a pawn variant_by_count twice.
fn space(pos: &Perspective) -> i32 {
    let mut points = 0;
    for s in !pos.us.pawns & !pos.them.pawn_attacks {
        if !(2..=5).contains(&file_of(s)) || !(2..=4).contains(&rank_of(s)) {
            continue;
        }
        let covered = Perspective::on_file(pos.us.pawns, file_of(s))
            .into_iter()
            .any(|p| (1..=3).contains(&(rank_of(p) - rank_of(s))));
        points += if covered { 2 } else { 1 };
    }
    points
}

/// More space behind the pawns. No squares.
pub fn space_total(sides: Perspectives<'_>, out: &mut Detections) {
    let (pos, opponent) = (sides.owner, sides.opponent);
    if pos.us.points() < 12 || pos.them.points() < 12 {
        return;
    }
    let variant = match space(pos) - space(opponent) {
        3..=4 => "slight",
        5..=7 => "clear",
        8.. => "big",
        _ => return,
    };
    out.add(variant, []);
}

/// More advanced pawns on a wing. Squares: the pawns; word: the wing.
pub fn space_wing(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    for (files, word) in [(0..=2, "queenside"), (5..=7, "kingside")] {
        let on = |s: &Square| files.contains(&file_of(*s));
        let own: Bitboard =
            pos.us.pawns.into_iter().filter(|s| on(s) && rank_of(*s) >= 4).collect();
        let enemy = pos.them.pawns.into_iter().filter(|s| on(s) && rank_of(*s) <= 5).count();
        let far = own.into_iter().any(|s| rank_of(s) >= 5);
        let level = own.into_iter().filter(|s| rank_of(*s) == 4).count() >= 2;
        if own.count() >= enemy + 2 && (far || level) {
            out.add(word, own).word(word);
        }
    }
}
