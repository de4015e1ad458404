//! What plan files hold: the plan of one run, or of several.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::base::{self, Find};
use super::built_in_plans;
use super::plan::{self, Plan, PlanError};

/// The plan of several runs. Unknown keys are errors.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesPlan {
    /// Name of the series.
    pub name: String,
    /// The runs, in order; two or more.
    pub runs: Vec<PlannedRun>,
}

/// One run of a [`SeriesPlan`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedRun {
    /// File of its plan; the path is relative to the file that names it.
    pub plan: PathBuf,
    /// Seed of the run, instead of the one in its plan.
    #[serde(default)]
    pub seed: Option<u64>,
    /// From 1. The runs of a later round begin with the memories of the round before, merged.
    #[serde(default = "first_round")]
    pub round: u32,
}

/// The round of a run that says nothing of it.
pub(super) fn first_round() -> u32 {
    1
}

/// A run of a series with its plan.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberPlan {
    /// Its round, from 1.
    pub round: u32,
    /// Its plan; what it says of the memory to begin with counts in the first round.
    pub plan: Plan,
}

/// What a plan file can be.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanFile {
    /// The plan of one run.
    Run(Box<Plan>),
    /// The name of a series and its runs.
    Series(String, Vec<MemberPlan>),
}

impl PlanFile {
    /// Games of all runs together.
    #[must_use]
    pub fn games(&self) -> u64 {
        match self {
            PlanFile::Run(plan) => u64::from(plan.games),
            PlanFile::Series(_, runs) => runs.iter().map(|run| u64::from(run.plan.games)).sum(),
        }
    }

    /// Reads a plan file, and those that it names.
    ///
    /// # Errors
    ///
    /// A file cannot be read or is no plan.
    pub fn load(path: &Path) -> Result<PlanFile, PlanError> {
        PlanFile::parse(&plan::read(path)?, path, &base::beside)
    }

    /// Reads a plan; `find` finds those that it names, and `path` is for messages.
    fn parse(text: &str, path: &Path, find: &Find) -> Result<PlanFile, PlanError> {
        let is_series = text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("runs"));
        if !is_series {
            return Ok(PlanFile::Run(Box::new(base::parse(text, path, find)?)));
        }
        let series: SeriesPlan = plan::parse(text, path)?;
        let member = |run: &PlannedRun| {
            let (text, path) = find(&run.plan, path)?;
            let mut plan = base::parse(&text, &path, find)?;
            plan.seed = run.seed.unwrap_or(plan.seed);
            Ok(MemberPlan { round: run.round, plan })
        };
        let members = series.runs.iter().map(member).collect::<Result<_, PlanError>>()?;
        Ok(PlanFile::Series(series.name, members))
    }

    /// Names of the built-in plans.
    #[must_use]
    pub fn built_in_names() -> Vec<&'static str> {
        built_in_plans::names()
    }

    /// The built-in plan of a name (`player` is `player-moves`).
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn built_in(name: &Path) -> Result<PlanFile, PlanError> {
        match built_in_plans::text(name) {
            Some(text) => PlanFile::parse(text, name, &base::among_built_in),
            None => Err(PlanError::Unknown {
                name: name.to_owned(),
                names: PlanFile::built_in_names().join(", "),
            }),
        }
    }

    /// The built-in plan of a name, otherwise the plan in a file.
    ///
    /// # Errors
    ///
    /// There is neither, or the file is no plan.
    pub fn find(name: &Path) -> Result<PlanFile, PlanError> {
        if built_in_plans::text(name).is_none() && name.exists() {
            return PlanFile::load(name);
        }
        PlanFile::built_in(name)
    }

    /// Reads a plan from its text. It may name built-in plans, or files relative to the working directory.
    ///
    /// # Errors
    ///
    /// The text, or a file that it names, is no plan.
    pub fn of_text(text: &str) -> Result<PlanFile, PlanError> {
        PlanFile::parse(text, Path::new("the plan"), &base::among_built_in)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_plan_of_the_folder_is_built_in_and_reads_like_its_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("training/plans");
        let mut found = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = Path::new(path.file_stem().unwrap());
            assert_eq!(PlanFile::find(name).unwrap(), PlanFile::load(&path).unwrap());
            found += 1;
        }
        assert_eq!(found, PlanFile::built_in_names().len());
        let [one, other] =
            ["player", "player-moves"].map(|name| PlanFile::find(Path::new(name)).unwrap());
        assert_eq!(one, other);
    }
}
