//! A library of games in which positions like a given one are found.
//!
//! The patterns that a memory learned are the words, a search engine is the index: a document is a position, and its words
//! are the patterns that say most about it, and what its best line of play looks like. A position is like another one if
//! they share words that are rare in the library and whose weights are extreme. After Kerner's "chess precedents"
//! (Computer Chess and Indexing, 2000); documents of attacked and defended squares are by Ganguly, Leveling and Jones,
//! *Retrieval of similar chess positions*, SIGIR 2014.

mod add;
mod departure;
mod error;
mod filter;
mod game;
mod index;
mod key;
mod line;
mod occurrences;
mod pawns;
mod search;
mod source;
mod statistics;
mod words;

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use serde::{Deserialize, Serialize};

use crate::file_format::{FileError, read_text, write_atomic};
use crate::memory::Memory;
use index::{Index, Searcher};

pub use add::{AddCounts, AddEvent};
pub use departure::Departure;
pub use error::LibraryError;
pub use filter::{Filter, FilterError};
pub use game::{GamePosition, LibraryGame};
pub use line::{LineMove, LineWord};
pub use occurrences::{Criterion, Occurrences, PlayedMove};
pub use pawns::FilePawns;
pub use search::{Nearest, Neighbour, Similar, SimilarityKind};
pub use source::Source;
pub use statistics::{PlayedPlan, Score, Statistics};
pub use words::{Analyser, Vocabulary, WeightedWord, Word};

/// A library: a folder with an index, and `library.toml`, which says which memory made its words.
pub struct Library {
    path: PathBuf,
    index: Index,
    searcher: Searcher,
}

/// `library.toml`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// Version of the words and of the fields of the index.
    format: u32,
    /// Fingerprint of the memory whose patterns are the words.
    memory: String,
}

const FORMAT: u32 = 1;
/// The file that makes a folder a library, and the folder of the index in it.
const DESCRIPTION: &str = "library.toml";
const INDEX: &str = "index";
/// Bytes of an index whose checksums are compared whenever it is opened, in less than 0.1 seconds. Larger ones are checked by
/// `morph verify`.
const CHECKED_AT_ONCE: u64 = 64 << 20;

impl Description {
    fn read(path: &Path) -> Result<Description, LibraryError> {
        let file = path.join(DESCRIPTION);
        if !file.exists() {
            return Err(LibraryError::NotALibrary(path.to_owned()));
        }
        let text = read_text(&file)?;
        toml::from_str(&text).map_err(|source| LibraryError::Description { path: file, source })
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Library {
    /// Opens the library in a folder.
    ///
    /// # Errors
    ///
    /// There is none, its words are those of another memory, or it is damaged.
    pub fn open(path: &Path, vocabulary: &Vocabulary) -> Result<Library, LibraryError> {
        let description = Description::read(path)?;
        let memory = vocabulary.fingerprint().to_owned();
        if description.format != FORMAT || description.memory != memory {
            let (path, made_with) = (path.to_owned(), description.memory);
            return Err(LibraryError::OtherMemory { path, made_with, memory });
        }
        let index = Index::open_or_create(&path.join(INDEX))?;
        if index.size()? <= CHECKED_AT_ONCE {
            index.check()?;
        }
        let searcher = index.searcher()?;
        Ok(Library { path: path.to_owned(), index, searcher })
    }

    /// Opens the library in a folder together with its words, which are the patterns of `memory`.
    ///
    /// # Errors
    ///
    /// As [`Library::open`].
    pub fn open_with(path: &Path, memory: &Memory) -> Result<(Library, Vocabulary), LibraryError> {
        let vocabulary = Vocabulary::new(memory);
        Library::open(path, &vocabulary).map(|library| (library, vocabulary))
    }

    /// The games of a library, whichever memory made its words.
    fn searcher_of(path: &Path) -> Result<Searcher, LibraryError> {
        Description::read(path)?;
        Index::open_or_create(&path.join(INDEX))?.searcher()
    }

    /// Opens the library in a folder, or creates an empty one where the folder is missing or empty.
    ///
    /// # Errors
    ///
    /// As [`Library::open`]; or the folder holds other files, or cannot be written.
    pub fn open_or_create(path: &Path, vocabulary: &Vocabulary) -> Result<Library, LibraryError> {
        let file = path.join(DESCRIPTION);
        if !file.exists() {
            let folder = path.join(INDEX);
            let is_used = fs::read_dir(path)
                .is_ok_and(|entries| entries.flatten().any(|entry| entry.path() != folder));
            if is_used {
                return Err(LibraryError::NotEmpty(path.to_owned()));
            }
            fs::create_dir_all(&folder).map_err(FileError::at("create", &folder))?;
            let memory = vocabulary.fingerprint().to_owned();
            let text = toml::to_string(&Description { format: FORMAT, memory });
            let text = text.map_err(|error| LibraryError::Index {
                path: path.to_owned(),
                what: error.to_string(),
            })?;
            write_atomic(&file, text.as_bytes())?;
        }
        Library::open(path, vocabulary)
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of games and of positions.
    ///
    /// # Errors
    ///
    /// The index is damaged.
    pub fn size(&self) -> Result<(usize, usize), LibraryError> {
        let games = self.searcher.game_keys()?.len();
        Ok((games, self.searcher.documents() - games))
    }

    /// Whether a folder claims to be a library.
    #[must_use]
    pub fn is_in(path: &Path) -> bool {
        path.join(DESCRIPTION).exists()
    }

    /// Reads a library of any memory and compares the checksums of all its files; the number of its games and positions.
    ///
    /// # Errors
    ///
    /// It is damaged.
    ///
    /// # Cost
    ///
    /// Reads the whole index.
    pub fn verify(path: &Path) -> Result<(usize, usize), LibraryError> {
        Description::read(path)?;
        let index = Index::open_or_create(&path.join(INDEX))?;
        index.check()?;
        let searcher = index.searcher()?;
        let games = searcher.game_keys()?.len();
        Ok((games, searcher.documents() - games))
    }
}
