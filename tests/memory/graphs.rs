//! Random labelled graphs, many of them with symmetries.

use morph::graph::{Component, Components, EdgeKind, Graph, GraphBuilder, NodeKind, NodeLabel};
use morph::learning::generalisations;
use morph::pattern::GraphPattern;
use proptest::prelude::*;
use shakmaty::{Color, Square};

/// Labels of three kinds, each with nothing, a file, or a square.
const LABELS: usize = 9;

pub fn label(number: usize) -> NodeLabel {
    let kind = [
        NodeKind::Piece(Color::White.knight()),
        NodeKind::Piece(Color::Black.pawn()),
        NodeKind::KingSquare(Color::Black),
    ][number % 3];
    let full = NodeLabel::new(kind).on(Square::C5);
    match number / 3 {
        0 => full.keep(Components::NONE),
        1 => full.keep(Components::NONE.with(Component::File)),
        _ => full,
    }
}

const MODES: [EdgeKind; 7] = [
    EdgeKind::Direct,
    EdgeKind::Any,
    EdgeKind::Direct,
    EdgeKind::Indirect,
    EdgeKind::Discovered,
    EdgeKind::Threat,
    EdgeKind::Fork,
];

fn is_edge(graph: &[(u8, u8, EdgeKind)], from: u8, to: u8) -> bool {
    graph.iter().any(|(a, b, _)| (*a, *b) == (from, to))
}

fn build(labels: &[usize], edges: &[(u8, u8, EdgeKind)]) -> Graph {
    let mut builder = GraphBuilder::default();
    for number in labels {
        builder.node(label(*number));
    }
    for (from, to, mode) in edges {
        builder.edge(*from, *to, *mode);
    }
    builder.build()
}

/// A graph of up to `nodes` nodes and few kinds of labels; connected if wanted.
pub fn any_graph(nodes: usize, connected: bool) -> impl Strategy<Value = Graph> {
    (1..=nodes, 1..=LABELS, 1..=MODES.len()).prop_flat_map(move |(size, labels, modes)| {
        let edge = (0..size as u8, 0..size as u8, 0..modes);
        let parent = (any::<prop::sample::Index>(), any::<bool>(), 0..modes);
        (
            prop::collection::vec(0..labels, size),
            prop::collection::vec(edge, 0..=size * 2),
            prop::collection::vec(parent, if connected { size - 1 } else { 0 }),
        )
            .prop_map(|(labels, extra, parents)| {
                let mut edges: Vec<(u8, u8, EdgeKind)> = Vec::new();
                for (i, (parent, out, mode)) in parents.into_iter().enumerate() {
                    let (node, parent) = (i as u8 + 1, parent.index(i + 1) as u8);
                    let (from, to) = if out { (parent, node) } else { (node, parent) };
                    edges.push((from, to, MODES[mode]));
                }
                for (from, to, mode) in extra {
                    if from != to && !is_edge(&edges, from, to) {
                        edges.push((from, to, MODES[mode]));
                    }
                }
                build(&labels, &edges)
            })
    })
}

/// Graphs with many symmetries, up to ten nodes: rings, stars, full bipartite graphs, and equal parts round a hub.
pub fn symmetrical_graph() -> impl Strategy<Value = Graph> {
    let direct = |(from, to): (usize, usize)| (from as u8, to as u8, EdgeKind::Direct);
    let ring = (2usize..=10, any::<bool>()).prop_map(move |(size, both)| {
        let forth = (0..size).map(|i| (i, (i + 1) % size));
        let back = (0..size).filter(|_| both).map(|i| ((i + 1) % size, i));
        build(&vec![0; size], &forth.chain(back).map(direct).collect::<Vec<_>>())
    });
    let bipartite = (1usize..=4, 1usize..=5, 0usize..2).prop_map(move |(left, right, labels)| {
        let edges = (0..left).flat_map(|a| (0..right).map(move |b| (a, left + b)));
        let numbers: Vec<usize> = (0..left + right).map(|i| labels * (i / left).min(1)).collect();
        build(&numbers, &edges.map(direct).collect::<Vec<_>>())
    });
    let parts = (any_graph(3, true), 2usize..=3, any::<bool>()).prop_map(|(part, copies, out)| {
        let mut builder = GraphBuilder::default();
        let hub = builder.node(label(1));
        for _ in 0..copies {
            let nodes: Vec<u8> = part.labels().iter().map(|l| builder.node(*l)).collect();
            for (from, to, mode) in part.edges() {
                builder.edge(nodes[usize::from(from)], nodes[usize::from(to)], mode);
            }
            let (from, to) = if out { (hub, nodes[0]) } else { (nodes[0], hub) };
            builder.edge(from, to, EdgeKind::Direct);
        }
        builder.build()
    });
    prop_oneof![ring, bipartite, parts]
}

/// Patterns that are related to one another: some graphs and graphs a few steps more general.
pub fn related_patterns() -> impl Strategy<Value = Vec<GraphPattern>> {
    let steps = prop::collection::vec(any::<prop::sample::Index>(), 0..12);
    let graph = prop_oneof![3 => any_graph(5, true), 1 => symmetrical_graph()];
    prop::collection::vec((graph, steps), 1..4).prop_map(|roots| {
        let mut found: Vec<GraphPattern> = Vec::new();
        for (root, steps) in roots {
            let Ok(root) = GraphPattern::canonise(&root) else { continue };
            let mut at = root.pattern;
            for step in std::iter::once(None).chain(steps.into_iter().map(Some)) {
                if let Some(step) = step {
                    let options = generalisations(&at);
                    if options.is_empty() {
                        break;
                    }
                    at = GraphPattern::canonise(&options[step.index(options.len())])
                        .unwrap()
                        .pattern;
                }
                if !found.contains(&at) {
                    found.push(at.clone());
                }
            }
        }
        found
    })
}

/// The same graph with its nodes in another order.
pub fn permuted(graph: &Graph, order: &[u8]) -> Graph {
    graph.subgraph(order, |_, label| label, |_, _, _| true)
}
