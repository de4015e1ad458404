//! Where a piece could go.

use shakmaty::{Bitboard, Board, Piece, Role, Square, attacks};

/// Squares a piece could move to if only blocking counted: no checks, no castling, no en passant.
pub(super) fn destinations(board: &Board, square: Square, piece: Piece) -> Bitboard {
    let enemy = board.by_color(!piece.color);
    if piece.role != Role::Pawn {
        return attacks::attacks(square, piece, board.occupied()) & !board.by_color(piece.color);
    }
    let mut targets = attacks::pawn_attacks(piece.color, square) & enemy;
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

/// Enemy pieces that a piece would attack after one move.
pub(super) struct Threats {
    /// All of them.
    pub(super) all: Bitboard,
    /// Those that it would attack two or more of from one square.
    pub(super) forked: Bitboard,
}

/// What a piece would attack after one of its moves to `targets`. A pawn that would promote attacks nothing: it is no
/// pawn then.
pub(super) fn threats(board: &Board, square: Square, piece: Piece, targets: Bitboard) -> Threats {
    let targets = if piece.role == Role::Pawn { targets & !Bitboard::BACKRANKS } else { targets };
    let left = board.occupied() & !Bitboard::from_square(square);
    let mut threats = Threats { all: Bitboard::EMPTY, forked: Bitboard::EMPTY };
    for target in targets {
        let attacked = attacks::attacks(target, piece, left) & board.by_color(!piece.color);
        threats.all |= attacked;
        if attacked.more_than_one() {
            threats.forked |= attacked;
        }
    }
    threats
}
