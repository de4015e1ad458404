use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

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

/// The memory of a file, or the shipped one.
pub(super) fn load(path: Option<&Path>) -> anyhow::Result<Trained> {
    let memory = path.map_or_else(Memory::load_shipped, Memory::load)?;
    let exponents = Exponents::of_plan(memory.plan.text())
        .with_context(|| format!("{}: the plan it was trained with", name(path)))?;
    Ok(Trained { plan: memory.plan.label(), evaluation: memory.evaluation(), exponents, memory })
}
