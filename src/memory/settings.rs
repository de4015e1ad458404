use serde::{Deserialize, Serialize};

/// Whether a pattern that occurs several times counts as often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Every occurrence counts.
    Each,
    /// A pattern counts once, as a boolean feature.
    Once,
}

/// Which of the patterns that occur count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// All of them.
    All,
    /// Only those none of whose immediate successors occurs (each once): the "immediate predecessors of the state" of
    /// the 1991 system.
    MostSpecific,
}

/// How a position is valued.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationSettings {
    /// How weights are combined.
    pub rule: RuleSettings,
    /// Whether every occurrence counts.
    pub counting: Counting,
    /// Which patterns count.
    pub patterns: Selection,
}

impl Default for EvaluationSettings {
    /// The sum of the log-odds of all occurrences: the strongest player.
    fn default() -> EvaluationSettings {
        EvaluationSettings {
            rule: RuleSettings::LogOddsSum,
            counting: Counting::Each,
            patterns: Selection::All,
        }
    }
}

impl EvaluationSettings {
    /// The value follows from one sum over all occurrences, without the list of patterns. Move patterns count only then.
    pub(crate) fn adds_everything(self) -> bool {
        self.rule == RuleSettings::LogOddsSum
            && self.counting == Counting::Each
            && self.patterns == Selection::All
    }
}

/// How weights are combined into a value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RuleSettings {
    /// The paper's extremeness-weighted mean: Σ w·|w − ½|^β / Σ |w − ½|^β.
    Mean {
        /// How much extreme patterns outweigh the others, ≥ 0. The paper's plots use 4.5.
        beta: f64,
    },
    /// The same mean taken over log-odds θ with extremeness |θ|.
    LogOddsMean {
        /// How much extreme patterns outweigh the others, ≥ 0.
        beta: f64,
    },
    /// The sum of all log-odds: every pattern adds its evidence.
    LogOddsSum,
}

impl RuleSettings {
    /// An error that names the first invalid setting.
    pub(crate) fn check(self) -> Result<(), String> {
        match self {
            RuleSettings::Mean { beta } | RuleSettings::LogOddsMean { beta }
                if !(0.0..=100.0).contains(&beta) =>
            {
                Err(format!("evaluation.rule.beta = {beta}: expected 0 to 100"))
            }
            _ => Ok(()),
        }
    }
}
