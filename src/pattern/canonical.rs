//! Canonical order of a small labelled graph.
//!
//! The code of a graph is the least sequence of steps that builds it, each node attached to the lowest possible slot.
//! All partial orders that achieve the least prefix are carried along, so the survivors at the end are the graph's
//! automorphisms. Nodes that can be exchanged without touching anything else (twins: empty squares by a king seen by
//! the same pieces, say) would multiply them factorially; they are only ever taken in one order.

use arrayvec::ArrayVec;

use crate::graph::{Direction, EdgeKind, Graph, Link, MAX_NODES, NodeLabel};

/// Orders carried along at once before a graph is refused.
const MAX_ORDERS: usize = 512;

/// A graph that has no canonical form here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CanonicalError {
    /// Patterns are connected and have at least one node.
    #[error("a pattern must be one connected graph")]
    NotConnected,
    /// More than 512 orders are equally good.
    #[error("the graph is too symmetrical to be put into canonical form")]
    TooSymmetrical,
}

/// The nodes of a graph, by slot.
pub(super) type Nodes = ArrayVec<u8, MAX_NODES>;

/// A canonical order and the symmetries found on the way.
pub(super) struct Order {
    pub(super) nodes: Nodes,
    /// For each slot the closest earlier slot that is its twin.
    pub(super) after: Vec<Option<u8>>,
    /// Automorphisms as permutations of slots, identity and exchanges of twins left out.
    pub(super) symmetries: Vec<Box<[u8]>>,
}

/// How one more node is attached, in the order of preference.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Attachment {
    anchor: u8,
    direction: Direction,
    kind: EdgeKind,
    label: NodeLabel,
    closings: Vec<(u8, Direction, EdgeKind)>,
}

pub(super) fn canonical_order(graph: &Graph) -> Result<Order, CanonicalError> {
    // More than half of a memory's patterns.
    if graph.len() == 1 {
        let nodes = Nodes::from_iter([0]);
        return Ok(Order { nodes, after: vec![None], symmetries: Vec::new() });
    }
    let twin = previous_twins(graph);
    let first = (0..graph.len() as u8)
        .map(|node| graph.label(node))
        .min()
        .ok_or(CanonicalError::NotConnected)?;
    let mut orders: Vec<Nodes> = (0..graph.len() as u8)
        .filter(|node| graph.label(*node) == first && twin[usize::from(*node)].is_none())
        .map(|node| Nodes::from_iter([node]))
        .collect();
    for _ in 1..graph.len() {
        orders = extend(graph, &twin, &orders).ok_or(CanonicalError::NotConnected)?;
        if orders.len() > MAX_ORDERS {
            return Err(CanonicalError::TooSymmetrical);
        }
    }
    let nodes = orders.swap_remove(0);
    let slot_of = |node: u8| nodes.iter().position(|n| *n == node).map(|slot| slot as u8);
    let after = nodes.iter().map(|node| twin[usize::from(*node)].and_then(slot_of)).collect();
    let symmetries = orders
        .iter()
        .map(|order| order.iter().filter_map(|node| slot_of(*node)).collect())
        .collect();
    Ok(Order { nodes, after, symmetries })
}

/// All least ways of adding one node to the given orders; `None` when no node can be reached.
fn extend(graph: &Graph, twin: &[Option<u8>], orders: &[Nodes]) -> Option<Vec<Nodes>> {
    let mut best: Option<Attachment> = None;
    let mut extended = Vec::new();
    for order in orders {
        let mut tried = 0u64;
        for node in order.iter().flat_map(|node| neighbours(graph, *node)) {
            let ready = twin[usize::from(node)].is_none_or(|t| order.contains(&t));
            if tried & (1 << node) != 0 || order.contains(&node) || !ready {
                continue;
            }
            tried |= 1 << node;
            let Some(attachment) = attach(graph, order, node) else { continue };
            let comparison = best.as_ref().map_or(std::cmp::Ordering::Less, |b| attachment.cmp(b));
            if comparison.is_lt() {
                extended.clear();
                best = Some(attachment);
            }
            if comparison.is_le() {
                let mut longer = order.clone();
                longer.push(node);
                extended.push(longer);
            }
        }
    }
    best.is_some().then_some(extended)
}

fn neighbours(graph: &Graph, node: u8) -> impl Iterator<Item = u8> + '_ {
    Direction::BOTH.into_iter().flat_map(move |d| graph.links(node, d)).map(|link| link.node)
}

fn attach(graph: &Graph, order: &[u8], node: u8) -> Option<Attachment> {
    let mut edges = order.iter().enumerate().flat_map(|(slot, other)| {
        let slot = slot as u8;
        // From the slot to the node is "out" for the slot that grows it.
        let out = graph.edge(*other, node).map(|kind| (slot, Direction::Out, kind));
        let into = graph.edge(node, *other).map(|kind| (slot, Direction::In, kind));
        out.into_iter().chain(into)
    });
    let (anchor, direction, kind) = edges.next()?;
    // Closings are told from the new node: what leads out of an old slot leads into it.
    let closings = edges
        .map(|(slot, direction, kind)| {
            let seen_from_node = match direction {
                Direction::Out => Direction::In,
                Direction::In => Direction::Out,
            };
            (slot, seen_from_node, kind)
        })
        .collect();
    Some(Attachment { anchor, direction, kind, label: graph.label(node), closings })
}

/// For each node the closest earlier node that is its twin.
fn previous_twins(graph: &Graph) -> Vec<Option<u8>> {
    (0..graph.len() as u8)
        .map(|node| (0..node).rev().find(|other| are_twins(graph, *other, node)))
        .collect()
}

fn are_twins(graph: &Graph, a: u8, b: u8) -> bool {
    graph.label(a) == graph.label(b)
        && graph.edge(a, b) == graph.edge(b, a)
        && Direction::BOTH.into_iter().all(|direction| {
            let rest = |node, twin| {
                graph.links(node, direction).iter().filter(move |link: &&Link| link.node != twin)
            };
            rest(a, b).eq(rest(b, a))
        })
}
