//! Percentages as lines with symbols: against each other, or against a quantity that starts at 0.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::chart::{Chart, Header, KeyItem, Layer, Mark, PALETTE, Panel, Picture};
use super::curves::CHART_SIZE;
use super::ticks::Axis;
use super::{Formats, PlotError, write_picture};
use crate::render::table::{SixDecimals, write_csv};

/// Each series has its own pair of colour and symbol: the numbers of colours and symbols have no common divisor.
const MAX_SERIES: usize = PALETTE.len() * Mark::SYMBOLS;

/// Points joined by a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineSeries {
    /// Its name in the key.
    pub name: String,
    /// Coordinates in the order in which a line joins them.
    pub points: Vec<(f64, f64)>,
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
/// use morph::render::plots::{Formats, LineChart, LineSeries, XRange};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let chart = LineChart {
///     title: "Precision against coverage".into(),
///     note: String::new(),
///     x_label: "moves predicted, %".into(),
///     y_label: "of these right, %".into(),
///     x_range: XRange::Percent,
///     series: vec![LineSeries { name: "move model".into(), points: vec![(10.0, 90.0), (100.0, 35.0)] }],
/// };
/// let folder = tempfile::tempdir()?;
/// let files = chart.write(folder.path(), "precision", Formats::ALL)?;
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

/// A point, as CSV.
#[derive(Default, Serialize)]
struct PointRow<'a> {
    series: &'a str,
    x: SixDecimals,
    y: SixDecimals,
}

impl LineChart {
    /// Writes `name.svg`, `name.png` and `name.csv` (columns `series`, `x`, `y`) into `folder`, those that `formats`
    /// asks for, and returns the files written.
    ///
    /// # Errors
    ///
    /// There is no series, one is empty or has a coordinate that is not finite, there are more than 28 series, or a file
    /// cannot be written.
    pub fn write(
        &self,
        folder: &Path,
        name: &str,
        formats: Formats,
    ) -> Result<Vec<PathBuf>, PlotError> {
        self.check()?;
        let points = || self.series.iter().flat_map(|s| s.points.iter().map(|p| (&*s.name, *p)));
        write_picture(folder, name, formats, &self.picture(), |out| {
            write_csv(
                out,
                points().map(|(series, (x, y))| PointRow {
                    series,
                    x: SixDecimals(x),
                    y: SixDecimals(y),
                }),
            )
        })
    }

    fn check(&self) -> Result<(), PlotError> {
        match self.series.len() {
            0 => return Err(PlotError::Nothing),
            1..=MAX_SERIES => {}
            found => return Err(PlotError::TooMany { found, max: MAX_SERIES }),
        }
        for LineSeries { name, points } in &self.series {
            if points.is_empty() {
                return Err(PlotError::NoPoints { series: name.clone() });
            }
            if let Some(&(x, y)) = points.iter().find(|(x, y)| !(x.is_finite() && y.is_finite())) {
                return Err(PlotError::NotFinite { series: name.clone(), x, y });
            }
        }
        Ok(())
    }

    fn picture(&self) -> Picture {
        let coloured = || self.series.iter().zip(PALETTE.into_iter().cycle()).enumerate();
        let layers = coloured().map(|(index, (series, colour))| Layer::Series {
            points: series.points.clone(),
            colour,
            mark: Mark::Symbols(index),
        });
        let key = coloured().map(|(index, (series, colour))| KeyItem {
            text: series.name.clone(),
            colour,
            mark: Mark::Symbols(index),
        });
        let x_max = match self.x_range {
            XRange::Percent => 100.0,
            XRange::ToMaximum => {
                self.series.iter().flat_map(|s| &s.points).map(|p| p.0).fold(1.0, f64::max)
            }
        };
        let y = Axis::linear(&self.y_label, (0.0, 100.0), 10, 1.0);
        let panel = Panel { share: 1, y, layers: layers.collect(), remark: None };
        let chart = Chart {
            header: Header {
                title: self.title.clone(),
                note: self.note.clone(),
                key: key.collect(),
            },
            x: Axis::linear(&self.x_label, (0.0, x_max), 10, 1.0),
            panels: vec![panel],
        };
        Picture { header: None, charts: vec![chart], columns: 1, size: CHART_SIZE }
    }
}
