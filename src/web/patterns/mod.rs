//! Learned patterns as the page shows them: found by words, one card for each idea, drawn on a board.

mod catalogue;
mod drawing;

pub use catalogue::{CatalogueEntry, PatternCatalogue, Question};
pub use drawing::Drawing;
