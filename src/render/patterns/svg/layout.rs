//! Sizes, colours and places that all drawings share, in user units with y downwards.

use maud::PreEscaped;
use shakmaty::Square;

/// Edge of a square.
pub(super) const SQUARE: f64 = 45.0;
/// Edge of a board without its coordinates.
pub(super) const BOARD: f64 = 8.0 * SQUARE;
/// Space for the coordinates at the left and the bottom.
pub(super) const MARGIN: f64 = 18.0;

pub(super) const ATTACK: &str = "#c8372d";
pub(super) const DEFENCE: &str = "#1f8a4c";
pub(super) const RING: &str = "#2b6cb0";
pub(super) const HIGHLIGHT: &str = "#f4c542";
pub(super) const INK: &str = "#2b2b2b";
pub(super) const FAINT: &str = "#6b6b6b";

/// Line break in the markup, so that files can be compared line by line.
pub(super) const NL: PreEscaped<&str> = PreEscaped("\n");

#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Upper left corner of a square.
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
