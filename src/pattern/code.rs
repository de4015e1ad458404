use crate::graph::{Direction, EdgeKind, NodeLabel};

/// One step of building a graph pattern, node by node.
///
/// A pattern's code is the sequence of steps that builds it in canonical order: a root, and for each further node the
/// edge by which it is reached (`Grow`) and its other edges to nodes that are there already (`Close`). Nodes are
/// numbered in the order in which they appear; these numbers are called slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BuildStep {
    /// The first node.
    Root {
        /// Its label.
        label: NodeLabel,
    },
    /// A new node, reached from an old one.
    Grow {
        /// The slot it is reached from.
        anchor: u8,
        /// Along (out) or against (in) the edge.
        direction: Direction,
        /// Kind of the edge.
        kind: EdgeKind,
        /// Label of the new node.
        label: NodeLabel,
        /// An earlier slot with which the new one could be exchanged without changing the pattern. So that an
        /// occurrence is found once only, the new node must come after that one in the host.
        after: Option<u8>,
    },
    /// A further edge of the newest node.
    Close {
        /// The newest slot.
        slot: u8,
        /// The earlier slot at the other end.
        other: u8,
        /// Out: from the newest slot to the other.
        direction: Direction,
        /// Kind of the edge.
        kind: EdgeKind,
    },
}
