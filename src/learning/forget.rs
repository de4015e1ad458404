use serde::{Deserialize, Serialize};

use crate::memory::{Database, IndexedPattern, Memory, PatternId, Statistics, Tombstone};

/// When graph and move patterns are forgotten, and which. Material patterns are too few to forget.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForgettingSettings {
    /// Patterns are forgotten after every Nth game, ≥ 1.
    pub every: u32,
    /// Patterns younger than this number of games are kept.
    pub grace: u32,
    /// Patterns with a utility below this are forgotten, in `[0, 1]`.
    pub below: f64,
    /// Maximum number of patterns of a kind: above it, those of the lowest utility are forgotten, but none within its grace.
    pub capacity: usize,
    /// The exponents of the utility.
    #[serde(default)]
    pub exponents: Exponents,
}

impl ForgettingSettings {
    pub(crate) fn check(&self) -> Result<(), String> {
        let e = &self.exponents;
        if self.every == 0 {
            return Err("learning.forgetting.every = 0: expected 1 or more".to_owned());
        }
        if !(0.0..=1.0).contains(&self.below) {
            return Err(format!("learning.forgetting.below = {}: expected 0 to 1", self.below));
        }
        let exponents = [e.extremeness, e.updates, e.uses, e.size, e.variance];
        if exponents.iter().any(|x| !(0.0..=10.0).contains(x)) {
            return Err("learning.forgetting.exponents: expected 0 to 10 each".to_owned());
        }
        Ok(())
    }
}

/// Exponents of the factors of [`Utility`]; 0 leaves a factor out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Exponents {
    /// Of extremeness.
    pub extremeness: f64,
    /// Of updates.
    pub updates: f64,
    /// Of uses for each game of age.
    pub uses: f64,
    /// Of (small) size.
    pub size: f64,
    /// Of (small) variance.
    pub variance: f64,
}

/// The exponents in the plan of a memory cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the plan in the memory file: {0}")]
pub struct MemoryPlanError(toml::de::Error);

impl Exponents {
    /// The exponents of the plan with which a memory was trained; the default where it has none. Other keys are ignored, so
    /// that plans of other versions can be read.
    ///
    /// # Errors
    ///
    /// Invalid TOML, or exponents that cannot be read.
    pub fn of_memory(memory: &Memory) -> Result<Exponents, MemoryPlanError> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Plan {
            learning: Learning,
        }
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Learning {
            forgetting: Forgetting,
        }
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Forgetting {
            exponents: Exponents,
        }
        let plan: Plan = toml::from_str(memory.plan.text()).map_err(MemoryPlanError)?;
        Ok(plan.learning.forgetting.exponents)
    }
}

impl Default for Exponents {
    fn default() -> Exponents {
        Exponents { extremeness: 1.0, updates: 0.5, uses: 0.5, size: 0.25, variance: 0.25 }
    }
}

/// The utility of a pattern, factor by factor, each in `[0, 1]` (Levinson and Snyder 1991, "Pattern Deletion":
/// "age, number of updates, uses, size, extremeness and variance").
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Utility {
    /// 2·|w − ½|.
    pub extremeness: f64,
    /// n / (n + 10) for n updates.
    pub updates: f64,
    /// r / (r + 1) for r uses in a game of its age.
    pub uses: f64,
    /// 1 / size.
    pub size: f64,
    /// 1 / (1 + 10·v) for a mean change of v at an update.
    pub variance: f64,
    /// Age in games.
    pub age: u32,
}

impl Utility {
    /// The factors of a pattern after `games` games.
    #[must_use]
    pub fn new(weight: f64, size: usize, statistics: Statistics, games: u32) -> Utility {
        let age = statistics.age(games);
        let updates = f64::from(statistics.updates);
        let rate = f64::from(statistics.uses) / f64::from(age.max(1));
        let change = f64::from(statistics.variance) / updates.max(1.0);
        Utility {
            extremeness: 2.0 * (weight - 0.5).abs(),
            updates: updates / (updates + 10.0),
            uses: rate / (rate + 1.0),
            size: 1.0 / size.max(1) as f64,
            variance: 1.0 / (1.0 + 10.0 * change),
            age,
        }
    }

    /// The product of the factors, each to its exponent.
    #[must_use]
    pub fn total(&self, exponents: &Exponents) -> f64 {
        libm::pow(self.extremeness, exponents.extremeness)
            * libm::pow(self.updates, exponents.updates)
            * libm::pow(self.uses, exponents.uses)
            * libm::pow(self.size, exponents.size)
            * libm::pow(self.variance, exponents.variance)
    }
}

/// Forgets patterns of low utility; returns them.
pub(super) fn forget<P: IndexedPattern>(
    database: &mut Database<P>,
    settings: &ForgettingSettings,
    games: u32,
) -> Vec<P> {
    let mut rated: Vec<(f64, PatternId)> = database
        .ids()
        .filter_map(|id| {
            let pattern = database.get(id)?;
            let weight = f64::from(database.weight(id));
            let utility = Utility::new(weight, pattern.size(), database.statistics(id), games);
            (utility.age >= settings.grace).then(|| (utility.total(&settings.exponents), id))
        })
        .collect();
    rated.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let excess = database.len().saturating_sub(settings.capacity);
    let mut forgotten = Vec::new();
    for (rank, (utility, id)) in rated.into_iter().enumerate() {
        if rank >= excess && utility >= settings.below {
            break;
        }
        forgotten.extend(database.get(id).cloned());
        database.remove(id, Tombstone { game: games, utility: utility as f32 });
    }
    forgotten
}
