//! Training runs on the disk.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::Serialize;
use utoipa::ToSchema;

use crate::training::journal::JournalTail;
use crate::training::run_folder::RunPaths;
use crate::training::{Plan, Series};

/// A run whose journal has changed this recently is under way.
const UNDER_WAY: Duration = Duration::from_secs(20);

/// Between the folder of a series and that of a run in the name of the run.
const IN_SERIES: &str = "~";

/// The folders in which runs are looked for.
#[derive(Clone, Debug)]
pub struct RunShelf {
    folders: Vec<PathBuf>,
}

/// A run that was found.
#[derive(Clone, Debug)]
pub struct FoundRun {
    /// Its name in addresses: that of its folder.
    pub id: String,
    /// Its files.
    pub paths: RunPaths,
}

/// A run in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunSummary {
    /// Its name in addresses.
    pub id: String,
    /// Name of its plan.
    pub plan: String,
    /// When it began, as RFC 3339.
    pub started: String,
    /// Games played.
    pub games: u32,
    /// Games that the plan asks for.
    pub planned: u32,
    /// Patterns of all kinds after the last game.
    pub patterns: u32,
    /// Whether games are being played.
    pub state: RunState,
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// A game was played a moment ago.
    Running,
    /// It has games left to play and does not play them.
    Stopped,
    /// All games are played.
    Finished,
}

impl RunShelf {
    /// Runs in these folders, or one or two folders below.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> RunShelf {
        RunShelf { folders }
    }

    /// All runs, by name. Folders that cannot be read are passed over.
    #[must_use]
    pub fn runs(&self) -> Vec<FoundRun> {
        let mut runs = Vec::new();
        for folder in &self.folders {
            if !collect(folder, "", &mut runs) {
                for folder in subfolders(folder) {
                    collect(&folder, "", &mut runs);
                }
            }
        }
        runs.sort_by(|a, b| a.id.cmp(&b.id));
        runs.dedup_by(|a, b| a.id == b.id);
        runs
    }

    /// The run with this name; names are compared with those that are there.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<FoundRun> {
        self.runs().into_iter().find(|run| run.id == id)
    }
}

/// Adds the run in a folder, or the runs of the series in it; false if there is neither.
fn collect(folder: &Path, series: &str, runs: &mut Vec<FoundRun>) -> bool {
    let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { return false };
    let id = format!("{series}{name}");
    if Series::is_in(folder) {
        let within = format!("{id}{IN_SERIES}");
        subfolders(folder).iter().for_each(|run| _ = collect(run, &within, runs));
        return true;
    }
    let paths = RunPaths::new(folder);
    let is_run = paths.manifest().exists();
    if is_run {
        runs.push(FoundRun { id, paths });
    }
    is_run
}

fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect()
}

impl FoundRun {
    /// What is told of it in a list; `None` if plan or manifest cannot be read. `is_playing` is what this process knows of
    /// it: without that, the age of the journal tells.
    #[must_use]
    pub fn summary(&self, is_playing: Option<bool>) -> Option<RunSummary> {
        let manifest = self.paths.load_manifest().ok()?;
        let plan = Plan::load(&self.paths.plan()).ok()?;
        let last = JournalTail::last_entry(&self.paths.journal()).ok()?;
        let games = last.as_ref().map_or(0, |entry| entry.game);
        let age = || {
            let changed = self.paths.journal().metadata().ok()?.modified().ok()?;
            SystemTime::now().duration_since(changed).ok()
        };
        let state = match age() {
            _ if games >= plan.games => RunState::Finished,
            _ if is_playing == Some(true) => RunState::Running,
            _ if is_playing == Some(false) => RunState::Stopped,
            Some(age) if age < UNDER_WAY => RunState::Running,
            _ => RunState::Stopped,
        };
        Some(RunSummary {
            id: self.id.clone(),
            plan: plan.name,
            started: manifest.started,
            games,
            planned: plan.games,
            patterns: last.map_or(0, |entry| entry.patterns()),
            state,
        })
    }
}
