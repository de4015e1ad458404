//! Retrieval of all graph patterns that occur in a position at once.

mod cache;
mod edge_mask;
mod index;
mod key;
mod lists;
mod tree;
mod walk;

pub use cache::TrieCache;
pub use tree::{PatternTrie, TrieStatistics};
