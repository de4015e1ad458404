//! The material patterns as a table.

use std::io::{self, Write};

use serde::Serialize;

use super::csv::CsvWriter;
use super::table_1::{Agreement, paper_weight};
use crate::chess::MaterialVector;
use crate::memory::Memory;
use crate::pattern::MaterialPattern;

/// A row of the material table, in the layout of Levinson and Snyder 1991, Table 1.
///
/// Numbers of pieces are those of the side to move minus those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MaterialRow {
    /// Relative number of pawns.
    pub pawn: i8,
    /// Relative number of knights.
    pub knight: i8,
    /// Relative number of bishops.
    pub bishop: i8,
    /// Relative number of rooks.
    pub rook: i8,
    /// Relative number of queens.
    pub queen: i8,
    /// Learned weight in `[0, 1]`, to six decimals: expected result for the side to move.
    pub weight: f64,
    /// How often the weight was changed.
    pub updates: u32,
    /// Sum of the sizes of all changes, to six decimals.
    pub variance: f64,
    /// Games the pattern has been in the memory.
    pub age: u32,
}

impl MaterialRow {
    /// The difference the row is about.
    #[must_use]
    pub fn vector(&self) -> MaterialVector {
        MaterialVector([self.pawn, self.knight, self.bishop, self.rook, self.queen])
    }
}

/// All material patterns of a memory: even material first, then by number of pieces; of equal size, those that are
/// ahead in the first kind of piece come first.
#[must_use]
pub fn material_rows(memory: &Memory) -> Vec<MaterialRow> {
    let materials = &memory.materials;
    let mut rows: Vec<MaterialRow> = materials
        .ids()
        .filter_map(|id| {
            let MaterialPattern(MaterialVector([pawn, knight, bishop, rook, queen])) =
                *materials.get(id)?;
            let statistics = materials.statistics(id);
            Some(MaterialRow {
                pawn,
                knight,
                bishop,
                rook,
                queen,
                weight: six_decimals(materials.weights().weight(id)),
                updates: statistics.updates,
                variance: six_decimals(statistics.variance),
                age: statistics.age(memory.games),
            })
        })
        .collect();
    rows.sort_by_key(|row| (row.vector().size(), std::cmp::Reverse(row.vector())));
    rows
}

/// Without the digits that a number of 32 bits does not have.
fn six_decimals(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}

/// The table as the paper prints it, the paper's own weights in the last column, and how well the two agree.
///
/// The traditional value and the paper's weight are for the reader: the learner never sees them.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_material_table(out: &mut impl Write, rows: &[MaterialRow]) -> io::Result<()> {
    writeln!(
        out,
        "{:>5} {:>6} {:>6} {:>5} {:>5} | {:>6} {:>8} {:>9} {:>6} | {:>11} {:>6}",
        "Pawn",
        "Knight",
        "Bishop",
        "Rook",
        "Queen",
        "Weight",
        "Updates",
        "Variance",
        "Age",
        "Trad. value",
        "1991"
    )?;
    writeln!(out, "{}+{}+{}", "-".repeat(32), "-".repeat(34), "-".repeat(19))?;
    for row in rows {
        let [pawn, knight, bishop, rook, queen] = row.vector().0.map(signed);
        let line = format!(
            "{pawn:>5} {knight:>6} {bishop:>6} {rook:>5} {queen:>5} | {:>6.3} {:>8} {:>9.3} {:>6} | {:>11} {:>6}",
            row.weight,
            row.updates,
            row.variance,
            row.age,
            signed(row.vector().traditional()),
            paper_weight(row.vector()).map_or(String::new(), |w| format!("{w:.3}"))
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if let Some(agreement) = Agreement::new(rows) {
        writeln!(out, "{agreement}")?;
    }
    Ok(())
}

fn signed<N: Default + PartialEq + std::fmt::Display>(number: N) -> String {
    if number == N::default() { "0".to_owned() } else { format!("{number:+}") }
}

/// The table as comma-separated values, without the traditional value.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_material_csv(out: impl Write, rows: &[MaterialRow]) -> io::Result<()> {
    let mut table = CsvWriter::new(out);
    table.row([
        "pawn", "knight", "bishop", "rook", "queen", "weight", "updates", "variance", "age",
    ])?;
    for row in rows {
        let pieces = row.vector().0.map(|n| n.to_string());
        let numbers = [
            row.weight.to_string(),
            row.updates.to_string(),
            row.variance.to_string(),
            row.age.to_string(),
        ];
        table.row(pieces.iter().chain(&numbers))?;
    }
    table.finish()
}
