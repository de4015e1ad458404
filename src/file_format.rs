//! Files of this program: a header (magic, version, length, checksum) and a body in bincode. Only this room knows of
//! bincode.
//!
//! A file is read whole and checked before anything of it is believed: what is foreign, of another version, cut off or
//! changed is told apart and refused.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Magic, version, length and checksum.
const HEADER: usize = 8 + 4 + 8 + 4;

/// A kind of file. `MOST` is the length of the longest body in bytes; a length beyond it is damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container<const MOST: usize> {
    /// First bytes of every such file.
    pub(crate) magic: [u8; 8],
    /// The version that is written and read.
    pub(crate) version: u32,
    /// What such a file is, after "is not".
    pub(crate) kind: &'static str,
}

/// A file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused.
    #[error("cannot read {path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Not such a file at all.
    #[error("{path} is not {kind}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it should be.
        kind: &'static str,
    },
    /// Written by another version of the program.
    #[error("{path} has format version {found}; this program reads version {reads}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version it names.
        found: u32,
        /// The version that can be read.
        reads: u32,
    },
    /// Cut off, or changed since it was written.
    #[error("{path} is damaged: {what}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl<const MOST: usize> Container<MOST> {
    /// The bytes of a file with this body. Equal bodies give equal bytes.
    pub(crate) fn pack(&self, body: &impl Serialize) -> Result<Vec<u8>, String> {
        let body = bincode::serde::encode_to_vec(body, bincode::config::standard())
            .map_err(|e| e.to_string())?;
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend_from_slice(&self.magic);
        bytes.extend_from_slice(&self.version.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// What `build` makes of the body of a file; `path` is for messages. What `build` refuses is damage.
    pub(crate) fn unpack<B: DeserializeOwned, T>(
        &self,
        bytes: &[u8],
        path: &Path,
        build: impl FnOnce(B) -> Result<T, String>,
    ) -> Result<T, StoreError> {
        let path = || path.to_owned();
        let damaged = |what: String| StoreError::Damaged { path: path(), what };
        let foreign = || StoreError::Foreign { path: path(), kind: self.kind };
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or_else(foreign)?;
        if *magic != self.magic {
            return Err(foreign());
        }
        let cut = || damaged("the header is cut off".to_owned());
        let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let found = u32::from_le_bytes(*version);
        if found != self.version {
            return Err(StoreError::Version { path: path(), found, reads: self.version });
        }
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
        let (checksum, body) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let length = u64::from_le_bytes(*length);
        if length > MOST as u64 || length != body.len() as u64 {
            return Err(damaged(format!("{} bytes instead of {length}", body.len())));
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the checksum does not agree".to_owned()));
        }
        let config = bincode::config::standard().with_limit::<MOST>();
        let (body, used): (B, usize) =
            bincode::serde::decode_from_slice(body, config).map_err(|e| damaged(e.to_string()))?;
        if used as u64 != length {
            return Err(damaged("there is something behind the end".to_owned()));
        }
        build(body).map_err(damaged)
    }
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    std::fs::read(path).map_err(|source| StoreError::Io { path: path.to_owned(), source })
}
