//! Whoever chooses moves: the pattern player (1 ply), the built-in sparring partners, engines behind UCI.

mod bench;
mod decision;
mod pattern_player;
mod sparring;

use rand::Rng;
use shakmaty::Move;

pub use bench::{BenchReport, bench};
pub use decision::{Alternative, Decision, decide};
pub use pattern_player::{Exploration, PatternPlayer};
pub use sparring::{SearchDepth, Sparring, SparringLevel, UnknownLevel};

use crate::chess::Game;
use crate::units::Value;

/// A move, and what the player who chose it thought.
#[derive(Clone, Debug)]
pub struct Choice {
    /// A legal move.
    pub m: Move,
    /// What the mover expects of the game after the move, from the *mover's* side, where he has an opinion.
    pub value: Option<Value>,
    /// The move was made in order to learn, against the player's own judgement.
    pub explored: bool,
}

/// Somebody who plays chess.
///
/// Implementations never answer with an illegal move: what an engine says is checked by its client.
pub trait Player {
    /// Name for PGN headers and reports.
    fn name(&self) -> String;

    /// A new game begins.
    ///
    /// # Errors
    ///
    /// The player cannot go on (an engine that does not come up).
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    /// A move in the present position of `game`, which is not over.
    ///
    /// All chance is drawn from `rng`, so that the same seed gives the same game.
    ///
    /// # Errors
    ///
    /// The player failed; the game cannot be finished.
    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError>;
}

/// A player who could not answer. It costs the game, not the run.
#[derive(Debug, thiserror::Error)]
#[error("{player}: {what}")]
pub struct PlayerError {
    /// Name of the player.
    pub player: String,
    /// What went wrong.
    pub what: String,
    /// The player has recovered (an engine was restarted) and can play the next game.
    pub recovered: bool,
}
