//! Several runs, one after the other, whose memories are merged: averaging reduces the noise of each.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::TrainingError;
use super::journal;
use super::plan::{self, CheckedPlan, Plan, PlanError};
use super::run_folder::RunPaths;
use super::{Run, RunObserver};
use crate::file_format::{FileError, read_text, remove_abandoned, write_atomic};
use crate::memory::Memory;

/// A series: a folder with `series.toml`, a folder for each run, and at the end `memory.morph`.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    root: PathBuf,
    runs: Vec<SeriesRun>,
}

/// One run of a [`Series`].
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesRun {
    root: PathBuf,
    plan: CheckedPlan,
    /// The file that outlines the series.
    series: PathBuf,
}

/// `series.toml`: all that is needed to resume the series, even if the plan files change.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Outline {
    name: String,
    runs: Vec<OutlinedRun>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutlinedRun {
    /// Relative to the folder of the series.
    folder: String,
    plan: Plan,
}

impl Series {
    /// Creates the folder of a series; its runs are begun later. `path` is for messages.
    ///
    /// # Errors
    ///
    /// There are fewer than two plans, one of them is invalid, two of them are equal or have different evaluation
    /// settings, or the folder already holds a run or a series or cannot be written.
    pub fn begin(
        root: &Path,
        name: &str,
        plans: Vec<Plan>,
        path: &Path,
    ) -> Result<Series, TrainingError> {
        let paths = RunPaths::new(root);
        paths.must_be_free()?;
        let runs: Vec<OutlinedRun> = (1..)
            .zip(plans)
            .map(|(number, plan)| OutlinedRun { folder: folder_name(number, &plan.name), plan })
            .collect();
        let outline = Outline { name: name.to_owned(), runs };
        let text =
            toml::to_string_pretty(&outline).map_err(|e| TrainingError::Encode(e.to_string()))?;
        let series = Series::new(root, outline, path)?;
        fs::create_dir_all(root).map_err(FileError::at("create", root))?;
        write_atomic(&paths.series(), text.as_bytes())?;
        Ok(series)
    }

    /// Resumes the series in this folder.
    ///
    /// # Errors
    ///
    /// There is none, or its outline is damaged.
    pub fn resume(root: &Path) -> Result<Series, TrainingError> {
        remove_abandoned(root)?;
        Series::load(root)
    }

    /// As [`Series::resume`], and only reads.
    pub(crate) fn load(root: &Path) -> Result<Series, TrainingError> {
        let path = RunPaths::new(root).series();
        let text = read_text(&path)?;
        Series::new(root, plan::parse(&text, &path)?, &path)
    }

    /// Whether this folder holds a series.
    #[must_use]
    pub fn is_in(root: &Path) -> bool {
        RunPaths::new(root).series().exists()
    }

    fn new(root: &Path, outline: Outline, path: &Path) -> Result<Series, TrainingError> {
        let plans: Vec<&Plan> = outline.runs.iter().map(|run| &run.plan).collect();
        check(&plans).map_err(|what| PlanError::Settings { path: path.to_owned(), what })?;
        let run = |OutlinedRun { folder, plan }| {
            let plan = plan.check(path)?;
            Ok(SeriesRun { root: root.join(folder), plan, series: path.to_owned() })
        };
        let runs = outline.runs.into_iter().map(run).collect::<Result<_, PlanError>>()?;
        Ok(Series { root: root.to_owned(), runs })
    }

    /// Its runs, in order.
    #[must_use]
    pub fn runs(&self) -> &[SeriesRun] {
        &self.runs
    }

    /// Merges the memories of the runs ([`Memory::merged`]) and writes the result to `memory.morph` in the folder of the
    /// series.
    ///
    /// # Errors
    ///
    /// A run has no memory yet, or the merged one cannot be written.
    pub fn merge(&self) -> Result<Memory, TrainingError> {
        let load = |run: &SeriesRun| Memory::load(&RunPaths::new(&run.root).memory());
        let memories = self.runs.iter().map(load).collect::<Result<_, _>>()?;
        let memory = Memory::merged(memories).unwrap_or_default();
        let bytes = memory.to_bytes().map_err(TrainingError::Encode)?;
        write_atomic(&RunPaths::new(&self.root).memory(), &bytes)?;
        Ok(memory)
    }
}

impl SeriesRun {
    /// Its folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Its plan.
    #[must_use]
    pub fn plan(&self) -> &CheckedPlan {
        &self.plan
    }

    /// Whether all its games are played and its memory is written.
    ///
    /// # Errors
    ///
    /// Its journal or its memory is damaged, or it was begun with another plan.
    pub fn is_finished(&self) -> Result<bool, TrainingError> {
        let paths = RunPaths::new(&self.root);
        if !paths.memory().exists() {
            return Ok(false);
        }
        let entries = journal::read(&paths.journal())?;
        if entries.last().is_none_or(|entry| entry.game < self.plan.games) {
            return Ok(false);
        }
        self.check_plan()?;
        // The file may come from an earlier interruption, or from elsewhere, which resuming the run tells.
        let memory = Memory::load(&paths.memory())?;
        let is_newest = memory.lineage.map(|lineage| lineage.history)
            == entries.last().and_then(|entry| entry.digest);
        Ok(memory.games >= self.plan.games && is_newest)
    }

    /// Checks that the run was begun with the plan of the series.
    pub(crate) fn check_plan(&self) -> Result<(), TrainingError> {
        let path = RunPaths::new(&self.root).plan();
        // Which checkpoints are kept does not matter.
        let settings = |plan: Plan| Plan { keep_every: None, ..plan };
        if settings(Plan::load(&path)?) == settings(Plan::clone(&self.plan)) {
            return Ok(());
        }
        Err(TrainingError::PlansDiffer { path, series: self.series.clone() })
    }

    /// Begins the run, or resumes it if its folder exists.
    ///
    /// # Errors
    ///
    /// As [`Run::begin`] and [`Run::resume`].
    pub fn open(
        &self,
        command: Vec<String>,
        observer: &mut dyn RunObserver,
    ) -> Result<Run, TrainingError> {
        let paths = RunPaths::new(&self.root);
        if paths.manifest().exists() {
            self.check_plan()?;
            Run::resume(&self.root, observer)
        } else {
            Run::begin(&self.root, self.plan.clone(), command)
        }
    }
}

/// Checks that the plans can be merged.
fn check(plans: &[&Plan]) -> Result<(), String> {
    let [first, _, ..] = plans else {
        return Err(format!("runs: expected two or more, found {}", plans.len()));
    };
    for (index, plan) in plans.iter().enumerate() {
        if plan.evaluation != first.evaluation {
            let (one, other) = (&plan.name, &first.name);
            return Err(format!("runs: {one} and {other} have different evaluation settings"));
        }
        if let Some(twin) = plans[..index].iter().position(|earlier| earlier == plan) {
            let (twin, index) = (twin + 1, index + 1);
            return Err(format!("runs: runs {twin} and {index} are equal; change a seed"));
        }
    }
    Ok(())
}

/// Number and name of the plan, such as `2-player-moves`; plots use it as a label.
fn folder_name(number: usize, plan: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    format!("{number}-{}", plan.chars().map(plain).collect::<String>())
}
