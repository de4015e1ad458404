//! Positions as graphs of pieces and king squares joined by attack and defend edges.
//!
//! Source: Levinson and Snyder 1991, "Patterns and their Representation". Where the paper is silent:
//!
//! - A square next to a king is a node of its own while it is empty; an occupied one is represented by its piece.
//!   So there is at most one node a square.
//! - A position's graph labels every node with everything that is known of it; which components a pattern keeps is
//!   decided by the operator that creates it ([`NodeLabel::keep`]).
//! - An edge runs from a piece to what it attacks or defends. There is at most one edge for an ordered pair of nodes.
//!
//! Beyond the paper: edges to enemy pieces that could be attacked after one safe move ([`EdgeKind::Threat`],
//! [`EdgeKind::Fork`]), and components of labels that its operators do not keep. The plan that follows the paper uses
//! neither. And [`PositionMoves`]: the moves of the side to move, labelled from the graph without making them.

mod attack_balance;
mod attack_map;
mod build;
mod edge;
mod kind;
mod label;
mod line_edges;
mod mobility;
mod moves;
mod pawn_context;
mod pins_and_checks;
mod standing;
mod structure;
mod visit;

pub use attack_balance::AttackBalance;
pub use build::PositionGraph;
pub use edge::{EdgeKind, Relation};
pub(crate) use kind::role_name;
pub use kind::{NodeKind, RoleCounts, role_named};
pub use label::{Component, Components, NodeLabel};
pub use moves::{
    Arrival, AttackerSummary, Check, EnPrise, MoveComponent, MoveComponents, MoveLabel, Mover,
    PositionMove, PositionMoves, RoleSet,
};
pub use pawn_context::{PawnContext, RookFile};
pub use structure::{Direction, Graph, GraphBuilder, Link, MAX_NODES};
