//! Verification of files: what was checked, what is wrong, and what can be saved. Nothing is written.

mod run;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::endgame::table::AdviceTable;
use crate::explanation::cases::CaseBase;
use crate::explanation::facts::tree::EvaluationTree;
use crate::file_format::{LoadError, read_text};
use crate::library::Library;
use crate::memory::Memory;
use crate::opponent_model::model::OpponentModel;
use crate::terminal_text::printable;
use crate::training::run_folder::RunPaths;
use crate::training::{PlanFile, Series};
use crate::units::counted;

/// What a file or folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum FileKind {
    /// A training run.
    Run,
    /// Several training runs and their merged memory.
    Series,
    /// A memory.
    Memory,
    /// A model of an opponent.
    #[strum(serialize = "opponent model")]
    OpponentModel,
    /// A table of endgame advice.
    #[strum(serialize = "advice table")]
    AdviceTable,
    /// A case base.
    #[strum(serialize = "case base")]
    CaseBase,
    /// A library of games.
    Library,
    /// A training plan.
    Plan,
    /// None of these, or it cannot be read.
    Unknown,
}

/// The result of verifying a file or folder.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The file or folder.
    pub path: PathBuf,
    /// What it holds.
    pub kind: FileKind,
    /// What was checked and is right, and what is noteworthy.
    pub checked: Vec<String>,
    /// What is wrong, with file and line, game or byte.
    pub faults: Vec<String>,
    /// What can be saved, and how.
    pub advice: Vec<String>,
}

impl Report {
    fn new(path: &Path, kind: FileKind) -> Report {
        let path = path.to_owned();
        Report { path, kind, checked: Vec::new(), faults: Vec::new(), advice: Vec::new() }
    }

    /// The report on a single file: what it holds, or why it cannot be loaded.
    fn of_file(path: &Path, kind: FileKind, loaded: Result<String, String>) -> Report {
        let mut report = Report::new(path, kind);
        match loaded {
            Ok(text) => report.checked.push(text),
            Err(fault) => report.faults.push(fault),
        }
        report
    }

    /// Nothing is wrong.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display().to_string();
        write!(f, "{}: ", printable(&path, usize::MAX))?;
        match self.kind {
            FileKind::Unknown => writeln!(f, "not recognised")?,
            kind if self.is_whole() => writeln!(f, "{kind}, whole")?,
            kind => writeln!(f, "{kind}, damaged")?,
        }
        let parts = [("checked", &self.checked), ("wrong", &self.faults), ("advice", &self.advice)];
        for (label, texts) in parts {
            for text in texts {
                let mut lines = text.lines();
                let first = printable(lines.next().unwrap_or_default(), usize::MAX);
                writeln!(f, "  {label:<8} {first}")?;
                for line in lines {
                    writeln!(f, "           {}", printable(line, usize::MAX))?;
                }
            }
        }
        Ok(())
    }
}

/// How many reports have faults, `1 of 2 damaged`; `None`: all is whole.
#[must_use]
pub fn damage(reports: &[Report]) -> Option<String> {
    let faulty = reports.iter().filter(|report| !report.is_whole());
    let is_unknown = faulty.clone().any(|report| report.kind == FileKind::Unknown);
    let also = if is_unknown { " or not recognised" } else { "" };
    let count = faulty.count();
    (count > 0).then(|| format!("{count} of {} damaged{also}", reports.len()))
}

/// Verifies a file or folder; a series gives a report for each of its runs too. Damage is part of the report.
///
/// With `relearn` all games of a run are learned again and compared with journal, checkpoints and memory.
///
/// # Cost
///
/// Reads every file once; `relearn` takes less than half the time of the training.
#[must_use]
pub fn verify(path: &Path, relearn: bool) -> Vec<Report> {
    if path.is_dir() {
        let paths = RunPaths::new(path);
        if Series::is_in(path) {
            return run::verify_series(path, relearn);
        }
        if paths.manifest().exists() || paths.journal().exists() {
            return vec![run::verify_run(path, relearn)];
        }
        if Library::is_in(path) {
            let found = Library::verify(path).map_err(|error| error.to_string());
            let found = found.map(|(games, documents)| {
                format!("all files: {games} games, {documents} positions")
            });
            return vec![Report::of_file(path, FileKind::Library, found)];
        }
        let fault = format!(
            "{}: expected a run, a series or a library: manifest.toml or library.toml is missing",
            path.display()
        );
        return vec![Report::of_file(path, FileKind::Unknown, Err(fault))];
    }
    vec![verify_file(path)]
}

fn verify_file(path: &Path) -> Report {
    match Memory::load(path) {
        Err(LoadError::WrongFormat { .. }) => {}
        Err(LoadError::File(error)) => {
            let fault = format!("{}: cannot be read: {}", path.display(), error.source);
            return Report::of_file(path, FileKind::Unknown, Err(fault));
        }
        loaded => {
            let loaded = loaded.map(|memory| describe(&memory)).map_err(|error| error.to_string());
            return Report::of_file(path, FileKind::Memory, loaded);
        }
    }
    match OpponentModel::load(path) {
        Err(LoadError::WrongFormat { .. }) => verify_text(path),
        loaded => {
            let loaded = loaded.map(|_| "header, checksum and content".to_owned());
            let loaded = loaded.map_err(|error| error.to_string());
            Report::of_file(path, FileKind::OpponentModel, loaded)
        }
    }
}

/// Verifies a text file by its extension.
fn verify_text(path: &Path) -> Report {
    let name = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str());
    let is_text = matches!(extension, Some("json" | "toml"));
    let text = match read_text(path) {
        Ok(text) if is_text => text,
        Ok(_) => {
            let fault = format!(
                "{name}: expected a run, a memory, an opponent model, a case base, an advice table or a plan"
            );
            return Report::of_file(path, FileKind::Unknown, Err(fault));
        }
        Err(error) => {
            let fault = format!("{error}: {}", error.source);
            return Report::of_file(path, FileKind::Unknown, Err(fault));
        }
    };
    if extension == Some("json") {
        let cases = EvaluationTree::load_shipped()
            .map_err(|error| error.to_string())
            .and_then(|tree| CaseBase::parse(&tree, &name, &text).map_err(|error| chain(&error)));
        let loaded = cases.map(|base| counted(base.cases.len(), "case"));
        return Report::of_file(path, FileKind::CaseBase, loaded);
    }
    let keys = text.parse::<toml::Table>().unwrap_or_default();
    if ["base", "runs", "opponents", "learning"].iter().any(|key| keys.contains_key(*key)) {
        let plans = PlanFile::load(path).and_then(|file| match file {
            PlanFile::Run(plan) => plan.check(path).map(|_| 1),
            PlanFile::Series(_, plans) => {
                let count = plans.len();
                plans.into_iter().try_for_each(|run| run.plan.check(path).map(drop)).map(|()| count)
            }
        });
        let loaded = plans.map(|count| format!("settings of {}", counted(count, "run")));
        return Report::of_file(path, FileKind::Plan, loaded.map_err(|error| error.to_string()));
    }
    let table = AdviceTable::parse(&name, &text).map(|table| format!("table {}", table.name));
    Report::of_file(path, FileKind::AdviceTable, table.map_err(|error| error.to_string()))
}

fn describe(memory: &Memory) -> String {
    let patterns = memory.graphs.len() + memory.materials.len() + memory.moves.len();
    let games = memory.games;
    match memory.lineage {
        Some(lineage) => {
            format!("{patterns} patterns of {games} games, history {}", lineage.history)
        }
        None => format!("{patterns} patterns of {games} games"),
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}
