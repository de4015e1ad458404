//! Lines aimed at the enemy king.

use shakmaty::{Bitboard, Square, attacks};

use crate::explanation::facts::detectors::{Detections, Perspectives};
use crate::explanation::facts::features::{Perspective, file_of, rank_of};

/// Batteries, major pieces and bishops aimed at the enemy king. Squares: the front piece, then the rear one.
pub fn lines(sides: Perspectives<'_>, out: &mut Detections) {
    let pos = sides.owner;
    if let Some((front, rear)) = queen_bishop(pos) {
        out.add("queen-bishop-battery", [front, rear]);
    }
    if let Some((front, rear)) = heavy_battery(pos) {
        out.add("heavy-battery", [front, rear]);
    }
    let king = pos.them.king;
    let on_king_file = Perspective::on_file(pos.us.majors(), file_of(king))
        .into_iter()
        .find(|s| (attacks::between(*s, king) & pos.board.pawns()).is_empty() && *s != king);
    if let Some(s) = on_king_file {
        out.add("heavy-on-king-file", [s]);
    }
    let raking: Bitboard = pos
        .us
        .bishops
        .into_iter()
        .filter(|s| (pos.attacks(*s) & pos.them.king_zone).any())
        .collect();
    if raking.count() >= 2 {
        out.add("raking-bishops", raking);
    }
}

/// Queen and bishop on one diagonal, nothing between, the front one attacking a neighbour square of the king along it.
fn queen_bishop(pos: &Perspective) -> Option<(Square, Square)> {
    for queen in pos.us.queens {
        let rays = attacks::bishop_attacks(queen, pos.occupied);
        for bishop in pos.us.bishops & rays {
            for (front, rear) in [(queen, bishop), (bishop, queen)] {
                let ahead = attacks::bishop_attacks(front, pos.occupied)
                    & attacks::ray(rear, front)
                    & !attacks::between(rear, front);
                let target = ahead & (pos.them.king_ring | pos.them.king);
                let in_front =
                    |s: &Square| !attacks::between(front, *s).contains(rear) && *s != rear;
                if target.into_iter().any(|s| in_front(&s)) {
                    return Some((front, rear));
                }
            }
        }
    }
    None
}

/// Two heavy pieces, nothing between, on the king's file or one beside it, no own pawn ahead of them.
fn heavy_battery(pos: &Perspective) -> Option<(Square, Square)> {
    let king = file_of(pos.them.king);
    for file in king - 1..=king + 1 {
        let pieces: Vec<Square> = Perspective::on_file(pos.us.majors(), file).into_iter().collect();
        for pair in pieces.windows(2) {
            let &[rear, front] = pair else { continue };
            let shut = Perspective::on_file(pos.us.pawns, file)
                .into_iter()
                .any(|p| rank_of(p) > rank_of(front));
            if (attacks::between(rear, front) & pos.occupied).is_empty() && !shut {
                return Some((front, rear));
            }
        }
    }
    None
}
