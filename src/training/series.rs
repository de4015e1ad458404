//! Several runs whose memories are merged: averaging reduces the noise of each. In rounds the runs go on from
//! what those of the round before have come to together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::TrainingError;
use super::journal;
use super::plan::{self, CheckedPlan, Plan, PlanError};
use super::plan_file::{MemberPlan, first_round};
use super::run_folder::RunPaths;
use super::{Run, RunObserver, start};
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
    round: u32,
    plan: CheckedPlan,
    /// The folder of the series.
    folder: PathBuf,
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
    #[serde(default = "first_round", skip_serializing_if = "is_first")]
    round: u32,
    plan: Plan,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_first(round: &u32) -> bool {
    *round == first_round()
}

impl Series {
    /// Creates the folder of a series; its runs are begun later. `path` is for messages.
    ///
    /// # Errors
    ///
    /// There are fewer than two runs, a plan is invalid, two are equal or have different evaluation settings, rounds are not
    /// in order, or the folder already holds a run or a series or cannot be written.
    pub fn begin(
        root: &Path,
        name: &str,
        members: Vec<MemberPlan>,
        path: &Path,
    ) -> Result<Series, TrainingError> {
        let paths = RunPaths::new(root);
        paths.must_be_free()?;
        let runs: Vec<OutlinedRun> = (1..)
            .zip(members)
            .map(|(number, MemberPlan { round, mut plan })| {
                if round > 1 {
                    plan.start = Some(start::MERGED.into());
                }
                OutlinedRun { folder: folder_name(number, &plan.name), round, plan }
            })
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
        check(&outline.runs).map_err(|what| PlanError::Settings { path: path.to_owned(), what })?;
        let run = |OutlinedRun { folder, round, plan }| {
            let (plan, series) = (plan.check(path)?, path.to_owned());
            Ok(SeriesRun { root: root.join(folder), round, plan, folder: root.to_owned(), series })
        };
        let runs = outline.runs.into_iter().map(run).collect::<Result<_, PlanError>>()?;
        Ok(Series { root: root.to_owned(), runs })
    }

    /// Its runs, in order.
    #[must_use]
    pub fn runs(&self) -> &[SeriesRun] {
        &self.runs
    }

    /// Merges the memories of the runs of the last round ([`Memory::merged_since`]) and writes the result to `memory.morph` in the
    /// folder of the series.
    ///
    /// # Errors
    ///
    /// A run has no memory yet, or the merged one cannot be written.
    pub fn merge(&self) -> Result<Memory, TrainingError> {
        self.merge_round(self.last_round(), &RunPaths::new(&self.root).memory())
    }

    fn last_round(&self) -> u32 {
        self.runs.last().map_or(first_round(), |run| run.round)
    }

    fn in_round(&self, round: u32) -> impl Iterator<Item = &SeriesRun> {
        self.runs.iter().filter(move |run| run.round == round)
    }

    /// Makes ready what runs of a round begin with, unless all of them have begun.
    ///
    /// # Errors
    ///
    /// A run of the round before has no memory yet, or the merged one cannot be written.
    pub fn prepare<'a>(
        &self,
        runs: impl IntoIterator<Item = &'a SeriesRun>,
    ) -> Result<(), TrainingError> {
        let begins =
            |run: &&SeriesRun| run.round > 1 && !RunPaths::new(&run.root).manifest().exists();
        match runs.into_iter().find(begins) {
            Some(run) => self.merge_round(run.round - 1, &run.merged()).map(drop),
            None => Ok(()),
        }
    }

    /// The merged memories that are there, each with whether it is what its runs come to.
    ///
    /// # Errors
    ///
    /// A run has no memory, or it cannot be loaded.
    ///
    /// # Cost
    ///
    /// Merges the memories again.
    pub fn check_merged(&self) -> Result<Vec<(PathBuf, bool)>, TrainingError> {
        let rounds = self.runs.iter().filter(|run| run.round > 1);
        let rounds = rounds.map(|run| (run.round - 1, run.merged())).collect::<BTreeMap<_, _>>();
        let last = (self.last_round(), RunPaths::new(&self.root).memory());
        let mut checked = Vec::new();
        for (round, path) in rounds.into_iter().chain([last]) {
            let Ok(found) = std::fs::read(&path) else { continue };
            let merged = self.merged_of(round)?.to_bytes().map_err(TrainingError::Encode)?;
            checked.push((path, merged == found));
        }
        Ok(checked)
    }

    fn merge_round(&self, round: u32, path: &Path) -> Result<Memory, TrainingError> {
        let memory = self.merged_of(round)?;
        let bytes = memory.to_bytes().map_err(TrainingError::Encode)?;
        write_atomic(path, &bytes)?;
        Ok(memory)
    }

    fn merged_of(&self, round: u32) -> Result<Memory, TrainingError> {
        let load = |run: &SeriesRun| Memory::load(&RunPaths::new(&run.root).memory());
        let memories = self.in_round(round).map(load).collect::<Result<_, _>>()?;
        let memory = match self.in_round(round).find(|run| run.round > 1) {
            Some(run) => Memory::merged_since(&Memory::load(&run.merged())?, memories),
            None => Memory::merged(memories),
        };
        Ok(memory.unwrap_or_default())
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

    /// Its round, from 1.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The merged memory of the round before.
    fn merged(&self) -> PathBuf {
        self.folder.join(format!("round-{}.morph", self.round.saturating_sub(1)))
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

    /// Begins the run, which has to be [prepared](Series::prepare), or resumes it if its folder exists.
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
            let merged = (self.round > 1).then(|| self.merged());
            Run::begin_with(&self.root, self.plan.clone(), merged.as_deref(), command)
        }
    }
}

/// Checks that the memories can be merged, and that rounds follow one another.
fn check(runs: &[OutlinedRun]) -> Result<(), String> {
    let [first, _, ..] = runs else {
        return Err(format!("runs: expected two or more, found {}", runs.len()));
    };
    let mut before = 1;
    for (index, OutlinedRun { round, plan, .. }) in runs.iter().enumerate() {
        if plan.evaluation != first.plan.evaluation {
            let (one, other) = (&plan.name, &first.plan.name);
            return Err(format!("runs: {one} and {other} have different evaluation settings"));
        }
        let is_twin = |earlier: &OutlinedRun| (earlier.round, &earlier.plan) == (*round, plan);
        if let Some(twin) = runs[..index].iter().position(is_twin) {
            let (twin, index) = (twin + 1, index + 1);
            return Err(format!("runs: runs {twin} and {index} are equal; change a seed"));
        }
        let (number, next) = (index + 1, before + u32::from(index > 0));
        if ![before, next].contains(round) {
            let or_next = if next > before { format!(" or {next}") } else { String::new() };
            return Err(format!(
                "runs: round = {round} in run {number}: expected {before}{or_next}"
            ));
        }
        before = *round;
    }
    Ok(())
}

/// Number and name of the plan, such as `2-player-moves`; plots use it as a label.
fn folder_name(number: usize, plan: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    format!("{number}-{}", plan.chars().map(plain).collect::<String>())
}
