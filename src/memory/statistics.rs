use serde::{Deserialize, Serialize};

use super::id::keep_moved;
use super::{Row, Version};
use crate::units::{FixedPointSum, Value};

/// Statistics of a pattern besides its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// How often the weight was changed.
    pub updates: u32,
    /// In how many positions of games it occurred.
    pub uses: u32,
    /// Sum of the sizes of all changes of the weight (the paper's "variance", Table 1).
    pub variance: f32,
    /// The game that created it; its age is counted from there.
    pub born: u32,
    /// Sum of squared errors of the positions it was updated for; the step size depends on it.
    pub squared_error: f32,
    /// Sum of signed errors (target minus value) of these positions.
    pub error: f32,
}

impl Statistics {
    /// Counts a position in which the pattern occurred.
    pub(crate) fn count_use(&mut self) {
        self.uses = self.uses.saturating_add(1);
    }

    /// Above any sum of changes or errors: as many of size 1 as a counter can count.
    const MAX_SUM: f32 = u32::MAX as f32;

    /// All numbers are in their range: sums finite, those of sizes and squares not negative.
    pub(super) fn are_possible(&self) -> bool {
        let sizes = 0.0..=Statistics::MAX_SUM;
        sizes.contains(&self.variance)
            && sizes.contains(&self.squared_error)
            && (-Statistics::MAX_SUM..=Statistics::MAX_SUM).contains(&self.error)
    }

    /// The statistics of two runs together. Age counts from the earlier creation.
    pub(super) fn merged(self, other: Statistics) -> Statistics {
        let limit = Statistics::MAX_SUM;
        Statistics {
            updates: self.updates.saturating_add(other.updates),
            uses: self.uses.saturating_add(other.uses),
            variance: (self.variance + other.variance).min(limit),
            born: self.born.min(other.born),
            squared_error: (self.squared_error + other.squared_error).min(limit),
            error: (self.error + other.error).clamp(-limit, limit),
        }
    }

    /// These statistics without those of an earlier time; the age is kept.
    pub(super) fn since(self, earlier: Statistics) -> Statistics {
        Statistics {
            updates: self.updates.saturating_sub(earlier.updates),
            uses: self.uses.saturating_sub(earlier.uses),
            variance: (self.variance - earlier.variance).max(0.0),
            born: self.born,
            squared_error: (self.squared_error - earlier.squared_error).max(0.0),
            error: self.error - earlier.error,
        }
    }

    /// Games the pattern has been in the memory, after `games` games.
    #[must_use]
    pub fn age(&self, games: u32) -> u32 {
        games.saturating_sub(self.born)
    }
}

/// The weights of one database, by row.
///
/// A weight w in `[0, 1]` is the expected result, for the side to move, of positions in which the pattern occurs. Its
/// log-odds ln(w / (1 − w)) are stored too, since some rules add these.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    weight: Vec<f32>,
    log_odds: Vec<f32>,
    /// The log-odds as sums take them.
    summands: Vec<FixedPointSum>,
    version: Version,
}

impl Weights {
    /// The weight of a pattern.
    #[inline]
    #[must_use]
    pub fn weight(&self, row: Row) -> f32 {
        self.weight[row.index()]
    }

    /// Its log-odds.
    #[inline]
    #[must_use]
    pub fn log_odds(&self, row: Row) -> f32 {
        self.log_odds[row.index()]
    }

    /// Its log-odds, to be added up: without the conversion, which costs as much as the access.
    #[inline]
    pub(super) fn summand(&self, row: Row) -> FixedPointSum {
        self.summands[row.index()]
    }

    /// Differs from that of any other weights.
    pub(super) fn version(&self) -> Version {
        self.version
    }

    /// To be called before weights change.
    pub(super) fn begin_changes(&mut self) {
        self.version = Version::next();
    }

    /// Moves every weight to its new row; see [`Index::renumber`](super::Index::renumber).
    pub(super) fn renumber(&mut self, moved: &[Option<Row>]) {
        keep_moved(&mut self.weight, moved);
        keep_moved(&mut self.log_odds, moved);
        keep_moved(&mut self.summands, moved);
    }

    pub(super) fn push(&mut self) {
        self.weight.push(0.5);
        self.log_odds.push(0.0);
        self.summands.push(FixedPointSum::default());
    }

    pub(super) fn set_weight(&mut self, row: Row, weight: f64) {
        self.restore(row, weight as f32, Value::new(weight).log_odds() as f32);
    }

    pub(super) fn set_log_odds(&mut self, row: Row, log_odds: f64) {
        self.restore(row, Value::from_log_odds(log_odds).get() as f32, log_odds as f32);
    }

    pub(super) fn restore(&mut self, row: Row, weight: f32, log_odds: f32) {
        self.weight[row.index()] = weight;
        self.log_odds[row.index()] = log_odds;
        self.summands[row.index()] = [f64::from(log_odds)].into_iter().collect();
    }
}
