use std::io::{self, Write};

use shakmaty::{Bitboard, Piece, Square};

use super::board::{MARGIN, write_pieces, write_squares};
use super::{BOARD, escaped, pieces};

/// The shapes of the pieces, which every [`write_diagram`] of the same HTML document refers to; shows nothing itself.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_piece_shapes(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\">"
    )?;
    pieces::write_symbols(out)?;
    writeln!(out, "</svg>")
}

/// A board with some pieces on it, as an element of HTML; `title` is for those who cannot see it.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_diagram(
    out: &mut impl Write,
    title: &str,
    placed: &[(Square, Piece)],
) -> io::Result<()> {
    let size = BOARD + MARGIN;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<g transform=\"translate({MARGIN} 0)\">")?;
    write_squares(out)?;
    write_pieces(out, placed.iter().copied(), Bitboard::EMPTY)?;
    writeln!(out, "</g></svg>")
}
