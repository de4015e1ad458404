//! What lies behind the pieces that block a line.

use shakmaty::{Bitboard, Board, Piece, Role, Square, attacks};

use super::EdgeKind;

/// Follows the lines of a bishop, rook or queen through what blocks them, and reports what lies behind.
pub(super) fn behind_blockers(
    board: &Board,
    square: Square,
    piece: Piece,
    direct: Bitboard,
    reach: &mut impl FnMut(Bitboard, EdgeKind),
) {
    for blocker in direct & board.occupied() {
        let ray = beyond(square, blocker);
        if ray.is_empty() {
            continue;
        }
        let mut passed = Bitboard::from_square(blocker);
        let mut seen = direct;
        let mut last = blocker;
        loop {
            let open = attacks::attacks(square, piece, board.occupied() & !passed);
            let revealed = open & !seen & ray;
            if revealed.is_empty() {
                break;
            }
            let Some(blocking) = board.piece_at(last) else { break };
            if blocking.color != piece.color {
                reach(revealed, EdgeKind::Pin);
                break;
            }
            let same_way = match blocking.role {
                Role::Pawn => attacks::pawn_attacks(blocking.color, last),
                Role::Bishop | Role::Rook | Role::Queen => {
                    attacks::attacks(last, blocking, Bitboard::EMPTY)
                }
                Role::Knight | Role::King => Bitboard::EMPTY,
            };
            reach(revealed & same_way, EdgeKind::Indirect);
            let discovered = revealed & !same_way;
            if passed.count() == 1 {
                reach(discovered, EdgeKind::Discovered);
            }
            // A second blocker is passed only behind a line piece, for batteries of three.
            let Some(next) = (revealed & same_way & board.occupied()).first() else { break };
            let friendly = board.color_at(next) == Some(piece.color);
            if !friendly || blocking.role == Role::Pawn {
                break;
            }
            seen |= revealed;
            passed.add(next);
            last = next;
        }
    }
}

/// The squares behind `blocker`, seen from `square` on the same line.
fn beyond(square: Square, blocker: Square) -> Bitboard {
    let ray = attacks::ray(square, blocker);
    let before = attacks::between(square, blocker) | Bitboard::from_square(square);
    // Of the two halves of the line, the one that does not hold `square`.
    let half = if (blocker as u8) > (square as u8) {
        Bitboard(!0u64 << (blocker as u32))
    } else {
        Bitboard((1u64 << (blocker as u32)) - 1)
    };
    ray & half & !before & !Bitboard::from_square(blocker)
}
