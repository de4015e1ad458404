use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::evaluation::{EvaluationSettings, Evaluator};
use crate::memory::Snapshot;
use crate::player::{Exploration, PatternPlayer, Player, PlayerError, Sparring, SparringLevel};
use crate::uci::{Engine, EngineSettings};

/// Somebody to play against in training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Opponent {
    /// The memory itself.
    SelfPlay {
        /// How many games in a round of all opponents, ≥ 1.
        #[serde(default = "one")]
        share: u32,
    },
    /// The built-in sparring partner.
    Sparring {
        /// How many games in a round of all opponents, ≥ 1.
        #[serde(default = "one")]
        share: u32,
        /// `random`, `greedy`, or `search-1` to `search-6`.
        level: SparringLevel,
    },
    /// A chess program that speaks UCI.
    Engine {
        /// How many games in a round of all opponents, ≥ 1.
        #[serde(default = "one")]
        share: u32,
        /// The program and how it is asked.
        engine: EngineSettings,
    },
}

fn one() -> u32 {
    1
}

impl Opponent {
    fn share(&self) -> u32 {
        match self {
            Opponent::SelfPlay { share }
            | Opponent::Sparring { share, .. }
            | Opponent::Engine { share, .. } => *share,
        }
    }

    /// What is wrong with the settings, if anything.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.share() {
            0 => Err("opponents.share = 0: expected 1 or more".to_owned()),
            share if share > 1_000_000 => {
                Err(format!("opponents.share = {share}: expected at most 1000000"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the memory plays both sides.
    #[must_use]
    pub fn is_self(&self) -> bool {
        matches!(self, Opponent::SelfPlay { .. })
    }
}

/// Who plays which game.
#[derive(Clone, Debug)]
pub struct Opponents {
    opponents: Vec<Opponent>,
}

/// The part a game has in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Index of the opponent.
    pub opponent: usize,
    /// The memory has White (in self-play: always).
    pub memory_is_white: bool,
    /// Number of the opening. Two games in a row against the same opponent share one.
    pub opening: u64,
}

impl Opponents {
    /// The opponents of a plan.
    #[must_use]
    pub fn new(opponents: Vec<Opponent>) -> Opponents {
        Opponents { opponents }
    }

    /// The opponent at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> &Opponent {
        &self.opponents[index]
    }

    /// Who plays game `game` (from 1), with which colours and which opening.
    ///
    /// Rounds are dealt out evenly: with shares 3 and 1, every fourth game is against the second. Every game of
    /// self-play has an opening of its own.
    #[must_use]
    pub fn pairing(&self, game: u32) -> Pairing {
        let round: u64 = self.opponents.iter().map(|o| u64::from(o.share())).sum();
        let index = u64::from(game - 1);
        let (rounds, mut place) = (index / round, index % round);
        for (opponent, settings) in self.opponents.iter().enumerate() {
            let share = u64::from(settings.share());
            if place < share {
                let met_before = rounds * share + place;
                if settings.is_self() {
                    return Pairing { opponent, memory_is_white: true, opening: 2 * index };
                }
                let opening = 2 * (met_before / 2) + 1;
                return Pairing { opponent, memory_is_white: met_before % 2 == 0, opening };
            }
            place -= share;
        }
        unreachable!("a place in a round belongs to an opponent")
    }

    /// Builds an opponent; `memory` is for self-play.
    ///
    /// # Errors
    ///
    /// An engine does not come up.
    pub fn build(
        &self,
        index: usize,
        memory: &Arc<Snapshot>,
        evaluation: EvaluationSettings,
        exploration: Exploration,
    ) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match &self.opponents[index] {
            Opponent::SelfPlay { .. } => {
                let evaluator = Evaluator::new(evaluation);
                Box::new(PatternPlayer::new(Arc::clone(memory), evaluator, exploration))
            }
            Opponent::Sparring { level, .. } => Box::new(Sparring::new(*level)),
            Opponent::Engine { engine, .. } => {
                let started = Engine::start(engine.clone());
                Box::new(started.map_err(|error| PlayerError {
                    player: engine.command.clone(),
                    what: error.report(),
                    recovered: false,
                })?)
            }
        })
    }
}
