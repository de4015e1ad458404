//! Patterns: what can be remembered, when one is more general than another, and how to say it in English.

mod canonical;
mod code;
mod embedding;
mod english;
mod graph_pattern;
mod material_pattern;
mod move_pattern;
mod move_phrase;
mod phrase;

use std::fmt;
use std::hash::Hash;

pub use canonical::CanonicalError;
pub use code::BuildStep;
pub use embedding::{embed, find_embedding, is_embedded};
pub use english::number_word;
pub use graph_pattern::{Canonised, GraphPattern};
pub use material_pattern::{MaterialPattern, pieces_in_words};
pub use move_pattern::MovePattern;

/// What patterns of all kinds have in common: the memory treats them alike (Levinson and Snyder 1991 of graph and material
/// patterns: they "are processed identically by the system (in separate databases)").
///
/// Equal patterns are equal values: a pattern is always in canonical form.
pub trait Pattern: Clone + Eq + Hash + fmt::Debug {
    /// Whether this pattern occurs wherever `other` does. A partial order: reflexive, antisymmetric, transitive.
    fn is_more_general_than(&self, other: &Self) -> bool;

    /// How much is in it: nodes and edges, or pieces.
    fn size(&self) -> usize;

    /// The pattern in an English phrase.
    fn phrase(&self) -> String;
}

impl Pattern for GraphPattern {
    fn is_more_general_than(&self, other: &GraphPattern) -> bool {
        is_embedded(self, other.graph())
    }

    fn size(&self) -> usize {
        self.graph().len() + self.graph().edge_count()
    }

    fn phrase(&self) -> String {
        phrase::phrase(self.graph(), phrase::Detail::Full, |_| None)
    }
}
