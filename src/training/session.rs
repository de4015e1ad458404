//! A training session: one run, or the runs of a series and the merging of their memories.

use std::collections::VecDeque;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::error::TrainingError;
use super::journal::JournalEntry;
use super::observer::RunObserver;
use super::plan::{CheckedPlan, Plan};
use super::plan_file::{MemberPlan, PlanFile};
use super::players::Workforce;
use super::run::{Run, RunSummary};
use super::run_folder::{RunPaths, new_folder};
use super::series::Series;
use super::side_by_side::play_side_by_side;
use crate::arena::Opponent;
use crate::memory::Memory;
use crate::units::counted;

/// Where new runs are put.
const RUNS: &str = "training/runs";

/// Settings that replace those of every plan of a session; `None` keeps the plan's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanOverrides {
    /// The only opponent.
    pub opponent: Option<Opponent>,
    /// Games of each run.
    pub games: Option<u32>,
    /// Seed of the first run; each further run takes the next number.
    pub seed: Option<u64>,
    /// Games between the checkpoints that are kept.
    pub keep_every: Option<NonZero<u32>>,
    /// The memory that each run begins with: a file or `built-in`.
    pub start: Option<PathBuf>,
}

impl PlanOverrides {
    fn apply(&self, mut plan: Plan, index: u64) -> Plan {
        if let Some(opponent) = &self.opponent {
            plan.opponents = vec![opponent.clone()];
        }
        plan.games = self.games.unwrap_or(plan.games);
        plan.seed = self.seed.map_or(plan.seed, |seed| seed.wrapping_add(index));
        plan.keep_every = self.keep_every.or(plan.keep_every);
        plan.start = self.start.clone().or(plan.start);
        plan
    }
}

/// Where a session is played, and what is played.
#[derive(Clone, Debug)]
pub struct Session {
    root: PathBuf,
    kind: SessionKind,
}

#[derive(Clone, Debug)]
enum SessionKind {
    NewRun(Box<CheckedPlan>),
    ResumedRun,
    Series(Series),
}

/// Which run of a session is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunPlace {
    /// Its number in the series, from 1.
    pub number: usize,
    /// Runs of the series; 1 where there is none.
    pub runs: usize,
}

impl RunPlace {
    const ALONE: RunPlace = RunPlace { number: 1, runs: 1 };
}

/// The result of a session.
#[derive(Clone, Debug)]
pub struct SessionSummary {
    /// Folders of the runs.
    pub runs: Vec<PathBuf>,
    /// What was played, in a few lines.
    pub text: String,
    /// The memory; `None` if a run was stopped before its first game was over, or a series before its end.
    pub memory: Option<Memory>,
    /// All games of all runs are played.
    pub is_finished: bool,
}

impl Session {
    /// Prepares a new session in `root`, by default a new folder in `training/runs`; `path` is for messages.
    ///
    /// # Errors
    ///
    /// A plan is invalid, or `root` already holds a run or a series.
    pub fn begin(
        file: PlanFile,
        overrides: &PlanOverrides,
        root: Option<PathBuf>,
        path: &Path,
    ) -> Result<Session, TrainingError> {
        let root = |name: &str| root.unwrap_or_else(|| new_folder(Path::new(RUNS), name));
        Ok(match file {
            PlanFile::Run(plan) => {
                let plan = overrides.apply(*plan, 0).check(path)?;
                Session { root: root(&plan.name), kind: SessionKind::NewRun(Box::new(plan)) }
            }
            PlanFile::Series(name, members) => {
                let changed = |(member, index): (MemberPlan, u64)| MemberPlan {
                    plan: overrides.apply(member.plan, index),
                    ..member
                };
                let members = members.into_iter().zip(0..).map(changed).collect();
                let root = root(&name);
                let series = Series::begin(&root, &name, members, path)?;
                Session { root, kind: SessionKind::Series(series) }
            }
        })
    }

    /// Prepares to resume the run or the series in `root`.
    ///
    /// # Errors
    ///
    /// The outline of the series is damaged.
    pub fn resume(root: &Path) -> Result<Session, TrainingError> {
        let is_series = Series::is_in(root);
        let kind = if is_series {
            SessionKind::Series(Series::resume(root)?)
        } else {
            SessionKind::ResumedRun
        };
        Ok(Session { root: root.to_owned(), kind })
    }

    /// The folder of the session.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The memory file of the session.
    #[must_use]
    pub fn memory_path(&self) -> PathBuf {
        RunPaths::new(&self.root).memory()
    }

    /// Plays the runs that are not finished and merges the memories of a series; `command` goes into the manifests.
    ///
    /// The runs of a round are played at the same time, one for every four threads. Each has an observer of its own,
    /// which `observe` makes; all are told on this thread.
    ///
    /// # Errors
    ///
    /// As [`Run::begin`], [`Run::resume`], [`Run::play`] and [`Series::merge`]. The error of a run sets `stop`, so that the others
    /// end early: they can be resumed.
    pub fn play<'o>(
        &self,
        command: &[String],
        workforce: &Workforce,
        stop: &AtomicBool,
        observe: &mut dyn FnMut(RunPlace) -> Box<dyn RunObserver + 'o>,
    ) -> Result<SessionSummary, TrainingError> {
        let (run, mut observer) = match &self.kind {
            SessionKind::Series(series) => {
                return self.play_series(series, command, workforce, stop, observe);
            }
            SessionKind::NewRun(plan) => {
                let mut observer = observe(RunPlace::ALONE);
                observer.begins(plan);
                (Run::begin(&self.root, (**plan).clone(), command.to_vec())?, observer)
            }
            SessionKind::ResumedRun => {
                let mut observer = observe(RunPlace::ALONE);
                (Run::resume(&self.root, &mut *observer)?, observer)
            }
        };
        let players = workforce.share(0, 1, run.plan());
        Ok(self.single(run.play(&players, stop, &mut *observer)?))
    }

    fn play_series<'o>(
        &self,
        series: &Series,
        command: &[String],
        workforce: &Workforce,
        stop: &AtomicBool,
        observe: &mut dyn FnMut(RunPlace) -> Box<dyn RunObserver + 'o>,
    ) -> Result<SessionSummary, TrainingError> {
        let all = series.runs();
        let runs: Vec<PathBuf> = all.iter().map(|run| run.root().to_owned()).collect();
        let mut unfinished = Vec::new();
        for (number, run) in (1..).zip(all) {
            if !run.is_finished()? {
                unfinished.push((RunPlace { number, runs: all.len() }, run));
            }
        }
        for round in unfinished.chunk_by(|(_, one), (_, next)| one.round() == next.round()) {
            series.prepare(round.iter().map(|(_, run)| *run))?;
            for together in round.chunks(workforce.runs_at_a_time()) {
                let mut observers: Vec<_> =
                    together.iter().map(|(place, _)| observe(*place)).collect();
                let played = play_side_by_side(&mut observers, stop, |index, observer| {
                    let (_, run) = together[index];
                    let players = workforce.share(index, together.len(), run.plan());
                    observer.begins(run.plan());
                    run.open(command.to_vec(), observer)?.play(&players, stop, observer)
                })?;
                if played.iter().any(|run| run.games < run.planned) {
                    let text = RunSummary::text_of_all(&played, &self.root);
                    return Ok(SessionSummary { runs, text, memory: None, is_finished: false });
                }
            }
        }
        let memory = series.merge()?;
        let text =
            format!("{} in {}, merged", counted(memory.games, "game"), counted(runs.len(), "run"));
        Ok(SessionSummary { runs, text, memory: Some(memory), is_finished: true })
    }

    fn single(&self, summary: RunSummary) -> SessionSummary {
        let (text, is_finished) = (summary.text(&self.root), summary.games >= summary.planned);
        let (runs, memory) = (vec![self.root.clone()], Some(summary.memory));
        let memory = memory.filter(|memory| memory.games > 0);
        SessionSummary { runs, text, memory, is_finished }
    }
}

/// The score over the last games and the size of the memory, for a progress display.
#[derive(Clone, Debug, Default)]
pub struct RecentScore(VecDeque<f64>);

impl RecentScore {
    /// Games that count.
    const GAMES: usize = 100;

    /// Adds a game; the mean of the last scores, if there is one.
    pub fn mean_with(&mut self, entry: &JournalEntry) -> Option<f64> {
        self.0.extend(entry.score);
        if self.0.len() > RecentScore::GAMES {
            self.0.pop_front();
        }
        let mean = self.0.iter().sum::<f64>() / self.0.len() as f64;
        (!self.0.is_empty()).then_some(mean)
    }

    /// Adds a game and returns the display: `score 61 %  1234 patterns`.
    pub fn update(&mut self, entry: &JournalEntry) -> String {
        let patterns = entry.patterns();
        match self.mean_with(entry) {
            None => format!("{patterns} patterns"),
            Some(mean) => format!("score {:.0} %  {patterns} patterns", 100.0 * mean),
        }
    }
}
