//! Geometry of pawns.

use shakmaty::{Bitboard, Board, Color, File, Rank, Square};

/// The files adjacent to `file`.
pub(crate) fn neighbours(file: File) -> Bitboard {
    let beside = |step| file.offset(step).map_or(Bitboard::EMPTY, Bitboard::from_file);
    beside(-1) | beside(1)
}

/// The ranks ahead of `square`, as `color` moves.
pub(crate) fn ahead(color: Color, square: Square) -> Bitboard {
    let up_to_here = u64::MAX >> (8 * (7 - square.rank().to_u32()));
    Bitboard(color.fold_wb(!up_to_here, up_to_here >> 8))
}

/// Whether a pawn of `color` on `square` is passed: no enemy pawn ahead of it on its own file and the adjacent files.
pub(crate) fn is_passed(board: &Board, color: Color, square: Square) -> bool {
    (board.pawns() & board.by_color(!color) & passed_pawn_mask(color, square)).is_empty()
}

/// The squares on which an enemy pawn keeps a pawn of `color` on `square` from being passed.
pub(crate) fn passed_pawn_mask(color: Color, square: Square) -> Bitboard {
    (Bitboard::from_file(square.file()) | neighbours(square.file())) & ahead(color, square)
}

/// The promotion square of a pawn of `color`.
pub(crate) fn promotion_square(color: Color, pawn: Square) -> Square {
    Square::from_coords(pawn.file(), color.fold_wb(Rank::Eighth, Rank::First))
}

/// Moves that a pawn of `color` needs to promote, a double step from its first rank counted as one.
pub(crate) fn moves_to_promotion(color: Color, pawn: Square) -> i32 {
    let steps = color.fold_wb(7 - pawn.rank().to_u32(), pawn.rank().to_u32()) as i32;
    steps - i32::from(steps == 6)
}

/// The key squares of a pawn that moves up the board: with its king on one of them, king and pawn beat a bare king
/// whichever side is to move. For a rook pawn the two squares beside its last two.
pub(crate) fn key_squares(pawn: Square) -> Bitboard {
    let files = match pawn.file() {
        File::A => return Bitboard::from(Square::B7) | Square::B8,
        File::H => return Bitboard::from(Square::G7) | Square::G8,
        file => neighbours(file) | Bitboard::from_file(file),
    };
    let rank = |ahead| pawn.rank().offset(ahead).map_or(Bitboard::EMPTY, Bitboard::from_rank);
    let ranks = if pawn.rank() < Rank::Fifth { rank(2) } else { rank(1) | rank(2) };
    files & ranks
}

/// Files from the first to the last piece, 0 for none.
pub(crate) fn file_span(pieces: Bitboard) -> u32 {
    let files = pieces.into_iter().map(Square::file);
    files.clone().max().zip(files.min()).map_or(0, |(last, first)| last.distance(first) + 1)
}
