//! petgraph's traits, so that its algorithms and its DOT output read a [`Graph`] in place.

use std::collections::HashSet;
use std::iter::{Enumerate, Map};
use std::ops::Range;
use std::slice::Iter;

use petgraph::Directed;
use petgraph::visit::{
    Data, GraphBase, GraphProp, IntoEdgeReferences, IntoNeighbors, IntoNodeIdentifiers,
    IntoNodeReferences, NodeCompactIndexable, NodeCount, NodeIndexable, Visitable,
};

use super::structure::Link;
use super::{Direction, EdgeKind, Graph, NodeLabel};

impl GraphBase for Graph {
    type NodeId = u8;
    type EdgeId = (u8, u8);
}

impl Data for Graph {
    type NodeWeight = NodeLabel;
    type EdgeWeight = EdgeKind;
}

impl GraphProp for Graph {
    type EdgeType = Directed;
}

impl NodeCount for Graph {
    fn node_count(&self) -> usize {
        self.len()
    }
}

impl NodeIndexable for Graph {
    fn node_bound(&self) -> usize {
        self.len()
    }

    fn to_index(&self, node: u8) -> usize {
        usize::from(node)
    }

    fn from_index(&self, index: usize) -> u8 {
        index as u8
    }
}

impl NodeCompactIndexable for Graph {}

impl Visitable for Graph {
    type Map = HashSet<u8>;

    fn visit_map(&self) -> HashSet<u8> {
        HashSet::new()
    }

    fn reset_map(&self, map: &mut HashSet<u8>) {
        map.clear();
    }
}

impl IntoNodeIdentifiers for &Graph {
    type NodeIdentifiers = Range<u8>;

    fn node_identifiers(self) -> Range<u8> {
        0..self.len() as u8
    }
}

impl<'a> IntoNodeReferences for &'a Graph {
    type NodeRef = (u8, &'a NodeLabel);
    type NodeReferences =
        Map<Enumerate<Iter<'a, NodeLabel>>, fn((usize, &'a NodeLabel)) -> (u8, &'a NodeLabel)>;

    fn node_references(self) -> Self::NodeReferences {
        self.labels().iter().enumerate().map(|(node, label)| (node as u8, label))
    }
}

impl<'a> IntoEdgeReferences for &'a Graph {
    type EdgeRef = (u8, u8, &'a EdgeKind);
    type EdgeReferences = Box<dyn Iterator<Item = Self::EdgeRef> + 'a>;

    fn edge_references(self) -> Self::EdgeReferences {
        Box::new(self.node_identifiers().flat_map(|from| {
            self.links(from, Direction::Out).iter().map(move |link| (from, link.node, &link.kind))
        }))
    }
}

impl<'a> IntoNeighbors for &'a Graph {
    type Neighbors = Map<Iter<'a, Link>, fn(&Link) -> u8>;

    fn neighbors(self, node: u8) -> Self::Neighbors {
        self.links(node, Direction::Out).iter().map(|link| link.node)
    }
}
