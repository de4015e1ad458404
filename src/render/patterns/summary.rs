use std::io::{self, Write};
use std::path::Path;

use super::material::{material_rows, write_material_table};
use super::paper_weights::paper_weight;
use crate::memory::Memory;

/// What a training has taught: numbers of patterns, the weights of the material balances of the paper's Table 1, and
/// where to find curves, memory and patterns.
///
/// # Errors
///
/// The output cannot be written.
pub fn write_memory_summary(
    out: &mut impl Write,
    memory: &Memory,
    path: &Path,
    curves: &Path,
) -> io::Result<()> {
    let Memory { graphs, materials, moves, .. } = memory;
    let removed = graphs.forgotten_count() + materials.forgotten_count() + moves.forgotten_count();
    let (graphs, materials, moves) = (graphs.len(), materials.len(), moves.len());
    writeln!(
        out,
        "  {graphs} graph patterns, {materials} material patterns, {moves} move patterns; {removed} forgotten"
    )?;
    writeln!(out, "\nMaterial, side to move minus opponent (Levinson and Snyder 1991, Table 1)")?;
    let mut rows = material_rows(memory);
    rows.retain(|row| paper_weight(row.vector()).is_some());
    write_material_table(out, &rows)?;
    let path = path.display();
    writeln!(out, "\nLearning curves:  {}", curves.display())?;
    writeln!(out, "Memory:           {path}")?;
    writeln!(out, "Learned patterns: morph patterns list --memory {path}")
}
