//! Where pawns may go and what they may attack on the way.

use shakmaty::{Bitboard, Board, Color, File, Square};

/// The files beside `file`.
pub(crate) fn neighbours(file: File) -> Bitboard {
    let beside = |step| file.offset(step).map_or(Bitboard::EMPTY, Bitboard::from_file);
    beside(-1) | beside(1)
}

/// The ranks before `square`, as `color` moves.
pub(crate) fn ahead(color: Color, square: Square) -> Bitboard {
    let up_to_here = u64::MAX >> (8 * (7 - square.rank().to_u32()));
    Bitboard(color.fold_wb(!up_to_here, up_to_here >> 8))
}

/// Whether a pawn of `color` on `square` is passed: no enemy pawn before it on its own file and the two beside it.
pub(crate) fn is_passed(board: &Board, color: Color, square: Square) -> bool {
    let files = Bitboard::from_file(square.file()) | neighbours(square.file());
    (board.pawns() & board.by_color(!color) & files & ahead(color, square)).is_empty()
}
