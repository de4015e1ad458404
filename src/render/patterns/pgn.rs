//! PGN: one game without moves per pattern, from its origin position, for Lichess studies and ChessBase.

use std::io::{self, Write};

use shakmaty::{CastlingMode, Chess, fen::Fen};

use super::record::PatternRecord;
use super::text::wrap;
use crate::graph::Relation;
use crate::units::counted;

/// Maximum line length, in characters.
const WIDTH: usize = 80;

/// Writes a game for every pattern whose origin position is legal with White to move; returns the number of patterns
/// skipped.
///
/// The comment has phrase and weight, the squares of the pattern (yellow pieces, blue king squares) and its edges as
/// arrows (red attacks, green defends, blue moves).
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_pgn(
    out: &mut impl Write,
    records: impl IntoIterator<Item = PatternRecord>,
) -> io::Result<usize> {
    let mut skipped = 0;
    for record in records {
        if is_legal(&record.origin.fen) {
            write_entry(out, &record)?;
        } else {
            skipped += 1;
        }
    }
    Ok(skipped)
}

fn is_legal(fen: &str) -> bool {
    fen.parse::<Fen>().is_ok_and(|fen| fen.into_position::<Chess>(CastlingMode::Standard).is_ok())
}

fn write_entry(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    let origin = &record.origin;
    writeln!(out, "[Event \"Pattern {}\"]", record.id)?;
    for name in ["Site", "Date", "Round", "White", "Black"] {
        writeln!(out, "[{name} \"{}\"]", if name == "Date" { "????.??.??" } else { "?" })?;
    }
    writeln!(out, "[Result \"*\"]")?;
    writeln!(out, "[SetUp \"1\"]\n[FEN \"{}\"]\n[Annotator \"Morph\"]\n", origin.fen)?;
    let sentence = format!(
        "{{ {}. Expected result for White, who is to move: {:.3}, after {}. Created in game {} \
         at ply {} by the operator {}.",
        record.phrase,
        record.weight,
        counted(record.updates, "update"),
        origin.game,
        origin.ply,
        origin.operator
    );
    for line in wrap(&sentence, WIDTH) {
        writeln!(out, "{line}")?;
    }
    for marks in marks(record) {
        writeln!(out, "{marks}")?;
    }
    writeln!(out, "}}\n*\n")
}

/// Highlighted squares and arrows in the notation that began with ChessBase.
fn marks(record: &PatternRecord) -> Vec<String> {
    let squares: Vec<String> = record
        .placed_nodes()
        .map(|(node, square)| {
            let is_piece = node.label.kind().is_some_and(|kind| kind.piece().is_some());
            format!("{}{square}", if is_piece { 'Y' } else { 'B' })
        })
        .collect();
    let of_move = record.placed_move().map(|(from, to)| format!("B{from}{to}"));
    let arrows: Vec<String> = record
        .placed_edges()
        .map(|(edge, from, to)| {
            let colour = match edge.relation {
                Relation::Attacks => 'R',
                Relation::Defends => 'G',
            };
            format!("{colour}{from}{to}")
        })
        .chain(of_move)
        .collect();
    [("csl", squares), ("cal", arrows)]
        .into_iter()
        .filter(|(_, marks)| !marks.is_empty())
        .map(|(command, marks)| format!("[%{command} {}]", marks.join(",")))
        .collect()
}
