use std::io::{self, Write};

use shakmaty::{Bitboard, File, Piece, Rank, Square};

use super::arrow::{Point, arrow, draw};
use super::pieces::symbol;
use super::{BOARD, FAINT, HIGHLIGHT, RING, SQUARE};
use crate::render::patterns::record::PatternRecord;

/// Room for the coordinates at the left and the bottom.
pub(super) const MARGIN: f64 = 18.0;

const LIGHT: &str = "#f3ead9";
const DARK: &str = "#c9b08c";

/// Draws the birth position into a square of [`BOARD`] + [`MARGIN`] units. The symbols of the pieces must be there.
///
/// Pieces that do not belong to the pattern are pale; a material pattern concerns them all.
pub(super) fn write(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    writeln!(out, "<g transform=\"translate({MARGIN} 0)\">")?;
    write_squares(out)?;
    let marked: Bitboard = record.origin.squares.iter().copied().collect();
    for (node, square) in record.placed_nodes() {
        let Point { x, y } = corner(square);
        if node.label.kind().is_some_and(|kind| kind.piece().is_some()) {
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{HIGHLIGHT}\" \
                 opacity=\".72\"/>"
            )?;
        } else {
            let (cx, cy) = (x + SQUARE / 2.0, y + SQUARE / 2.0);
            writeln!(
                out,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{}\" fill=\"{RING}\" fill-opacity=\".14\" \
                 stroke=\"{RING}\" stroke-width=\"3\"/>",
                SQUARE * 0.38
            )?;
        }
    }
    write_pieces(out, record.origin.board.clone(), marked)?;
    let edges: Vec<_> = record.placed_edges().collect();
    for (edge, from, to) in &edges {
        let paired = edges.iter().any(|(other, ..)| (other.from, other.to) == (edge.to, edge.from));
        writeln!(out, "{}", arrow(*edge, centre(*from), centre(*to), paired))?;
    }
    if let Some((from, to)) = record.placed_move() {
        writeln!(out, "{}", draw(RING, "", centre(from), centre(to), 0.0))?;
    }
    writeln!(out, "</g>")
}

/// Draws the pieces; those that are not marked are pale, if any is marked.
pub(super) fn write_pieces(
    out: &mut impl Write,
    pieces: impl IntoIterator<Item = (Square, Piece)>,
    marked: Bitboard,
) -> io::Result<()> {
    for (square, piece) in pieces {
        let pale = !marked.is_empty() && !marked.contains(square);
        write_piece(out, square, piece, if pale { " opacity=\".42\"" } else { "" })?;
    }
    Ok(())
}

/// A piece on its square, with more attributes.
fn write_piece(out: &mut impl Write, square: Square, piece: Piece, more: &str) -> io::Result<()> {
    let Point { x, y } = corner(square);
    writeln!(
        out,
        "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"{more}/>",
        symbol(piece)
    )
}

/// The empty board with its coordinates.
pub(super) fn write_squares(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{LIGHT}\"/>")?;
    // All dark squares in one path.
    write!(out, "<path fill=\"{DARK}\" d=\"")?;
    for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
        let Point { x, y } = corner(square);
        write!(out, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
    }
    writeln!(out, "\"/>")?;
    writeln!(
        out,
        "<rect width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" stroke=\"#8f7a58\" stroke-width=\"1\"/>"
    )?;
    write!(
        out,
        "<g font-family=\"sans-serif\" font-size=\"11\" fill=\"{FAINT}\" text-anchor=\"middle\">"
    )?;
    for (rank, file) in Rank::ALL.into_iter().zip(File::ALL) {
        let y = centre(Square::from_coords(File::A, rank)).y + 4.0;
        write!(out, "<text x=\"-9\" y=\"{y}\">{rank}</text>")?;
        let x = centre(Square::from_coords(file, Rank::First)).x;
        write!(out, "<text x=\"{x}\" y=\"{}\">{file}</text>", BOARD + 13.0)?;
    }
    writeln!(out, "</g>")
}

pub(super) fn corner(square: Square) -> Point {
    Point {
        x: f64::from(square.file().to_u32()) * SQUARE,
        y: f64::from(7 - square.rank().to_u32()) * SQUARE,
    }
}

pub(super) fn centre(square: Square) -> Point {
    let Point { x, y } = corner(square);
    Point { x: x + SQUARE / 2.0, y: y + SQUARE / 2.0 }
}
