use shakmaty::{Bitboard, Square, attacks};

use super::{Finds, Views};
use crate::explanation::facts::study::{View, file_of, rank_of};

pub(super) fn lines(views: Views<'_>, out: &mut Finds) {
    let me = views.me;
    if let Some((front, rear)) = queen_bishop(me) {
        out.add("queen-bishop-battery", [front, rear]);
    }
    if let Some((front, rear)) = heavy_battery(me) {
        out.add("heavy-battery", [front, rear]);
    }
    let king = me.them.king;
    let on_king_file = View::on_file(me.us.heavy(), file_of(king))
        .into_iter()
        .find(|s| (attacks::between(*s, king) & me.board.pawns()).is_empty() && *s != king);
    if let Some(s) = on_king_file {
        out.add("heavy-on-king-file", [s]);
    }
    let raking: Bitboard =
        me.us.bishops.into_iter().filter(|s| (me.reach(*s) & me.them.zone).any()).collect();
    if raking.count() >= 2 {
        out.add("raking-bishops", raking);
    }
}

/// Queen and bishop on one diagonal, nothing between, the front one attacking a neighbour square of the king along it.
fn queen_bishop(me: &View) -> Option<(Square, Square)> {
    for queen in me.us.queens {
        let rays = attacks::bishop_attacks(queen, me.occupied);
        for bishop in me.us.bishops & rays {
            for (front, rear) in [(queen, bishop), (bishop, queen)] {
                let ahead = attacks::bishop_attacks(front, me.occupied)
                    & attacks::ray(rear, front)
                    & !attacks::between(rear, front);
                let target = ahead & (me.them.ring | me.them.king);
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
fn heavy_battery(me: &View) -> Option<(Square, Square)> {
    let king = file_of(me.them.king);
    for file in king - 1..=king + 1 {
        let pieces: Vec<Square> = View::on_file(me.us.heavy(), file).into_iter().collect();
        for pair in pieces.windows(2) {
            let &[rear, front] = pair else { continue };
            let shut =
                View::on_file(me.us.pawns, file).into_iter().any(|p| rank_of(p) > rank_of(front));
            if (attacks::between(rear, front) & me.occupied).is_empty() && !shut {
                return Some((front, rear));
            }
        }
    }
    None
}
