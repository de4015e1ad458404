//! One-step generalisations and specialisations of graph patterns.

use crate::graph::{
    Component, Components, Direction, EdgeKind, Graph, GraphBuilder, PositionGraph,
};
use crate::pattern::GraphPattern;

/// All patterns' graphs that are one step more general: a component of a label or the kind of an edge left open, or an
/// edge taken away (with the node that hung on nothing else). Only connected ones.
#[must_use]
pub fn generalisations(pattern: &GraphPattern) -> Vec<Graph> {
    let graph = pattern.graph();
    let mut found = Vec::new();
    for node in 0..graph.len() as u8 {
        let given = graph.label(node).components();
        for component in Component::ALL.iter().copied().filter(|c| given.contains(*c)) {
            found.push(copy(graph, |n, components| {
                if n == node { components.without(component) } else { components }
            }));
        }
    }
    for (from, to, kind) in graph.edges() {
        // A threat is what the generic kind does not stand for.
        if !kind.is_generic() && kind.is_present() {
            let mut builder = builder(graph, |_, components| components);
            for (a, b, other) in graph.edges() {
                builder.edge(a, b, if (a, b) == (from, to) { EdgeKind::Any } else { other });
            }
            found.push(builder.build());
        }
        let alone = |node: u8| {
            Direction::BOTH.into_iter().map(|d| graph.links(node, d).len()).sum::<usize>() == 1
        };
        let nodes: Vec<u8> = (0..graph.len() as u8)
            .filter(|node| !((*node == from || *node == to) && alone(*node)))
            .collect();
        let rest = graph.subgraph(&nodes, |_, label| label, |a, b, _| (a, b) != (from, to));
        if rest.is_connected() {
            found.push(rest);
        }
    }
    found
}

/// A graph with one component or edge more than a pattern's, and the nodes of the position where it occurs.
pub type Specialisation = (Graph, Vec<u8>);

/// All graphs that are one step more special than an occurrence of `pattern` on `nodes` of a position and hold there
/// too: one more component of a label, or one more edge (with the piece or square at its other end, kind only).
#[must_use]
pub fn specialisations(
    pattern: &GraphPattern,
    nodes: &[u8],
    position: &PositionGraph,
) -> Vec<Specialisation> {
    let host = position.graph();
    let graph = pattern.graph();
    let mut found = Vec::new();
    for (slot, node) in nodes.iter().enumerate() {
        let given = graph.label(slot as u8).components();
        let known = host.label(*node).components();
        for &component in Component::ALL {
            if !given.contains(component) && known.contains(component) {
                let more = |n: u8, label| {
                    let own: crate::graph::NodeLabel = label;
                    if usize::from(n) == slot {
                        host.label(*node).keep(own.components().with(component))
                    } else {
                        own
                    }
                };
                let all: Vec<u8> = (0..graph.len() as u8).collect();
                found.push((graph.subgraph(&all, more, |_, _, _| true), nodes.to_vec()));
            }
        }
        for direction in Direction::BOTH {
            for link in host.links(*node, direction) {
                let mut builder = builder(graph, |_, components| components);
                for (a, b, kind) in graph.edges() {
                    builder.edge(a, b, kind);
                }
                let mut places = nodes.to_vec();
                let other = nodes.iter().position(|n| *n == link.node).unwrap_or_else(|| {
                    places.push(link.node);
                    usize::from(builder.node(host.label(link.node).keep(Components::NONE)))
                });
                let (from, to) = match direction {
                    Direction::Out => (slot as u8, other as u8),
                    Direction::In => (other as u8, slot as u8),
                };
                if places.len() == nodes.len() && graph.edge(from, to).is_some() {
                    continue;
                }
                builder.edge(from, to, link.kind);
                found.push((builder.build(), places));
            }
        }
    }
    found
}

fn builder(graph: &Graph, keep: impl Fn(u8, Components) -> Components) -> GraphBuilder {
    let mut builder = GraphBuilder::default();
    for (node, label) in graph.labels().iter().enumerate() {
        builder.node(label.keep(keep(node as u8, label.components())));
    }
    builder
}

fn copy(graph: &Graph, keep: impl Fn(u8, Components) -> Components) -> Graph {
    let mut builder = builder(graph, keep);
    for (a, b, kind) in graph.edges() {
        builder.edge(a, b, kind);
    }
    builder.build()
}
