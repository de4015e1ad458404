//! The associative memory: which patterns are known, how they are ordered, what they weigh, where they occur.
//!
//! A [`Memory`] holds three [`Database`]s that work alike: of graph patterns, material patterns and move patterns. In each,
//! patterns are ordered by "more general than" in a [`Hierarchy`] that keeps only immediate predecessors and
//! successors; an index finds those that occur in a position without looking at the others; weights and statistics
//! live in a table of their own. A [`Snapshot`] shares all of it at a moment in time and can be asked from any thread.

mod candidate_counter;
mod database;
mod hierarchy;
mod index;
mod material_index;
mod merge;
mod move_index;
mod origin;
mod postings;
mod retriever;
mod statistics;
mod store;
mod trie;
mod version;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

pub use candidate_counter::{CandidateCounter, Fingerprint};
pub use database::{Database, IndexedPattern, Insertion, PatternTable, Tombstone};
pub use hierarchy::Hierarchy;
pub use index::Index;
pub use material_index::MaterialIndex;
pub use move_index::{MoveCache, MoveIndex};
pub use origin::{Operator, Origin};
pub use retriever::{Matches, MoveUses, Occurrence, Retriever};
pub use statistics::{Statistics, Weights};
pub use trie::{PatternTrie, TrieCache, TrieStatistics};

use crate::pattern::{GraphPattern, MaterialPattern, MovePattern};
use version::Version;

/// Names a pattern of one database. Never used again, even when the pattern is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PatternId(pub u32);

impl PatternId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A pattern of any database, written `g12`, `m3` or `v7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyId {
    /// A graph pattern.
    Graph(PatternId),
    /// A material pattern.
    Material(PatternId),
    /// A move pattern.
    Move(PatternId),
}

impl fmt::Display for AnyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyId::Graph(id) => write!(f, "g{}", id.0),
            AnyId::Material(id) => write!(f, "m{}", id.0),
            AnyId::Move(id) => write!(f, "v{}", id.0),
        }
    }
}

/// Not the name of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no pattern id: they look like g12 (graph), m3 (material) or v7 (move)")]
pub struct ParseIdError(pub String);

impl FromStr for AnyId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<AnyId, ParseIdError> {
        let error = || ParseIdError(text.to_owned());
        let number = |digits: &str| digits.parse().map(PatternId).map_err(|_| error());
        match text.split_at_checked(1) {
            Some(("g", digits)) => number(digits).map(AnyId::Graph),
            Some(("m", digits)) => number(digits).map(AnyId::Material),
            Some(("v", digits)) => number(digits).map(AnyId::Move),
            _ => Err(error()),
        }
    }
}

/// Everything that was learned.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// Graph patterns.
    pub graphs: Database<GraphPattern>,
    /// Material patterns.
    pub materials: Database<MaterialPattern>,
    /// Move patterns.
    pub moves: Database<MovePattern>,
    /// Candidates for graph patterns that have come up, not yet often enough.
    pub graph_candidates: CandidateCounter,
    /// Candidates for move patterns.
    pub move_candidates: CandidateCounter,
    /// Games from which it has learned.
    pub games: u32,
    /// The plan it was trained with, as TOML; empty if there was none. Whoever plays with the memory has to value
    /// positions the way it was trained.
    pub plan: String,
}

/// A memory as it was at one moment: cheap to take, to share between threads, and to ask.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Graph patterns.
    pub graphs: PatternTable<GraphPattern>,
    /// Material patterns.
    pub materials: PatternTable<MaterialPattern>,
    /// Move patterns.
    pub moves: PatternTable<MovePattern>,
}

impl Memory {
    /// What is known at this moment. Costs no copy; the next change of the memory does.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            graphs: self.graphs.table(),
            materials: self.materials.table(),
            moves: self.moves.table(),
        }
    }
}
