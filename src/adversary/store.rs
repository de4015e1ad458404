//! Model files: a header (magic, version, length, checksum) and a body in bincode.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::chunk::base::ChunkBase;
use super::counters::Counters;
use super::identity::Identity;
use super::model::{Model, fingerprint};
use super::opening::OpeningMemory;
use super::ranker::model::Ranker;
use super::score::GameScore;

const MAGIC: [u8; 8] = *b"MORPHADV";
const VERSION: u32 = 1;
const HEADER: usize = 8 + 4 + 8 + 4;
/// No model is larger; a length field beyond this is damage.
const MAX_BYTES: u64 = 1 << 30;

/// A model file that cannot be read.
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
    /// Not a model file at all.
    #[error("{path} is not a model of an opponent")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Written by another version of the program.
    #[error("{path} has format version {found}; this program reads version {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// The version it names.
        found: u32,
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

#[derive(Serialize, Deserialize)]
struct Body {
    player: Identity,
    draws: bool,
    games: Vec<GameScore>,
    others: Vec<GameScore>,
    others_met: u64,
    pieces: ChunkBase,
    pawns: ChunkBase,
    opening: OpeningMemory,
    counters: Counters,
    ranker: Ranker,
    chunk_counts: [u32; 3],
}

impl Model {
    /// The model as the bytes of a file. Equal models give equal bytes.
    ///
    /// # Errors
    ///
    /// The body could not be encoded; does not happen for models made by this program.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let body = Body {
            player: self.player.clone(),
            draws: self.draws,
            games: self.games.iter().map(|(score, _)| score.clone()).collect(),
            others: self.others.clone(),
            others_met: self.others_met,
            pieces: self.pieces.clone(),
            pawns: self.pawns.clone(),
            opening: self.opening.clone(),
            counters: self.counters.clone(),
            ranker: self.ranker.clone(),
            chunk_counts: self.chunk_counts,
        };
        let body = bincode::serde::encode_to_vec(&body, bincode::config::standard())
            .map_err(|e| e.to_string())?;
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        Ok(bytes)
    }

    /// Reads the bytes of a model file; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The bytes are no model file, are of another version, cut off, or damaged.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Model, StoreError> {
        let path = || path.to_owned();
        let damaged = |what: String| StoreError::Damaged { path: path(), what };
        let foreign = || StoreError::Foreign { path: path() };
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or_else(foreign)?;
        if *magic != MAGIC {
            return Err(foreign());
        }
        let cut = || damaged("the header is cut off".to_owned());
        let (version, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let found = u32::from_le_bytes(*version);
        if found != VERSION {
            return Err(StoreError::Version { path: path(), found });
        }
        let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
        let (checksum, body) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let length = u64::from_le_bytes(*length);
        if length > MAX_BYTES || length != body.len() as u64 {
            return Err(damaged(format!("{} bytes instead of {length}", body.len())));
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(damaged("the checksum does not agree".to_owned()));
        }
        let config = bincode::config::standard().with_limit::<{ MAX_BYTES as usize }>();
        let (body, used): (Body, usize) =
            bincode::serde::decode_from_slice(body, config).map_err(|e| damaged(e.to_string()))?;
        if used as u64 != length {
            return Err(damaged("there is something behind the end".to_owned()));
        }
        body.into_model().map_err(damaged)
    }

    /// Reads a model file.
    ///
    /// # Errors
    ///
    /// As [`Model::from_bytes`], or the file cannot be read.
    pub fn load(path: &Path) -> Result<Model, StoreError> {
        let bytes = std::fs::read(path)
            .map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
        Model::from_bytes(&bytes, path)
    }
}

impl Body {
    /// A sum that agrees shows that nothing changed, not that a sound program wrote it.
    fn into_model(self) -> Result<Model, String> {
        if !self.ranker.is_sound() {
            return Err("the weights of the move model are no numbers, or not as many".to_owned());
        }
        let mut games = Vec::with_capacity(self.games.len());
        for (number, score) in (1..).zip(self.games) {
            if score.plies().count() != score.moves.len() {
                return Err(format!("game {number} has an illegal move"));
            }
            let colour = self.player.colour(&score.white, &score.black);
            let colour = colour.ok_or_else(|| format!("game {number} is not the player's"))?;
            games.push((score, colour));
        }
        if self.others.iter().any(|score| score.plies().count() != score.moves.len()) {
            return Err("a game of other players has an illegal move".to_owned());
        }
        for (chunk, record) in self.pieces.records().chain(self.pawns.records()) {
            let is_known = record.games.iter().all(|game| (*game as usize) < games.len());
            if !chunk.is_sound() || !is_known || record.games.is_empty() {
                return Err("a chunk is none, or of no game".to_owned());
            }
        }
        let known = games.iter().map(|(score, _)| fingerprint(score)).collect();
        Ok(Model {
            player: self.player,
            draws: self.draws,
            games,
            others: self.others,
            others_met: self.others_met,
            pieces: self.pieces,
            pawns: self.pawns,
            opening: self.opening,
            counters: self.counters,
            ranker: self.ranker,
            chunk_counts: self.chunk_counts,
            known,
        })
    }
}
