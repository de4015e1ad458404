//! What lies behind the pieces that block a line.

use shakmaty::{Bitboard, Board, Piece, Role, Square, attacks};

/// What a bishop, rook or queen reaches through what blocks its lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineEdges {
    /// Through friendly pieces that attack the same way.
    pub(super) indirect: Bitboard,
    /// Through one friendly piece that does not.
    pub(super) discovered: Bitboard,
    /// Through one enemy piece.
    pub(super) pin: Bitboard,
    /// All squares on which the others depend.
    seen: Bitboard,
}

impl LineEdges {
    /// Those of a piece after some squares of the board have changed; `direct` is what it attacks directly.
    ///
    /// A piece that was not there before stands on a square that has changed.
    pub(super) fn update(
        &mut self,
        board: &Board,
        square: Square,
        piece: Piece,
        direct: Bitboard,
        changed: Bitboard,
    ) {
        if ((self.seen | Bitboard::from_square(square)) & changed).is_empty() {
            return;
        }
        *self = LineEdges { seen: direct, ..LineEdges::default() };
        for blocker in direct & board.occupied() {
            self.follow(board, square, piece, direct, blocker);
        }
    }

    /// Follows one line on from the piece that blocks it.
    fn follow(
        &mut self,
        board: &Board,
        square: Square,
        piece: Piece,
        direct: Bitboard,
        blocker: Square,
    ) {
        let ray = beyond(square, blocker);
        if ray.is_empty() {
            return;
        }
        let mut passed = Bitboard::from_square(blocker);
        let mut seen = direct;
        let mut last = blocker;
        loop {
            let open = attacks::attacks(square, piece, board.occupied() & !passed);
            let revealed = open & !seen & ray;
            let Some(blocking) = board.piece_at(last).filter(|_| revealed.any()) else { break };
            self.seen |= revealed;
            if blocking.color != piece.color {
                self.pin |= revealed;
                break;
            }
            let same_way = match blocking.role {
                Role::Pawn => attacks::pawn_attacks(blocking.color, last),
                Role::Bishop | Role::Rook | Role::Queen => {
                    attacks::attacks(last, blocking, Bitboard::EMPTY)
                }
                Role::Knight | Role::King => Bitboard::EMPTY,
            };
            self.indirect |= revealed & same_way;
            if !passed.more_than_one() {
                self.discovered |= revealed & !same_way;
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
pub(super) fn beyond(square: Square, blocker: Square) -> Bitboard {
    let at = blocker as u32;
    // Of the two halves of the line, the one that does not hold `square`.
    let half = if blocker > square { !1 << at } else { (1 << at) - 1 };
    attacks::ray(square, blocker) & Bitboard(half)
}
