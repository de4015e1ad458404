//! JSON as `patterns/FORMAT.md` describes it.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::record::PatternRecord;
use crate::memory::Memory;
use crate::units::counted;

/// The memory as a whole, at the head of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MemoryRecord {
    /// Number of training games.
    pub games: u32,
    /// Graph patterns.
    pub graph_patterns: usize,
    /// Material patterns.
    pub material_patterns: usize,
    /// Move patterns.
    pub move_patterns: usize,
}

impl fmt::Display for MemoryRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryRecord { games, graph_patterns, material_patterns, move_patterns } = self;
        let graphs = counted(*graph_patterns, "graph pattern");
        let materials = counted(*material_patterns, "material pattern");
        let moves = counted(*move_patterns, "move pattern");
        write!(f, "{graphs}, {materials}, {moves}, {}", counted(*games, "game"))
    }
}

impl MemoryRecord {
    /// Number of patterns of all kinds.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.graph_patterns + self.material_patterns + self.move_patterns
    }

    /// The record of a memory.
    #[must_use]
    pub fn new(memory: &Memory) -> MemoryRecord {
        MemoryRecord {
            games: memory.games,
            graph_patterns: memory.graphs.len(),
            material_patterns: memory.materials.len(),
            move_patterns: memory.moves.len(),
        }
    }
}

/// Patterns as one document, with one pattern a line.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_document(
    out: &mut impl Write,
    memory: MemoryRecord,
    records: impl IntoIterator<Item = PatternRecord>,
) -> io::Result<()> {
    out.write_all(br#"{"format":"morph-patterns","version":2,"memory":"#)?;
    serde_json::to_writer(&mut *out, &memory)?;
    out.write_all(br#","patterns":["#)?;
    for (index, record) in records.into_iter().enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &record)?;
    }
    out.write_all(b"\n]}\n")
}

/// Patterns as JSON Lines, one object a line.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_lines(
    out: &mut impl Write,
    records: impl IntoIterator<Item = PatternRecord>,
) -> io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut *out, &record)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Any value as indented JSON.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_pretty(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}
