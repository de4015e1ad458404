//! What a picture shows, as plain values.

use plotters::style::RGBColor;

use super::ticks::Axis;

/// Colours that colour-blind readers can tell apart; yellow is left out because it is faint on white.
///
/// Source: M. Okabe and K. Ito, "Color universal design", 2008.
pub(super) const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(64, 64, 64),
];

/// Colour of lines that belong to no run.
pub(super) const NEUTRAL: RGBColor = RGBColor(96, 96, 96);

/// A point in the coordinates of its axes.
pub(super) type Point = (f64, f64);

/// Charts in rows, under a header if there are several.
pub(super) struct Picture {
    pub header: Option<Header>,
    pub rows: Vec<Row>,
    /// Width and height in CSS pixels.
    pub size: (u32, u32),
}

/// Charts side by side.
pub(super) struct Row {
    /// Height relative to the other rows of the picture.
    pub share: u32,
    pub charts: Vec<Chart>,
}

/// Text above a chart or a picture.
#[derive(Default)]
pub(super) struct Header {
    pub title: String,
    /// How to read the chart, in small type.
    pub note: String,
    pub key: Vec<KeyItem>,
}

/// One entry of a key.
#[derive(Clone)]
pub(super) struct KeyItem {
    pub text: String,
    pub colour: RGBColor,
    pub mark: Mark,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Line,
    /// For what stands in the background.
    ThinLine,
    DashedLine,
    DottedLine,
    /// A line with a symbol at each point, by its number modulo [`Mark::SYMBOLS`].
    Symbols(usize),
}

impl Mark {
    /// Number of symbols: circle, square, triangle, diamond.
    pub const SYMBOLS: usize = 4;
}

/// Panels below one another, over the same horizontal axis.
pub(super) struct Chart {
    pub header: Header,
    /// One of several that accompany a larger one: a small title.
    pub is_small: bool,
    pub x: Axis,
    pub panels: Vec<Panel>,
}

/// One pair of axes with the layers between them, the lowest first.
pub(super) struct Panel {
    /// Height relative to the other panels of the chart.
    pub share: u32,
    pub y: Axis,
    pub layers: Vec<Layer>,
    /// Text across an empty panel, which says why it is empty.
    pub remark: Option<String>,
}

/// Something drawn in a panel.
pub(super) enum Layer {
    /// A horizontal line through the whole panel.
    Rule(f64),
    /// Single points, faint.
    Dots { points: Vec<Point>, colour: RGBColor },
    /// The area between two lines (x, low, high); `strength` is its opacity in `0..=1`.
    Band { points: Vec<(f64, f64, f64)>, colour: RGBColor, strength: f64 },
    Series {
        points: Vec<Point>,
        colour: RGBColor,
        mark: Mark,
        /// Its name, in its colour at its end; may have several lines.
        label: Option<String>,
    },
}
