use std::io::{self, Write};

use maud::{Markup, html};
use shakmaty::{Piece, Square};

use super::arrow::Arrow;
use super::board::{Board, Mark};
use super::layout::{ATTACK, BOARD, DEFENCE, MARGIN, NL, RING};
use super::pieces;

/// A position with marked squares and arrows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The pieces.
    pub board: shakmaty::Board,
    /// Title, for readers who cannot see the picture.
    pub title: String,
    /// Red squares.
    pub attacked: Vec<Square>,
    /// Blue squares.
    pub marked: Vec<Square>,
    /// Green arrows.
    pub arrows: Vec<(Square, Square)>,
}

/// Writes a scene as an SVG document.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_scene(out: &mut impl Write, scene: &Scene) -> io::Result<()> {
    let fill = |squares: &[Square], colour| -> Vec<(Square, Mark)> {
        let mark = || Mark::Fill { colour, opacity: ".45" };
        squares.iter().map(|square| (*square, mark())).collect()
    };
    let mut marks = fill(&scene.attacked, ATTACK);
    marks.extend(fill(&scene.marked, RING));
    let arrows = scene.arrows.iter().map(|(from, to)| Arrow::new(*from, *to, DEFENCE));
    let board = Board {
        pieces: scene.board.clone().into_iter().collect(),
        marks,
        arrows: arrows.collect(),
        ..Board::default()
    };
    out.write_all(board.document(&scene.title).into_string().as_bytes())
}

/// The shapes of the pieces, to which every [`diagram`] of the same HTML document refers; invisible by itself.
#[must_use]
pub fn piece_shapes() -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" {
            (NL) (pieces::symbols())
        }
        (NL)
    }
}

/// A board with some pieces, as an element of HTML; `title` is for readers who cannot see it.
#[must_use]
pub fn diagram(title: &str, placed: &[(Square, Piece)]) -> Markup {
    let size = BOARD + MARGIN;
    let board = Board { pieces: placed.to_vec(), ..Board::default() };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (size) " " (size) } role="img" {
            (NL) title { (title) } (NL) (board.markup())
        }
        (NL)
    }
}
