//! The coach: among moves of nearly equal value, the one after which the opponent's chunks apply least (Walczak 1990,
//! section 3.4).

use std::path::PathBuf;
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use shakmaty::{Move, Position};

use super::iam::{IamKnowledge, suggest};
use super::model::OpponentModel;
use super::move_model::context::{GameState, MoveContext};
use crate::chess::Game;
use crate::file_format::LoadError;
use crate::player::{Alternative, Choice, Decision, PatternPlayer, Player, PlayerError};
use crate::units::Value;

/// A coach, as a plan describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoachSettings {
    /// The opponent's model, a file written by `morph opponent learn`.
    pub model: PathBuf,
    /// Value a move may cost for leaving the opponent's chunks, in expected result, from 0 to 1.
    #[serde(default = "CoachSettings::default_margin")]
    pub margin: f64,
}

impl CoachSettings {
    /// 0.02.
    #[must_use]
    pub fn default_margin() -> f64 {
        0.02
    }

    /// Checks the ranges.
    pub(crate) fn check(&self) -> Result<(), String> {
        if (0.0..=1.0).contains(&self.margin) {
            return Ok(());
        }
        Err(format!("coach.margin = {}: expected 0 to 1", self.margin))
    }

    /// Loads the opponent's model.
    ///
    /// # Errors
    ///
    /// The model cannot be read.
    pub fn load(&self) -> Result<Coach, LoadError> {
        Ok(Coach { model: Arc::new(OpponentModel::load(&self.model)?), margin: self.margin })
    }
}

/// Knows the opponent, and how much using that may cost.
#[derive(Clone)]
pub struct Coach {
    /// The opponent.
    pub model: Arc<OpponentModel>,
    /// Value a move may cost for leaving the opponent's chunks, in expected result, from 0 to 1.
    pub margin: f64,
}

/// A move among which the coach chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoachedMove {
    /// The move.
    pub m: Move,
    /// Its value for the side that plays it.
    pub value: Value,
    /// How much the opponent knows about the position after it, in `[0, 1]`; see [`familiarity`].
    pub familiarity: f64,
}

impl Coach {
    /// The moves that cost no more than the margin and go on with the game: the best one, then the others in the order of
    /// generation. None if the best one ends the game, for nothing is to be gained then. `state` is the position of the
    /// decision.
    #[must_use]
    pub fn candidates(&self, decision: &Decision, state: &GameState) -> Vec<CoachedMove> {
        let best = decision.best();
        if best.ending.is_some() {
            return Vec::new();
        }
        let min_value = best.value.get() - self.margin;
        let is_other = |(index, alternative): &(usize, &Alternative)| {
            *index != decision.best
                && alternative.ending.is_none()
                && alternative.value.get() >= min_value
        };
        let others = decision.alternatives.iter().enumerate().filter(is_other).map(|(_, a)| a);
        let candidate = |alternative: &Alternative| {
            let mut next = state.clone();
            next.play(alternative.m);
            let familiarity = familiarity(&self.model, &next);
            CoachedMove { m: alternative.m, value: alternative.value, familiarity }
        };
        std::iter::once(best).chain(others).map(candidate).collect()
    }
}

/// The pattern player with an optional coach; without one it chooses the same moves as the pattern player.
///
/// Exploratory moves are not coached.
pub struct CoachedPlayer {
    player: PatternPlayer,
    coach: Option<Coach>,
}

impl CoachedPlayer {
    /// A player with an optional coach.
    #[must_use]
    pub fn new(player: PatternPlayer, coach: Option<Coach>) -> CoachedPlayer {
        CoachedPlayer { player, coach }
    }

    /// The player without its coach.
    pub fn player_mut(&mut self) -> &mut PatternPlayer {
        &mut self.player
    }
}

/// How much the modelled player knows about a position with them to move: the highest score of the rules of 1990, in
/// `[0, 1]`.
#[must_use]
pub fn familiarity(model: &OpponentModel, state: &GameState) -> f64 {
    let suggested = suggest(&MoveContext::new(state), &IamKnowledge::of(model));
    suggested.first().map_or(0.0, |suggestion| suggestion.score.min(1.0))
}

impl Player for CoachedPlayer {
    fn name(&self) -> String {
        match &self.coach {
            Some(coach) => {
                format!("{} coached against {}", self.player.name(), coach.model.player)
            }
            None => self.player.name(),
        }
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.player.new_game()
    }

    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        let own = self.player.choose(game, rng)?;
        let Some(coach) = self.coach.as_ref().filter(|_| !own.explored) else { return Ok(own) };
        let decision = self.player.decide(game).ok_or_else(|| PlayerError {
            player: self.player.name(),
            what: "the game is over".to_owned(),
            recovered: true,
        })?;
        let candidates = coach.candidates(&decision, &game_state(game));
        // The best of equals comes first and stays.
        let lowest = candidates.into_iter().reduce(|lowest, other| {
            if other.familiarity < lowest.familiarity { other } else { lowest }
        });
        let best = decision.best();
        let (m, value) = lowest.map_or((best.m, best.value), |chosen| (chosen.m, chosen.value));
        Ok(Choice { m, value: Some(value), explored: false, best: None })
    }
}

/// The state of a game, which keeps no algebraic notation itself.
#[must_use]
pub fn game_state(game: &Game) -> GameState {
    let mut state = GameState::of(game.start().position());
    for m in game.moves() {
        state.play(*m);
    }
    debug_assert_eq!(state.position.board(), game.position().board());
    state
}
