//! What the answers are made from, loaded once and shared.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::catalogue::PatternCatalogue;
use super::opponent::Opponent;
use crate::endgame::advisor::Advisor;
use crate::endgame::table_reader::TableError;
use crate::evaluation::Evaluator;
use crate::explanation::explainer::{Explainer, LoadError};
use crate::explanation::learned::MemoryExplainer;
use crate::file_format;
use crate::learning::{Exponents, MemoryPlanError};
use crate::library::{Library, LibraryError, Vocabulary};
use crate::memory::{CandidateCounter, Memory, Snapshot};
use crate::player::{Exploration, PatternPlayer};

/// Something that the answers are made from cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KnowledgeError {
    /// The library.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The shipped explainer.
    #[error(transparent)]
    Explainer(#[from] LoadError),
    /// A shipped endgame table.
    #[error(transparent)]
    Advice(#[from] TableError),
    /// The model of an opponent.
    #[error(transparent)]
    Opponent(#[from] file_format::LoadError),
    /// The plan in the memory file.
    #[error(transparent)]
    Plan(#[from] MemoryPlanError),
}

/// Memory, explainer, endgame tables, and a library if there is one.
pub struct Knowledge {
    /// The memory, without what only learning needs.
    pub memory: Arc<Memory>,
    /// Its name for readers.
    pub memory_name: String,
    /// The same patterns and weights.
    pub snapshot: Arc<Snapshot>,
    /// With which it rates the utility of its patterns.
    pub exponents: Exponents,
    /// What knows chess.
    pub explainer: Explainer,
    /// Endgame tables.
    pub advisor: Advisor,
    /// Games, with the words that find them.
    pub library: Option<(Library, Vocabulary)>,
    /// Players to prepare for.
    pub opponents: Vec<Opponent>,
    catalogue: OnceLock<PatternCatalogue>,
}

impl fmt::Debug for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Knowledge").field("memory", &self.memory_name).finish_non_exhaustive()
    }
}

impl Knowledge {
    /// What is shipped, with this memory, the library in a folder, and the models in files.
    ///
    /// # Errors
    ///
    /// The library is missing, damaged, or that of another memory; a model is missing or damaged.
    pub fn new(
        mut memory: Memory,
        memory_name: String,
        library: Option<&Path>,
        opponents: &[PathBuf],
    ) -> Result<Knowledge, KnowledgeError> {
        memory.graph_candidates = CandidateCounter::default();
        memory.move_candidates = CandidateCounter::default();
        Ok(Knowledge {
            library: library.map(|path| Library::open_with(path, &memory)).transpose()?,
            snapshot: Arc::new(memory.snapshot()),
            exponents: Exponents::of_memory(&memory)?,
            memory: Arc::new(memory),
            memory_name,
            explainer: Explainer::load_shipped()?,
            advisor: Advisor::load_shipped()?,
            opponents: opponents
                .iter()
                .map(|path| Opponent::load(path))
                .collect::<Result<_, _>>()?,
            catalogue: OnceLock::new(),
        })
    }

    /// A player with this memory.
    #[must_use]
    pub fn player(&self, exploration: Exploration) -> PatternPlayer {
        let evaluator = Evaluator::new(self.memory.evaluation());
        PatternPlayer::new(Arc::clone(&self.snapshot), evaluator, exploration)
    }

    /// An explainer with this memory, which all of them share.
    #[must_use]
    pub fn learned(&self) -> MemoryExplainer {
        MemoryExplainer::from_memory(Arc::clone(&self.memory))
    }

    /// All patterns with their phrases; the first call makes it.
    pub fn catalogue(&self) -> &PatternCatalogue {
        self.catalogue.get_or_init(|| PatternCatalogue::new(&self.memory))
    }
}
