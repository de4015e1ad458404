use std::num::NonZero;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::past_positions::PastPositionSettings;
use crate::arena::{OpeningSource, Opponent, Rules};
use crate::evaluation::EvaluationSettings;
use crate::file_format::read_text;
use crate::learning::{LearningSettings, UpdateSettings};
use crate::memory::HistoryDigest;
use crate::opponent_model::coach::CoachSettings;
use crate::player::Exploration;

/// All settings of a training run, read from TOML. Unknown keys are errors.
///
/// Equal plans give equal journals, whatever the number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Name of the run in tables and plots, and of its folder: at most 100 bytes, without slashes.
    pub name: String,
    /// Seed of all random choices.
    #[serde(default = "one")]
    pub seed: u64,
    /// Games to play, ≥ 1.
    pub games: u32,
    /// Games between the memory that plays a game and the newest one: 0 plays with everything learned so far, at most
    /// 10,000. Up to `policy_lag + 1` games are played at the same time.
    #[serde(default, alias = "lag")]
    pub policy_lag: u32,
    /// Games between checkpoints, ≥ 1. A resumed run learns at most `checkpoint + 1.5 * policy_lag` games again.
    #[serde(default = "hundred")]
    pub checkpoint: u32,
    /// Write and keep checkpoints at multiples of this many games (≥ 1) besides, for a learning curve; absent: keep only
    /// what resuming needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_every: Option<NonZero<u32>>,
    /// Begin with this memory, a file or `built-in`, and not with an empty one. The run keeps a copy of it. (In a series, the runs
    /// of a later round have `merged` here: what the round before came to.) For steps shorter than
    /// those that an empty memory needs see the built-in plan `player-continued`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<PathBuf>,
    /// Follow endgame advice where a table covers the position, in self-play on both sides. Off: endgames are learned
    /// from play.
    #[serde(default)]
    pub advice: bool,
    /// Coach with a model of the opponent: prefer moves that leave the opponent's known patterns. In self-play, for one
    /// side only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coach: Option<CoachSettings>,
    /// Opponents, in turn, each as often as its share says.
    pub opponents: Vec<Opponent>,
    /// Openings. Two games in a row against the same opponent have the same opening with colours exchanged.
    #[serde(default)]
    pub openings: OpeningSource,
    /// Self-play games that start from positions of past games; absent: none.
    #[serde(default, alias = "revisits", skip_serializing_if = "Option::is_none")]
    pub past_positions: Option<PastPositionSettings>,
    /// Rules beyond those of chess.
    #[serde(default)]
    pub rules: Rules,
    /// Evaluation of positions.
    #[serde(default)]
    pub evaluation: EvaluationSettings,
    /// Exploration: moves other than the best one.
    #[serde(default)]
    pub exploration: Exploration,
    /// Learning.
    pub learning: LearningSettings,
}

fn one() -> u64 {
    1
}

fn hundred() -> u32 {
    100
}

/// A plan that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Neither a file nor a built-in plan.
    #[error("{name}: no such file, and no built-in plan of this name; there are {names}")]
    Unknown {
        /// What was asked for.
        name: PathBuf,
        /// Names of the built-in plans.
        names: String,
    },
    /// The file cannot be read.
    #[error("{path}: {cause}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// Not a plan: wrong TOML, an unknown key, a wrong type. The message names the line.
    #[error("{path}: {cause}")]
    Parse {
        /// The file, or `the built-in plan`.
        path: PathBuf,
        /// What is wrong, and where.
        cause: Box<toml::de::Error>,
    },
    /// A value is out of range or two settings contradict each other.
    #[error("{path}: {what}")]
    Settings {
        /// The file, or `the built-in plan`.
        path: PathBuf,
        /// The field and what was expected.
        what: String,
    },
}

impl Plan {
    /// The built-in plan: wins games, takes about two minutes.
    pub const DEFAULT: &'static str = include_str!("../../training/plans/default.toml");

    /// Reads a plan from its text; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The text is not a plan.
    pub fn parse(text: &str, path: &Path) -> Result<Plan, PlanError> {
        parse(text, path)
    }

    /// Reads the plan file of one run that is based on no other. Paths in it are relative to the working directory.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is not a plan.
    pub fn load(path: &Path) -> Result<Plan, PlanError> {
        Plan::parse(&read(path)?, path)
    }

    /// Checks every setting; `path` is for messages.
    ///
    /// # Errors
    ///
    /// The first invalid setting.
    pub fn check(self, path: &Path) -> Result<CheckedPlan, PlanError> {
        match self.fault() {
            Some(what) => Err(PlanError::Settings { path: path.to_owned(), what }),
            None => Ok(CheckedPlan(self)),
        }
    }

    fn fault(&self) -> Option<String> {
        if !is_file_name(&self.name) {
            let name = &self.name;
            return Some(format!("name = {name:?}: expected a name that a folder can have"));
        }
        if self.games == 0 {
            return Some("games = 0: expected 1 or more".to_owned());
        }
        if self.checkpoint == 0 {
            return Some("checkpoint = 0: expected 1 or more".to_owned());
        }
        if self.policy_lag > 10_000 {
            return Some(format!("policy_lag = {}: expected 0 to 10000", self.policy_lag));
        }
        if self.rules.ply_cap == 0 {
            return Some("rules.ply_cap = 0: expected 1 or more".to_owned());
        }
        if self.opponents.is_empty() {
            return Some("opponents: expected at least one".to_owned());
        }
        let e = &self.exploration;
        if !(0.0..=1.0).contains(&e.epsilon) {
            return Some(format!("exploration.epsilon = {}: expected 0 to 1", e.epsilon));
        }
        if !(0.0..=100.0).contains(&e.noise) {
            return Some(format!("exploration.noise = {}: expected 0 to 100", e.noise));
        }
        let settings = self.opponents.iter().try_for_each(Opponent::check);
        settings
            .and_then(|()| self.evaluation.rule.check())
            .and_then(|()| self.learning.check())
            .and_then(|()| self.check_moves())
            .and_then(|()| self.past_positions.as_ref().map_or(Ok(()), PastPositionSettings::check))
            .and_then(|()| self.coach.as_ref().map_or(Ok(()), CoachSettings::check))
            .err()
    }

    /// Move patterns add one term to the sum of all patterns, and only an error update of that sum can learn it.
    fn check_moves(&self) -> Result<(), String> {
        let adds = self.evaluation.adds_everything()
            && matches!(self.learning.update, UpdateSettings::Error { .. });
        if adds || self.learning.creation.moves.is_empty() {
            return Ok(());
        }
        Err("learning.creation.moves: requires evaluation.rule log-odds-sum, evaluation.patterns all, evaluation.counting \
             each and learning.update error"
            .to_owned())
    }
}

fn is_file_name(name: &str) -> bool {
    (1..=100).contains(&name.len()) && !name.contains(['/', '\\']) && !matches!(name, "." | "..")
}

/// The text of a plan file.
pub(crate) fn read(path: &Path) -> Result<String, PlanError> {
    read_text(path).map_err(|error| PlanError::Read { path: error.path, cause: error.source })
}

/// The digest of a plan's text, without `keep_every`, which does not change what is learned.
pub(crate) fn digest(text: &str) -> HistoryDigest {
    let lines = text.lines().filter(|line| !line.starts_with("keep_every ="));
    HistoryDigest::of(lines.collect::<Vec<_>>().join("\n").as_bytes())
}

/// Parses a plan file.
pub(super) fn parse<T: DeserializeOwned>(text: &str, path: &Path) -> Result<T, PlanError> {
    toml::from_str(text)
        .map_err(|cause| PlanError::Parse { path: path.to_owned(), cause: Box::new(cause) })
}

/// A plan with valid settings.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedPlan(Plan);

impl std::ops::Deref for CheckedPlan {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        &self.0
    }
}

impl CheckedPlan {
    /// The memory that game `game` (from 1) is played with: the number of games it has learned from.
    ///
    /// In steps of half the lag, so that snapshots are rare and still in time for every thread.
    #[must_use]
    pub(super) fn memory_for(&self, game: u32) -> u32 {
        let step = (self.policy_lag / 2).max(1);
        (game - 1).saturating_sub(self.policy_lag) / step * step
    }

    /// Largest number of games played at the same time.
    #[must_use]
    pub fn max_threads(&self) -> usize {
        self.policy_lag as usize + 1
    }

    /// The plan as TOML.
    ///
    /// # Errors
    ///
    /// A value has no form in TOML; does not happen for plans read from TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(&self.0)
    }

    /// The plan as it is stored in a memory, without `keep_every`, which does not change what is learned.
    pub(super) fn to_toml_for_memory(&self) -> Result<String, toml::ser::Error> {
        toml::to_string_pretty(&Plan { keep_every: None, ..self.0.clone() })
    }
}
