use shakmaty::{Bitboard, Board, Piece, Role, Square};

use super::piece_value;

/// Whether a piece that goes from `from` to `to` is safe there: nothing attacks it, or it is protected and no less
/// valuable piece attacks it; a king only if nothing attacks it. Pins are ignored, and so is a capture on `to`.
///
/// A rule of thumb, cheaper than an [exchange](super::exchange). The safe squares of `graph` are stricter: a pattern
/// counts a square as safe only if nothing attacks it.
pub(crate) fn is_safe_square(board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    let occupied = board.occupied().without(from).with(to);
    let enemies = board.attacks_to(to, !piece.color, occupied).without(to);
    enemies.is_empty()
        || piece.role != Role::King
            && !is_any_less_valuable(board, enemies, piece.role)
            && board.attacks_to(to, piece.color, occupied).without(from).any()
}

/// Whether one of `pieces` is worth less than a piece of this role.
pub(crate) fn is_any_less_valuable(board: &Board, pieces: Bitboard, role: Role) -> bool {
    let value = |square| board.role_at(square).map_or(0, piece_value);
    pieces.into_iter().any(|square| value(square) < piece_value(role))
}
