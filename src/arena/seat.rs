use shakmaty::Color;

use super::{GameEnd, GameRecord};
use crate::player::{Player, PlayerError};

/// Builds a player.
pub type PlayerFactory<'a> = dyn Fn() -> Result<Box<dyn Player>, PlayerError> + Sync + 'a;

/// A player that is kept from game to game, since engines take time to start. Built when it is needed, and again after
/// a failure from which it has not recovered.
#[derive(Default)]
pub struct Seat(Option<Box<dyn Player>>);

/// Attempts to build a player before a game is given up.
const MAX_BUILDS: usize = 3;

impl Seat {
    /// The player, built if there is none.
    ///
    /// # Errors
    ///
    /// It could not be built in three attempts.
    pub fn player(&mut self, build: &PlayerFactory<'_>) -> Result<&mut dyn Player, PlayerError> {
        let player = match self.0.take() {
            Some(player) => player,
            None => (1..MAX_BUILDS).fold(build(), |built, _| built.or_else(|_| build()))?,
        };
        Ok(self.0.insert(player).as_mut())
    }

    /// Drops the player of `side` if it failed in this game and has not recovered.
    pub fn after(&mut self, record: &GameRecord, side: Color) {
        if matches!(record.ending, GameEnd::Abandoned { by, recovered: false, .. } if by == side) {
            self.0 = None;
        }
    }
}
