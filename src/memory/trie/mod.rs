//! Retrieval of all graph patterns that occur in a position at once.

mod cache;
mod index;
mod key;
mod lists;
mod reach;
mod tree;
mod walk;

pub use cache::TrieCache;
pub use tree::{PatternTrie, TrieStatistics};
