//! A player that follows the advice tables where they apply.

use std::sync::Arc;

use rand::Rng;
use shakmaty::{Chess, Position};

use super::advisor::{Advice, Advisor};
use crate::chess::Game;
use crate::player::{Choice, Player, PlayerError};

/// Plays the move of an advice table if one applies; otherwise another player chooses.
///
/// Without an advisor it plays exactly like that other player, random numbers included.
#[derive(Clone, Debug)]
pub struct AdvisedPlayer<P> {
    player: P,
    advisor: Option<Arc<Advisor>>,
}

impl<P> AdvisedPlayer<P> {
    /// `player`, with advice if there is an advisor.
    #[must_use]
    pub fn new(player: P, advisor: Option<Arc<Advisor>>) -> AdvisedPlayer<P> {
        AdvisedPlayer { player, advisor }
    }

    /// The player that chooses where there is no advice.
    pub fn player_mut(&mut self) -> &mut P {
        &mut self.player
    }

    /// Turns advice on or off.
    pub fn set_advisor(&mut self, advisor: Option<Arc<Advisor>>) {
        self.advisor = advisor;
    }

    /// The advice it follows in this position, if any.
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

    /// The move of a table has no value: a table knows a goal, not the expected result.
    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        match self.advice(game.position()) {
            Some(advice) => Ok(Choice { m: advice.m, value: None, explored: false, best: None }),
            None => self.player.choose(game, rng),
        }
    }
}
