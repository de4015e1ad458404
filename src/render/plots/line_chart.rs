//! Percentages as lines with bands: against each other, or against a quantity that starts at 0.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::chart::{Chart, Header, Layer, Mark, PALETTE, Panel, Picture};
use super::curves::alone;
use super::ticks::Axis;
use super::{Formats, PlotError, write_picture};
use crate::render::table::write_csv;

/// A line of more points has no symbols, which would hide it.
const MAX_SYMBOLS: usize = 20;

/// How much a series says for the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// A strong line.
    Strong,
    /// A thin line, for what stands beside it.
    Faint,
}

/// Points joined by a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineSeries {
    /// Coordinates in the order in which a line joins them.
    pub points: Vec<(f64, f64)>,
    /// First coordinate with the ends of an interval; may be empty.
    pub band: Vec<(f64, f64, f64)>,
    /// Number of its colour; series with the same one belong together.
    pub hue: usize,
    /// Strong or faint.
    pub emphasis: Emphasis,
    /// What stands at its end, in its colour; may have several lines.
    pub label: Option<String>,
}

/// Range of the horizontal axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XRange {
    /// From 0 to 100.
    Percent,
    /// From 0 to the largest coordinate, at least 1.
    ToMaximum,
}

/// A chart whose vertical axis runs from 0 to 100 %.
///
/// # Example
///
/// ```
/// use morph::render::plots::{Emphasis, Formats, LineChart, LineSeries, XRange};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let points = vec![(10.0, 90.0), (100.0, 35.0)];
/// let chart = LineChart {
///     title: "90 % of the surest predictions are right".into(),
///     note: String::new(),
///     x_label: "share of the moves predicted, %".into(),
///     y_label: "of these right, %".into(),
///     x_range: XRange::Percent,
///     series: vec![LineSeries {
///         points: points.clone(),
///         band: vec![(10.0, 80.0, 95.0), (100.0, 32.0, 38.0)],
///         hue: 0,
///         emphasis: Emphasis::Strong,
///         label: Some("move model".into()),
///     }],
/// };
/// let folder = tempfile::tempdir()?;
/// let files = chart.write(folder.path(), "precision", Formats::ALL, &points)?;
/// assert_eq!(files.len(), 3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// Title of the picture.
    pub title: String,
    /// How it was measured, in small type; may be empty.
    pub note: String,
    /// Quantity and unit of the first coordinate.
    pub x_label: String,
    /// Quantity and unit of the second coordinate.
    pub y_label: String,
    /// Range of the first coordinate.
    pub x_range: XRange,
    /// At least one series, each with at least one point.
    pub series: Vec<LineSeries>,
}

impl LineChart {
    /// Writes `name.svg`, `name.png` and, with a row for each of `rows`, `name.csv` into `folder`, those that `formats`
    /// asks for, and returns the files written.
    ///
    /// # Errors
    ///
    /// There is no series, one is empty or has a coordinate that is not finite, there are more than 28 hues (seven colours,
    /// each with four symbols), or a file cannot be written.
    pub fn write<R: Serialize + Default + Clone>(
        &self,
        folder: &Path,
        name: &str,
        formats: Formats,
        rows: &[R],
    ) -> Result<Vec<PathBuf>, PlotError> {
        self.check()?;
        write_picture(folder, name, formats, &self.picture(), |out| {
            write_csv(out, rows.iter().cloned())
        })
    }

    fn check(&self) -> Result<(), PlotError> {
        let Some(hues) = self.series.iter().map(|series| series.hue + 1).max() else {
            return Err(PlotError::Nothing);
        };
        // Beyond the palette colours come again with other symbols.
        let max = PALETTE.len() * Mark::SYMBOLS;
        if hues > max {
            return Err(PlotError::TooMany { found: hues, max });
        }
        for series in &self.series {
            let name = || series.label.clone().unwrap_or_default().replace('\n', " ");
            if series.points.is_empty() {
                return Err(PlotError::NoPoints { series: name() });
            }
            let ends = series.band.iter().flat_map(|(x, low, high)| [(*x, *low), (*x, *high)]);
            let mut all = series.points.iter().copied().chain(ends);
            if let Some((x, y)) = all.find(|(x, y)| !(x.is_finite() && y.is_finite())) {
                return Err(PlotError::NotFinite { series: name(), x, y });
            }
        }
        Ok(())
    }

    fn picture(&self) -> Picture {
        let colour = |series: &LineSeries| PALETTE[series.hue % PALETTE.len()];
        let bands = self.series.iter().map(|series| Layer::Band {
            points: series.band.clone(),
            colour: colour(series),
            strength: 0.16,
        });
        let lines = self.series.iter().map(|series| Layer::Series {
            points: series.points.clone(),
            colour: colour(series),
            mark: match series.emphasis {
                Emphasis::Strong if series.points.len() <= MAX_SYMBOLS => Mark::Symbols(series.hue),
                Emphasis::Strong => Mark::Line,
                Emphasis::Faint => Mark::ThinLine,
            },
            label: series.label.clone(),
        });
        let x_max = match self.x_range {
            XRange::Percent => 100.0,
            XRange::ToMaximum => {
                self.series.iter().flat_map(|s| &s.points).map(|p| p.0).fold(1.0, f64::max)
            }
        };
        let y = Axis::linear(&self.y_label, (0.0, 100.0), 5, 1.0);
        let panel = Panel { share: 1, y, layers: bands.chain(lines).collect(), remark: None };
        let header = Header { title: self.title.clone(), note: self.note.clone(), key: Vec::new() };
        let x = Axis::linear(&self.x_label, (0.0, x_max), 5, 1.0);
        alone(Chart { header, is_small: false, x, panels: vec![panel] })
    }
}
