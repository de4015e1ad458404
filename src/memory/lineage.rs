use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A link of a hash chain: the first 64 bits of a SHA-256 over the link before and what follows it. Two chains that end in
/// the same link have the same past. Guards against accidents, not against forgery. Written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HistoryDigest(u64);

impl HistoryDigest {
    /// The first link of a chain.
    #[must_use]
    pub fn of(bytes: &[u8]) -> HistoryDigest {
        HistoryDigest::hash(Sha256::new().chain_update(bytes))
    }

    /// The link that follows this one: after a text of the run and one of its journal.
    #[must_use]
    pub fn then(self, first: &[u8], second: &[u8]) -> HistoryDigest {
        let hash = Sha256::new().chain_update(self.0.to_be_bytes());
        // With its length, so that nothing can move from one text to the other.
        let hash = hash.chain_update((first.len() as u64).to_be_bytes());
        HistoryDigest::hash(hash.chain_update(first).chain_update(second))
    }

    fn hash(hash: Sha256) -> HistoryDigest {
        HistoryDigest(
            hash.finalize().iter().take(8).fold(0, |all, byte| all << 8 | u64::from(*byte)),
        )
    }
}

impl fmt::Display for HistoryDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for HistoryDigest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<HistoryDigest, ParseDigestError> {
        let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        if text.len() != 16 || !text.chars().all(is_digit) {
            return Err(ParseDigestError(text.to_owned()));
        }
        u64::from_str_radix(text, 16)
            .map(HistoryDigest)
            .map_err(|_| ParseDigestError(text.to_owned()))
    }
}

impl TryFrom<String> for HistoryDigest {
    type Error = ParseDigestError;

    fn try_from(text: String) -> Result<HistoryDigest, ParseDigestError> {
        text.parse()
    }
}

impl From<HistoryDigest> for String {
    fn from(digest: HistoryDigest) -> String {
        digest.to_string()
    }
}

/// The text is no digest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid digest {0:?}: expected 16 hexadecimal digits")]
pub struct ParseDigestError(String);

/// The training run a memory comes from, and how far that run was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineage {
    /// Of the settings that decide what the run learns: equal for runs that cannot be told apart.
    pub plan: HistoryDigest,
    /// Of the plan and all games the memory has learned from.
    pub history: HistoryDigest,
}
