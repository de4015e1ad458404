//! Boards as vector graphics: the birth position of a pattern, with its squares and edges.
//!
//! The pieces are drawn here and need no font. An arrow in red is an attack, one in green a defence, dashed when it is
//! not direct; a blue ring is an empty square by a king that belongs to the pattern.

mod arrow;
mod board;
mod diagram;
mod gallery;
mod pieces;
mod scene;

pub use diagram::{write_diagram, write_piece_shapes};
pub use gallery::{write_board, write_gallery};
pub use scene::{Scene, write_scene};

/// Edge of a square, in user units.
const SQUARE: f64 = 45.0;

/// Edge of a board without its coordinates.
const BOARD: f64 = 8.0 * SQUARE;

const ATTACK: &str = "#c8372d";
const DEFENCE: &str = "#1f8a4c";
const RING: &str = "#2b6cb0";
const HIGHLIGHT: &str = "#f4c542";
const INK: &str = "#2b2b2b";
const FAINT: &str = "#6b6b6b";

/// Text as the content of an element or attribute.
pub(super) fn escaped(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}
