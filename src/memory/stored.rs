use std::sync::Arc;

use super::{Origin, Row};

/// A pattern with its origin.
#[derive(Debug)]
pub(super) struct Entry<P> {
    pub(super) pattern: P,
    pub(super) origin: Origin,
}

/// The patterns of a table, by row.
#[derive(Debug)]
pub struct Stored<'a, P>(&'a [Option<Arc<Entry<P>>>]);

impl<'a, P> Stored<'a, P> {
    /// `None` where a pattern was forgotten.
    pub(super) fn new(entries: &'a [Option<Arc<Entry<P>>>]) -> Stored<'a, P> {
        Stored(entries)
    }

    /// The pattern in a row.
    #[must_use]
    pub fn get(&self, row: Row) -> Option<&'a P> {
        self.0[row.index()].as_ref().map(|entry| &entry.pattern)
    }

    /// All patterns with their rows, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (Row, &'a P)> {
        let rows = (0..).map(Row).zip(self.0);
        rows.filter_map(|(row, entry)| Some((row, &entry.as_ref()?.pattern)))
    }
}
