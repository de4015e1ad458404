//! Positions as graphs of pieces and king squares joined by attack and defend edges.
//!
//! Source: Levinson and Snyder 1991, "Patterns and their Representation". Where the paper is silent:
//!
//! - A square next to a king is a node of its own while it is empty; an occupied one is represented by its piece.
//!   So there is at most one node a square.
//! - A position's graph labels every node with everything that is known of it; which components a pattern keeps is
//!   decided by the operator that creates it ([`NodeLabel::keep`]).
//! - An edge runs from a piece to what it attacks or defends. There is at most one edge for an ordered pair of nodes.

mod build;
mod label;
mod structure;

pub use build::PositionGraph;
pub(crate) use label::role_name;
pub use label::{Component, Components, Kind, Kinds, Mode, NodeLabel, Relation};
pub use structure::{Direction, Graph, GraphBuilder, Link, MAX_NODES};
