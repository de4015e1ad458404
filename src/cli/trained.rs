use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::Deserialize;

use crate::evaluation::EvaluationSettings;
use crate::learning::Exponents;
use crate::memory::Memory;

/// A memory, and what the plan it was trained with says about its use.
pub(super) struct Trained {
    pub(super) memory: Memory,
    /// Name and seed of the plan.
    pub(super) plan: String,
    /// How it wants positions to be valued.
    pub(super) evaluation: EvaluationSettings,
    /// What counted in the utility of a pattern.
    pub(super) exponents: Exponents,
}

/// Which memory a command is about.
#[derive(Clone, Debug, Args)]
pub(super) struct MemoryArgument {
    /// The memory; the one that comes with the program if not given.
    #[arg(long = "memory", value_name = "FILE")]
    path: Option<PathBuf>,
}

impl MemoryArgument {
    pub(super) fn load(&self) -> anyhow::Result<Trained> {
        load(self.path.as_deref())
    }

    /// What it is called in messages.
    pub(super) fn name(&self) -> String {
        name(self.path.as_deref())
    }

    pub(super) fn into_path(self) -> Option<PathBuf> {
        self.path
    }
}

/// The memory of a command that can do without one.
#[derive(Clone, Debug, Args)]
pub(super) struct OptionalMemoryArgument {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Leave learned patterns out.
    #[arg(long, conflicts_with = "path")]
    no_memory: bool,
}

impl OptionalMemoryArgument {
    pub(super) fn load(&self) -> anyhow::Result<Option<Trained>> {
        (!self.no_memory).then(|| self.memory.load()).transpose()
    }
}

/// What a memory is called in messages.
pub(super) fn name(path: Option<&Path>) -> String {
    path.map_or_else(
        || "the memory that comes with the program".to_owned(),
        |path| path.display().to_string(),
    )
}

/// The part of a plan that matters after training. All else is passed over, so that a memory outlives settings that
/// come and go with the versions of the program.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Outline {
    name: String,
    seed: u64,
    evaluation: EvaluationSettings,
    learning: LearningOutline,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LearningOutline {
    forgetting: ForgettingOutline,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ForgettingOutline {
    exponents: Exponents,
}

/// The memory of a file, or the one that comes with the program.
pub(super) fn load(path: Option<&Path>) -> anyhow::Result<Trained> {
    let memory = path.map_or_else(Memory::load_shipped, Memory::load)?;
    let outline: Outline = toml::from_str(&memory.plan)
        .with_context(|| format!("{}: the plan it was trained with", name(path)))?;
    let exponents = outline.learning.forgetting.exponents;
    let plan = format!("{}, seed {}", outline.name, outline.seed);
    Ok(Trained { memory, plan, evaluation: outline.evaluation, exponents })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn settings_that_are_gone_do_not_make_a_memory_useless() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.morph");
        let plan = "name = \"old\"\nspeed = 3\n[evaluation]\nrule = { kind = \"mean\", beta = 2.0 }\ncounting = \"once\"\n\
                       patterns = \"all\"\n[learning.creation]\nold = 1\n";
        let memory = Memory { plan: plan.to_owned(), ..Memory::default() };
        std::fs::write(&path, memory.to_bytes().unwrap()).unwrap();
        let trained = load(Some(&path)).unwrap();
        assert_eq!(trained.evaluation.rule, crate::evaluation::RuleSettings::Mean { beta: 2.0 });
        assert_eq!(trained.plan, "old, seed 0");
        assert_eq!(trained.exponents, Exponents::default());
    }
}
