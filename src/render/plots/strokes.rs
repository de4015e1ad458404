//! Lengths and lines of the pictures.

use plotters::prelude::*;

/// Units of the SVG's view box for one CSS pixel: plotters rounds coordinates to whole units.
pub(super) const SCALE: u32 = 4;

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
