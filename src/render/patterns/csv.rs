//! Patterns as a flat table.

use std::io::{self, Write};

use serde::Serialize;

use super::record::{PatternRecord, Structure};
use crate::render::table;

/// One pattern. `nodes` and `edges` are numbers; lists are separated by spaces; fields that a kind of pattern does not
/// have are empty.
#[derive(Default, Serialize)]
struct Row {
    id: String,
    kind: String,
    phrase: String,
    weight: f32,
    log_odds: f32,
    updates: u32,
    uses: u32,
    variance: f32,
    age: u32,
    born: u32,
    size: usize,
    utility: f64,
    operator: &'static str,
    game: u32,
    ply: u32,
    parents: String,
    fen: String,
    squares: String,
    nodes: Option<usize>,
    edges: Option<usize>,
    pawn: Option<i8>,
    knight: Option<i8>,
    bishop: Option<i8>,
    rook: Option<i8>,
    queen: Option<i8>,
    more_general: String,
    more_special: String,
}

impl From<PatternRecord> for Row {
    fn from(record: PatternRecord) -> Row {
        let (nodes, edges) = match &record.structure {
            Structure::Graph { nodes, edges } => (Some(nodes.len()), Some(edges.len())),
            Structure::Material { .. } | Structure::Move { .. } => (None, None),
        };
        let [pawn, knight, bishop, rook, queen] = match &record.structure {
            Structure::Material { material } => material.vector().0.map(Some),
            Structure::Graph { .. } | Structure::Move { .. } => [None; 5],
        };
        Row {
            id: record.id.to_string(),
            kind: record.kind().to_string(),
            weight: record.weight,
            log_odds: record.log_odds,
            updates: record.updates,
            uses: record.uses,
            variance: record.variance,
            age: record.age,
            born: record.born,
            size: record.size,
            utility: record.utility.total,
            operator: record.origin.operator.into(),
            game: record.origin.game,
            ply: record.origin.ply.0,
            parents: spaced(&record.origin.parents),
            squares: spaced(&record.origin.squares),
            nodes,
            edges,
            pawn,
            knight,
            bishop,
            rook,
            queen,
            more_general: spaced(&record.more_general),
            more_special: spaced(&record.more_special),
            phrase: record.phrase,
            fen: record.origin.fen,
        }
    }
}

/// Writes patterns as comma-separated values, one pattern a row.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_csv(
    out: impl Write,
    records: impl IntoIterator<Item = PatternRecord>,
) -> io::Result<()> {
    table::write_csv(out, records.into_iter().map(Row::from))
}

fn spaced<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
