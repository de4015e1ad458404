//! Comma-separated values (RFC 4180, lines end with `\n`).

use std::io::{self, Write};

use super::record::{PatternRecord, Structure};

/// The `csv` crate with errors of the operating system as such, so that a closed pipe can be told.
pub(super) struct CsvWriter<W: Write>(csv::Writer<W>);

impl<W: Write> CsvWriter<W> {
    pub(super) fn new(out: W) -> CsvWriter<W> {
        CsvWriter(csv::Writer::from_writer(out))
    }

    pub(super) fn row(
        &mut self,
        fields: impl IntoIterator<Item = impl AsRef<[u8]>>,
    ) -> io::Result<()> {
        self.0.write_record(fields).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(source) => source,
            other => io::Error::other(format!("{other:?}")),
        })
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

const COLUMNS: [&str; 27] = [
    "id",
    "kind",
    "phrase",
    "weight",
    "log_odds",
    "updates",
    "uses",
    "variance",
    "age",
    "born",
    "size",
    "utility",
    "operator",
    "game",
    "ply",
    "parents",
    "fen",
    "squares",
    "nodes",
    "edges",
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "more_general",
    "more_special",
];

/// Patterns as a flat table, one a row. `nodes` and `edges` are their numbers; lists are separated by spaces; what a
/// kind of pattern does not have is empty.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_csv(
    out: impl Write,
    records: impl IntoIterator<Item = PatternRecord>,
) -> io::Result<()> {
    let mut table = CsvWriter::new(out);
    table.row(COLUMNS)?;
    for record in records {
        let (nodes, edges, pieces) = match &record.structure {
            Structure::Graph { nodes, edges } => {
                (nodes.len().to_string(), edges.len().to_string(), [const { String::new() }; 5])
            }
            Structure::Material { material } => {
                (String::new(), String::new(), material.vector().0.map(|n| n.to_string()))
            }
            Structure::Move { .. } => (String::new(), String::new(), [const { String::new() }; 5]),
        };
        let origin = &record.origin;
        let mut row = vec![
            record.id.to_string(),
            record.kind().to_string(),
            record.phrase.clone(),
            record.weight.to_string(),
            record.log_odds.to_string(),
            record.updates.to_string(),
            record.uses.to_string(),
            record.variance.to_string(),
            record.age.to_string(),
            record.born.to_string(),
            record.size.to_string(),
            record.utility.total.to_string(),
            super::operator_name(origin.operator).to_owned(),
            origin.game.to_string(),
            origin.ply.to_string(),
            spaced(&origin.parents),
            origin.fen.clone(),
            spaced(&origin.squares),
            nodes,
            edges,
        ];
        row.extend(pieces);
        row.extend([spaced(&record.more_general), spaced(&record.more_special)]);
        table.row(row)?;
    }
    table.finish()
}

fn spaced<T: ToString>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}
