//! The file formats of patterns, by name.

use std::io::{self, Write};

use serde::Serialize;

use super::filter::PatternFilter;
use super::record::PatternRecord;
use super::{csv, dot, graphml, json, pgn, svg, text};
use crate::learning::Exponents;
use crate::memory::{AnyId, Forgotten, Memory, Tombstone};
use crate::render::output::note;

/// A file format of patterns.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Format {
    /// Text for a terminal: a table of several patterns, a full description of one.
    Text,
    /// JSON, as described in `patterns/FORMAT.md`.
    Json,
    /// JSON Lines, one pattern a line.
    Jsonl,
    /// Comma-separated values, one pattern a row.
    Csv,
    /// Graphviz: the order of several patterns, the graph of one.
    Dot,
    /// GraphML: the order and the graphs.
    Graphml,
    /// PGN: the origin positions, with coloured squares and arrows.
    Pgn,
    /// SVG: boards with the origin positions.
    Svg,
}

/// Ideas that are drawn unless another number is asked for.
pub const MAX_BOARDS: usize = 50;

/// Writes the patterns that a filter selects, all or one for each idea. How many were skipped because the format cannot show
/// them is said on standard error.
///
/// # Errors
///
/// `out` cannot be written, or the plan of the memory cannot be read.
pub fn write_selected(
    out: &mut impl Write,
    format: Format,
    memory: &Memory,
    filter: &PatternFilter,
    all: bool,
) -> io::Result<()> {
    let exponents = Exponents::of_memory(memory).map_err(io::Error::other)?;
    let known = (memory, &exponents);
    say_skipped(if all {
        write_patterns(out, format, known, &filter.select(memory, &exponents))
    } else {
        write_ideas(out, format, known, &filter.select_ideas(memory, &exponents))
    })
}

/// Writes the pattern with an id; or it and the most extreme of its neighbours in the order, at most so many in each direction;
/// or when and why it was forgotten. `false`: there never was such a pattern.
///
/// # Errors
///
/// As [`write_selected`], or the pattern was forgotten and the format is for those that still exist.
pub fn write_by_id(
    out: &mut impl Write,
    format: Format,
    memory: &Memory,
    id: AnyId,
    neighbours: Option<usize>,
) -> io::Result<bool> {
    let exponents = Exponents::of_memory(memory).map_err(io::Error::other)?;
    match (PatternRecord::new(memory, &exponents, id), neighbours) {
        (Some(record), None) => say_skipped(write_pattern(out, format, memory, record))?,
        (Some(record), Some(limit)) => {
            let ids = PatternFilter::neighbourhood(&record, limit, memory);
            say_skipped(write_patterns(out, format, (memory, &exponents), &ids))?;
        }
        (None, _) => match memory.forgotten(id) {
            Some(forgotten) => write_forgotten(out, format, id, forgotten)?,
            None => return Ok(false),
        },
    }
    Ok(true)
}

fn say_skipped(written: io::Result<usize>) -> io::Result<()> {
    let skipped = written?;
    if skipped > 0 {
        let patterns = if skipped == 1 { "pattern" } else { "patterns" };
        note(&format!("skipped {skipped} {patterns} whose origin position is not legal"));
    }
    Ok(())
}

/// Writes ideas: of each its first pattern, and in text how many variants it has.
fn write_ideas(
    out: &mut impl Write,
    format: Format,
    (memory, exponents): (&Memory, &Exponents),
    ideas: &[(AnyId, usize)],
) -> io::Result<usize> {
    if format != Format::Text {
        let ids: Vec<AnyId> = ideas.iter().map(|(id, _)| *id).collect();
        return write_patterns(out, format, (memory, exponents), &ids);
    }
    let record = |id| PatternRecord::new(memory, exponents, id);
    let rows = ideas.iter().filter_map(|(id, variants)| Some((record(*id)?, *variants)));
    text::write_ideas(out, rows).map(|()| 0)
}

/// Writes several patterns, those known of `ids`. Returns how many were skipped because the format cannot show them.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_patterns(
    out: &mut impl Write,
    format: Format,
    (memory, exponents): (&Memory, &Exponents),
    ids: &[AnyId],
) -> io::Result<usize> {
    let records = ids.iter().filter_map(|id| PatternRecord::new(memory, exponents, *id));
    let summary = json::MemoryRecord::new(memory);
    match format {
        Format::Text => text::write_list(out, records),
        Format::Json => json::write_document(out, summary, records),
        Format::Jsonl => json::write_lines(out, records),
        Format::Csv => csv::write_csv(out, records),
        Format::Dot => dot::write_hierarchy(out, &records.collect::<Vec<_>>()),
        Format::Graphml => graphml::write_graphml(out, &records.collect::<Vec<_>>()),
        Format::Pgn => return pgn::write_pgn(out, records),
        Format::Svg => svg::write_gallery(out, summary, &records.collect::<Vec<_>>()),
    }
    .map(|()| 0)
}

/// Writes one pattern. Returns 1 if the format cannot show it, else 0.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_pattern(
    out: &mut impl Write,
    format: Format,
    memory: &Memory,
    record: PatternRecord,
) -> io::Result<usize> {
    match format {
        Format::Text => text::write_card(out, memory, &record),
        Format::Json => json::write_pretty(out, &record),
        Format::Jsonl => json::write_lines(out, [record]),
        Format::Csv => csv::write_csv(out, [record]),
        Format::Dot => dot::write_graph(out, &record),
        Format::Graphml => graphml::write_pattern_graphml(out, &record),
        Format::Pgn => return pgn::write_pgn(out, [record]),
        Format::Svg => svg::write_board(out, &record),
    }
    .map(|()| 0)
}

/// Writes when and why a pattern was forgotten, as text or JSON; `null` in JSON if that was long ago.
fn write_forgotten(
    out: &mut impl Write,
    format: Format,
    id: AnyId,
    forgotten: Forgotten,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct Record {
        id: String,
        forgotten: Option<Tombstone>,
    }
    let (when, why, tombstone) = match forgotten {
        Forgotten::Recently(tombstone) => {
            let Tombstone { game, utility } = tombstone;
            let why = format!(": its utility of {utility:.4} was too low");
            (format!("after game {game}"), why, Some(tombstone))
        }
        Forgotten::LongAgo => ("long ago".to_owned(), String::new(), None),
    };
    match format {
        Format::Text => writeln!(out, "{id} was forgotten {when}{why}"),
        Format::Json => {
            json::write_pretty(out, &Record { id: id.to_string(), forgotten: tombstone })
        }
        _ => {
            Err(io::Error::other(format!("{id} was forgotten {when}; use the format text or json")))
        }
    }
}
