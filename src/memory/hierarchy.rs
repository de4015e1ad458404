use std::sync::OnceLock;

use petgraph::graphmap::GraphMap;
use petgraph::{Directed, Direction};
use rustc_hash::FxBuildHasher;

use super::PatternId;

/// The graph of an order.
pub type OrderGraph = GraphMap<PatternId, (), Directed, FxBuildHasher>;

/// The order "more general than", kept as its transitive reduction: an edge leads from each pattern to its immediate
/// successors, the next more special ones.
///
/// That of a file becomes a graph when it is asked for: who plays a memory does without.
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    stored: Relation,
    graph: OnceLock<OrderGraph>,
}

/// All patterns, and the immediate relations (more general, more special).
#[derive(Clone, Debug, Default)]
pub(super) struct Relation {
    pub(super) patterns: Vec<PatternId>,
    pub(super) immediate: Vec<(PatternId, PatternId)>,
}

impl Hierarchy {
    /// Number of patterns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.get().map_or(self.stored.patterns.len(), OrderGraph::node_count)
    }

    /// No patterns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of immediate relations.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.graph().edge_count()
    }

    /// The next more general patterns.
    pub fn predecessors(&self, id: PatternId) -> impl Iterator<Item = PatternId> + '_ {
        self.graph().neighbors_directed(id, Direction::Incoming)
    }

    /// The next more special patterns.
    pub fn successors(&self, id: PatternId) -> impl Iterator<Item = PatternId> + '_ {
        self.graph().neighbors_directed(id, Direction::Outgoing)
    }

    /// All immediate relations (more general, more special).
    pub fn edges(&self) -> impl Iterator<Item = (PatternId, PatternId)> + '_ {
        self.graph().all_edges().map(|(a, b, ())| (a, b))
    }

    /// The order as a petgraph graph.
    #[must_use]
    pub fn graph(&self) -> &OrderGraph {
        self.graph.get_or_init(|| self.stored.graph())
    }

    /// Changes the graph.
    fn change(&mut self, change: impl FnOnce(&mut OrderGraph)) {
        let stored = std::mem::take(&mut self.stored);
        let mut graph = self.graph.take().unwrap_or_else(|| stored.graph());
        change(&mut graph);
        self.graph = OnceLock::from(graph);
    }

    /// Inserts `id`, given *all* patterns that are more general and *all* that are more special.
    pub(super) fn insert(&mut self, id: PatternId, general: &[PatternId], special: &[PatternId]) {
        let above = self.extreme(general, Direction::Incoming);
        let below = self.extreme(special, Direction::Outgoing);
        self.change(|graph| {
            graph.add_node(id);
            for &up in &above {
                for &down in &below {
                    graph.remove_edge(up, down);
                }
                graph.add_edge(up, id, ());
            }
            for &down in &below {
                graph.add_edge(id, down, ());
            }
        });
    }

    /// Removes `id` and connects its neighbours where no other path does.
    pub(super) fn remove(&mut self, id: PatternId) {
        let above: Vec<_> = self.predecessors(id).collect();
        let below: Vec<_> = self.successors(id).collect();
        self.change(|graph| {
            graph.remove_node(id);
            for &up in &above {
                for &down in &below {
                    if !petgraph::algo::has_path_connecting(&*graph, up, down, None) {
                        graph.add_edge(up, down, ());
                    }
                }
            }
        });
    }

    /// The order that a file has.
    pub(super) fn restored(stored: Relation) -> Hierarchy {
        Hierarchy { stored, graph: OnceLock::new() }
    }

    /// Those of `set` (closed towards its far side) that have no neighbour in it on the near side.
    ///
    /// `Incoming`: `set` are all generalisations of something; wanted are the most special of them.
    fn extreme(&self, set: &[PatternId], direction: Direction) -> Vec<PatternId> {
        let mut covered: Vec<PatternId> =
            set.iter().flat_map(|id| self.graph().neighbors_directed(*id, direction)).collect();
        covered.sort_unstable();
        set.iter().copied().filter(|id| covered.binary_search(id).is_err()).collect()
    }
}

impl Relation {
    fn graph(&self) -> OrderGraph {
        let (nodes, edges) = (self.patterns.len(), self.immediate.len());
        let mut graph = OrderGraph::with_capacity_and_hasher(nodes, edges, FxBuildHasher);
        for pattern in &self.patterns {
            graph.add_node(*pattern);
        }
        for (general, special) in &self.immediate {
            graph.add_edge(*general, *special, ());
        }
        graph
    }
}
