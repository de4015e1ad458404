//! Induction: chunks that recur in several games (Walczak 1990, section 3.2 and Figure 21).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::chunk::Chunk;
use super::in_game::Lifespan;
use crate::opponent_model::packed_game::{GameResult, ResultCounts};

/// What is known of a chunk over all games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkStatistics {
    /// Numbers of the games it occurred in, ascending.
    pub games: Vec<u32>,
    /// How many of these the player had White in.
    pub with_white: u32,
    /// Results of these games.
    pub results: ResultCounts,
    /// The smallest move number after which it was on the board.
    pub first_move: u16,
    /// The largest.
    pub last_move: u16,
    /// Its squares in the last game it occurred in, on a board turned so that the player is White: bit 0 is a1.
    pub squares: u64,
}

impl ChunkStatistics {
    /// Whether it occurred in at least two games, and so is taken for knowledge of the player.
    #[must_use]
    pub fn is_induced(&self) -> bool {
        self.games.len() >= 2
    }

    /// Whether a player with this number of games can have these counts; to be checked after reading a file.
    pub(in crate::opponent_model) fn is_possible(&self, games: u64) -> bool {
        let count = self.games.len() as u64;
        let is_ascending = self.games.is_sorted_by(|a, b| a < b);
        let is_known = self.games.last().is_some_and(|last| u64::from(*last) < games);
        let ResultCounts { won, drawn, lost } = self.results;
        let counts = [self.with_white, won, drawn, lost].map(u64::from);
        is_ascending
            && is_known
            && counts[0] <= count
            && counts[1..].iter().sum::<u64>() <= count
            && self.first_move <= self.last_move
    }
}

/// All chunks of one kind in a player's games, induced or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChunkTable {
    chunks: BTreeMap<Chunk, ChunkStatistics>,
}

impl ChunkTable {
    /// Adds the chunks of game number `game`. Games must be added in ascending order.
    pub fn add(
        &mut self,
        chunks: &BTreeMap<Chunk, Lifespan>,
        game: u32,
        color: Color,
        result: GameResult,
    ) {
        for (chunk, lifespan) in chunks {
            let statistics = self.chunks.entry(chunk.clone()).or_insert(ChunkStatistics {
                games: Vec::new(),
                with_white: 0,
                results: ResultCounts::default(),
                first_move: lifespan.first_move,
                last_move: lifespan.last_move,
                squares: lifespan.squares,
            });
            statistics.games.push(game);
            statistics.with_white += u32::from(color.is_white());
            statistics.results.add(result);
            statistics.first_move = statistics.first_move.min(lifespan.first_move);
            statistics.last_move = statistics.last_move.max(lifespan.last_move);
            statistics.squares = lifespan.squares;
        }
    }

    /// The statistics of a chunk, induced or not.
    #[must_use]
    pub fn get(&self, chunk: &Chunk) -> Option<&ChunkStatistics> {
        self.chunks.get(chunk)
    }

    /// All chunks, induced or not, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (&Chunk, &ChunkStatistics)> {
        self.chunks.iter()
    }

    /// Chunks that occurred in at least two games, in a fixed order.
    pub fn induced(&self) -> impl Iterator<Item = (&Chunk, &ChunkStatistics)> {
        self.iter().filter(|(_, statistics)| statistics.is_induced())
    }
}
