use serde::Serialize;

use crate::board::MaterialVector;
use crate::memory::Memory;
use crate::pattern::MaterialPattern;

/// A row of the material table, in the layout of Levinson and Snyder 1991, Table 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MaterialRow {
    /// Relative number of pawns, side to move minus the other side.
    pub pawn: i8,
    /// Relative number of knights.
    pub knight: i8,
    /// Relative number of bishops.
    pub bishop: i8,
    /// Relative number of rooks.
    pub rook: i8,
    /// Relative number of queens.
    pub queen: i8,
    /// Learned weight in `[0, 1]`.
    pub weight: f64,
    /// How often the weight was changed.
    pub updates: u32,
    /// Sum of the sizes of all changes.
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

/// All material patterns of a memory: even material and single pieces first, then by size and vector.
#[must_use]
pub fn material_rows(memory: &Memory) -> Vec<MaterialRow> {
    let mut rows: Vec<MaterialRow> = memory
        .materials
        .ids()
        .filter_map(|id| {
            let MaterialPattern(MaterialVector([pawn, knight, bishop, rook, queen])) =
                *memory.materials.get(id)?;
            let statistics = memory.materials.statistics(id);
            Some(MaterialRow {
                pawn,
                knight,
                bishop,
                rook,
                queen,
                weight: f64::from(memory.materials.weights().weight(id)),
                updates: statistics.updates,
                variance: f64::from(statistics.variance),
                age: statistics.age(memory.games),
            })
        })
        .collect();
    rows.sort_by_key(|row| (row.vector().size(), std::cmp::Reverse(row.vector())));
    rows
}

/// The seventeen rows the paper prints, with its weights after 106 games against GNU Chess.
pub const PAPER_TABLE_1: [(MaterialVector, f64); 17] = [
    (MaterialVector([0, 0, 0, 0, 0]), 0.455),
    (MaterialVector([0, 0, -1, 0, 0]), 0.094),
    (MaterialVector([0, 0, 1, 0, 0]), 0.912),
    (MaterialVector([0, 1, 0, 0, 0]), 0.910),
    (MaterialVector([0, -1, 0, 0, 0]), 0.102),
    (MaterialVector([0, 0, 0, -1, 0]), 0.078),
    (MaterialVector([0, 0, 0, 1, 0]), 0.916),
    (MaterialVector([1, 0, 0, 0, 0]), 0.731),
    (MaterialVector([-1, 0, 0, 0, 0]), 0.259),
    (MaterialVector([0, 0, 0, 0, 1]), 0.903),
    (MaterialVector([0, 0, 0, 0, -1]), 0.085),
    (MaterialVector([0, 0, -1, 1, 0]), 0.894),
    (MaterialVector([0, 0, -2, 0, 0]), 0.078),
    (MaterialVector([1, 0, -1, 0, 0]), 0.248),
    (MaterialVector([0, 1, -1, 0, 0]), 0.417),
    (MaterialVector([0, -1, 1, 0, 0]), 0.478),
    (MaterialVector([0, 0, 2, 0, 0]), 0.924),
];
