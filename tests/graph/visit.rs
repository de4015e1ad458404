use morph::graph::PositionGraph;
use petgraph::dot::Dot;
use petgraph::visit::{Dfs, IntoEdgeReferences, IntoNodeReferences};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

#[test]
fn petgraph_reads_a_position_graph_in_place() {
    let fen: Fen = "4k3/8/8/8/8/3n4/8/2R1K3 w - - 0 1".parse().unwrap();
    let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let position = PositionGraph::new(&position);
    let graph = position.graph();

    assert!(graph.node_references().map(|(_, label)| *label).eq(graph.labels().iter().copied()));
    assert!(graph.edge_references().map(|(a, b, kind)| (a, b, *kind)).eq(graph.edges()));

    // The king of e8 defends the squares next to it and nothing else.
    let king = position.node_on(shakmaty::Square::E8).unwrap();
    let mut walk = Dfs::new(graph, king);
    assert_eq!(std::iter::from_fn(|| walk.next(graph)).count(), 6);

    let dot = Dot::new(graph).to_string();
    assert!(dot.starts_with("digraph"));
    assert_eq!(dot.matches("->").count(), graph.edge_count());
}
