//! Files that are read only after they are checked, written either whole or not at all, and changed by one process at
//! a time.
//!
//! `FileFormat` is the one frame of the program's binary files: magic number, version, length and checksum, then a body in
//! bincode. [`write_atomic`] replaces a file, an [`UpdateLock`] keeps others from changing it meanwhile, and
//! [`open_decompressed`] reads one that may be compressed. No other module knows of bincode, of temporary files or of
//! compression.
//!
//! bincode 2.0.1 is the last version of a crate that is no longer maintained (RUSTSEC-2025-0141); nothing is known to be wrong
//! with it. It decodes only bytes whose length and checksum are right, with a limit on memory, and is fuzzed
//! (`tests/fuzz`). Should it have to go, postcard would take its place: it encodes the same serde types by position in as
//! little space, under a new version of each format. To read files of former versions, the part of bincode that decodes its
//! standard configuration (about 300 lines: integers of variable length, and serde's data model) would be kept here.

mod atomic;
mod checked;
mod compressed;
mod error;
mod lock;

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;

pub use atomic::write_atomic;
pub(crate) use atomic::{remove_abandoned, sync_folder_of};
pub(crate) use checked::{CheckedBody, FileFormat};
pub use compressed::{ReadProgress, decompressed_stream, open_decompressed, open_with_progress};
#[cfg(feature = "nats")]
pub(crate) use compressed::{compress, decompress};
pub use error::{FileError, LoadError};
pub use lock::UpdateLock;

/// The text of bytes in UTF-8, or else in ISO 8859-1, the encoding of PGN.
#[must_use]
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Bytes that a text file may have.
const MAX_TEXT: u64 = 64 << 20;

/// The text of a file of at most 64 MiB; `.gz` and `.zst` are decompressed.
///
/// # Errors
///
/// The file cannot be read, is larger, or is not in UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not in UTF-8");
    let text = |bytes| String::from_utf8(bytes).map_err(not_text);
    read_limited(path).and_then(text).map_err(FileError::at("read", path))
}

/// The same of a file that need not be in UTF-8 ([`text_of`]).
///
/// # Errors
///
/// The file cannot be read, or is larger.
pub fn read_any_text(path: &Path) -> Result<String, FileError> {
    let bytes = read_limited(path).map_err(FileError::at("read", path))?;
    Ok(text_of(&bytes).into_owned())
}

fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let source = open_decompressed(path).map_err(|error| error.source)?;
    let mut bytes = Vec::new();
    let read = source.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
    if read as u64 > MAX_TEXT {
        let limit = format!("it is larger than {} MiB", MAX_TEXT >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, limit));
    }
    Ok(bytes)
}

/// Makes a folder, unless it is there, and finds out whether files can be made in it.
///
/// # Errors
///
/// The folder cannot be made, or no file in it.
pub fn make_writable_folder(folder: &Path) -> Result<(), FileError> {
    let probe = std::fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
    probe.map(drop).map_err(FileError::at("write to", folder))
}

/// The texts of all files of a folder with this extension, each with its path, in the order of their names.
///
/// # Errors
///
/// The folder or a file cannot be read.
pub fn read_texts(folder: &Path, extension: &str) -> Result<Vec<(String, String)>, FileError> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(FileError::at("read", folder))? {
        let path = entry.map_err(FileError::at("read", folder))?.path();
        if path.extension().is_some_and(|found| found == extension) {
            texts.push((path.display().to_string(), read_text(&path)?));
        }
    }
    texts.sort();
    Ok(texts)
}
