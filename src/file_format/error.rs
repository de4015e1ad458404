use std::io;
use std::path::{Path, PathBuf};

/// An operation on a file that failed, with the path. The cause is the [`source`](std::error::Error::source).
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}", path.display())]
pub struct FileError {
    /// What was tried: a verb such as `read` or `write`.
    pub action: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the operating system answered.
    pub source: io::Error,
}

impl FileError {
    /// Adds the path and the action to an error of the operating system; made for `map_err`.
    pub(crate) fn at(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError { action, path: path.to_owned(), source }
    }
}

/// A binary file that cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The operating system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file does not begin with the magic number of the format.
    #[error("{path} is not {expected}")]
    WrongFormat {
        /// The file.
        path: PathBuf,
        /// What was expected, such as `a memory file`.
        expected: &'static str,
    },
    /// The file has a format version that this program does not read.
    #[error("{path} has format version {found}; this program reads version {expected}")]
    WrongVersion {
        /// The file.
        path: PathBuf,
        /// The version in its header.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// The file is truncated, or was changed since it was written.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}
