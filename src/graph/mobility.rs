//! Where a piece could go.

use shakmaty::{Bitboard, Board, Piece, Role, Square, attacks};

/// Squares a piece could move to if only blocking counted: no checks, no castling, no en passant.
/// `reach` is what it attacks or defends.
pub(super) fn destinations(
    board: &Board,
    square: Square,
    piece: Piece,
    reach: Bitboard,
) -> Bitboard {
    if piece.role != Role::Pawn {
        return reach & !board.by_color(piece.color);
    }
    let mut targets = reach & board.by_color(!piece.color);
    let forward = piece.color.fold_wb(8, -8);
    let home = piece.color.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh);
    let mut ahead = square.offset(forward);
    for _ in 0..if square.rank() == home { 2 } else { 1 } {
        let Some(target) = ahead.filter(|target| !board.occupied().contains(*target)) else {
            break;
        };
        targets.add(target);
        ahead = target.offset(forward);
    }
    targets
}

/// Enemy pieces that a piece would attack after one of its safe moves. A pawn that would promote attacks nothing: it is
/// no pawn then.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threats {
    /// All of them.
    pub(super) all: Bitboard,
    /// Those that it would attack two or more of from one square.
    pub(super) forked: Bitboard,
    safe: Bitboard,
    /// All squares it would attack, on which the others depend.
    seen: Bitboard,
}

impl Threats {
    /// Those of a piece with these safe moves after some squares of the board have changed.
    ///
    /// A piece that was not there before stands on a square that has changed.
    pub(super) fn update(
        &mut self,
        board: &Board,
        square: Square,
        piece: Piece,
        safe: Bitboard,
        changed: Bitboard,
    ) {
        let unseen = ((self.seen | Bitboard::from_square(square)) & changed).is_empty();
        if unseen && self.safe == safe {
            return;
        }
        *self = Threats { safe, ..Threats::default() };
        let targets = if piece.role == Role::Pawn { safe & !Bitboard::BACKRANKS } else { safe };
        let left = board.occupied() & !Bitboard::from_square(square);
        for target in targets {
            let seen = attacks::attacks(target, piece, left);
            self.seen |= seen;
            let attacked = seen & board.by_color(!piece.color);
            self.all |= attacked;
            if attacked.more_than_one() {
                self.forked |= attacked;
            }
        }
    }
}
