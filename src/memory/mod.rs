//! Patterns with their order, weights, statistics and origins, and their retrieval in a position.
//!
//! A [`Memory`] has three [`Database`]s: of graph, material and move patterns. In each, a [`Hierarchy`] orders the patterns
//! by "more general than", keeping immediate predecessors and successors only; an [`Index`] finds the patterns that occur in
//! a position without testing the others. A pattern has a [`PatternId`] for ever and a [`Row`] in the tables of weights and
//! statistics; the rows of forgotten patterns are given up, so that a memory is as large as what it holds. A [`Snapshot`]
//! shares patterns and weights with any number of threads. A [`Retriever`] turns the [`PositionFeatures`] of a position into
//! [`Activations`].

mod beginning;
mod candidate_counter;
mod database;
mod features;
mod hierarchy;
mod id;
mod index;
mod lineage;
mod material_after_moves;
mod material_index;
mod merge;
mod move_index;
mod origin;
mod pattern_table;
mod postings;
mod probe_table;
mod retriever;
mod settings;
mod snapshot;
mod statistics;
mod store;
mod stored;
mod stored_plan;
mod trie;
mod version;

pub use candidate_counter::{CandidateCounter, Fingerprint};
pub use database::{Database, Forgotten, Insertion, Tombstone};
pub use features::PositionFeatures;
pub use hierarchy::Hierarchy;
pub use id::{AnyId, ParseIdError, PatternId, Row};
pub use index::Index;
pub use lineage::{HistoryDigest, Lineage, ParseDigestError};
pub(crate) use material_after_moves::{MaterialAfterMoves, parts};
pub use material_index::MaterialIndex;
pub use merge::MergeError;
pub use move_index::{MoveCache, MoveIndex};
pub use origin::{Operator, Origin};
pub use pattern_table::{IndexedPattern, PatternTable};
pub use retriever::{Activations, LogOdds, Matches, MoveActivations, Occurrence, Retriever};
pub use settings::{Counting, EvaluationSettings, RuleSettings, Selection};
pub use snapshot::{Memory, Snapshot, WeightTables};
pub use statistics::{Statistics, Weights};
pub use store::SnapshotUpdate;
pub use stored::Stored;
pub use stored_plan::StoredPlan;
pub use trie::{PatternTrie, TrieCache, TrieStatistics};

use version::Version;
