use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{FileError, LoadError};

/// Bytes of the header: magic number, version, length of the body, CRC-32 of the body; integers in little-endian.
const HEADER: usize = 8 + 4 + 8 + 4;

/// A binary file format: a checked header and a body in bincode.
#[derive(Clone, Debug)]
pub(crate) struct FileFormat {
    /// The magic number that begins every such file.
    pub(crate) magic: [u8; 8],
    /// The versions that are read; the last one is written.
    pub(crate) versions: RangeInclusive<u32>,
    /// A longer body is damage.
    pub(crate) max_body: u64,
    /// What such a file is, for messages: `a memory file`.
    pub(crate) name: &'static str,
}

/// The body of a file whose header and checksum are right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedBody<'a> {
    /// The version of the format.
    pub(crate) version: u32,
    bytes: &'a [u8],
    path: &'a Path,
}

/// What the header says of the body.
struct Header {
    version: u32,
    length: u64,
    checksum: u32,
}

impl FileFormat {
    /// The bytes of a file with this body. Equal bodies give equal bytes.
    pub(crate) fn encode(&self, body: &impl Serialize) -> Result<Vec<u8>, String> {
        let body = bincode::serde::encode_to_vec(body, bincode::config::standard())
            .map_err(|e| e.to_string())?;
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend_from_slice(&self.magic);
        bytes.extend_from_slice(&self.versions.end().to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// The bytes of a file. What the header rules out is not read: a file of another kind, or more than the
    /// announced bytes and one.
    pub(crate) fn read(&self, path: &Path) -> Result<Vec<u8>, LoadError> {
        let mut file = File::open(path).map_err(FileError::at("open", path))?;
        let mut bytes = Vec::new();
        let mut read_on = |bytes: &mut Vec<u8>, count: u64| {
            file.by_ref().take(count).read_to_end(bytes).map_err(FileError::at("read", path))
        };
        read_on(&mut bytes, HEADER as u64)?;
        let header = self.header(&bytes, path)?;
        read_on(&mut bytes, header.length + 1)?;
        Ok(bytes)
    }

    /// Checks the bytes of a file; `path` is for messages.
    pub(crate) fn check<'a>(
        &self,
        bytes: &'a [u8],
        path: &'a Path,
    ) -> Result<CheckedBody<'a>, LoadError> {
        let Header { version, length, checksum } = self.header(bytes, path)?;
        let body = &bytes[HEADER..];
        let damaged = |what| Err(LoadError::Damaged { path: path.to_owned(), what });
        if length != body.len() as u64 {
            let found = if length < body.len() as u64 { "more" } else { "fewer" };
            return damaged(format!("the header announces {length} bytes of data, found {found}"));
        }
        if crc32fast::hash(body) != checksum {
            return damaged("the checksum does not match".to_owned());
        }
        Ok(CheckedBody { version, bytes: body, path })
    }

    fn header(&self, bytes: &[u8], path: &Path) -> Result<Header, LoadError> {
        let path = || path.to_owned();
        let damaged = |what: String| LoadError::Damaged { path: path(), what };
        let wrong_format = || LoadError::WrongFormat { path: path(), expected: self.name };
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or_else(wrong_format)?;
        if *magic != self.magic {
            return Err(wrong_format());
        }
        let truncated = || damaged("the header is truncated".to_owned());
        let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(truncated)?;
        let version = u32::from_le_bytes(*version);
        if !self.versions.contains(&version) {
            let expected = *self.versions.end();
            return Err(LoadError::WrongVersion { path: path(), found: version, expected });
        }
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(truncated)?;
        let length = u64::from_le_bytes(*length);
        if length > self.max_body {
            return Err(damaged(format!("the header announces {length} bytes of data")));
        }
        let (checksum, _) = rest.split_first_chunk::<4>().ok_or_else(truncated)?;
        Ok(Header { version, length, checksum: u32::from_le_bytes(*checksum) })
    }
}

impl<'a> CheckedBody<'a> {
    /// Decodes the first value of the body; what follows it is still to be decoded.
    pub(crate) fn split_first<B: DeserializeOwned>(
        self,
    ) -> Result<(B, CheckedBody<'a>), LoadError> {
        let (first, used) = decode(self.bytes).map_err(|e| self.damaged(e.to_string()))?;
        Ok((first, CheckedBody { bytes: &self.bytes[used..], ..self }))
    }

    /// The error for a body that says what cannot be.
    pub(crate) fn damaged(&self, what: String) -> LoadError {
        LoadError::Damaged { path: self.path.to_owned(), what }
    }

    /// Decodes the body and builds a value from it. A body that `build` rejects counts as damaged.
    pub(crate) fn decode<B: DeserializeOwned, T>(
        self,
        build: impl FnOnce(B) -> Result<T, String>,
    ) -> Result<T, LoadError> {
        let (body, used) = decode(self.bytes).map_err(|e| self.damaged(e.to_string()))?;
        if used != self.bytes.len() {
            return Err(self.damaged("trailing data after the last record".to_owned()));
        }
        build(body).map_err(|what| self.damaged(what))
    }
}

/// Decodes a value with a limit on what its strings may claim: the decoder reserves memory for a string before it finds
/// that the bytes are not there.
fn decode<B: DeserializeOwned>(bytes: &[u8]) -> Result<(B, usize), bincode::error::DecodeError> {
    // The decoder counts numbers in full, of which a body holds one byte at least. Limits are types, so there are few.
    const MIB: usize = 1 << 20;
    macro_rules! limited {
        ($limit:expr) => {{
            let config = bincode::config::standard().with_limit::<{ $limit }>();
            bincode::serde::decode_from_slice(bytes, config)
        }};
    }
    let claimed = bytes.len().saturating_mul(size_of::<u64>());
    if claimed <= MIB {
        limited!(MIB)
    } else if claimed <= 16 * MIB {
        limited!(16 * MIB)
    } else if claimed <= 256 * MIB {
        limited!(256 * MIB)
    } else {
        limited!(u32::MAX as usize)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const FORMAT: FileFormat =
        FileFormat { magic: *b"MORPHXYZ", versions: 1..=2, max_body: 1 << 20, name: "a test file" };

    fn load(bytes: &[u8]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, bytes).unwrap();
        let bytes = FORMAT.read(&path).map_err(|e| e.to_string())?;
        let body = FORMAT.check(&bytes, &path).map_err(|e| e.to_string())?;
        body.decode(Ok).map_err(|e| e.to_string())
    }

    #[test]
    fn what_was_written_is_read_and_every_changed_byte_is_noticed() {
        let strings = vec!["one".to_owned(), "two".to_owned()];
        let bytes = FORMAT.encode(&strings).unwrap();
        assert_eq!(load(&bytes), Ok(strings));
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x40;
            assert!(load(&changed).is_err(), "{place}");
            assert!(load(&bytes[..place]).is_err(), "{place}");
        }
        assert!(load(&[bytes, vec![0]].concat()).unwrap_err().contains("found more"));
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_file_of_another_kind_is_not_read() {
        let error = FORMAT.read(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "/dev/zero is not a test file");
    }

    #[test]
    fn a_string_longer_than_the_body_is_refused_before_its_memory_is_reserved() {
        // A list of one string of 808 MB.
        let mut body = vec![1, 252];
        body.extend_from_slice(&808_000_000_u32.to_le_bytes());
        body.resize(300_000, b'a');
        let error = decode::<Vec<String>>(&body).unwrap_err();
        assert!(matches!(error, bincode::error::DecodeError::LimitExceeded), "{error}");
    }
}
