use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::evaluation::{EvaluationSettings, Evaluator};
use crate::memory::Snapshot;
use crate::player::{Exploration, PatternPlayer, Player, PlayerError, Sparring, SparringLevel};
use crate::terminal_text::printable;
use crate::uci::{Engine, EngineError, EngineSettings};

/// Characters of a command that an error names.
const MAX_COMMAND: usize = 300;

/// An opponent, as plans and gauntlets name it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Opponent {
    /// The memory itself.
    SelfPlay {
        /// Games in each round of all opponents, 1 to 1,000,000.
        #[serde(default = "one")]
        share: u32,
    },
    /// A built-in sparring partner.
    Sparring {
        /// Games in each round of all opponents, 1 to 1,000,000.
        #[serde(default = "one")]
        share: u32,
        /// `random`, `greedy`, or `search-1` to `search-6`.
        level: SparringLevel,
    },
    /// A UCI engine.
    Engine {
        /// Games in each round of all opponents, 1 to 1,000,000.
        #[serde(default = "one")]
        share: u32,
        /// The program and its limits.
        engine: EngineSettings,
    },
}

fn one() -> u32 {
    1
}

impl Opponent {
    /// Games in each round of all opponents.
    #[must_use]
    pub fn share(&self) -> u32 {
        match self {
            Opponent::SelfPlay { share }
            | Opponent::Sparring { share, .. }
            | Opponent::Engine { share, .. } => *share,
        }
    }

    /// Checks that the share is in range.
    ///
    /// # Errors
    ///
    /// The key, its value and the range.
    pub fn check(&self) -> Result<(), String> {
        match self.share() {
            1..=1_000_000 => Ok(()),
            share => Err(format!("opponents.share = {share}: expected 1 to 1000000")),
        }
    }

    /// Whether the memory plays both sides.
    #[must_use]
    pub fn is_self(&self) -> bool {
        matches!(self, Opponent::SelfPlay { .. })
    }

    /// Starts an engine once and ends it, so that one that cannot play is found before the first game; other opponents
    /// can always play.
    ///
    /// # Errors
    ///
    /// The engine cannot be started or does not answer in time.
    pub fn try_out(&self) -> Result<(), PlayerError> {
        let Opponent::Engine { engine, .. } = self else { return Ok(()) };
        Engine::try_out(engine).map_err(|error| cannot_play(engine, &error))
    }

    /// Builds the player; `memory`, `evaluation` and `exploration` are those of self-play.
    ///
    /// # Errors
    ///
    /// The engine cannot be started.
    pub fn build(
        &self,
        memory: &Arc<Snapshot>,
        evaluation: EvaluationSettings,
        exploration: Exploration,
    ) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            Opponent::SelfPlay { .. } => {
                let evaluator = Evaluator::new(evaluation);
                Box::new(PatternPlayer::new(Arc::clone(memory), evaluator, exploration))
            }
            Opponent::Sparring { level, .. } => Box::new(Sparring::new(*level)),
            Opponent::Engine { engine, .. } => {
                let started = Engine::start(engine.clone());
                Box::new(started.map_err(|error| cannot_play(engine, &error))?)
            }
        })
    }
}

fn cannot_play(engine: &EngineSettings, error: &EngineError) -> PlayerError {
    let player = printable(&engine.command, MAX_COMMAND).into_owned();
    PlayerError { player, what: error.report(), recovered: false }
}
