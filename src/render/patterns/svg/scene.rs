use std::io::{self, Write};

use shakmaty::{Bitboard, Board, Square};

use super::arrow::{Point, draw};
use super::board::{self, MARGIN};
use super::{ATTACK, BOARD, DEFENCE, RING, SQUARE, escaped, pieces};

/// A board with marked squares and arrows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The men.
    pub board: Board,
    /// What it shows, also for those who cannot see it.
    pub title: String,
    /// Squares in red.
    pub attacked: Vec<Square>,
    /// Squares in blue.
    pub marked: Vec<Square>,
    /// Arrows in green.
    pub arrows: Vec<(Square, Square)>,
}

/// Draws a scene.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_scene(out: &mut impl Write, scene: &Scene) -> io::Result<()> {
    let edge = BOARD + MARGIN;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{edge}\" height=\"{edge}\" viewBox=\"0 0 {edge} {edge}\" \
         role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(&scene.title))?;
    pieces::write_symbols(out)?;
    writeln!(out, "<g transform=\"translate({MARGIN} 0)\">")?;
    board::write_squares(out)?;
    for (squares, colour) in [(&scene.attacked, ATTACK), (&scene.marked, RING)] {
        for square in squares {
            let Point { x, y } = board::corner(*square);
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{colour}\" opacity=\".45\"/>"
            )?;
        }
    }
    board::write_pieces(out, scene.board.clone(), Bitboard::EMPTY)?;
    for (from, to) in &scene.arrows {
        writeln!(out, "{}", draw(DEFENCE, "", board::centre(*from), board::centre(*to), 0.0))?;
    }
    writeln!(out, "</g></svg>")
}
