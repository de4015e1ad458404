//! Boards as plain text.

use shakmaty::{Bitboard, Board, Color, File, Rank, Square};

/// The ranks of a board as `side` sees it, and a line with the names of the files; `[ ]` marks squares.
pub(super) fn board_lines(board: &Board, marked: Bitboard, side: Color) -> Vec<String> {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    if side.is_white() {
        ranks.reverse()
    } else {
        files.reverse()
    }
    let mut lines: Vec<String> = ranks
        .iter()
        .map(|rank| {
            let squares = files.map(|file| {
                let square = Square::from_coords(file, *rank);
                let piece = board.piece_at(square).map_or('.', |piece| piece.char());
                if marked.contains(square) { format!("[{piece}]") } else { format!(" {piece} ") }
            });
            format!("{rank} {}", squares.concat())
        })
        .collect();
    lines.push(format!("  {}", files.map(|file| format!(" {file} ")).concat()));
    lines
}
