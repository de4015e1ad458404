use std::sync::Arc;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::decision::{Decision, decide};
use super::strength::draw;
use super::{Choice, Player, PlayerError};
use crate::chess::{Ending, Game};
use crate::evaluation::Evaluator;
use crate::memory::{Memory, Snapshot};

/// How often and how far moves differ from the best one. Both strengths are drawn anew for every game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Exploration {
    /// Largest probability of a random move, in `[0, 1]`. Drawn uniformly between 0 and this.
    pub epsilon: f64,
    /// Largest scale of the Gumbel noise added to the log-odds of every move, ≥ 0. Drawn uniformly.
    pub noise: f64,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration { epsilon: 0.1, noise: 0.1 }
    }
}

impl Exploration {
    /// The best move only.
    pub const NONE: Exploration = Exploration { epsilon: 0.0, noise: 0.0 };

    /// An explored move that loses more value than this is marked: learning then takes the best move in its place.
    pub const MAX_LOSS: f64 = 0.03;
}

/// Plays by its memory: values the legal successors, searches no further, and takes the one that is worst for the opponent.
#[derive(Clone, Debug)]
pub struct PatternPlayer {
    memory: Arc<Snapshot>,
    evaluator: Evaluator,
    exploration: Exploration,
    epsilon: f64,
    noise: f64,
    drawn: bool,
}

impl PatternPlayer {
    /// Plays the best moves of a memory, with the evaluation it was trained with.
    ///
    /// # Example
    ///
    /// ```
    /// use morph::chess::Game;
    /// use morph::memory::Memory;
    /// use morph::player::PatternPlayer;
    ///
    /// let memory = Memory::load_shipped()?;
    /// let mut player = PatternPlayer::from_memory(&memory);
    /// let decision = player.decide(&Game::default()).ok_or("the game is over")?;
    /// println!("{} {}", decision.best().m, decision.best().value);
    /// # assert_eq!(decision.alternatives.len(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_memory(memory: &Memory) -> PatternPlayer {
        let evaluator = Evaluator::new(memory.evaluation());
        PatternPlayer::new(Arc::new(memory.snapshot()), evaluator, Exploration::NONE)
    }

    /// A player that values positions with this evaluator.
    #[must_use]
    pub fn new(
        memory: Arc<Snapshot>,
        evaluator: Evaluator,
        exploration: Exploration,
    ) -> PatternPlayer {
        PatternPlayer { memory, evaluator, exploration, epsilon: 0.0, noise: 0.0, drawn: false }
    }

    /// Replaces the memory from the next move on.
    pub fn set_memory(&mut self, memory: Arc<Snapshot>) {
        self.memory = memory;
    }

    /// Values every legal move; see [`decide`].
    pub fn decide(&mut self, game: &Game) -> Option<Decision> {
        decide(&mut self.evaluator, &self.memory, game)
    }

    fn draw_strengths(&mut self, rng: &mut dyn Rng) {
        self.epsilon = self.exploration.epsilon * rng.random::<f64>();
        self.noise = self.exploration.noise * rng.random::<f64>();
        self.drawn = true;
    }

    fn pick(&self, decision: &Decision, rng: &mut dyn Rng) -> usize {
        let alternatives = &decision.alternatives;
        let best = decision.best();
        // A mate is always played.
        if best.ending == Some(Ending::Checkmate) {
            return decision.best;
        }
        if self.epsilon > 0.0 && rng.random::<f64>() < self.epsilon {
            return rng.random_range(0..alternatives.len());
        }
        if self.noise > 0.0 {
            return draw(alternatives, self.noise, rng).unwrap_or(decision.best);
        }
        // Equally good moves are equally likely: an empty memory plays at random.
        let equals: Vec<usize> =
            (0..alternatives.len()).filter(|i| alternatives[*i].value == best.value).collect();
        equals[rng.random_range(0..equals.len())]
    }
}

impl Player for PatternPlayer {
    fn name(&self) -> String {
        "Morph".to_owned()
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.drawn = false;
        Ok(())
    }

    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        if !self.drawn {
            self.draw_strengths(rng);
        }
        let decision = self.decide(game).ok_or_else(|| PlayerError {
            player: self.name(),
            what: "the game is over".to_owned(),
            recovered: true,
        })?;
        let chosen = &decision.alternatives[self.pick(&decision, rng)];
        let loss = decision.best().value.get() - chosen.value.get();
        let explored = loss > Exploration::MAX_LOSS;
        let best = explored.then(|| decision.best().m);
        Ok(Choice { m: chosen.m, value: Some(chosen.value), explored, best })
    }
}
