//! Plain text for people.

use std::io::{self, Write};

use shakmaty::{Bitboard, Board, Color};

use super::record::{PatternRecord, Structure};
use crate::graph::Relation;
use crate::memory::{AnyId, Memory};
use crate::pattern::Pattern;
use crate::render::board_text::board_lines;
use crate::render::table;
use crate::units::counted;

/// Maximum length of a line of running text, in characters.
const WIDTH: usize = 100;

/// A table of patterns, one a line: id, weight, uses, updates, size, operator and phrase.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_list(
    out: &mut impl Write,
    records: impl IntoIterator<Item = PatternRecord>,
) -> io::Result<()> {
    let header = ["Id", "Weight", "Uses", "Updates", "Size", "Operator", "Phrase"];
    let mut table = table::plain(header, &[1, 2, 3, 4]);
    table.add_rows(records.into_iter().map(|record| {
        vec![
            record.id.to_string(),
            format!("{:.3}", record.weight),
            record.uses.to_string(),
            record.updates.to_string(),
            record.size.to_string(),
            record.origin.operator.to_string(),
            record.phrase,
        ]
    }));
    writeln!(out, "{}", table.trim_fmt())
}

/// A table of ideas, the first pattern of each and how many variants there are, one a line: id, weight, uses, variants and
/// phrase.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_ideas(
    out: &mut impl Write,
    ideas: impl IntoIterator<Item = (PatternRecord, usize)>,
) -> io::Result<()> {
    let mut table = table::plain(["Id", "Weight", "Uses", "Variants", "Phrase"], &[1, 2, 3]);
    table.add_rows(ideas.into_iter().map(|(record, variants)| {
        vec![
            record.id.to_string(),
            format!("{:.3}", record.weight),
            record.uses.to_string(),
            variants.to_string(),
            record.phrase,
        ]
    }));
    writeln!(out, "{}", table.trim_fmt())
}

/// Everything about one pattern. The phrases of its neighbours come from `memory`.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_card(out: &mut impl Write, memory: &Memory, record: &PatternRecord) -> io::Result<()> {
    for line in wrap(&format!("{}  {}", record.id, record.phrase), WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    numbers(out, record)?;
    origin(out, memory, record)?;
    structure(out, record)?;
    neighbours(out, memory, "More general, one step", &record.more_general)?;
    neighbours(out, memory, "More special, one step", &record.more_special)
}

fn numbers(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    writeln!(
        out,
        "Weight     {:.3} expected for the side to move (log-odds {:+.3}, {})",
        record.weight,
        record.log_odds,
        verdict(record.weight)
    )?;
    writeln!(
        out,
        "Statistics {}, {}, variance {:.3}, age {}, size {}",
        counted(record.updates, "update"),
        counted(record.uses, "use"),
        record.variance,
        counted(record.age, "game"),
        record.size
    )?;
    let factors = record.utility.factors;
    writeln!(
        out,
        "Utility    {:.4} of extremeness {:.3}, updates {:.3}, uses {:.3}, size {:.3}, variance {:.3}",
        record.utility.total,
        factors.extremeness,
        factors.updates,
        factors.uses,
        factors.size,
        factors.variance
    )
}

/// The weight in a word.
fn verdict(weight: f32) -> &'static str {
    graded(weight, ["very bad", "bad", "even", "good", "very good"])
}

/// One of five words, from the lowest weights to the highest.
pub(in crate::render::patterns) fn graded(weight: f32, words: [&'static str; 5]) -> &'static str {
    match weight {
        w if w < 0.25 => words[0],
        w if w < 0.45 => words[1],
        w if w <= 0.55 => words[2],
        w if w <= 0.75 => words[3],
        _ => words[4],
    }
}

fn origin(out: &mut impl Write, memory: &Memory, record: &PatternRecord) -> io::Result<()> {
    let origin = &record.origin;
    write!(
        out,
        "Created    in game {} at ply {} by the operator {}",
        origin.game, origin.ply, origin.operator
    )?;
    if !origin.parents.is_empty() {
        let parents: Vec<String> = origin.parents.iter().map(AnyId::to_string).collect();
        write!(out, ", from {}", parents.join(", "))?;
    }
    writeln!(out)?;
    if let AnyId::Graph(id) = record.id
        && let Some(pattern) = memory.graphs.get(id)
    {
        for (number, line) in
            wrap(&pattern.phrase_on(&origin.squares), WIDTH - 11).iter().enumerate()
        {
            writeln!(out, "{:<10} {line}", if number == 0 { "Squares" } else { "" })?;
        }
    }
    writeln!(out, "Position   {}\n", origin.fen)?;
    write_board(out, &origin.board, origin.squares.iter().copied().collect())
}

/// The board from White's side. `[ ]` marks the squares of the pattern.
fn write_board(out: &mut impl Write, board: &Board, marked: Bitboard) -> io::Result<()> {
    let lines = board_lines(board, marked, Color::White);
    let Some((files, ranks)) = lines.split_last() else { return Ok(()) };
    for rank in ranks {
        writeln!(out, "{}", format!("  {rank}").trim_end())?;
    }
    writeln!(out, "  {files}  White to move")
}

fn structure(out: &mut impl Write, record: &PatternRecord) -> io::Result<()> {
    match &record.structure {
        Structure::Material { material } => {
            writeln!(out, "\nMaterial   {}, side to move minus the other", material.vector())
        }
        Structure::Move { .. } => match record.placed_move() {
            Some((from, to)) => writeln!(out, "\nMove       {from}-{to}"),
            None => Ok(()),
        },
        Structure::Graph { nodes, edges } => {
            writeln!(out, "\nNodes")?;
            for (number, node) in nodes.iter().enumerate() {
                let square = record.origin.squares.get(number);
                let square = square.map_or(String::new(), |square| format!(" (on {square})"));
                writeln!(out, "  {number}  {}{square}", node.label)?;
            }
            if !edges.is_empty() {
                writeln!(out, "Edges")?;
            }
            for edge in edges {
                let verb = match edge.relation {
                    Relation::Attacks => "attacks",
                    Relation::Defends => "defends",
                };
                writeln!(out, "  {} {verb} {}, {}", edge.from, edge.to, edge.kind)?;
            }
            Ok(())
        }
    }
}

fn neighbours(out: &mut impl Write, memory: &Memory, title: &str, ids: &[AnyId]) -> io::Result<()> {
    if ids.is_empty() {
        return writeln!(out, "{title}: none");
    }
    writeln!(out, "{title}")?;
    for id in ids {
        let phrase = match id {
            AnyId::Graph(id) => memory.graphs.get(*id).map(Pattern::phrase),
            AnyId::Material(id) => memory.materials.get(*id).map(Pattern::phrase),
            AnyId::Move(id) => memory.moves.get(*id).map(Pattern::phrase),
        };
        writeln!(out, "  {:<8} {}", id.to_string(), phrase.unwrap_or_default())?;
    }
    Ok(())
}

/// Breaks a text at spaces into lines of at most `width` characters; longer words stay whole.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
