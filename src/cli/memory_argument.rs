use std::path::{Path, PathBuf};

use clap::Args;

use crate::explanation::learned::MemoryExplainer;
use crate::file_format::LoadError;
use crate::memory::Memory;

/// The option `--memory`.
#[derive(Clone, Debug, Args)]
pub(super) struct MemoryArgument {
    /// Memory file [default: the memory that comes with the program]
    #[arg(long = "memory", value_name = "FILE")]
    path: Option<PathBuf>,
}

impl MemoryArgument {
    pub(super) fn load(&self) -> Result<Memory, LoadError> {
        Memory::load_or_shipped(self.path())
    }

    /// Its name in messages.
    pub(super) fn name(&self) -> String {
        Memory::name_of(self.path())
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
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
    pub(super) fn load(&self) -> Result<Option<MemoryExplainer>, LoadError> {
        let memory = (!self.no_memory).then(|| self.memory.load()).transpose()?;
        Ok(memory.map(MemoryExplainer::from_memory))
    }
}
