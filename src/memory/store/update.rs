//! What makes one snapshot into a later one, as bytes: how a memory follows its learner to other machines.

use std::path::Path;

use serde::{Deserialize, Serialize};
use shakmaty::Board;

use super::encoded::{Encoded, GraphRecord};
use super::restored::is_possible;
use crate::chess::MaterialVector;
use crate::file_format::{FileFormat, LoadError};
use crate::graph::MoveLabel;
use crate::memory::{Operator, Origin, PatternId, PatternTable, Row, Snapshot};
use crate::units::Ply;

const FORMAT: FileFormat = FileFormat {
    magic: *b"MORPHUPD",
    versions: 1..=1,
    max_body: 4 << 30,
    name: "an update of a memory",
};

/// The difference of two snapshots of one memory, in what play depends on: patterns, weights and, where it is asked for,
/// their order. Origins and statistics are not part of it.
#[derive(Serialize, Deserialize)]
pub struct SnapshotUpdate {
    graphs: TableUpdate<GraphRecord>,
    materials: TableUpdate<MaterialVector>,
    moves: TableUpdate<MoveLabel>,
}

#[derive(Serialize, Deserialize)]
struct TableUpdate<R> {
    forgotten: Ids,
    new: Ids,
    patterns: Vec<R>,
    /// The patterns whose weights differ, the new ones included.
    changed: Ids,
    /// Weight and log-odds.
    numbers: [Vec<f32>; 2],
    /// All immediate relations (more general, more special).
    order: Vec<(PatternId, PatternId)>,
}

/// Ascending ids: by how much each is larger than the one before.
#[derive(Default, Serialize, Deserialize)]
struct Ids(Vec<u32>);

impl FromIterator<PatternId> for Ids {
    fn from_iter<I: IntoIterator<Item = PatternId>>(ids: I) -> Ids {
        let mut last = 0;
        Ids(ids.into_iter().map(|id| id.0 - std::mem::replace(&mut last, id.0)).collect())
    }
}

impl Ids {
    fn iter(&self) -> impl Iterator<Item = PatternId> + '_ {
        self.0.iter().scan(0_u32, |last, step| {
            *last = last.saturating_add(*step);
            Some(PatternId(*last))
        })
    }
}

impl SnapshotUpdate {
    /// What makes `before` into `after`, a later snapshot of the same memory. From an empty snapshot, it is the whole of
    /// `after`. The order is needed only by rules that select the most specific patterns.
    ///
    /// # Cost
    ///
    /// A pass over the weights of both; with the order, as much again for each relation.
    #[must_use]
    pub fn between(before: &Snapshot, after: &Snapshot, with_order: bool) -> SnapshotUpdate {
        SnapshotUpdate {
            graphs: TableUpdate::between(&before.graphs, &after.graphs, with_order),
            materials: TableUpdate::between(&before.materials, &after.materials, with_order),
            moves: TableUpdate::between(&before.moves, &after.moves, with_order),
        }
    }

    /// Makes the update on a copy of `before`, which must be what the update was made from. Its patterns have no origins.
    ///
    /// # Errors
    ///
    /// The update is not one of this snapshot, or a number is out of its range.
    pub fn apply(self, before: &Snapshot) -> Result<Snapshot, String> {
        let mut after = before.clone();
        self.graphs.apply(&mut after.graphs)?;
        self.materials.apply(&mut after.materials)?;
        self.moves.apply(&mut after.moves)?;
        Ok(after)
    }

    /// The update as bytes, with a checksum.
    ///
    /// # Errors
    ///
    /// It could not be encoded; does not happen.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        FORMAT.encode(self)
    }

    /// Reads the bytes of an update; `source` is for messages.
    ///
    /// # Errors
    ///
    /// The bytes are no update, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8], source: &Path) -> Result<SnapshotUpdate, LoadError> {
        FORMAT.check(bytes, source)?.decode(Ok)
    }
}

impl<R> TableUpdate<R> {
    fn between<P: Encoded<Record = R>>(
        before: &PatternTable<P>,
        after: &PatternTable<P>,
        with_order: bool,
    ) -> TableUpdate<R> {
        let (mut forgotten, mut new, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        let mut numbers = [Vec::new(), Vec::new()];
        let mut old = before.numbers().peekable();
        for (id, [weight, log_odds]) in after.numbers() {
            while let Some((gone, _)) = old.next_if(|(other, _)| *other < id) {
                forgotten.push(gone);
            }
            let known = old.next_if(|(other, _)| *other == id);
            if known.is_none() {
                new.push(id);
            }
            if known.is_none_or(|(_, before)| before != [weight, log_odds]) {
                changed.push(id);
                numbers[0].push(weight);
                numbers[1].push(log_odds);
            }
        }
        forgotten.extend(old.map(|(gone, _)| gone));
        TableUpdate {
            patterns: new.iter().filter_map(|id| Some(after.get(*id)?.to_record())).collect(),
            forgotten: forgotten.into_iter().collect(),
            new: new.into_iter().collect(),
            changed: changed.into_iter().collect(),
            numbers,
            order: if with_order { after.hierarchy().edges().collect() } else { Vec::new() },
        }
    }

    fn apply<P: Encoded<Record = R>>(self, table: &mut PatternTable<P>) -> Result<(), String> {
        for id in self.forgotten.iter() {
            table.remove(id).ok_or_else(|| format!("pattern {} is not there to forget", id.0))?;
        }
        table.compact_if_sparse();
        if self.new.0.len() != self.patterns.len() {
            return Err("columns of different lengths".to_owned());
        }
        for (id, record) in self.new.iter().zip(self.patterns) {
            let pattern = P::from_record(record)?;
            let is_above = table.last_id().is_none_or(|last| id > last);
            let row = if is_above { table.push(id, pattern, unknown_origin()) } else { None };
            row.ok_or_else(|| format!("pattern {} occurs twice or out of order", id.0))?;
        }
        let [weights, log_odds] = self.numbers;
        if weights.len() != self.changed.0.len() || log_odds.len() != weights.len() {
            return Err("columns of different lengths".to_owned());
        }
        let rows: Option<Vec<Row>> = self.changed.iter().map(|id| table.row(id)).collect();
        let rows = rows.ok_or("a weight of an unknown pattern")?;
        let table_weights = table.weights_mut();
        for ((row, weight), log_odds) in rows.into_iter().zip(weights).zip(log_odds) {
            if !is_possible(weight, log_odds) {
                return Err("a weight out of range".to_owned());
            }
            table_weights.restore(row, weight, log_odds);
        }
        let is_known = |id: PatternId| table.row(id).is_some();
        if !self.order.iter().all(|(general, special)| is_known(*general) && is_known(*special)) {
            return Err("the order contains unknown patterns".to_owned());
        }
        table.restore_order(self.order);
        Ok(())
    }
}

/// What is not sent.
fn unknown_origin() -> Origin {
    Origin::new(Operator::Material, 0, Ply(0), &Board::empty(), [])
}
