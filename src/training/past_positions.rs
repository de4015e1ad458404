//! Start positions from past games: positions that arise in play, not only after random moves.

use std::collections::VecDeque;

use rand::RngExt;
use serde::{Deserialize, Serialize};
use shakmaty::Chess;

use crate::arena::{GameRecord, Opening};
use crate::chess::Start;
use crate::rng;

/// How often self-play games start from a position of a past game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastPositionSettings {
    /// Share of the games, in `[0, 1]`.
    pub share: f64,
    /// Number of most recent games to take positions from, ≥ 1.
    pub games: u32,
}

impl PastPositionSettings {
    pub(super) fn check(&self) -> Result<(), String> {
        if !(0.0..=1.0).contains(&self.share) {
            return Err(format!("past_positions.share = {}: expected 0 to 1", self.share));
        }
        if self.games == 0 {
            return Err("past_positions.games = 0: expected 1 or more".to_owned());
        }
        Ok(())
    }
}

/// One position of each of the last games.
#[derive(Debug)]
pub(super) struct PastPositions {
    settings: Option<PastPositionSettings>,
    seed: u64,
    /// Oldest first, with the number of the game.
    positions: VecDeque<(u32, Chess)>,
}

impl PastPositions {
    pub(super) fn new(settings: Option<PastPositionSettings>, seed: u64) -> PastPositions {
        PastPositions { settings, seed, positions: VecDeque::new() }
    }

    /// Keeps one random position of a game after its opening. Games come in order.
    pub(super) fn keep(&mut self, game: u32, record: &GameRecord) {
        let Some(settings) = self.settings else { return };
        let chosen = record.opening_plies..record.plies.len();
        if !chosen.is_empty() {
            let ply = rng::seeded(self.seed, "kept position", u64::from(game)).random_range(chosen);
            self.positions.extend(record.positions().nth(ply).map(|position| (game, position)));
        }
        // A game uses the past games known at its memory, up to 20,000 games ago: the lag is at most 10,000.
        let reach = settings.games.saturating_add(20_000);
        while self.positions.front().is_some_and(|(kept, _)| kept.saturating_add(reach) < game) {
            self.positions.pop_front();
        }
    }

    /// The opening of game `game`, if it starts from a past game up to number `known`: a position of that game and one
    /// random move.
    pub(super) fn opening(&self, game: u32, known: u32) -> Option<Opening> {
        let settings = self.settings?;
        // The name of the stage decides the seed; recorded runs depend on it.
        let mut rng = rng::seeded(self.seed, "revisit", u64::from(game));
        if rng.random::<f64>() >= settings.share {
            return None;
        }
        let oldest = known.saturating_sub(settings.games);
        let first = self.positions.partition_point(|(kept, _)| *kept <= oldest);
        let end = self.positions.partition_point(|(kept, _)| *kept <= known);
        if first == end {
            return None;
        }
        let (_, position) = &self.positions[rng.random_range(first..end)];
        let start = Start::Position(Box::new(position.clone()));
        Some(Opening::with_random_plies(start, 1, &mut rng))
    }
}
