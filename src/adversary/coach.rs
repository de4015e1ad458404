//! The coach: among moves that are as good, those after which the opponent knows least (Walczak 1990, section 3.4).

use std::sync::Arc;

use rand::Rng;
use shakmaty::Position;

use super::iam::suggest;
use super::model::Model;
use super::predict::Situation;
use super::ranker::scene::Scene;
use crate::board::Game;
use crate::player::{Alternative, Choice, PatternPlayer, Player, PlayerError};

/// The pattern player, coached by a model of its opponent.
pub struct Coached {
    player: PatternPlayer,
    model: Arc<Model>,
    margin: f64,
}

impl Coached {
    /// `margin`, in points of expected result from 0 to 1, is what leaving the opponent's chunks may cost a move.
    #[must_use]
    pub fn new(player: PatternPlayer, model: Arc<Model>, margin: f64) -> Coached {
        Coached { player, model, margin }
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
        format!("{} coached against {}", self.player.name(), self.model.player.name)
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.player.new_game()
    }

    fn choose(&mut self, game: &Game, _: &mut dyn Rng) -> Result<Choice, PlayerError> {
        let decision = self.player.decide(game).ok_or_else(|| PlayerError {
            player: self.name(),
            what: "the game is over".to_owned(),
            recovered: true,
        })?;
        let best = decision.best();
        let least = best.value.get() - self.margin;
        // The end of the game is no matter of taste.
        let is_equal = |a: &&Alternative| a.ending.is_none() && a.value.get() >= least;
        let mut chosen = best;
        if best.ending.is_none() {
            let now = situation(game);
            let known = |alternative: &Alternative| {
                let mut next = now.clone();
                next.play(alternative.m);
                familiarity(&self.model, &next)
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
