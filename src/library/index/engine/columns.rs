//! What is kept of each position in columns.

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::fastfield::FastFieldReaders;
use tantivy::{DocId, Score, SegmentReader};

use super::{KEYS, KeyKind, Row, UNKNOWN};
use crate::library::key::MoveCode;

/// Collects the rows of all positions that match, from the columns of each segment.
pub(super) struct Rows<'a>(pub(super) &'a [Columns]);

pub(super) struct SegmentRows {
    columns: RowColumns,
    rows: Vec<Row>,
}

#[derive(Clone)]
pub(super) struct RowColumns {
    pub(super) game: Column<u64>,
    ply: Column<u64>,
    next: Column<u64>,
    half_points: Column<u64>,
    elo: Column<u64>,
}

/// The columns of a segment.
pub(super) struct Columns {
    /// Key of the position.
    pub(super) position: Column<u64>,
    pub(super) game_key: Column<u64>,
    pub(super) row: RowColumns,
}

impl Columns {
    pub(super) fn open(segment: &SegmentReader) -> tantivy::Result<Columns> {
        let fields = segment.fast_fields();
        let column = |name| column(fields, name, segment.max_doc());
        Ok(Columns {
            position: column(KEYS[KeyKind::Position as usize])?,
            game_key: column("game_key")?,
            row: RowColumns::open(fields, segment.max_doc())?,
        })
    }
}

/// A column; empty where no document of the segment has it.
fn column(fields: &FastFieldReaders, name: &str, documents: u32) -> tantivy::Result<Column<u64>> {
    let column = fields.column_opt(name)?;
    Ok(column.unwrap_or_else(|| Column::build_empty_column(documents)))
}

impl RowColumns {
    fn open(fields: &FastFieldReaders, documents: u32) -> tantivy::Result<RowColumns> {
        let column = |name| column(fields, name, documents);
        Ok(RowColumns {
            game: column("game")?,
            ply: column("ply")?,
            next: column("next")?,
            half_points: column("half_points")?,
            elo: column("elo")?,
        })
    }

    pub(super) fn row(&self, document: DocId) -> Row {
        let value = |column: &Column<u64>| column.first(document).filter(|value| *value != UNKNOWN);
        Row {
            game: self.game.first(document).unwrap_or_default(),
            ply: self.ply.first(document).unwrap_or_default() as u16,
            next: self
                .next
                .first(document)
                .filter(|code| *code != 0)
                .map(|code| MoveCode(code as u32)),
            half_points: value(&self.half_points).map(|value| value as u8),
            elo: value(&self.elo).map(|value| value as u16),
        }
    }
}

impl Collector for Rows<'_> {
    type Fruit = Vec<Row>;
    type Child = SegmentRows;

    fn for_segment(&self, segment: u32, _: &SegmentReader) -> tantivy::Result<SegmentRows> {
        Ok(SegmentRows { columns: self.0[segment as usize].row.clone(), rows: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, rows: Vec<Vec<Row>>) -> tantivy::Result<Vec<Row>> {
        Ok(rows.concat())
    }
}

impl SegmentCollector for SegmentRows {
    type Fruit = Vec<Row>;

    fn collect(&mut self, document: DocId, _: Score) {
        self.rows.push(self.columns.row(document));
    }

    fn harvest(self) -> Vec<Row> {
        self.rows
    }
}
