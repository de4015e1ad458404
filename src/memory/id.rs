use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Number of a pattern in its database. Never reused, even when the pattern is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PatternId(pub u32);

impl PatternId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Place of a pattern in the tables of its database, for what needs no search. Rows are in the order of ids.
///
/// A snapshot keeps its rows. In a [`Database`](super::Database) they hold until a pattern is removed: then the patterns may
/// move up into the rows of forgotten ones. What lives longer, or leaves the memory, names patterns by [`PatternId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row(pub(super) u32);

impl Row {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Replaces the row of a pattern by its new one; see [`Index::renumber`](super::Index::renumber).
    pub(super) fn move_up(&mut self, moved: &[Option<Row>]) {
        *self = moved[self.index()].unwrap_or(*self);
    }
}

/// Drops the items of rows that are not kept.
pub(super) fn keep_moved<T>(items: &mut Vec<T>, moved: &[Option<Row>]) {
    let mut moved = moved.iter();
    items.retain(|_| moved.next().is_some_and(Option::is_some));
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

/// The text is no pattern id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid pattern id {0:?}: expected g12 (graph), m3 (material) or v7 (move)")]
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
