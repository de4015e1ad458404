//! What a memory holds, as files for people and for other programs.
//!
//! Every format is written from the same [`PatternRecord`], so that they agree; `patterns/FORMAT.md` describes it.
//! Writers stream: a memory of any size takes the space of one pattern, except where the order of the patterns is
//! drawn.

mod annotate;
mod csv;
mod dot;
mod explained;
mod graphml;
mod json;
mod match_pgn;
mod material;
mod pgn;
mod query;
mod record;
mod sample;
mod statistics;
mod summary;
mod svg;
mod table_1;
mod text;

pub use self::csv::write_csv;
pub use annotate::Annotator;
pub use dot::{write_graph, write_hierarchy};
pub use explained::{write_explained_html, write_explained_position, write_explained_svg};
pub use graphml::{write_graphml, write_pattern_graphml};
pub use json::{MemoryRecord, write_document, write_lines, write_pretty};
pub use match_pgn::MatchPgn;
pub use material::{MaterialRow, material_rows, write_material_csv, write_material_table};
pub use pgn::write_pgn;
pub use query::{OPERATORS, Query, SortKey, UnknownSortKey, operator_name};
pub use record::{
    EdgeRecord, MaterialRecord, NodeRecord, OriginRecord, PatternKind, PatternRecord, Structure,
    UtilityRecord,
};
pub use sample::{pgn_positions, random_positions};
pub use statistics::{
    DatabaseStatistics, HierarchyStatistics, MemoryStatistics, NetRecord, QueryCosts, Spread,
    write_statistics,
};
pub use summary::write_memory_summary;
pub use svg::{write_board, write_diagram, write_gallery, write_piece_shapes};
pub use table_1::{Agreement, PAPER_TABLE_1, paper_weight};
pub use text::{write_card, write_forgotten, write_list};
