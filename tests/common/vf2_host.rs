//! Graphs in the form the `vf2` crate asks for.

use morph::graph::{Direction, EdgeKind, Graph, NodeLabel};

/// A graph with its edges in a table, so that the crate finds each in constant time.
pub struct Vf2Host {
    labels: Vec<NodeLabel>,
    near: [Vec<Vec<usize>>; 2],
    modes: Vec<Option<EdgeKind>>,
}

impl Vf2Host {
    pub fn new(graph: &Graph) -> Vf2Host {
        let near = Direction::BOTH.map(|direction| {
            let links = |node| graph.links(node, direction).iter().map(|link| link.node as usize);
            (0..graph.len() as u8).map(|node| links(node).collect()).collect()
        });
        let mut modes = vec![None; graph.len() * graph.len()];
        for (from, to, mode) in graph.edges() {
            modes[usize::from(from) * graph.len() + usize::from(to)] = Some(mode);
        }
        Vf2Host { labels: graph.labels().to_vec(), near, modes }
    }
}

impl vf2::Graph for Vf2Host {
    type NodeLabel = NodeLabel;
    type EdgeLabel = EdgeKind;

    fn is_directed(&self) -> bool {
        true
    }

    fn node_count(&self) -> usize {
        self.labels.len()
    }

    fn node_label(&self, node: usize) -> Option<&NodeLabel> {
        self.labels.get(node)
    }

    fn neighbors(&self, node: usize, direction: vf2::Direction) -> impl Iterator<Item = usize> {
        let side = usize::from(direction == vf2::Direction::Incoming);
        self.near[side][node].iter().copied()
    }

    fn contains_edge(&self, source: usize, target: usize) -> bool {
        self.edge_label(source, target).is_some()
    }

    fn edge_label(&self, source: usize, target: usize) -> Option<&EdgeKind> {
        self.modes[source * self.labels.len() + target].as_ref()
    }
}

/// Visits every map of pattern nodes to host nodes, symmetrical ones too, until told to stop.
pub fn vf2_maps(pattern: &Vf2Host, host: &Vf2Host, mut visit: impl FnMut(&[usize]) -> bool) {
    use vf2::Graph as _;
    if pattern.node_count() > host.node_count() {
        return;
    }
    let mut maps = vf2::subgraph_isomorphisms(pattern, host)
        .node_eq(|general: &NodeLabel, special: &NodeLabel| general.covers(*special))
        .edge_eq(|general: &EdgeKind, special: &EdgeKind| general.covers(*special))
        .iter();
    while let Some(map) = maps.next_ref() {
        if !visit(map) {
            return;
        }
    }
}
