//! The coach: among moves that are as good, those after which the opponent knows least (Walczak 1990, section 3.4).

use std::path::PathBuf;
use std::sync::Arc;

use rand::Rng;
use serde::{Deserialize, Serialize};
use shakmaty::Position;

use super::iam::suggest;
use super::model::Model;
use super::predict::Situation;
use super::ranker::scene::Scene;
use crate::chess::Game;
use crate::file_format::LoadError;
use crate::player::{Alternative, Choice, PatternPlayer, Player, PlayerError};

/// A coach, as a plan names him.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoachSettings {
    /// The model of the opponent, a file of `morph adversary learn`.
    pub model: PathBuf,
    /// What leaving the opponent's chunks may cost a move, in points of expected result from 0 to 1.
    #[serde(default = "CoachSettings::default_margin")]
    pub margin: f64,
}

impl CoachSettings {
    /// Two hundredths of a point.
    #[must_use]
    pub fn default_margin() -> f64 {
        0.02
    }

    /// What is wrong with the numbers, if anything.
    pub(crate) fn check(&self) -> Result<(), String> {
        if (0.0..=1.0).contains(&self.margin) {
            return Ok(());
        }
        Err(format!("coach.margin = {}: expected 0 to 1", self.margin))
    }

    /// The coach himself.
    ///
    /// # Errors
    ///
    /// The model cannot be read.
    pub fn load(&self) -> Result<Coach, LoadError> {
        Ok(Coach { model: Arc::new(Model::load(&self.model)?), margin: self.margin })
    }
}

/// Who knows the opponent.
#[derive(Clone)]
pub struct Coach {
    /// The opponent.
    pub model: Arc<Model>,
    /// What leaving his chunks may cost a move, in points of expected result from 0 to 1.
    pub margin: f64,
}

/// The pattern player, coached by a model of its opponent. Without a coach it is that player, chance included.
///
/// Moves that are made in order to learn are not coached.
pub struct Coached {
    player: PatternPlayer,
    coach: Option<Coach>,
}

impl Coached {
    /// `player`, coached if there is somebody to do it.
    #[must_use]
    pub fn new(player: PatternPlayer, coach: Option<Coach>) -> Coached {
        Coached { player, coach }
    }

    /// Who is coached.
    pub fn player_mut(&mut self) -> &mut PatternPlayer {
        &mut self.player
    }
}

/// How much the side to move knows of a position: its strongest belief by the rules of 1990, from 0 to 1.
#[must_use]
pub fn familiarity(model: &Model, situation: &Situation) -> f64 {
    let scene = Scene::new(&situation.position, &situation.history);
    let suggested = suggest(&scene, &situation.sans, &model.knowledge());
    suggested.first().map_or(0.0, |suggestion| suggestion.belief.min(1.0))
}

impl Player for Coached {
    fn name(&self) -> String {
        match &self.coach {
            Some(coach) => {
                format!("{} coached against {}", self.player.name(), coach.model.player.name)
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
        let best = decision.best();
        let least = best.value.get() - coach.margin;
        // The end of the game is no matter of taste.
        let is_equal = |a: &&Alternative| a.ending.is_none() && a.value.get() >= least;
        let mut chosen = best;
        if best.ending.is_none() {
            let now = situation(game);
            let known = |alternative: &Alternative| {
                let mut next = now.clone();
                next.play(alternative.m);
                familiarity(&coach.model, &next)
            };
            let mut lowest = known(best);
            for alternative in decision.alternatives.iter().filter(is_equal) {
                let familiar = known(alternative);
                if familiar < lowest {
                    (chosen, lowest) = (alternative, familiar);
                }
            }
        }
        Ok(Choice { m: chosen.m, value: Some(chosen.value), explored: false })
    }
}

/// The present position of a game with what went before.
fn situation(game: &Game) -> Situation {
    let start = game.start().position();
    let mut situation =
        if start == shakmaty::Chess::default() { Situation::start() } else { Situation::of(start) };
    for m in game.moves() {
        situation.play(*m);
    }
    debug_assert_eq!(situation.position.board(), game.position().board());
    situation
}
