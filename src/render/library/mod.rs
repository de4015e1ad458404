//! What was found in a library.

mod alike;
mod found;
mod json;
mod page;
mod pgn;
mod progress;
mod search;
mod text;

use std::io::{self, Write};

use shakmaty::Chess;

use crate::library::{Neighbour, Occurrences, Similar};
use crate::memory::{Memory, Snapshot};

pub use found::{citation, continuation, new_move, result};
pub use progress::{AddedFile, AddedRecord, add_files};
pub use search::{LibrarySearch, Question, SearchError};

/// Form of what was found.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// For a terminal.
    Text,
    /// An object.
    Json,
    /// The same in one line.
    JsonLine,
    /// The games, each with a comment where it is alike.
    Pgn,
    /// A web page with pairs of boards.
    Html,
}

/// Writes positions and how they are alike.
#[derive(Debug)]
pub struct LibraryReport<'a> {
    memory: &'a Memory,
    snapshot: Snapshot,
}

impl<'a> LibraryReport<'a> {
    /// Patterns are told in the words of this memory.
    #[must_use]
    pub fn new(memory: &'a Memory) -> LibraryReport<'a> {
        LibraryReport { memory, snapshot: memory.snapshot() }
    }

    /// What a position has in common with another one, in English: at most `limit` sentences, those first that say most.
    #[must_use]
    pub fn alike(&self, position: &Chess, neighbour: &Neighbour, limit: usize) -> Vec<String> {
        let found = alike::likenesses(self, position, neighbour, limit);
        found.into_iter().map(|likeness| likeness.text).collect()
    }

    /// Writes the positions that are like `position`.
    ///
    /// # Errors
    ///
    /// `out` cannot be written.
    pub fn write_similar(
        &self,
        out: &mut impl Write,
        format: Format,
        position: &Chess,
        similar: &Similar,
    ) -> io::Result<()> {
        match format {
            Format::Text => text::write_similar(out, self, position, similar),
            Format::Json | Format::JsonLine => {
                let answer = json::Answer::new(self, position, similar);
                json::write(out, &answer, format == Format::Json)
            }
            Format::Pgn => pgn::write_similar(out, self, position, similar),
            Format::Html => page::write_similar(out, self, position, similar),
        }
    }

    /// Writes the positions that were looked up by `what`.
    ///
    /// # Errors
    ///
    /// `out` cannot be written.
    pub fn write_occurrences(
        &self,
        out: &mut impl Write,
        format: Format,
        what: &str,
        found: &Occurrences,
    ) -> io::Result<()> {
        match format {
            Format::Text => text::write_occurrences(out, what, found),
            Format::Json | Format::JsonLine => {
                let answer = json::OccurrencesJson::new(what, found);
                json::write(out, &answer, format == Format::Json)
            }
            Format::Pgn => pgn::write_occurrences(out, what, found),
            Format::Html => page::write_occurrences(out, what, found),
        }
    }
}
