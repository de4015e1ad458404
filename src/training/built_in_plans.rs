//! The plans that come with the program.

use std::path::Path;

use super::plan::{self, Plan, PlanError};
use super::series::{PlanFile, PlannedRun};

/// Names and texts; the names are those of the files.
const PLANS: [(&str, &str); 4] = [
    ("default", Plan::DEFAULT),
    ("morph-1991", include_str!("../../training/plans/morph-1991.toml")),
    ("player-merged", include_str!("../../training/plans/player-merged.toml")),
    ("player-moves", include_str!("../../training/plans/player-moves.toml")),
];

/// The plan of the shipped memory, which is in the folder `player`.
const PLAYER: [&str; 2] = ["player", "player-moves"];

impl PlanFile {
    /// Names of the built-in plans.
    #[must_use]
    pub fn built_in_names() -> Vec<&'static str> {
        PLANS.iter().map(|(name, _)| *name).collect()
    }

    /// The built-in plan of a name (`player` is `player-moves`).
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn built_in(name: &Path) -> Result<PlanFile, PlanError> {
        match built_in(name) {
            Some(text) => PlanFile::parse(text, name, &run_of_built_in),
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
        if built_in(name).is_none() && name.exists() {
            return PlanFile::load(name);
        }
        PlanFile::built_in(name)
    }

    /// Reads a plan from its text. A series may name built-in plans, or files relative to the working directory.
    ///
    /// # Errors
    ///
    /// The text, or a file that it names, is no plan.
    pub fn of_text(text: &str) -> Result<PlanFile, PlanError> {
        PlanFile::parse(text, Path::new("the plan"), &run_of_built_in)
    }
}

fn built_in(name: &Path) -> Option<&'static str> {
    let name = name.to_str()?;
    let name = if name == PLAYER[0] { PLAYER[1] } else { name };
    PLANS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}

/// A built-in series names its plans as its file does, by files in the same folder.
fn run_of_built_in(run: &PlannedRun) -> Result<Plan, PlanError> {
    let text = built_in(&run.plan.with_extension(""));
    text.map_or_else(|| Plan::load(&run.plan), |text| plan::parse(text, &run.plan))
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
        let [one, other] = PLAYER.map(|name| PlanFile::find(Path::new(name)).unwrap());
        assert_eq!(one, other);
    }
}
