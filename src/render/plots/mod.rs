//! Pictures of what the program learned, as SVG and PNG, each with the numbers it shows as CSV beside it.
//!
//! Nothing in them depends on the machine: the font is part of the program, and the same journal gives the
//! same bytes.

mod bitmap;
mod canvas;
mod chart;
mod curves;
mod draw;
mod layer;
pub mod results;
mod samples;
mod smoothing;
mod table;
mod ticks;

use std::error::Error;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use self::chart::{Chart, PALETTE, Picture};
use self::samples::RunSamples;
use crate::file_format::{FileError, write_atomic};
use crate::training::journal::JournalEntry;

/// A run to be drawn.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its name in the picture.
    pub label: String,
    /// Its journal, from [`journal::read`](crate::training::journal::read).
    pub entries: Vec<JournalEntry>,
}

/// Which files are written for each picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// Vector graphics, for the web and for print.
    pub svg: bool,
    /// Pixels, two for one of the SVG along each axis.
    pub png: bool,
    /// The numbers that are drawn.
    pub csv: bool,
}

impl Formats {
    /// All of them.
    pub const ALL: Formats = Formats { svg: true, png: true, csv: true };
}

/// A picture that cannot be drawn or written.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// No run and no series was given.
    #[error("there is nothing to plot")]
    Nothing,
    /// A run has an empty journal.
    #[error("the run {label} has no finished game yet: there is nothing to plot")]
    NoGames {
        /// The run.
        label: String,
    },
    /// There are more runs or series than can be told apart.
    #[error("{wanted} curves in one picture, but no more than {most} can be told apart")]
    TooMany {
        /// Runs or series that were to be drawn.
        wanted: usize,
        /// The most that can be drawn.
        most: usize,
    },
    /// A series without points.
    #[error("the series {series} has no points")]
    NoPoints {
        /// The series.
        series: String,
    },
    /// A point that has no place on any axes.
    #[error("the series {series} has the point ({x}, {y}): only finite numbers can be shown")]
    NotFinite {
        /// The series.
        series: String,
        /// First coordinate.
        x: f64,
        /// Second coordinate.
        y: f64,
    },
    /// The embedded font was refused by the drawing library.
    #[error("the embedded font cannot be used")]
    Font,
    /// The drawing library failed.
    #[error("the picture cannot be drawn")]
    Draw(#[source] Box<dyn Error + Send + Sync>),
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl PlotError {
    fn draw(source: impl Error + Send + Sync + 'static) -> PlotError {
        PlotError::Draw(Box::new(source))
    }
}

/// Learning curves of one run, or of several to compare.
///
/// | files | what they show, over the games played |
/// |---|---|
/// | `material` | the opponent's material captured per game, in pawns on the traditional scale, as in Figures 2 and 3 of Levinson and Snyder (1991); in self-play what White captured |
/// | `score` | share of the points with its 95 % interval, see [`Interval`](crate::arena::Interval); in self-play White's |
/// | `memory` | patterns of each kind in the memory, patterns created and forgotten |
/// | `td-error` | mean distance of the learner's values from their targets, in points |
/// | `overview` | the four together (no CSV of its own) |
///
/// Lines that are called means are taken over a centred moving window: 5 % of the run's games, at least 7, rounded up
/// to an odd number, and cut off at both ends of the run. Void games count for the memory only. In a run that
/// has other games too, those of self-play count for memory and TD error only. Of a long run 800 games are drawn and
/// written as CSV, evenly spread; the means in them are over all games.
#[derive(Clone, Debug)]
pub struct Curves {
    runs: Vec<Run>,
    window: Option<NonZero<u32>>,
}

impl Curves {
    /// The curves of `runs`, one colour each in the order given.
    ///
    /// # Errors
    ///
    /// There is no run, a run has no game, or there are more than seven runs.
    pub fn new(runs: Vec<Run>) -> Result<Curves, PlotError> {
        if runs.is_empty() {
            return Err(PlotError::Nothing);
        }
        if runs.len() > PALETTE.len() {
            return Err(PlotError::TooMany { wanted: runs.len(), most: PALETTE.len() });
        }
        if let Some(run) = runs.iter().find(|run| run.entries.is_empty()) {
            return Err(PlotError::NoGames { label: run.label.clone() });
        }
        Ok(Curves { runs, window: None })
    }

    /// The same curves with means over `games` games (rounded up to an odd number) in every run.
    #[must_use]
    pub fn with_window(self, games: NonZero<u32>) -> Curves {
        Curves { window: Some(games), ..self }
    }

    /// Writes the pictures into `folder`, which is made if it is missing, and returns the files written.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write(&self, folder: &Path, formats: Formats) -> Result<Vec<PathBuf>, PlotError> {
        let window = self.window.map(|games| games.get() as usize);
        let runs: Vec<RunSamples> =
            self.runs.iter().map(|run| RunSamples::of(run, window)).collect();
        type Table = fn(&[RunSamples]) -> String;
        let charts: [(&str, Chart, Table); 4] = [
            ("material", curves::material(&runs), table::material),
            ("score", curves::score(&runs), table::score),
            ("memory", curves::memory(&runs), table::memory),
            ("td-error", curves::td_error(&runs), table::td_error),
        ];
        let mut files = Vec::new();
        for (name, chart, csv) in charts {
            let picture = curves::alone(chart, &runs);
            files.extend(write_picture(folder, name, formats, &picture, Some(&|| csv(&runs)))?);
        }
        let overview = curves::overview(&runs);
        files.extend(write_picture(folder, "overview", formats, &overview, None)?);
        Ok(files)
    }
}

/// Writes one picture, and its numbers if there are any, in the formats asked for.
fn write_picture(
    folder: &Path,
    name: &str,
    formats: Formats,
    picture: &Picture,
    csv: Option<&dyn Fn() -> String>,
) -> Result<Vec<PathBuf>, PlotError> {
    fs::create_dir_all(folder).map_err(FileError::at("create", folder))?;
    let mut files = Vec::new();
    let mut write = |extension: &str, bytes: &[u8]| -> Result<(), PlotError> {
        let path = folder.join(format!("{name}.{extension}"));
        write_atomic(&path, bytes)?;
        files.push(path);
        Ok(())
    };
    if formats.svg {
        write("svg", canvas::svg(picture)?.as_bytes())?;
    }
    if formats.png {
        write("png", &canvas::png(picture)?)?;
    }
    if let (true, Some(csv)) = (formats.csv, csv) {
        write("csv", csv().as_bytes())?;
    }
    Ok(files)
}

#[cfg(test)]
mod tests;
