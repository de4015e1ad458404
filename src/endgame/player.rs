//! Advice at the board: a player who follows the tables where they speak.

use std::sync::Arc;

use rand::Rng;
use shakmaty::{Chess, Position};

use super::advisor::{Advice, Advisor};
use crate::chess::Game;
use crate::player::{Choice, Player, PlayerError};

/// Follows advice where a table has a move for the position; everywhere else another player decides.
///
/// Without an advisor it is that other player, chance included.
#[derive(Clone, Debug)]
pub struct AdvisedPlayer<P> {
    player: P,
    advisor: Option<Arc<Advisor>>,
}

impl<P> AdvisedPlayer<P> {
    /// `player`, advised by `advisor` if there is one.
    #[must_use]
    pub fn new(player: P, advisor: Option<Arc<Advisor>>) -> AdvisedPlayer<P> {
        AdvisedPlayer { player, advisor }
    }

    /// Who decides where there is no advice.
    pub fn player_mut(&mut self) -> &mut P {
        &mut self.player
    }

    /// Takes advice from now on, or no longer.
    pub fn set_advisor(&mut self, advisor: Option<Arc<Advisor>>) {
        self.advisor = advisor;
    }

    /// The advice it follows in this position, if there is any.
    #[must_use]
    pub fn advice(&self, position: &Chess) -> Option<Advice> {
        let advice = self.advisor.as_ref()?.advise(position)?;
        position.is_legal(advice.m).then_some(advice)
    }
}

impl<P: Player> Player for AdvisedPlayer<P> {
    fn name(&self) -> String {
        let name = self.player.name();
        if self.advisor.is_some() { format!("{name} with advice") } else { name }
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.player.new_game()
    }

    /// A move of a table has no value: the table knows its goal and not the result.
    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        match self.advice(game.position()) {
            Some(advice) => Ok(Choice { m: advice.m, value: None, explored: false }),
            None => self.player.choose(game, rng),
        }
    }
}
