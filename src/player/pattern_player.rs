use std::sync::Arc;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use shakmaty::{Move, Position};

use super::{Choice, Player, PlayerError};
use crate::chess::{Ending, Game, Oriented};
use crate::evaluation::Evaluator;
use crate::memory::Snapshot;
use crate::units::Value;

/// How a learner departs from its own best move. Both strengths are drawn anew for every game.
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
    /// Always the best move.
    pub const NONE: Exploration = Exploration { epsilon: 0.0, noise: 0.0 };

    /// An explored move that costs more than this is marked, so that learning does not blame the position for it.
    pub const TOLERATED_LOSS: f64 = 0.03;
}

/// Plays by its memory: looks at the legal successors, no further, and takes the one it thinks worst for the opponent.
#[derive(Debug)]
pub struct PatternPlayer {
    memory: Arc<Snapshot>,
    evaluator: Evaluator,
    exploration: Exploration,
    epsilon: f64,
    noise: f64,
    drawn: bool,
}

/// One legal move and what it leads to.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The move.
    pub m: Move,
    /// Value after the move, for the side that makes it.
    pub value: Value,
    /// The game ends with it.
    pub ending: Option<Ending>,
    /// The position has stood on the board before, and counts as a draw for that.
    pub repeats: bool,
}

/// Everything that was weighed in choosing a move.
#[derive(Clone, Debug)]
pub struct Decision {
    /// All legal moves, in the order of generation.
    pub alternatives: Vec<Alternative>,
    /// Index of the best one; the first of equals.
    pub best: usize,
}

impl Alternative {
    /// Mate first, then value: the greater, the better.
    #[must_use]
    pub fn rank(&self) -> (bool, f64) {
        (self.ending == Some(Ending::Checkmate), self.value.get())
    }
}

impl Decision {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> &Alternative {
        &self.alternatives[self.best]
    }
}

impl PatternPlayer {
    /// A player with a memory.
    #[must_use]
    pub fn new(
        memory: Arc<Snapshot>,
        evaluator: Evaluator,
        exploration: Exploration,
    ) -> PatternPlayer {
        PatternPlayer { memory, evaluator, exploration, epsilon: 0.0, noise: 0.0, drawn: false }
    }

    /// Gives it another memory, from the next move on.
    pub fn set_memory(&mut self, memory: Arc<Snapshot>) {
        self.memory = memory;
    }

    /// Weighs every legal move of a position that is not over; `None` when there is none.
    ///
    /// Successors that end the game have their true value, and one that has stood on the board before counts as a
    /// draw: who allows a second repetition will be held to it.
    pub fn decide(&mut self, game: &Game) -> Option<Decision> {
        let alternatives: Vec<Alternative> = game
            .position()
            .legal_moves()
            .into_iter()
            .map(|m| {
                let mut successor = game.position().clone();
                successor.play_unchecked(m);
                let ending = game.ending_after(&successor);
                let repeats = successor.halfmoves() >= 4 && game.occurrences(&successor) > 0;
                let value = match ending {
                    Some(Ending::Checkmate) => Value::LOSS,
                    Some(_) => Value::DRAW,
                    None if repeats => Value::DRAW,
                    None => self.evaluator.value(&self.memory, &Oriented::new(&successor)),
                };
                Alternative { m, value: value.flipped(), ending, repeats }
            })
            .collect();
        let best = (0..alternatives.len()).reduce(|best, i| {
            if alternatives[i].rank() > alternatives[best].rank() { i } else { best }
        })?;
        Some(Decision { alternatives, best })
    }

    fn draw_strengths(&mut self, rng: &mut dyn Rng) {
        self.epsilon = self.exploration.epsilon * rng.random::<f64>();
        self.noise = self.exploration.noise * rng.random::<f64>();
        self.drawn = true;
    }

    fn pick(&self, decision: &Decision, rng: &mut dyn Rng) -> usize {
        let alternatives = &decision.alternatives;
        let best = decision.best();
        // Mate outranks everything, exploration included.
        if best.ending == Some(Ending::Checkmate) {
            return decision.best;
        }
        if self.epsilon > 0.0 && rng.random::<f64>() < self.epsilon {
            return rng.random_range(0..alternatives.len());
        }
        if self.noise > 0.0 {
            let mut noisy = |a: &Alternative| {
                let uniform: f64 = rng.random_range(f64::EPSILON..1.0);
                a.value.log_odds() - self.noise * (-uniform.ln()).ln()
            };
            let scores: Vec<f64> = alternatives.iter().map(&mut noisy).collect();
            return (0..scores.len())
                .reduce(|b, i| if scores[i] > scores[b] { i } else { b })
                .unwrap_or(decision.best);
        }
        // Moves that are equally good are equally likely: an empty memory plays at random.
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
        Ok(Choice {
            m: chosen.m,
            value: Some(chosen.value),
            explored: loss > Exploration::TOLERATED_LOSS,
        })
    }
}
