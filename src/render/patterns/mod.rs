//! The patterns of a memory, as text, pictures and files for other programs.
//!
//! Every format is written from the same [`PatternRecord`], so that they agree; `patterns/FORMAT.md` describes them. JSON,
//! CSV and PGN are streamed; the other formats hold all patterns they show.

mod csv;
mod dot;
mod filter;
mod format;
mod graphml;
mod idea;
mod json;
mod material;
mod paper_weights;
mod pgn;
mod phrase;
mod positions;
mod record;
mod statistics;
mod summary;
mod svg;
mod text;

pub use filter::{PatternFilter, SortKey};
pub use format::{Format, MAX_BOARDS, write_by_id, write_pattern, write_patterns, write_selected};
pub use idea::Idea;
pub use json::{MemoryRecord, write_pretty};
pub use material::{
    MaterialFormat, MaterialRow, material_rows, write_material, write_material_table,
};
pub use paper_weights::{Agreement, PAPER_TABLE_1, paper_weight};
pub use phrase::{phrase_after_moves, phrase_for, told};
pub use positions::Sample;
pub use record::{
    EdgeRecord, MaterialRecord, NodeRecord, OriginRecord, PatternKind, PatternRecord, Structure,
    UtilityRecord,
};
pub use statistics::{
    DatabaseStatistics, HierarchyStatistics, MemoryReport, MemoryStatistics, QueryCosts, Spread,
};
pub use summary::TrainingReport;
pub use svg::{Scene, diagram, piece_shapes, write_scene};
