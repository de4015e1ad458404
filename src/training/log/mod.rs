//! Logs of training runs for other programs, written while the runs go on.

mod csv_rows;
mod tensorboard;

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;

use csv_rows::CsvLog;
use tensorboard::TensorBoardLog;

use super::journal::{JournalEntry, JournalError, JournalTail};
use super::run_folder::RunPaths;
use super::{RecentScore, RunObserver};
use crate::file_format::FileError;

/// Form of a log.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum LogFormat {
    /// `log.csv` in the folder of the run: a row for each game, see [`LogRow`].
    Csv,
    /// An event file for TensorBoard in the folder `tensorboard` of the run: means over ten games.
    TensorBoard,
}

/// What a log says of a game.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct LogRow {
    /// Number of the game in its run, from 1.
    pub game: u32,
    /// Name of the other player.
    pub opponent: String,
    /// The memory's points: 0, ½ or 1. Empty in self-play and for void games.
    pub score: Option<f64>,
    /// Mean of the last 100 scores; empty while there is none.
    pub recent_score: Option<f64>,
    /// Half-moves played.
    pub plies: u32,
    /// Mean of |target − value| over the plies learned, both being expected points in `[0, 1]`.
    pub td_error: f64,
    /// Patterns that the game created.
    pub created: u32,
    /// Patterns that were forgotten after it.
    pub forgotten: u32,
    /// Graph patterns in the memory after the game.
    pub graph_patterns: u32,
    /// Material patterns.
    pub material_patterns: u32,
    /// Move patterns.
    pub move_patterns: u32,
}

impl LogRow {
    fn new(entry: &JournalEntry, recent_score: Option<f64>) -> LogRow {
        LogRow {
            game: entry.game,
            opponent: entry.opponent.clone(),
            score: entry.score,
            recent_score,
            plies: entry.plies,
            td_error: entry.td_error,
            created: entry.created,
            forgotten: entry.forgotten,
            graph_patterns: entry.graph_patterns,
            material_patterns: entry.material_patterns,
            move_patterns: entry.move_patterns,
        }
    }
}

enum Log {
    Csv(Box<CsvLog>),
    TensorBoard(TensorBoardLog),
}

/// A log cannot be written. Training goes on without it.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The games before cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// The logs of the runs of a session.
#[derive(Debug)]
pub struct TrainingLogs {
    format: LogFormat,
    /// The first error of any log.
    error: Rc<RefCell<Option<LogError>>>,
}

impl TrainingLogs {
    /// No logs yet.
    #[must_use]
    pub fn new(format: LogFormat) -> TrainingLogs {
        TrainingLogs { format, error: Rc::default() }
    }

    /// The log of another run.
    #[must_use]
    pub fn of_run(&self) -> TrainingLog {
        let (format, error) = (self.format, Rc::clone(&self.error));
        TrainingLog { format, recent: RecentScore::default(), log: None, error }
    }

    /// Whether the logs, all of which have ended, are whole.
    ///
    /// # Errors
    ///
    /// A log could not be written.
    pub fn finish(self) -> Result<(), LogError> {
        self.error.take().map_or(Ok(()), Err)
    }
}

/// Writes the log of a run, which ends when this is dropped.
pub struct TrainingLog {
    format: LogFormat,
    recent: RecentScore,
    log: Option<Log>,
    error: Rc<RefCell<Option<LogError>>>,
}

impl TrainingLog {
    /// Begins the log of a run. A CSV file is written again from the journal, so that each game is in it once; event files of
    /// earlier sessions stay, and the new one continues them.
    fn begin(&mut self, root: &Path, games: u32) -> Result<(), LogError> {
        self.recent = RecentScore::default();
        let before = if games == 0 {
            Vec::new()
        } else {
            JournalTail::after(&RunPaths::new(root).journal(), 0).read()?
        };
        let before = before.iter().take_while(|entry| entry.game <= games);
        let rows: Vec<LogRow> = before.map(|entry| self.row(entry)).collect();
        self.log = Some(match self.format {
            LogFormat::Csv => Log::Csv(Box::new(CsvLog::create(&root.join("log.csv"), &rows)?)),
            LogFormat::TensorBoard => {
                Log::TensorBoard(TensorBoardLog::create(&root.join("tensorboard"))?)
            }
        });
        Ok(())
    }

    fn row(&mut self, entry: &JournalEntry) -> LogRow {
        LogRow::new(entry, self.recent.mean_with(entry))
    }

    fn keep(&mut self, written: Result<(), LogError>) {
        if let Err(error) = written {
            self.log = None;
            self.error.borrow_mut().get_or_insert(error);
        }
    }

    fn end(&mut self) {
        if let Some(Log::TensorBoard(log)) = &mut self.log {
            let written = log.flush().map_err(LogError::from);
            self.keep(written);
        }
    }
}

impl RunObserver for TrainingLog {
    fn goes_on(&mut self, root: &Path, games: u32) {
        self.end();
        let begun = self.begin(root, games);
        self.keep(begun);
    }

    fn game(&mut self, entry: &JournalEntry) {
        let row = self.row(entry);
        let written = match &mut self.log {
            Some(Log::Csv(log)) => log.write(&row).map_err(LogError::from),
            Some(Log::TensorBoard(log)) => log.write(&row).map_err(LogError::from),
            None => Ok(()),
        };
        self.keep(written);
    }
}

impl Drop for TrainingLog {
    fn drop(&mut self) {
        self.end();
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> FileError {
    FileError::at("write", path)
}
