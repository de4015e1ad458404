//! Pictures of measurements: shares in percent, against each other or against what they grow with.

use std::path::{Path, PathBuf};

use super::chart::{Chart, Header, KeyItem, Layer, Mark, PALETTE, Panel, Picture};
use super::curves::CHART_SIZE;
use super::ticks::Axis;
use super::{Formats, PlotError, table, write_picture};

/// Series that differ in colour or symbol: the numbers of both have no common divisor.
const MOST: usize = PALETTE.len() * Mark::SYMBOLS;

/// Measurements that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What was measured.
    pub name: String,
    /// Coordinates in the order in which a line is to join them.
    pub points: Vec<(f64, f64)>,
}

/// What is written around the measurements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captions {
    /// Title of the picture.
    pub title: String,
    /// How and on what it was measured; may be empty.
    pub note: String,
    /// Quantity and unit of the first coordinate.
    pub x: String,
    /// Quantity and unit of the second coordinate.
    pub y: String,
}

/// Draws shares in percent against each other on axes from 0 to 100, and writes them as `name.svg`, `name.png` and `name.csv`
/// (columns `series`, `x`, `y`) into `folder`, as far as `formats` says.
///
/// Returns the files written.
///
/// # Errors
///
/// There is no series, one is empty or has a coordinate that is not finite, there are more series than can be told apart, or
/// a file cannot be written.
///
/// # Example
///
/// ```
/// use morph::render::plots::Formats;
/// use morph::render::plots::results::{Captions, Series, linear};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let series = [Series { name: "move model".into(), points: vec![(10.0, 90.0), (100.0, 35.0)] }];
/// let captions = Captions {
///     title: "Precision against coverage".into(),
///     note: String::new(),
///     x: "moves predicted, %".into(),
///     y: "of these right, %".into(),
/// };
/// let folder = tempfile::tempdir()?;
/// let files = linear(&series, &captions, folder.path(), "precision", Formats::ALL)?;
/// assert_eq!(files.len(), 3);
/// # Ok(())
/// # }
/// ```
pub fn linear(
    series: &[Series],
    captions: &Captions,
    folder: &Path,
    name: &str,
    formats: Formats,
) -> Result<Vec<PathBuf>, PlotError> {
    shares(series, captions, 100.0, (folder, name, formats))
}

/// Draws shares in percent, from 0 to 100, against a quantity that grows from 0, and writes the same files as
/// [`linear`].
///
/// # Errors
///
/// As [`linear`].
pub fn growth(
    series: &[Series],
    captions: &Captions,
    folder: &Path,
    name: &str,
    formats: Formats,
) -> Result<Vec<PathBuf>, PlotError> {
    let points = series.iter().flat_map(|series| &series.points);
    let most = points.map(|(x, _)| *x).fold(0.0, f64::max);
    shares(series, captions, most.max(1.0), (folder, name, formats))
}

/// Shares in percent over a first coordinate from 0 to `most`.
fn shares(
    series: &[Series],
    captions: &Captions,
    most: f64,
    files: (&Path, &str, Formats),
) -> Result<Vec<PathBuf>, PlotError> {
    check(series)?;
    let x = Axis::linear(&captions.x, (0.0, most), 10, 1.0);
    let y = Axis::linear(&captions.y, (0.0, 100.0), 10, 1.0);
    draw(series, captions, (x, y), files)
}

fn draw(
    series: &[Series],
    captions: &Captions,
    (x, y): (Axis, Axis),
    (folder, name, formats): (&Path, &str, Formats),
) -> Result<Vec<PathBuf>, PlotError> {
    let coloured = || series.iter().zip(PALETTE.into_iter().cycle()).enumerate();
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
    let panel = Panel { share: 1, y, layers: layers.collect(), remark: None };
    let header =
        Header { title: captions.title.clone(), note: captions.note.clone(), key: key.collect() };
    let chart = Chart { header, x, panels: vec![panel] };
    let picture = Picture { header: None, charts: vec![chart], columns: 1, size: CHART_SIZE };
    let csv = || {
        let rows = series.iter().flat_map(|series| {
            series.points.iter().map(|(x, y)| {
                vec![table::field(&series.name), table::number(*x), table::number(*y)]
            })
        });
        table::csv(&["series", "x", "y"], rows)
    };
    write_picture(folder, name, formats, &picture, Some(&csv))
}

fn check(series: &[Series]) -> Result<(), PlotError> {
    if series.is_empty() {
        return Err(PlotError::Nothing);
    }
    if series.len() > MOST {
        return Err(PlotError::TooMany { wanted: series.len(), most: MOST });
    }
    for Series { name, points } in series {
        if points.is_empty() {
            return Err(PlotError::NoPoints { series: name.clone() });
        }
        if let Some(&(x, y)) = points.iter().find(|(x, y)| !(x.is_finite() && y.is_finite())) {
            return Err(PlotError::NotFinite { series: name.clone(), x, y });
        }
    }
    Ok(())
}
