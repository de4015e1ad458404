//! Learning curves and other charts, as SVG and PNG, with the numbers they show as CSV.
//!
//! The same input gives the same bytes on every machine: the font is part of the program.

mod chart;
mod curves;
mod draw;
mod end_labels;
mod gauntlet;
mod headline;
mod image;
mod labels;
mod layer;
mod line_chart;
mod rows;
mod samples;
mod smoothing;
mod stored;
mod strokes;
mod ticks;

use std::collections::HashSet;
use std::error::Error;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub use self::line_chart::{Emphasis, LineChart, LineSeries, XRange};
pub use gauntlet::{CheckpointScore, draw_checkpoint_scores};
pub use samples::{RunSamples, Sample, Score};
pub use stored::read_rows;

use self::chart::{Chart, PALETTE, Picture};
use crate::file_format::{FileError, write_atomic};
use crate::terminal_text::{MAX_NAME, printable};
use crate::training::journal::{self, JournalEntry};
use crate::training::run_folder::RunPaths;
use crate::training::{Plan, Series, TrainingError};

/// The journal of a training run, to draw.
#[derive(Clone, Debug)]
pub struct RunJournal {
    /// Name of the run in the picture.
    pub label: String,
    /// Its journal, from [`journal::read`].
    pub entries: Vec<JournalEntry>,
}

impl RunJournal {
    /// Reads the journals of runs from their folders, each once; a folder with a series stands for its runs that have begun.
    ///
    /// # Errors
    ///
    /// A folder holds no run, or its journal cannot be read.
    pub fn load_all(folders: &[PathBuf]) -> Result<Vec<RunJournal>, TrainingError> {
        let mut roots: Vec<PathBuf> = Vec::new();
        for folder in folders {
            if Series::is_in(folder) {
                let begun = |root: &PathBuf| RunPaths::new(root).journal().exists();
                let series = Series::resume(folder)?;
                let runs = series.runs().iter().map(|run| run.root().to_owned());
                roots.extend(runs.filter(begun));
            } else {
                roots.push(folder.clone());
            }
        }
        let mut places = HashSet::new();
        roots.retain(|root| places.insert(root.canonicalize().unwrap_or_else(|_| root.clone())));
        let runs = roots.iter().map(|root| RunJournal::load(root));
        let mut runs = runs.collect::<Result<Vec<_>, _>>()?;
        let labels: Vec<String> = runs.iter().map(|run| run.label.clone()).collect();
        for (run, root) in runs.iter_mut().zip(&roots) {
            let twins = roots.iter().zip(&labels).filter(|(_, label)| **label == run.label);
            let twins: Vec<&PathBuf> = twins.map(|(root, _)| root).collect();
            if twins.len() > 1 {
                run.label = printable(&own_end(root, &twins), MAX_NAME).into_owned();
            }
        }
        Ok(runs)
    }

    /// Labelled with the folder's name, or the plan's where the folder has none.
    fn load(folder: &Path) -> Result<RunJournal, TrainingError> {
        let paths = RunPaths::new(folder);
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let plan = || Plan::load(&paths.plan()).map(|plan| plan.name).ok();
        let label = name.or_else(plan).unwrap_or_else(|| folder.display().to_string());
        let label = printable(&label, MAX_NAME).into_owned();
        Ok(RunJournal { label, entries: journal::read(&paths.journal())? })
    }
}

/// The shortest end of a path that is the end of no other of `paths`; all of it if there is none.
fn own_end(path: &Path, paths: &[&PathBuf]) -> String {
    let ends = path.ancestors().filter_map(|above| path.strip_prefix(above).ok());
    let is_own = |end: &&Path| paths.iter().filter(|path| path.ends_with(end)).count() == 1;
    ends.filter(|end| *end != Path::new("")).find(is_own).unwrap_or(path).display().to_string()
}

/// Which files to write for each picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formats {
    /// Vector graphics, for the web and for print.
    pub svg: bool,
    /// Pixels, two for one of the SVG along each axis.
    pub png: bool,
    /// The numbers in the picture.
    pub csv: bool,
}

impl Formats {
    /// All formats.
    pub const ALL: Formats = Formats { svg: true, png: true, csv: true };
}

/// A picture that cannot be drawn or written.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// No run and no series was given.
    #[error("there is no run or series to plot")]
    Nothing,
    /// A run has an empty journal.
    #[error("the run {label} has no finished game to plot")]
    NoGames {
        /// The run.
        label: String,
    },
    /// There are more runs or series than colours and symbols.
    #[error("one picture can show at most {max} curves that differ in colour; found {found}")]
    TooMany {
        /// Runs or series given.
        found: usize,
        /// The most that can be drawn.
        max: usize,
    },
    /// A series without points.
    #[error("the series {series} has no points")]
    NoPoints {
        /// The series.
        series: String,
    },
    /// A coordinate that is infinite or not a number.
    #[error("the series {series} has the point ({x}, {y}); coordinates must be finite")]
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
    /// The picture has no pixels, or too many.
    #[error("the picture is empty or too large")]
    Size,
    /// The drawing library failed.
    #[error("the picture cannot be drawn")]
    Draw(#[source] Box<dyn Error + Send + Sync>),
    /// A file with numbers cannot be read.
    #[error("{}: {reason}", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
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
/// | `material` | the opponent's material captured per game, in pawns on the traditional scale (P 1, N 3, B 3, R 5, Q 9), as in Figures 2 and 3 of Levinson and Snyder (1991); in self-play what White captured |
/// | `score` | share of the points in percent with its 95 % [`Interval`](crate::arena::Interval); in self-play White's |
/// | `memory` | patterns of each kind in the memory, patterns created and forgotten |
/// | `td-error` | mean distance of the learner's values from their targets, in points |
/// | `overview` | the score under a title that says how it rose, the others small below it (no CSV) |
///
/// Means are taken over a centred moving window: 5 % of the run's games, at least 7, rounded up to an odd number, and cut
/// off at both ends of the run. Void games count for `memory` only. In a run that also has other games, those of self-play
/// count for `memory` and `td-error` only. Of a long run 800 games, evenly spread, are drawn and written as CSV; the means
/// are over all games.
#[derive(Clone, Debug)]
pub struct Curves {
    runs: Vec<RunSamples>,
}

impl Curves {
    /// The curves of `runs`, one colour each in the order given.
    ///
    /// # Errors
    ///
    /// There is no run, a run has no game, or there are more than seven runs.
    pub fn new(runs: &[RunJournal]) -> Result<Curves, PlotError> {
        Curves::with_window(runs, None)
    }

    /// As [`Curves::new`], with means over `window` games, rounded up to an odd number.
    ///
    /// # Errors
    ///
    /// As [`Curves::new`].
    pub fn with_window(
        runs: &[RunJournal],
        window: Option<NonZero<u32>>,
    ) -> Result<Curves, PlotError> {
        let window = window.map(|games| games.get() as usize);
        Curves::of_samples(runs.iter().map(|run| RunSamples::of(run, window)).collect())
    }

    /// The curves of a folder with the CSV files that [`Curves::write`] wrote.
    ///
    /// # Errors
    ///
    /// A file is missing or is not what was written.
    pub fn stored(folder: &Path) -> Result<Curves, PlotError> {
        Curves::of_samples(stored::read(folder)?)
    }

    fn of_samples(runs: Vec<RunSamples>) -> Result<Curves, PlotError> {
        if runs.is_empty() {
            return Err(PlotError::Nothing);
        }
        if runs.len() > PALETTE.len() {
            return Err(PlotError::TooMany { found: runs.len(), max: PALETTE.len() });
        }
        if let Some(run) = runs.iter().find(|run| run.samples.is_empty()) {
            return Err(PlotError::NoGames { label: run.label.clone() });
        }
        Ok(Curves { runs })
    }

    /// Writes the pictures into `folder`, which is created if it is missing, and returns the files written.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn write(&self, folder: &Path, formats: Formats) -> Result<Vec<PathBuf>, PlotError> {
        let runs = &self.runs;
        type WriteRows = fn(&mut Vec<u8>, &[RunSamples]) -> io::Result<()>;
        let charts: [(&str, Chart, WriteRows); 4] = [
            ("material", curves::material(runs), rows::material),
            ("score", curves::score(runs), rows::score),
            ("memory", curves::memory(runs), rows::memory),
            ("td-error", curves::td_error(runs), rows::td_error),
        ];
        let mut files = Vec::new();
        for (name, chart, rows) in charts {
            let picture = curves::alone(chart);
            files.extend(write_picture(folder, name, formats, &picture, |out| rows(out, runs))?);
        }
        let formats = Formats { csv: false, ..formats };
        let overview = curves::overview(runs);
        files.extend(write_picture(folder, "overview", formats, &overview, |_| Ok(()))?);
        Ok(files)
    }
}

/// Writes one picture, and its numbers by `csv`, in the formats asked for.
fn write_picture(
    folder: &Path,
    name: &str,
    formats: Formats,
    picture: &Picture,
    csv: impl Fn(&mut Vec<u8>) -> io::Result<()>,
) -> Result<Vec<PathBuf>, PlotError> {
    fs::create_dir_all(folder).map_err(FileError::at("create", folder))?;
    let mut files = Vec::new();
    let mut write = |extension: &str, bytes: &[u8]| -> Result<(), PlotError> {
        let path = folder.join(format!("{name}.{extension}"));
        write_atomic(&path, bytes)?;
        files.push(path);
        Ok(())
    };
    let svg = image::svg(picture)?;
    if formats.svg {
        write("svg", svg.as_bytes())?;
    }
    if formats.png {
        write("png", &image::png(&svg)?)?;
    }
    if formats.csv {
        let mut rows = Vec::new();
        csv(&mut rows).map_err(PlotError::draw)?;
        write("csv", &rows)?;
    }
    Ok(files)
}

#[cfg(test)]
mod tests;
