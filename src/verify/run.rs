//! Verification of runs and series.

use std::path::{Path, PathBuf};

use super::{FileKind, Report, chain};
use crate::arena::pgn::GameReader;
use crate::memory::{HistoryDigest, Memory};
use crate::training::game_learner::{GameLearner, misfit, prepare_again};
use crate::training::journal::{History, JournalEntry};
use crate::training::plan;
use crate::training::run_folder::RunPaths;
use crate::training::{CheckedPlan, Series, checkpoint, load_plan, start};

pub(super) fn verify_series(root: &Path, relearn: bool) -> Vec<Report> {
    let mut report = Report::new(root, FileKind::Series);
    let series = match Series::load(root) {
        Ok(series) => series,
        Err(error) => {
            report.faults.push(chain(&error));
            report.advice.push("each run can be verified and resumed alone".to_owned());
            return vec![report];
        }
    };
    let mut reports = Vec::new();
    for run in series.runs() {
        let paths = RunPaths::new(run.root());
        if !paths.manifest().exists() {
            report.checked.push(format!("{} has not begun", run.root().display()));
            continue;
        }
        if let Err(error) = run.check_plan() {
            report.faults.push(chain(&error));
        }
        reports.push(verify_run(run.root(), relearn));
    }
    // What is wrong with the memory of a run its own report says.
    for (path, is_merged) in series.check_merged().unwrap_or_default() {
        let path = path.display();
        if is_merged {
            report.checked.push(format!("{path}: the runs merged"));
        } else {
            report.faults.push(format!("{path}: not what the runs come to when they are merged"));
            let advice =
                format!("remove {path}; `morph train --resume {}` merges again", root.display());
            report.advice.push(advice);
        }
    }
    reports.insert(0, report);
    reports
}

/// Verifies the run in a folder.
pub(super) fn verify_run(root: &Path, relearn: bool) -> Report {
    let paths = RunPaths::new(root);
    let mut report = Report::new(root, FileKind::Run);
    let plan = match load_plan(&paths) {
        Ok((plan, _)) => {
            report.checked.push(format!("plan {}, seed {}", plan.name, plan.seed));
            Some(plan)
        }
        Err(error) => {
            report.faults.push(chain(&error));
            None
        }
    };
    let Some(digest) = plan_digest(&paths) else { return report };
    if !paths.journal().exists() && !paths.memory().exists() {
        report.checked.push("no game is played yet".to_owned());
        return report;
    }
    let history = match History::read(&paths.journal(), &paths.games(), digest) {
        Ok((history, fault)) => {
            let games = history.games();
            if let Some(fault) = &fault {
                report.faults.push(chain(fault));
                report.advice.push(match games {
                    0 => "no game is whole: the run cannot go on, but a memory that is whole can be used"
                        .to_owned(),
                    _ => format!(
                        "games 1 to {games} are whole: to go on after them, remove line {} and all after it from {}, \
                         then resume the run",
                        games + 1,
                        paths.journal().display(),
                    ),
                });
            }
            history
        }
        Err(error) => {
            report.faults.push(chain(&error));
            return report;
        }
    };
    let games = history.games();
    report.checked.push(format!("journal and digests of {games} games"));
    if history.unvouched() > 0 {
        report.checked.push(format!(
            "games 1 to {} have no digests: a former version played them",
            history.unvouched()
        ));
    }
    match &plan {
        Some(plan) if games < plan.games && report.is_whole() => {
            report.checked.push(format!("{games} of {} games are played", plan.games));
        }
        _ => {}
    }
    let mut memories =
        Memories { digest, plan: plan.as_ref(), history: &history, whole: Vec::new() };
    memories.verify(&paths, &mut report);
    let mut learner = match (&plan, relearn) {
        (Some(plan), true) => match start::of_run(plan, &paths) {
            Ok(memory) => Some(GameLearner::new(memory, plan, digest)),
            Err(error) => {
                report.faults.push(chain(&error));
                None
            }
        },
        _ => None,
    };
    let whole = memories.whole;
    verify_games(&paths, &history, learner.as_mut(), &whole, &mut report);
    report
}

/// The digest with which the chain of the games begins.
fn plan_digest(paths: &RunPaths) -> Option<HistoryDigest> {
    let manifest = paths.load_manifest().ok().and_then(|manifest| manifest.plan_digest);
    manifest.or_else(|| plan::read(&paths.plan()).ok().map(|text| plan::digest(&text)))
}

/// The checkpoints and the memory of a run.
struct Memories<'a> {
    digest: HistoryDigest,
    plan: Option<&'a CheckedPlan>,
    history: &'a History,
    /// Those that are right and say from which games they come.
    whole: Vec<(u32, PathBuf)>,
}

impl Memories<'_> {
    fn verify(&mut self, paths: &RunPaths, report: &mut Report) {
        let stored = self.plan.and_then(|plan| start::stored_plan(plan).ok());
        let label = stored.unwrap_or_default().label();
        let mut count = 0;
        match paths.checkpoints() {
            Ok(checkpoints) => {
                for (game, path) in checkpoints {
                    count += 1;
                    let loaded = checkpoint(game, &path).map_err(|error| chain(&error));
                    if !self.compare(&path, loaded, &label, report) {
                        let path = path.display();
                        report.advice.push(format!(
                            "move {path} away: the games since an earlier checkpoint are learned again"
                        ));
                    }
                }
            }
            Err(error) => report.checked.push(format!("{error}: all games would be learned again")),
        }
        let path = paths.memory();
        let is_there = path.exists();
        if is_there {
            let loaded = Memory::load(&path).map_err(|error| chain(&error));
            if !self.compare(&path, loaded, &label, report) {
                let root = paths.root().display();
                report.advice.push(format!(
                    "move {} away: `morph train --resume {root}` learns it again",
                    path.display()
                ));
            }
        }
        let memory = if is_there { "memory.morph" } else { "no memory.morph" };
        report.checked.push(format!("{count} checkpoints and {memory}"));
    }

    /// Whether a memory is whole and of this run, as far as that can be said.
    fn compare(
        &mut self,
        path: &Path,
        loaded: Result<Memory, String>,
        label: &str,
        report: &mut Report,
    ) -> bool {
        let fault = match loaded {
            Err(fault) => Some(fault),
            // The journal was cut short at a fault, or the plan is not known.
            Ok(memory) if memory.games > self.history.games() && !report.is_whole() => None,
            Ok(memory) if memory.lineage.is_none() && self.plan.is_none() => None,
            Ok(memory) => {
                let fault = misfit(&memory, self.history, self.digest, label);
                if fault.is_none() && memory.lineage.is_some() {
                    self.whole.push((memory.games, path.to_owned()));
                }
                fault.map(|fault| format!("{}: {fault}", path.display()))
            }
        };
        let is_right = fault.is_none();
        report.faults.extend(fault);
        is_right
    }
}

/// Reads the games, compares them with the journal and, with a learner, learns them again; `memories` are the files to
/// compare, each with its number of games.
fn verify_games(
    paths: &RunPaths,
    history: &History,
    mut learner: Option<&mut GameLearner>,
    memories: &[(u32, PathBuf)],
    report: &mut Report,
) {
    let path = paths.games();
    if history.games() == 0 {
        return;
    }
    let mut records = match GameReader::open(&path) {
        Ok(records) => records,
        Err(error) => {
            report.faults.push(chain(&error));
            return;
        }
    };
    let mut read = |entry: &JournalEntry| {
        let game = entry.game;
        let Some(record) = records.next() else {
            return Err(format!("{}: {} games, but more in the journal", path.display(), game - 1));
        };
        let record = record.map_err(|error| chain(&error))?;
        if record.plies.len() != entry.plies as usize || record.result != result(entry) {
            let (path, journal) = (path.display(), paths.journal());
            let journal = journal.display();
            return Err(format!(
                "{path}, game {game}: plies and result are not those in {journal}"
            ));
        }
        Ok(record)
    };
    let read_all = match &mut learner {
        None => history.entries.iter().try_for_each(|entry| read(entry).map(drop)),
        Some(learner) => {
            let preparation = learner.preparation().clone();
            prepare_again(&history.entries, &preparation, read, |entry, recorded| {
                let game = entry.game;
                let learned = learner.relearn(entry, recorded, history.digest(game));
                learned
                    .map_err(|fault| format!("{}:{game}: {fault}", paths.journal().display()))?;
                for (_, path) in memories.iter().filter(|(games, _)| *games == game) {
                    let same = Memory::load(path)
                        .is_ok_and(|memory| memory.to_bytes() == learner.memory().to_bytes());
                    if !same {
                        let path = path.display();
                        report.faults.push(format!("{path}: the games teach something else"));
                    }
                }
                Ok(())
            })
        }
    };
    if let Err(fault) = read_all {
        report.faults.push(fault);
        return;
    }
    report.checked.push(format!("{} legal games, as in the journal", history.games()));
    if learner.is_some() {
        report.checked.push("all games learned again".to_owned());
    }
    // What a process that was killed had not finished writing.
    let end = history.entries.last().map_or(0, |entry| entry.pgn_end);
    if path.metadata().is_ok_and(|metadata| metadata.len() > end) && report.is_whole() {
        report.checked.push(format!(
            "{} goes on after byte {end} with a game that is not journaled: the run still trains, or resuming removes it",
            path.display()
        ));
    }
}

fn result(entry: &JournalEntry) -> Option<shakmaty::KnownOutcome> {
    match entry.result {
        shakmaty::Outcome::Known(known) => Some(known),
        shakmaty::Outcome::Unknown => None,
    }
}
