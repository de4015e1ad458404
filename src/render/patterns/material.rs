//! The material patterns as a table of weights.

use std::io::{self, Write};

use serde::Serialize;

use super::json::write_pretty;
use super::paper_weights::{Agreement, paper_weight};
use crate::chess::MaterialVector;
use crate::memory::Memory;
use crate::pattern::MaterialPattern;
use crate::render::table;

/// A row of the material table, in the layout of Levinson and Snyder 1991, Table 1.
///
/// Piece counts are those of the side to move minus those of the opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
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
    /// Number of updates of the weight.
    pub updates: u32,
    /// Sum of the absolute changes of the weight, to six decimals.
    pub variance: f64,
    /// Number of games since the pattern was created.
    pub age: u32,
}

impl MaterialRow {
    /// The material difference.
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
                weight: six_decimals(materials.weight(id)),
                updates: statistics.updates,
                variance: six_decimals(statistics.variance),
                age: statistics.age(memory.games),
            })
        })
        .collect();
    rows.sort_by_key(|row| (row.vector().size(), std::cmp::Reverse(row.vector())));
    rows
}

/// How the material patterns of a memory are written.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "lowercase")]
pub enum MaterialFormat {
    /// A table beside the paper's weights.
    Text,
    /// A list of [`MaterialRow`]s.
    Json,
    /// The same, a row each.
    Csv,
}

/// Writes the material patterns of a memory.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_material(
    out: &mut impl Write,
    format: MaterialFormat,
    memory: &Memory,
) -> io::Result<()> {
    let rows = material_rows(memory);
    match format {
        MaterialFormat::Text => write_material_table(out, &rows),
        MaterialFormat::Json => write_pretty(out, &rows),
        MaterialFormat::Csv => table::write_csv(out, rows),
    }
}

/// Rounds away the digits beyond the precision of 32 bits.
fn six_decimals(number: f32) -> f64 {
    (f64::from(number) * 1e6).round() / 1e6
}

/// Writes the table as the paper prints it, beside the traditional value and the paper's own weight, and how well the two
/// weights agree. The learner uses neither the traditional values nor the paper's weights.
///
/// # Errors
///
/// `out` cannot be written.
pub fn write_material_table(out: &mut impl Write, rows: &[MaterialRow]) -> io::Result<()> {
    let header = [
        "Pawn", "Knight", "Bishop", "Rook", "Queen", "Weight", "Updates", "Variance", "Age",
        "Value", "1991",
    ];
    let mut table = table::plain(header, &std::array::from_fn::<usize, 11, _>(|column| column));
    table.add_rows(rows.iter().map(|row| {
        let mut cells: Vec<String> = row.vector().0.map(signed).into();
        cells.extend([
            format!("{:.3}", row.weight),
            row.updates.to_string(),
            format!("{:.3}", row.variance),
            row.age.to_string(),
            signed(row.vector().traditional()),
            paper_weight(row.vector()).map_or(String::new(), |weight| format!("{weight:.3}")),
        ]);
        cells
    }));
    writeln!(out, "{}", table.trim_fmt())?;
    match Agreement::new(rows.iter().map(|row| (row.vector(), row.weight))) {
        Some(agreement) => writeln!(out, "\n{agreement}"),
        None => Ok(()),
    }
}

fn signed<N: Default + PartialEq + std::fmt::Display>(number: N) -> String {
    if number == N::default() { "0".to_owned() } else { format!("{number:+}") }
}
