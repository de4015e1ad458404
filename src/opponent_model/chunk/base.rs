//! Induction: chunks that come back in other games (Walczak 1990, section 3.2 and Figure 21).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::gather::Span;
use super::shape::Chunk;
use crate::opponent_model::score::GameResult;

/// What is known of a chunk over all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkRecord {
    /// Numbers of the games it occurred in, ascending.
    pub games: Vec<u32>,
    /// Of these, how many he had White in.
    pub with_white: u32,
    /// Games he won.
    pub won: u32,
    /// Games he drew.
    pub drawn: u32,
    /// Games he lost.
    pub lost: u32,
    /// The earliest of his turns after which it stood on the board.
    pub inception: u16,
    /// The latest.
    pub dissolution: u16,
    /// Where it stood the last time it came into being, as he sees the board: bit 0 is a1.
    pub squares: u64,
}

impl ChunkRecord {
    /// Found in two games at least: part of the player's knowledge, not of chance.
    #[must_use]
    pub fn is_induced(&self) -> bool {
        self.games.len() >= 2
    }
}

/// All chunks of a kind that a player's games gave: induced ones and those still waiting for a second game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChunkBase {
    records: BTreeMap<Chunk, ChunkRecord>,
}

impl ChunkBase {
    /// Adds the chunks of game number `game`. Games have to come in ascending order.
    pub fn add<'a>(
        &mut self,
        chunks: impl Iterator<Item = (&'a Chunk, Span)>,
        game: u32,
        colour: Color,
        result: GameResult,
    ) {
        for (chunk, span) in chunks {
            let record = self.records.entry(chunk.clone()).or_insert(ChunkRecord {
                games: Vec::new(),
                with_white: 0,
                won: 0,
                drawn: 0,
                lost: 0,
                inception: span.inception,
                dissolution: span.dissolution,
                squares: span.squares,
            });
            record.games.push(game);
            record.with_white += u32::from(colour.is_white());
            match result {
                GameResult::Won => record.won += 1,
                GameResult::Drawn => record.drawn += 1,
                GameResult::Lost => record.lost += 1,
            }
            record.inception = record.inception.min(span.inception);
            record.dissolution = record.dissolution.max(span.dissolution);
            record.squares = span.squares;
        }
    }

    /// A chunk, induced or not.
    #[must_use]
    pub fn get(&self, chunk: &Chunk) -> Option<&ChunkRecord> {
        self.records.get(chunk)
    }

    /// Chunks found in two games at least, in a fixed order.
    pub fn induced(&self) -> impl Iterator<Item = (&Chunk, &ChunkRecord)> {
        self.records.iter().filter(|(_, record)| record.is_induced())
    }

    /// Distinct chunks, whether induced or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Chunks and records, to be checked when they come from a file.
    pub(in crate::opponent_model) fn records(
        &self,
    ) -> impl Iterator<Item = (&Chunk, &ChunkRecord)> {
        self.records.iter()
    }
}
