use std::path::PathBuf;

use crate::arena::pgn::PgnError;
use crate::file_format::FileError;

/// A library that cannot be read, searched or extended.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// A file operation failed.
    #[error(transparent)]
    File(#[from] FileError),
    /// The folder holds no library.
    #[error("{} is not a library: library.toml is missing", .0.display())]
    NotALibrary(PathBuf),
    /// The folder holds other files.
    #[error("{} is not empty and not a library: choose another folder", .0.display())]
    NotEmpty(PathBuf),
    /// The description cannot be read.
    #[error("{}: not the description of a library", path.display())]
    Description {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: toml::de::Error,
    },
    /// The library has the words of another memory.
    #[error(
        "{} was made with another memory ({made_with}, not {memory}): \
         use that one, or make it anew with morph library add {} --to NEW_FOLDER",
        path.display(), path.display()
    )]
    OtherMemory {
        /// The library.
        path: PathBuf,
        /// Fingerprint of the memory that made its words.
        made_with: String,
        /// Fingerprint of the memory in use.
        memory: String,
    },
    /// Another process adds games.
    #[error("another process is adding to {}", .0.display())]
    Busy(PathBuf),
    /// The index is damaged or cannot be written.
    #[error("{}: {what} (morph verify says what is damaged)", path.display())]
    Index {
        /// The index, or a file of it.
        path: PathBuf,
        /// What went wrong.
        what: String,
    },
    /// Games cannot be read on.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A file of positions cannot be read on.
    #[error("{}:{line}: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}
