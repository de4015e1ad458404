//! Players: the pattern player (1 ply), built-in sparring partners, and the trait that UCI engines implement too; the clocks
//! that they play on.

mod bench;
mod clock;
mod decision;
mod pattern_player;
mod sparring;
mod strength;

use rand::Rng;
use shakmaty::Move;

pub use bench::{BenchReport, bench};
pub use clock::{BadTimeControl, Clock, Clocks, TimeControl};
pub use decision::{Alternative, Decision, decide};
pub use pattern_player::{Exploration, PatternPlayer};
pub use sparring::{SearchDepth, Sparring, SparringLevel, UnknownLevel};
pub use strength::LimitedStrength;

use crate::chess::Game;
use crate::units::Value;

/// A chosen move.
#[derive(Clone, Debug)]
pub struct Choice {
    /// A legal move.
    pub m: Move,
    /// Value after the move, for the *mover*; `None` if the player gives none.
    pub value: Option<Value>,
    /// The move was made to explore: it is not the player's choice.
    pub explored: bool,
    /// The player's best move, where it explored.
    pub best: Option<Move>,
}

/// Chooses moves.
///
/// Implementations return legal moves only: the UCI client checks the answers of its engine.
pub trait Player {
    /// Its name in PGN headers and reports.
    fn name(&self) -> String;

    /// Prepares for a new game.
    ///
    /// # Errors
    ///
    /// The player cannot play (an engine that does not start).
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    /// A move in the present position of `game`, which is not over.
    ///
    /// All randomness comes from `rng`, so that the same seed gives the same game.
    ///
    /// # Errors
    ///
    /// The player failed; the game cannot be finished.
    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError>;

    /// The same in a game with clocks. The one of the side to move is running; a move that comes too late loses, whatever it
    /// is. Players that do not regard the time need nothing but [`Player::choose`].
    ///
    /// # Errors
    ///
    /// As [`Player::choose`].
    fn choose_on_clock(
        &mut self,
        game: &Game,
        clocks: &Clocks,
        rng: &mut dyn Rng,
    ) -> Result<Choice, PlayerError> {
        let _ = clocks;
        self.choose(game, rng)
    }
}

/// A player failed. The game is lost for the record, but the run goes on.
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
