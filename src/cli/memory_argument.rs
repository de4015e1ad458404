use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use crate::learning::Exponents;
use crate::memory::Memory;

/// The option `--memory`.
#[derive(Clone, Debug, Args)]
pub(super) struct MemoryArgument {
    /// Memory file [default: the memory that comes with the program]
    #[arg(long = "memory", value_name = "FILE")]
    path: Option<PathBuf>,
}

impl MemoryArgument {
    pub(super) fn load(&self) -> anyhow::Result<Memory> {
        load(self.path.as_deref())
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        name(self.path.as_deref())
    }

    pub(super) fn into_path(self) -> Option<PathBuf> {
        self.path
    }
}

/// The options `--memory` and `--no-memory`.
#[derive(Clone, Debug, Args)]
pub(super) struct OptionalMemoryArgument {
    #[command(flatten)]
    memory: MemoryArgument,
    /// Do not use learned patterns
    #[arg(long, conflicts_with = "path")]
    no_memory: bool,
}

impl OptionalMemoryArgument {
    pub(super) fn load(&self) -> anyhow::Result<Option<Memory>> {
        (!self.no_memory).then(|| self.memory.load()).transpose()
    }
}

/// The name of a memory in messages.
pub(super) fn name(path: Option<&Path>) -> String {
    path.map_or_else(
        || "the memory that comes with the program".to_owned(),
        |path| path.display().to_string(),
    )
}

/// The memory of a file, or the shipped one.
pub(super) fn load(path: Option<&Path>) -> anyhow::Result<Memory> {
    Ok(path.map_or_else(Memory::load_shipped, Memory::load)?)
}

/// The exponents of the utility with which a memory was trained.
pub(super) fn exponents(memory: &Memory) -> anyhow::Result<Exponents> {
    Exponents::of_plan(memory.plan.text()).context("the plan in the memory file")
}
