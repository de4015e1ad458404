use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::evaluation::{EvaluationSettings, Evaluator};
use crate::memory::Snapshot;
use crate::player::{Exploration, PatternPlayer, Player, PlayerError, Sparring, SparringLevel};
use crate::terminal_text::{MAX_NAME, printable};
use crate::uci::{Engine, EngineError, EngineSettings, GoLimit, SEARCHED};

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
    /// The opponent that a command line names: `self`, a sparring partner, or the command of an engine with its limit
    /// (depth 1 if there is none) and its options, as `NAME=VALUE`.
    ///
    /// # Errors
    ///
    /// An option without `=`, a limit or an option for a built-in opponent, or a word that names no program.
    pub fn named(
        name: &str,
        limit: Option<GoLimit>,
        options: &[String],
    ) -> Result<Opponent, String> {
        let level = name.parse().ok().map(|level| Opponent::Sparring { share: 1, level });
        let built_in = if name == "self" { Some(Opponent::SelfPlay { share: 1 }) } else { level };
        if let Some(opponent) = built_in {
            let is_plain = limit.is_none() && options.is_empty();
            let fault = || format!("limits and options are for engines, not for `{name}`");
            return if is_plain { Ok(opponent) } else { Err(fault()) };
        }
        if !name.contains(char::is_whitespace) && !Engine::is_installed(name) {
            return Err(format!(
                "opponent {name}: expected self, random, greedy, search-1 to search-6, or the command of an engine; no \
                 program of this name is {SEARCHED}"
            ));
        }
        let mut engine =
            EngineSettings::new(name, limit.unwrap_or(GoLimit::Depth(NonZeroU32::MIN)));
        for option in options {
            let pair = option.split_once('=');
            let (name, value) = pair.ok_or(format!("--option {option}: expected NAME=VALUE"))?;
            engine.options.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        Ok(Opponent::Engine { share: 1, engine })
    }

    /// The same, an engine limited by the clock of the game alone.
    #[must_use]
    pub fn on_clock(mut self) -> Opponent {
        if let Opponent::Engine { engine, .. } = &mut self {
            engine.limit = GoLimit::Clock;
        }
        self
    }

    /// The search limit: of the memory, which looks at the successors of a position, depth 1; none for sparring partners.
    #[must_use]
    pub fn limit(&self) -> Option<GoLimit> {
        match self {
            Opponent::SelfPlay { .. } => Some(GoLimit::Depth(NonZeroU32::MIN)),
            Opponent::Sparring { .. } => None,
            Opponent::Engine { engine, .. } => Some(engine.limit),
        }
    }

    /// The value to which an option of an engine is set.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        let Opponent::Engine { engine, .. } = self else { return None };
        let mut options = engine.options.iter().rev();
        options.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Tries out both players of a match, and names two engines of one name after what tells them apart: their commands,
    /// limits or options, or their places.
    ///
    /// # Errors
    ///
    /// As [`Opponent::try_out`].
    pub fn try_out_both(first: &mut Opponent, second: &mut Opponent) -> Result<(), PlayerError> {
        let (name, other) = (first.try_out()?, second.try_out()?);
        if let (Opponent::Engine { engine: one, .. }, Opponent::Engine { engine: two, .. }) =
            (first, second)
            && name.is_some()
            && name == other
        {
            let name = name.unwrap_or_default();
            let words = |engine: &EngineSettings| {
                let options = engine.options.iter();
                let options: Vec<_> =
                    options.map(|(name, value)| format!("{name}={value}")).collect();
                [engine.command.clone(), engine.limit.to_string(), options.join(" ")]
            };
            let full = |word: &str| format!("{name} ({word})").replace(" ()", "");
            let differing = words(one).into_iter().zip(words(two));
            let names = differing
                .map(|(one, two)| (full(&one), full(&two)))
                .find(|(one, two)| printable(one, MAX_NAME) != printable(two, MAX_NAME));
            let (first, second) = names.unwrap_or_else(|| (full("1"), full("2")));
            (one.name, two.name) = (Some(first), Some(second));
        }
        Ok(())
    }

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

    /// Whether it is a program of this machine.
    #[must_use]
    pub fn is_engine(&self) -> bool {
        matches!(self, Opponent::Engine { .. })
    }

    /// Starts an engine once and ends it, so that one that cannot play is found before the first game, and returns its name;
    /// other opponents can always play.
    ///
    /// # Errors
    ///
    /// The engine cannot be started or does not answer in time.
    pub fn try_out(&self) -> Result<Option<String>, PlayerError> {
        let Opponent::Engine { engine, .. } = self else { return Ok(None) };
        let name = Engine::try_out(engine).map_err(|error| cannot_play(engine, &error))?;
        Ok(Some(name))
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
