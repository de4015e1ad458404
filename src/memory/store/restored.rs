//! Databases from what files say, checked.

use super::encoded::Encoded;
use crate::memory::database::Tombstones;
use crate::memory::{Database, Origin, PatternId, Statistics};

/// Above any learned log-odds, and low enough that sums of thousands stay in range.
const MAX_LOG_ODDS: f32 = 1e3;

/// Whether both numbers of a weight are in their range.
pub(super) fn is_possible(weight: f32, log_odds: f32) -> bool {
    (0.0..=1.0).contains(&weight) && (-MAX_LOG_ODDS..=MAX_LOG_ODDS).contains(&log_odds)
}

/// A pattern with everything that is stored with it.
pub(super) struct StoredPattern<P> {
    pub(super) id: PatternId,
    pub(super) pattern: P,
    pub(super) origin: Origin,
    /// Its weight and the log-odds of that.
    pub(super) numbers: [f32; 2],
    pub(super) statistics: Statistics,
}

/// The database of these parts. The order must be one of these patterns.
///
/// # Errors
///
/// The parts contradict one another, or a number is out of its range.
pub(super) fn database<P: Encoded>(
    bound: u32,
    patterns: impl Iterator<Item = Result<StoredPattern<P>, String>>,
    order: Vec<(PatternId, PatternId)>,
    tombstones: Tombstones,
) -> Result<Database<P>, String> {
    let mut database = Database::default();
    for stored in patterns {
        let StoredPattern { id, pattern, origin, numbers: [weight, log_odds], statistics } =
            stored?;
        if id.0 >= bound {
            return Err(format!("pattern id {} out of range", id.0));
        }
        if !is_possible(weight, log_odds) {
            return Err(format!("the weight of pattern {} is out of range", id.0));
        }
        if !statistics.are_possible() {
            return Err(format!("the statistics of pattern {} are out of range", id.0));
        }
        if !database.restore(id, pattern, origin, [weight, log_odds], statistics) {
            return Err(format!("pattern {} occurs twice or out of order", id.0));
        }
    }
    for ((_, id), utility) in &tombstones {
        if id.0 >= bound {
            return Err("an id out of range".to_owned());
        }
        if !(0.0..=1.0).contains(utility) {
            return Err(format!("the utility of forgotten pattern {} is out of range", id.0));
        }
        if database.get(*id).is_some() {
            return Err("a pattern is both stored and forgotten".to_owned());
        }
    }
    database.restore_order(order, tombstones, bound);
    Ok(database)
}
