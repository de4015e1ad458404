//! The sections of versions 4 and 5, in which every pattern stands alone.

use serde::Deserialize;

use super::encoded::Encoded;
use super::restored::{StoredPattern, database};
use super::tombstones::{Forgotten, tombstones};
use crate::memory::{Database, Origin, PatternId, Statistics};

#[derive(Deserialize)]
pub(super) struct FormerSection<R> {
    bound: u32,
    patterns: Vec<Record<R>>,
    edges: Vec<(PatternId, PatternId)>,
    removed: Vec<Forgotten>,
}

#[derive(Deserialize)]
struct Record<R> {
    id: PatternId,
    pattern: R,
    origin: Origin,
    numbers: [f32; 2],
    statistics: Statistics,
}

impl<R> FormerSection<R> {
    pub(super) fn restore<P: Encoded<Record = R>>(self) -> Result<Database<P>, String> {
        let known = |id: &PatternId| self.patterns.binary_search_by_key(id, |p| p.id).is_ok();
        if !self.edges.iter().all(|(general, special)| known(general) && known(special)) {
            return Err("the order contains unknown patterns".to_owned());
        }
        let patterns = self.patterns.into_iter().map(|record| {
            let Record { id, pattern, origin, numbers, statistics } = record;
            let pattern = P::from_record(pattern)?;
            Ok(StoredPattern { id, pattern, origin, numbers, statistics })
        });
        database(self.bound, patterns, self.edges, tombstones(self.removed)?)
    }
}
