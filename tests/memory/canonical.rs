use morph::graph::{EdgeKind, Graph, GraphBuilder};
use morph::pattern::{CanonicalError, GraphPattern};
use proptest::prelude::*;

use crate::brute::maps;
use crate::graphs::{any_graph, label, permuted, symmetrical_graph};

fn is_isomorphic(a: &Graph, b: &Graph) -> bool {
    // Equally large graphs that occur in each other are the same.
    a.len() == b.len()
        && a.edge_count() == b.edge_count()
        && !maps(a, b).is_empty()
        && !maps(b, a).is_empty()
}

fn with_order(graph: impl Strategy<Value = Graph>) -> impl Strategy<Value = (Graph, Vec<u8>)> {
    graph.prop_flat_map(|graph| {
        let order = Just((0..graph.len() as u8).collect::<Vec<_>>()).prop_shuffle();
        (Just(graph), order)
    })
}

/// A graph and one that differs in one edge or label, or not at all.
fn neighbours() -> impl Strategy<Value = (Graph, Graph)> {
    let change = (0u8..5, 0u8..5, prop::option::of(0usize..3), 0usize..9, any::<bool>());
    (any_graph(5, true), change).prop_map(|(graph, (a, b, mode, number, relabel))| {
        let size = graph.len() as u8;
        let (a, b) = (a % size, b % size);
        let mut builder = GraphBuilder::default();
        for (node, own) in graph.labels().iter().enumerate() {
            builder.node(if relabel && node == usize::from(a) { label(number) } else { *own });
        }
        for (from, to, mode) in graph.edges() {
            if relabel || (from, to) != (a, b) {
                builder.edge(from, to, mode);
            }
        }
        if let Some(mode) = mode
            && a != b
            && !relabel
        {
            builder.edge(a, b, [EdgeKind::Any, EdgeKind::Direct, EdgeKind::Indirect][mode]);
        }
        (graph, builder.build())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_order_of_nodes_does_not_matter(
        (graph, order) in with_order(prop_oneof![any_graph(10, true), symmetrical_graph()])
    ) {
        let (one, two) = (GraphPattern::canonise(&graph), GraphPattern::canonise(&permuted(&graph, &order)));
        match (one, two) {
            (Ok(one), Ok(two)) => {
                prop_assert_eq!(&one.pattern, &two.pattern);
                prop_assert_eq!(one.pattern.steps(), two.pattern.steps());
                prop_assert_eq!(&permuted(&graph, &one.nodes), one.pattern.graph());
                let again = GraphPattern::canonise(one.pattern.graph()).unwrap();
                prop_assert_eq!(again.pattern.graph(), one.pattern.graph());
            }
            (one, two) => prop_assert_eq!(one.map(|_| ()), two.map(|_| ())),
        }
    }

    #[test]
    fn graphs_are_the_same_pattern_when_they_are_isomorphic((a, b) in neighbours()) {
        if let (Ok(one), Ok(two)) = (GraphPattern::canonise(&a), GraphPattern::canonise(&b)) {
            prop_assert_eq!(one.pattern == two.pattern, is_isomorphic(&a, &b));
        }
    }

    #[test]
    fn patterns_are_connected(graph in any_graph(6, false)) {
        let canonised = GraphPattern::canonise(&graph);
        prop_assert_eq!(
            matches!(canonised, Err(CanonicalError::NotConnected)),
            !graph.is_connected()
        );
    }
}

#[test]
fn an_empty_graph_is_not_a_pattern() {
    assert!(matches!(GraphPattern::canonise(&Graph::default()), Err(CanonicalError::NotConnected)));
}

#[test]
fn graphs_with_too_many_symmetries_are_refused_and_those_with_equal_leaves_are_not() {
    // A hub with twenty equal leaves has 20! symmetries, all of them exchanges.
    let mut star = GraphBuilder::default();
    let hub = star.node(label(0));
    for _ in 0..20 {
        let leaf = star.node(label(1));
        star.edge(hub, leaf, EdgeKind::Direct);
    }
    assert!(GraphPattern::canonise(&star.build()).is_ok());
    // A hub with eight equal arms of two nodes has 8! that are not.
    let mut arms = GraphBuilder::default();
    let hub = arms.node(label(0));
    for _ in 0..8 {
        let (near, far) = (arms.node(label(1)), arms.node(label(2)));
        arms.edge(hub, near, EdgeKind::Direct);
        arms.edge(near, far, EdgeKind::Direct);
    }
    assert!(matches!(GraphPattern::canonise(&arms.build()), Err(CanonicalError::TooSymmetrical)));
}
