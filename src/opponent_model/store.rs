//! Model files.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::chunk::base::ChunkBase;
use super::counters::Counters;
use super::identity::Identity;
use super::model::{Model, fingerprint};
use super::opening::OpeningMemory;
use super::ranker::model::Ranker;
use super::score::GameScore;
use crate::file_format::{self, FileFormat, LoadError};

const FORMAT: FileFormat<{ 1 << 30 }> =
    FileFormat { magic: *b"MORPHADV", version: 1, name: "a model of an opponent" };

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
        FORMAT.encode(&body)
    }

    /// Reads the bytes of a model file; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The bytes are no model file, are of another version, cut off, or damaged.
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Model, LoadError> {
        FORMAT.decode(bytes, path, Body::into_model)
    }

    /// Reads a model file.
    ///
    /// # Errors
    ///
    /// As [`Model::from_bytes`], or the file cannot be read.
    pub fn load(path: &Path) -> Result<Model, LoadError> {
        Model::from_bytes(&file_format::read(path)?, path)
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
