use super::{EdgeKind, NodeLabel, Relation};

/// The largest graph: 32 pieces and two rings of eight king squares.
pub const MAX_NODES: usize = 48;

/// One end of an edge, seen from the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// The node at the far end.
    pub node: u8,
    /// How it is reached.
    pub kind: EdgeKind,
}

/// Along or against the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From a piece to what it attacks or defends.
    Out,
    /// From what is attacked or defended to who does it.
    In,
}

impl Direction {
    /// Both.
    pub const BOTH: [Direction; 2] = [Direction::Out, Direction::In];
}

/// A labelled directed graph, flat: what a position and a pattern have in common.
///
/// At most [`MAX_NODES`] nodes, at most one edge for an ordered pair. Links are sorted by node. The flat form exists
/// for speed; algorithms of petgraph read it in place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Graph {
    pub(super) labels: Vec<NodeLabel>,
    pub(super) out: Adjacency,
    pub(super) into: Adjacency,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Adjacency {
    pub(super) starts: Vec<u16>,
    pub(super) links: Vec<Link>,
}

impl Adjacency {
    #[inline]
    fn of(&self, node: u8) -> &[Link] {
        let node = usize::from(node);
        &self.links[usize::from(self.starts[node])..usize::from(self.starts[node + 1])]
    }
}

impl Graph {
    /// Number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// No nodes at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.out.links.len()
    }

    /// The label of a node.
    #[inline]
    #[must_use]
    pub fn label(&self, node: u8) -> NodeLabel {
        self.labels[usize::from(node)]
    }

    /// How one node stands to another, whether or not an edge leads there; `None` only where a number is no label.
    #[must_use]
    pub fn relation(&self, from: u8, to: u8) -> Option<Relation> {
        Some(Relation::between(self.label(from).kind()?, self.label(to).kind()?))
    }

    /// All labels, by node.
    #[must_use]
    pub fn labels(&self) -> &[NodeLabel] {
        &self.labels
    }

    /// The far ends of a node's edges in one direction.
    #[inline]
    #[must_use]
    pub fn links(&self, node: u8, direction: Direction) -> &[Link] {
        match direction {
            Direction::Out => self.out.of(node),
            Direction::In => self.into.of(node),
        }
    }

    /// The kind of the edge between two nodes, if there is one.
    #[inline]
    #[must_use]
    pub fn edge(&self, from: u8, to: u8) -> Option<EdgeKind> {
        self.out.of(from).iter().find(|link| link.node == to).map(|link| link.kind)
    }

    /// All edges as (from, to, kind), sorted.
    pub fn edges(&self) -> impl Iterator<Item = (u8, u8, EdgeKind)> + '_ {
        (0..self.len() as u8)
            .flat_map(|from| self.out.of(from).iter().map(move |link| (from, link.node, link.kind)))
    }

    /// Whether every node can be reached from every other, edges taken both ways. An empty graph is not connected.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        petgraph::algo::connected_components(self) == 1
    }

    /// The subgraph spanned by `nodes`, in that order, with the edges that `keep` accepts and the labels it gives.
    #[must_use]
    pub fn subgraph(
        &self,
        nodes: &[u8],
        mut relabel: impl FnMut(u8, NodeLabel) -> NodeLabel,
        mut keep: impl FnMut(u8, u8, EdgeKind) -> bool,
    ) -> Graph {
        let mut builder = GraphBuilder::default();
        for &node in nodes {
            builder.node(relabel(node, self.label(node)));
        }
        for (i, &from) in nodes.iter().enumerate() {
            for link in self.links(from, Direction::Out) {
                if let Some(j) = nodes.iter().position(|n| *n == link.node)
                    && keep(from, link.node, link.kind)
                {
                    builder.edge(i as u8, j as u8, link.kind);
                }
            }
        }
        builder.build()
    }
}

/// Collects nodes and edges of a [`Graph`].
#[derive(Clone, Debug, Default)]
pub struct GraphBuilder {
    labels: Vec<NodeLabel>,
    edges: Vec<(u8, u8, EdgeKind)>,
}

impl GraphBuilder {
    /// Begins with these nodes.
    #[must_use]
    pub(crate) fn new(labels: Vec<NodeLabel>) -> GraphBuilder {
        GraphBuilder { labels, edges: Vec::new() }
    }

    /// Adds a node and returns its number.
    pub fn node(&mut self, label: NodeLabel) -> u8 {
        self.labels.push(label);
        (self.labels.len() - 1) as u8
    }

    /// Adds an edge between two nodes that are there. A second edge for the same pair replaces the first.
    pub fn edge(&mut self, from: u8, to: u8, kind: EdgeKind) {
        self.edges.retain(|(a, b, _)| (*a, *b) != (from, to));
        self.edges.push((from, to, kind));
    }

    /// The graph.
    #[must_use]
    pub fn build(self) -> Graph {
        let GraphBuilder { labels, mut edges } = self;
        let [out, into] = [(); 2].map(|()| Adjacency {
            starts: Vec::with_capacity(labels.len() + 1),
            links: Vec::with_capacity(edges.len()),
        });
        let mut graph = Graph { labels, out, into };
        // The order of links follows from sorting, so equal graphs are equal values.
        edges.sort_unstable();
        let mut edges = edges.into_iter().peekable();
        let mut refill = graph.refill();
        for node in 0..refill.graph.labels.len() as u8 {
            while let Some((_, to, kind)) = edges.next_if(|(from, ..)| *from == node) {
                refill.push(Link { node: to, kind });
            }
            refill.end_node();
        }
        refill.finish();
        graph
    }
}

/// Lays the edges of a graph out anew, by source and then by target.
pub(super) struct Refill<'a> {
    graph: &'a mut Graph,
    /// Edges to each node.
    incoming: [u16; MAX_NODES],
}

impl Graph {
    pub(super) fn refill(&mut self) -> Refill<'_> {
        self.out.links.clear();
        self.out.starts.clear();
        self.out.starts.push(0);
        Refill { graph: self, incoming: [0; MAX_NODES] }
    }
}

impl Refill<'_> {
    /// Adds the next edge of the present node.
    #[inline]
    pub(super) fn push(&mut self, link: Link) {
        self.graph.out.links.push(link);
        self.incoming[usize::from(link.node)] += 1;
    }

    /// Goes on to the next node.
    #[inline]
    pub(super) fn end_node(&mut self) {
        let out = &mut self.graph.out;
        out.starts.push(out.links.len() as u16);
    }

    /// Turns the edges round, after the last node.
    pub(super) fn finish(self) {
        let Graph { labels, out, into } = self.graph;
        into.starts.clear();
        into.starts.push(0);
        // Where the next edge to each node goes.
        let mut next = self.incoming;
        let mut end = 0;
        for next in &mut next[..labels.len()] {
            let edges = std::mem::replace(next, end);
            end += edges;
            into.starts.push(end);
        }
        into.links.clear();
        into.links.resize(out.links.len(), Link { node: 0, kind: EdgeKind::Any });
        for node in 0..labels.len() as u8 {
            for link in out.of(node) {
                let at = &mut next[usize::from(link.node)];
                into.links[usize::from(*at)] = Link { node, kind: link.kind };
                *at += 1;
            }
        }
    }
}
