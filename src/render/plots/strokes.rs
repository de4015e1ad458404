//! Lengths, lines and letters of the pictures.

use plotters::coord::Shift;
use plotters::prelude::*;

/// Font family of the SVG, in order of preference; the embedded font is registered under this name and measures text.
pub(super) const FONT: &str = "DejaVu Sans, Verdana, Arial, sans-serif";

/// Units of the SVG's view box for one CSS pixel: plotters rounds coordinates to whole units.
pub(super) const SCALE: u32 = 4;

/// Where to draw.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The result of drawing.
pub(super) type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// `length` in CSS pixels in units of the view box.
pub(super) fn px(length: f64) -> i32 {
    (length * f64::from(SCALE)).round() as i32
}

/// A line of `width` CSS pixels.
pub(super) fn stroke(colour: RGBColor, width: f64) -> ShapeStyle {
    colour.stroke_width(px(width) as u32)
}

/// Letters of `size` CSS pixels.
pub(super) fn text(size: f64, colour: RGBColor) -> TextStyle<'static> {
    // Plotters takes the height of a line for the size of a font.
    (FONT, size * 1.24 * f64::from(SCALE)).into_font().color(&colour)
}
