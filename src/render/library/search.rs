//! Questions to a library, and the answers as they are found.

use std::io::{self, Write};
use std::path::PathBuf;

use shakmaty::Chess;

use super::{Format, LibraryReport};
use crate::arena::{Positions, Subject, SubjectError};
use crate::chess::fen;
use crate::library::{Analyser, Criterion, Filter, Library, LibraryError, SimilarityKind};
use crate::memory::{AnyId, Memory};

/// What a library is asked for; positions are named as in [`Subject::parse`].
#[derive(Clone, Debug)]
pub enum Question {
    /// Positions like this one, and why they are alike.
    Similar(Vec<String>, SimilarityKind),
    /// Where a learned pattern is one of those that say most about the position.
    Pattern(AnyId),
    /// Positions with something in common: what it is called before the FEN, and by what they are looked up.
    Same(Vec<String>, &'static str, fn(Chess) -> Criterion),
}

/// A question that a library does not answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The library cannot be searched.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// What is asked about is no position.
    #[error(transparent)]
    Subject(#[from] SubjectError),
    /// No library answers it, or not in this format.
    #[error("{0}")]
    Question(String),
    /// The answer cannot be written. The cause stays visible: a closed pipe is no failure.
    #[error("the answer cannot be written")]
    Write(#[from] io::Error),
}

/// How a library is asked.
#[derive(Clone, Debug)]
pub struct LibrarySearch {
    /// The folder of the library.
    pub library: PathBuf,
    /// Only games like this count.
    pub filter: Filter,
    /// Positions that are shown for each one asked about.
    pub top: usize,
    /// How the answers are written: for each position of a file JSON in one line.
    pub format: Format,
}

impl LibrarySearch {
    /// Writes the answer to a question. The words of the library are the patterns of `memory`.
    ///
    /// # Errors
    ///
    /// The library cannot be searched, it does not answer such a question, or `out` cannot be written.
    pub fn answer(
        &self,
        out: &mut impl Write,
        memory: &Memory,
        question: Question,
    ) -> Result<(), SearchError> {
        let LibrarySearch { filter, top, .. } = self;
        let (library, words) = Library::open_with(&self.library, memory)?;
        let report = LibraryReport::new(memory);
        let (asked, format): (Vec<(String, Criterion)>, Format) = match question {
            Question::Similar(subject, kind) => {
                let mut analyser = Analyser::new(&words);
                let (positions, format) = self.positions(&subject)?;
                for position in &positions {
                    let found = library.similar(&mut analyser, position, kind, filter, *top)?;
                    report.write_similar(out, format, position, &found)?;
                }
                return Ok(());
            }
            Question::Pattern(id) => {
                let unknown = || SearchError::Question(format!("no pattern is called {id}"));
                let phrase = memory.phrase(id).ok_or_else(unknown)?;
                let heading = format!(
                    "{id}: {phrase}\n(where it is one of the patterns that say most about the position)"
                );
                (vec![(heading, Criterion::Pattern(id))], self.format)
            }
            Question::Same(subject, heading, criterion) => {
                let (positions, format) = self.positions(&subject)?;
                let asked = |p: Chess| (format!("{heading} {}", fen(&p)), criterion(p));
                (positions.into_iter().map(asked).collect(), format)
            }
        };
        for (heading, criterion) in asked {
            let found = library.occurrences(&criterion, filter, *top)?;
            report.write_occurrences(out, format, &heading, &found)?;
        }
        Ok(())
    }

    /// The positions asked about, and how the answers are written.
    fn positions(&self, subject: &[String]) -> Result<(Vec<Chess>, Format), SearchError> {
        let text = subject.join(" ");
        let refused = |why| Err(SearchError::Question(format!("{text}: {why}")));
        let Subject::Positions(Positions { legal: positions, faults }) = Subject::parse(subject)?
        else {
            return refused("a library is asked for positions, not for games");
        };
        if let Some(fault) = faults.into_iter().next() {
            return Err(SearchError::Question(fault));
        }
        let format = match self.format {
            format if positions.iter().any(|(name, _)| *name == text) => format,
            Format::Html => return refused("a web page is made for one position only"),
            Format::Json => Format::JsonLine,
            format => format,
        };
        Ok((positions.into_iter().map(|(_, position)| position).collect(), format))
    }
}
