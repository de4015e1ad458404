use rustc_hash::FxHashMap;

use super::Row;
use crate::graph::{Component, Components, EdgeKind, Graph, NodeLabel};

/// For every feature of a pattern, the patterns that have it: what a more special pattern must share.
///
/// A feature is a node's kind, a kind with one component of its label, or an edge between two kinds. A pattern more
/// special than another has all its features, so the rarest of them bounds the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Postings {
    lists: FxHashMap<u64, Vec<Row>>,
    /// Rows that were removed but still stand in lists, and how many of them.
    dead: rustc_hash::FxHashSet<Row>,
    live: usize,
}

impl Postings {
    pub(super) fn insert(&mut self, row: Row, graph: &Graph) {
        for feature in features(graph, true) {
            self.lists.entry(feature).or_default().push(row);
        }
        self.live += 1;
    }

    pub(super) fn remove(&mut self, row: Row) {
        self.dead.insert(row);
        self.live -= 1;
        // Sweeping when half are dead keeps the cost of a removal constant on average.
        if self.dead.len() > self.live.max(64) {
            let dead = std::mem::take(&mut self.dead);
            self.lists.retain(|_, list| {
                list.retain(|row| !dead.contains(row));
                !list.is_empty()
            });
        }
    }

    /// Patterns that may be more special than `graph`: all that are, and others.
    pub(super) fn candidates(&self, graph: &Graph) -> impl Iterator<Item = Row> + '_ {
        let mut rarest: &[Row] = &[];
        let mut least = usize::MAX;
        for feature in features(graph, false) {
            let list = self.lists.get(&feature).map_or(&[][..], Vec::as_slice);
            if list.len() < least {
                least = list.len();
                rarest = list;
            }
        }
        rarest.iter().copied().filter(|row| !self.dead.contains(row))
    }

    pub(super) fn renumber(&mut self, moved: &[Option<Row>]) {
        self.dead.clear();
        self.lists.retain(|_, list| {
            list.retain(|row| moved[row.index()].is_some());
            list.iter_mut().for_each(|row| row.move_up(moved));
            !list.is_empty()
        });
    }

    pub(super) fn bytes(&self) -> usize {
        self.lists.capacity() * (size_of::<(u64, Vec<Row>)>() + 1)
            + self.lists.values().map(|l| l.capacity() * size_of::<Row>()).sum::<usize>()
    }
}

/// The features a graph has (`implied`: also those that follow from others), sorted and without repetition.
fn features(graph: &Graph, implied: bool) -> Vec<u64> {
    const EDGE: u64 = 1 << 63;
    let mut features = Vec::new();
    for label in graph.labels() {
        let components = label.components();
        if implied || components == Components::NONE {
            features.push(label.keep(Components::NONE).bits());
        }
        for &component in Component::ALL {
            if components.contains(component) {
                features.push(label.keep(Components::NONE.with(component)).bits());
            }
        }
    }
    for (from, to, edge_kind) in graph.edges() {
        let kind = |node| NodeLabel::kind_code(graph.label(node).bits());
        let ends = EDGE | kind(from) << 12 | kind(to) << 4;
        features.push(ends | edge_kind as u64);
        if implied && edge_kind.is_present() {
            features.push(ends | EdgeKind::Any as u64);
        }
    }
    features.sort_unstable();
    features.dedup();
    features
}
