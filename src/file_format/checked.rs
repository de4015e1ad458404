use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::LoadError;

/// Bytes of the header: magic number, version, length of the body, CRC-32 of the body; integers in little-endian.
const HEADER: usize = 8 + 4 + 8 + 4;

/// A binary file format: a checked header and a body in bincode. A body of more than `MAX_BODY` bytes is damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileFormat<const MAX_BODY: usize> {
    /// The magic number that begins every such file.
    pub(crate) magic: [u8; 8],
    /// The version that is written and read.
    pub(crate) version: u32,
    /// What such a file is, for messages: `a memory file`.
    pub(crate) name: &'static str,
}

impl<const MAX_BODY: usize> FileFormat<MAX_BODY> {
    /// The bytes of a file with this body. Equal bodies give equal bytes.
    pub(crate) fn encode(&self, body: &impl Serialize) -> Result<Vec<u8>, String> {
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

    /// Checks the bytes of a file and builds a value from the body; `path` is for messages. A body that `build`
    /// rejects counts as damaged.
    pub(crate) fn decode<B: DeserializeOwned, T>(
        &self,
        bytes: &[u8],
        path: &Path,
        build: impl FnOnce(B) -> Result<T, String>,
    ) -> Result<T, LoadError> {
        let path = || path.to_owned();
        let damaged = |what: String| LoadError::Damaged { path: path(), what };
        let wrong_format = || LoadError::WrongFormat { path: path(), expected: self.name };
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or_else(wrong_format)?;
        if *magic != self.magic {
            return Err(wrong_format());
        }
        let truncated = || damaged("the header is truncated".to_owned());
        let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(truncated)?;
        let found = u32::from_le_bytes(*version);
        if found != self.version {
            return Err(LoadError::WrongVersion { path: path(), found, expected: self.version });
        }
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(truncated)?;
        let (checksum, body) = rest.split_first_chunk::<4>().ok_or_else(truncated)?;
        let length = u64::from_le_bytes(*length);
        if length > MAX_BODY as u64 || length != body.len() as u64 {
            return Err(damaged(format!(
                "the header announces {length} bytes of data, found {}",
                body.len()
            )));
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the checksum does not match".to_owned()));
        }
        let config = bincode::config::standard().with_limit::<MAX_BODY>();
        let (body, used): (B, usize) =
            bincode::serde::decode_from_slice(body, config).map_err(|e| damaged(e.to_string()))?;
        if used as u64 != length {
            return Err(damaged("trailing data after the last record".to_owned()));
        }
        build(body).map_err(damaged)
    }
}
