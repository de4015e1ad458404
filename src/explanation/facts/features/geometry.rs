//! Files, ranks and distances.

use shakmaty::{Board, Color, Square};

/// Points of the pieces of a side without pawns (N = B = 3, R = 5, Q = 9).
#[must_use]
pub fn piece_points(board: &Board, side: Color) -> u32 {
    crate::chess::traditional_total(board, side)
        - (board.pawns() & board.by_color(side)).count() as u32
}

/// File of a square, 0 for the a-file to 7.
#[must_use]
pub fn file_of(square: Square) -> i32 {
    square.file().to_u32() as i32
}

/// Rank of a square variant_by_count from White's side, 1 to 8.
#[must_use]
pub fn rank_of(square: Square) -> i32 {
    square.rank().to_u32() as i32 + 1
}

/// The square in front of a white piece.
#[must_use]
pub fn stop_square(square: Square) -> Option<Square> {
    square.offset(8)
}

/// Steps of a king between two squares.
#[must_use]
pub fn king_distance(a: Square, b: Square) -> i32 {
    (file_of(a) - file_of(b)).abs().max((rank_of(a) - rank_of(b)).abs())
}
