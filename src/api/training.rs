use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Error, Morph};
use crate::arena::processors;
use crate::memory::Memory;
use crate::training::journal::JournalEntry;
use crate::training::{
    CheckedPlan, PlanFile, PlanOverrides, RecentScore, RunObserver, RunPlace, Session,
    SessionSummary, TrainingError, Workforce,
};

/// What is played in training and how it is learned from: the settings of a run, or of a series of runs whose memories are
/// merged. `training/plans/default.toml` explains every setting.
#[derive(Clone, Debug)]
pub struct TrainingPlan {
    file: PlanFile,
    overrides: PlanOverrides,
    /// For messages.
    name: PathBuf,
}

impl TrainingPlan {
    /// A built-in plan: `default` (wins games after about two minutes), `morph-1991`, `player-continued`, `player-merged`
    /// or `player-moves`.
    ///
    /// # Errors
    ///
    /// [`Error::Plan`]: there is no plan of this name.
    pub fn built_in(name: &str) -> Result<TrainingPlan, Error> {
        TrainingPlan::new(PlanFile::built_in(Path::new(name)), Path::new(name))
    }

    /// The plan in a TOML file. Plans that it names are beside it or built in; other files are relative to the working
    /// directory.
    ///
    /// # Errors
    ///
    /// [`Error::Plan`]: the file cannot be read, or is no plan; the message names the line and the key.
    pub fn load(file: impl AsRef<Path>) -> Result<TrainingPlan, Error> {
        TrainingPlan::new(PlanFile::load(file.as_ref()), file.as_ref())
    }

    /// The plan in a text in TOML. Files that it names are relative to the working directory.
    ///
    /// # Errors
    ///
    /// [`Error::Plan`]: this is no plan; the message names the line and the key.
    pub fn from_toml(text: &str) -> Result<TrainingPlan, Error> {
        TrainingPlan::new(PlanFile::of_text(text), Path::new("the plan"))
    }

    fn new(
        file: Result<PlanFile, crate::training::PlanError>,
        name: &Path,
    ) -> Result<TrainingPlan, Error> {
        let file = file.map_err(|error| Error::Plan(error.into()))?;
        Ok(TrainingPlan { file, overrides: PlanOverrides::default(), name: name.to_owned() })
    }

    /// With so many games in each run, 1 or more.
    #[must_use]
    pub fn with_games(mut self, games: u32) -> TrainingPlan {
        self.overrides.games = Some(games);
        self
    }

    /// With this seed of all random choices; each further run of a series takes the next number. The same plan and seed
    /// give the same games with any number of threads.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> TrainingPlan {
        self.overrides.seed = Some(seed);
        self
    }

    /// Beginning with the memory in a file, or with the one that comes with the program (`built-in`), instead of an empty one.
    /// The plan `player-continued` has steps that are short enough for that.
    #[must_use]
    pub fn starting_with(mut self, memory: impl AsRef<Path>) -> TrainingPlan {
        self.overrides.start = Some(memory.as_ref().to_owned());
        self
    }

    /// A run of this plan in a folder, which is created when the run is played.
    ///
    /// # Errors
    ///
    /// [`Error::Plan`]: a value is out of range. [`Error::Training`]: the plan is a series, and the folder is taken.
    pub fn begin(self, folder: impl AsRef<Path>) -> Result<TrainingRun, Error> {
        let folder = Some(folder.as_ref().to_owned());
        let session = Session::begin(self.file, &self.overrides, folder, &self.name);
        Ok(TrainingRun::new(session.map_err(error)?))
    }
}

/// A training run in a folder, new or resumed.
///
/// Everything is on the disk after each game: a run that is stopped, or whose process is killed, can be resumed and ends
/// with the same memory.
///
/// ```
/// use std::ops::ControlFlow;
/// use morph::{TrainingPlan, TrainingRun};
///
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path().join("run");
/// let run = TrainingPlan::built_in("default")?.with_games(4).with_seed(1).begin(&folder)?;
/// // Two games, then stop.
/// run.play(|done| if done.game < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })?;
///
/// let summary = TrainingRun::resume(&folder)?.play(|done| {
///     println!("game {} of {}: {} patterns", done.game, done.games, done.patterns);
///     ControlFlow::Continue(())
/// })?;
/// assert!(summary.is_finished());
/// let mut trained = summary.into_morph()?; // as Morph::load would give it from summary.memory_file()
/// # assert!(trained.games() == 4 && trained.patterns() > 0 && folder.join("memory.morph").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrainingRun {
    session: Session,
    max_threads: Option<usize>,
}

impl TrainingRun {
    /// The run or the series in a folder. A finished one is left as it is.
    ///
    /// # Errors
    ///
    /// [`Error::Training`]: the outline of a series is damaged. Whether the files of a run are as they were written is
    /// checked when it is played.
    pub fn resume(folder: impl AsRef<Path>) -> Result<TrainingRun, Error> {
        Ok(TrainingRun::new(Session::resume(folder.as_ref()).map_err(error)?))
    }

    fn new(session: Session) -> TrainingRun {
        TrainingRun { session, max_threads: None }
    }

    /// With at most so many games at the same time; otherwise one on each processor. The plan may allow fewer.
    #[must_use]
    pub fn with_threads(mut self, max: usize) -> TrainingRun {
        self.max_threads = Some(max);
        self
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.session.root()
    }

    /// Plays the games that are left and learns from them. The runs of a round of a series are played at the same time, one for
    /// every four threads. `progress` is told of each game, on this thread; after
    /// [`Break`](ControlFlow::Break) the games under way are finished, and no more are begun.
    ///
    /// # Errors
    ///
    /// [`Error::Training`]: the folder already holds another run or cannot be written; there is no run to resume, or a file
    /// of it is damaged or was changed; or the opponent does not play. What was learned until then is kept.
    ///
    /// # Cost
    ///
    /// The plan `default` takes about two minutes on two cores.
    pub fn play(
        &self,
        progress: impl FnMut(&TrainingProgress) -> ControlFlow<()>,
    ) -> Result<TrainingSummary, Error> {
        let workforce = Workforce::Processors(self.max_threads.unwrap_or_else(processors).max(1));
        let command: Vec<String> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let (stop, progress) = (AtomicBool::new(false), RefCell::new(progress));
        let mut observe = |place| -> Box<dyn RunObserver> {
            let recent = RecentScore::default();
            Box::new(Observer { progress: &progress, stop: &stop, recent, place, games: 0 })
        };
        let summary =
            self.session.play(&command, &workforce, &stop, &mut observe).map_err(error)?;
        Ok(TrainingSummary { memory_file: self.session.memory_path(), summary })
    }
}

/// A plan with an invalid value is a fault of the plan, whenever it is noticed.
fn error(error: TrainingError) -> Error {
    match error {
        TrainingError::Plan(error) => Error::Plan(error.into()),
        other => Error::Training(other.into()),
    }
}

/// A game that was played and learned from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrainingProgress {
    /// Number of the run in its series, from 1.
    pub run: usize,
    /// Runs of the series; 1 where there is none.
    pub runs: usize,
    /// Number of the game in its run, from 1.
    pub game: u32,
    /// Games of the run.
    pub games: u32,
    /// The memory's points: 0, ½ or 1; `None` in games against itself and in abandoned ones.
    pub score: Option<f64>,
    /// Mean of the last 100 scores, from 0 to 1; `None` while there is none.
    pub recent_score: Option<f64>,
    /// Half-moves of the game.
    pub plies: u32,
    /// Patterns in the memory after it.
    pub patterns: u32,
}

/// Tells of the games of one run.
struct Observer<'a, F> {
    progress: &'a RefCell<F>,
    stop: &'a AtomicBool,
    recent: RecentScore,
    place: RunPlace,
    games: u32,
}

impl<F: FnMut(&TrainingProgress) -> ControlFlow<()>> RunObserver for Observer<'_, F> {
    fn game(&mut self, entry: &JournalEntry) {
        let recent_score = self.recent.mean_with(entry);
        // Games under way are finished after a stop; whoever has stopped is not told of them.
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let RunPlace { number: run, runs } = self.place;
        let told = (self.progress.borrow_mut())(&TrainingProgress {
            run,
            runs,
            game: entry.game,
            games: self.games,
            score: entry.score,
            recent_score,
            plies: entry.plies,
            patterns: entry.patterns(),
        });
        if told.is_break() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn begins(&mut self, plan: &CheckedPlan) {
        self.games = plan.games;
    }

    fn resumed(&mut self, plan: &CheckedPlan, _games: u32, _relearned: u32) {
        self.games = plan.games;
    }
}

/// What became of a run. `Display` writes the number of games, and the results against each opponent in lines of their own.
#[derive(Clone, Debug)]
pub struct TrainingSummary {
    memory_file: PathBuf,
    summary: SessionSummary,
}

impl TrainingSummary {
    /// All games of all runs are played. Otherwise the run was stopped and can be resumed.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.summary.is_finished
    }

    /// The file of the memory, which [`Morph::load`] takes; a series has it when it is finished.
    #[must_use]
    pub fn memory_file(&self) -> &Path {
        &self.memory_file
    }

    /// The memory, as far as it was trained.
    ///
    /// # Errors
    ///
    /// [`Error::Unfinished`]: a series was stopped, or a run before its first game was over.
    pub fn into_morph(self) -> Result<Morph, Error> {
        let memory: Memory = self.summary.memory.ok_or(Error::Unfinished)?;
        Morph::with_memory(memory, self.memory_file.display().to_string())
    }
}

impl fmt::Display for TrainingSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary.text)
    }
}
