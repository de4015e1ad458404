use maud::{Markup, html};
use shakmaty::{Bitboard, File, Piece, Rank, Square};

use super::arrow::Arrow;
use super::layout::{
    ATTACK, BOARD, DEFENCE, FAINT, HIGHLIGHT, MARGIN, NL, Point, RING, SQUARE, centre, corner,
};
use super::pieces::{self, symbol};
use crate::graph::{EdgeKind, Relation};
use crate::render::patterns::record::PatternRecord;

const LIGHT: &str = "#f3ead9";
const DARK: &str = "#c9b08c";
const FRAME: &str = "#8f7a58";

/// A board with marks and arrows.
#[derive(Default)]
pub(super) struct Board {
    pub(super) pieces: Vec<(Square, Piece)>,
    /// If not empty, the pieces on other squares are pale.
    pub(super) emphasised: Bitboard,
    pub(super) marks: Vec<(Square, Mark)>,
    pub(super) arrows: Vec<Arrow>,
}

pub(super) enum Mark {
    Fill { colour: &'static str, opacity: &'static str },
    Ring,
}

impl Board {
    /// The origin position of a pattern, with the pattern's squares and edges.
    pub(super) fn of_pattern(record: &PatternRecord) -> Board {
        let highlight = || Mark::Fill { colour: HIGHLIGHT, opacity: ".72" };
        let marks = record.placed_nodes().map(|(node, square)| {
            let is_piece = node.label.kind().is_some_and(|kind| kind.piece().is_some());
            (square, if is_piece { highlight() } else { Mark::Ring })
        });
        let edges: Vec<_> = record.placed_edges().collect();
        let has_opposite = |from, to| edges.iter().any(|(_, f, t)| (*f, *t) == (to, from));
        let arrows = edges.iter().map(|&(edge, from, to)| {
            let colour = match edge.relation {
                Relation::Attacks => ATTACK,
                Relation::Defends => DEFENCE,
            };
            let is_dashed = edge.kind != EdgeKind::Direct;
            Arrow { from, to, colour, is_dashed, is_shifted: has_opposite(from, to) }
        });
        let of_move = record.placed_move().map(|(from, to)| Arrow::new(from, to, RING));
        Board {
            pieces: record.origin.board.clone().into_iter().collect(),
            emphasised: record.origin.squares.iter().copied().collect(),
            marks: marks.collect(),
            arrows: arrows.chain(of_move).collect(),
        }
    }

    /// A square of [`BOARD`] + [`MARGIN`] units. Needs the symbols of [`pieces`] in the same document.
    pub(super) fn markup(&self) -> Markup {
        let is_pale = |square| !self.emphasised.is_empty() && !self.emphasised.contains(square);
        html! {
            g transform={ "translate(" (MARGIN) " 0)" } { (NL)
                (empty_board())
                @for (square, mark) in &self.marks { (mark.markup(*square)) (NL) }
                @for (square, piece) in &self.pieces {
                    @let Point { x, y } = corner(*square);
                    @let opacity = is_pale(*square).then_some(".42");
                    use href={ "#" (symbol(*piece)) } x=(x) y=(y) width=(SQUARE) height=(SQUARE)
                        opacity=[opacity] {}
                    (NL)
                }
                @for arrow in &self.arrows { (arrow.markup()) (NL) }
            }
        }
    }

    /// A document of its own; `title` is read to those who cannot see it.
    pub(super) fn document(&self, title: &str) -> Markup {
        let edge = BOARD + MARGIN;
        html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(edge) height=(edge)
                viewBox={ "0 0 " (edge) " " (edge) } role="img" { (NL)
                title { (title) } (NL)
                (pieces::symbols())
                (self.markup()) (NL)
            }
            (NL)
        }
    }
}

impl Mark {
    fn markup(&self, square: Square) -> Markup {
        let (corner, centre) = (corner(square), centre(square));
        html! {
            @match self {
                Mark::Fill { colour, opacity } => {
                    rect x=(corner.x) y=(corner.y) width=(SQUARE) height=(SQUARE) fill=(colour)
                        opacity=(opacity) {}
                }
                Mark::Ring => {
                    circle cx=(centre.x) cy=(centre.y) r=(SQUARE * 0.38) fill=(RING) fill-opacity=".14"
                        stroke=(RING) stroke-width="3" {}
                }
            }
        }
    }
}

/// Squares and coordinates. All dark squares are one path.
fn empty_board() -> Markup {
    let dark: String = Square::ALL
        .into_iter()
        .filter(|square| square.is_dark())
        .map(corner)
        .map(|Point { x, y }| format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z"))
        .collect();
    html! {
        rect width=(BOARD) height=(BOARD) fill=(LIGHT) {} (NL)
        path fill=(DARK) d=(dark) {} (NL)
        rect width=(BOARD) height=(BOARD) fill="none" stroke=(FRAME) stroke-width="1" {} (NL)
        g font-family="sans-serif" font-size="11" fill=(FAINT) text-anchor="middle" {
            @for (rank, file) in Rank::ALL.into_iter().zip(File::ALL) {
                text x="-9" y=(centre(Square::from_coords(File::A, rank)).y + 4.0) { (rank) }
                text x=(centre(Square::from_coords(file, Rank::First)).x) y=(BOARD + 13.0) { (file) }
            }
        }
        (NL)
    }
}
