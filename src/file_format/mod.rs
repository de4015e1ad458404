//! Files that are read only after they are checked and written either whole or not at all.
//!
//! `FileFormat` is the one frame of the program's binary files: magic number, version, length
//! and checksum, then a body in bincode. [`write_atomic`] replaces a file, [`open_decompressed`] reads one that may be
//! compressed. No other module knows of bincode, of temporary files or of compression.

mod atomic;
mod checked;
mod compressed;
mod error;

pub(crate) use atomic::sync_folder_of;
pub use atomic::write_atomic;
pub(crate) use checked::FileFormat;
pub use compressed::open_decompressed;
pub use error::{FileError, LoadError};

/// The bytes of a file.
pub(crate) fn read(path: &std::path::Path) -> Result<Vec<u8>, FileError> {
    std::fs::read(path).map_err(FileError::at("read", path))
}
