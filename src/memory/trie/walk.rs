use super::cache::{EdgeEnd, EdgeEntry, Lists, NodeEntry, TrieCache};
use super::edge_mask::EdgeMask;
use super::tree::{Branch, Extension, NO_TWIN, NONE, PatternTrie, Target};
use crate::graph::{Direction, EdgeKind, Graph, MAX_NODES, NodeLabel};
use crate::memory::{Row, Weights};
use crate::units::FixedPointSum;

impl PatternTrie {
    /// Visits every occurrence of every stored pattern in `host` once: the pattern and the map of its slots to nodes.
    ///
    /// Returns the number of look-ups in the hash table, the trie's measure of work.
    ///
    /// # Cost
    ///
    /// Proportional to the number of occurrences of stored patterns and of their common prefixes.
    pub fn walk(&self, host: &Graph, visit: impl FnMut(Row, &[u8])) -> u64 {
        Walk::<_, false>::new(self, host, &mut TrieCache::default(), visit).run()
    }

    /// The same with a cache kept from one graph to the next: the successors of a position share almost all entries.
    pub fn walk_with(&self, cache: &mut TrieCache, host: &Graph, visit: impl FnMut(Row, &[u8])) {
        cache.prepare(self.version);
        Walk::<_, true>::new(self, host, cache, visit).run();
    }

    /// The log-odds of all occurrences added up; the sums of single nodes and edges are cached, too.
    pub fn sum_with(
        &self,
        cache: &mut TrieCache,
        host: &Graph,
        weights: &Weights,
    ) -> FixedPointSum {
        cache.prepare(self.version);
        let mut beyond = FixedPointSum::default();
        let add = |row: Row, _: &[u8]| beyond += weights.summand(row);
        let mut total = Walk::<_, true>::new(self, host, cache, add).sum(weights);
        total += beyond;
        total
    }
}

/// A power of two above the index of any node, so that a masked index needs no bounds check.
const NODES: usize = 64;
const _: () = assert!(MAX_NODES <= NODES);

/// What is done with the patterns that end at the nodes and edges of a graph. Entries come with their slots.
trait Ends<W> {
    fn node(&mut self, walk: &mut W, entry: (usize, NodeEntry), node: u8);

    fn edge(&mut self, walk: &mut W, entry: (usize, EdgeEntry), nodes: [u8; 2]);
}

/// Visits them.
struct Visit;

impl<V: FnMut(Row, &[u8]), const CACHED: bool> Ends<Walk<'_, V, CACHED>> for Visit {
    fn node(&mut self, walk: &mut Walk<'_, V, CACHED>, entry: (usize, NodeEntry), node: u8) {
        walk.map[0] = node;
        walk.visit_all(entry.1.twins, 1);
    }

    fn edge(&mut self, walk: &mut Walk<'_, V, CACHED>, entry: (usize, EdgeEntry), nodes: [u8; 2]) {
        let [from, to] = nodes;
        walk.map[..2].copy_from_slice(&[from, to]);
        walk.visit_all(entry.1.along, 2);
        walk.map[..2].copy_from_slice(&[to, from]);
        walk.visit_all(entry.1.against, 2);
    }
}

/// Adds up their log-odds.
struct AddUp<'a> {
    weights: &'a Weights,
    sum: FixedPointSum,
}

impl<V, const CACHED: bool> Ends<Walk<'_, V, CACHED>> for AddUp<'_> {
    #[inline(always)]
    fn node(&mut self, walk: &mut Walk<'_, V, CACHED>, entry: (usize, NodeEntry), _: u8) {
        self.sum += walk.cache.node_sum(entry, self.weights);
    }

    #[inline(always)]
    fn edge(&mut self, walk: &mut Walk<'_, V, CACHED>, entry: (usize, EdgeEntry), _: [u8; 2]) {
        self.sum += walk.cache.edge_sum(entry, self.weights);
    }
}

/// A walk down the trie with a partial occurrence.
///
/// With `CACHED` it uses the cache, otherwise the trie alone.
pub(super) struct Walk<'a, V, const CACHED: bool> {
    trie: &'a PatternTrie,
    host: &'a Graph,
    cache: &'a mut TrieCache,
    /// For every node the mask of its outgoing and incoming edges.
    reachable: [[EdgeMask; 2]; NODES],
    /// For every node its kind, as in [`EdgeMask::kind`].
    kinds: [u8; NODES],
    map: [u8; NODES],
    used: u64,
    look_ups: u64,
    visit: V,
}

impl<'a, V: FnMut(Row, &[u8]), const CACHED: bool> Walk<'a, V, CACHED> {
    pub(super) fn new(
        trie: &'a PatternTrie,
        host: &'a Graph,
        cache: &'a mut TrieCache,
        visit: V,
    ) -> Walk<'a, V, CACHED> {
        let mut kinds = [0; NODES];
        for (kind, label) in kinds.iter_mut().zip(host.labels()) {
            *kind = EdgeMask::kind(label.bits());
        }
        let mut reachable = [[EdgeMask::default(); 2]; NODES];
        for from in 0..host.len() as u8 {
            let mut reached = EdgeMask::default();
            for link in host.links(from, Direction::Out) {
                let to = index(link.node);
                reached.insert(EdgeMask::single(kinds[to], link.kind));
                reachable[to][Direction::In as usize]
                    .insert(EdgeMask::single(kinds[index(from)], link.kind));
            }
            reachable[index(from)][Direction::Out as usize] = reached;
        }
        Walk { trie, host, cache, reachable, kinds, map: [0; NODES], used: 0, look_ups: 0, visit }
    }

    /// Visits all occurrences; the number of accesses to the table.
    pub(super) fn run(mut self) -> u64 {
        if CACHED {
            self.nodes_and_edges(&mut Visit);
        } else {
            let (trie, host) = (self.trie, self.host);
            let root = trie.nodes[0].branches;
            for (at, branch) in root.indices().zip(trie.branches.of(root)) {
                for (node, label) in host.labels().iter().enumerate() {
                    self.follow(at, branch, *label, EdgeKind::Any, node as u8, 0);
                }
            }
        }
        self.look_ups
    }

    /// Visits occurrences of more than one edge; the log-odds of all others, added up.
    pub(super) fn sum(mut self, weights: &Weights) -> FixedPointSum {
        let mut ends = AddUp { weights, sum: FixedPointSum::default() };
        self.nodes_and_edges(&mut ends);
        ends.sum
    }

    fn visit_all(&mut self, lists: Lists, depth: usize) {
        self.each(self.cache.patterns(lists), |walk, target| {
            if let Some(row) = target.pattern() {
                (walk.visit)(row, &walk.map[..depth]);
            }
        });
    }

    /// Starts walks from the entries of all nodes and edges.
    fn nodes_and_edges(&mut self, ends: &mut impl Ends<Self>) {
        let (trie, host) = (self.trie, self.host);
        let mut edge_ends = [EdgeEnd::default(); NODES];
        for (node, label) in (0u8..).zip(host.labels()) {
            let entry = self.cache.node(trie, *label);
            ends.node(self, entry, node);
            let (_, NodeEntry { twins, end: edge_end, .. }) = entry;
            edge_ends[index(node)] = edge_end;
            if twins.lead_on() {
                self.start_on(&[node]);
                self.each(twins.first(), Walk::extend_to_twins);
            }
        }
        for (from, from_label) in (0u8..).zip(host.labels()) {
            let from_end = edge_ends[index(from)];
            for link in host.links(from, Direction::Out) {
                let to = link.node;
                let sides = [(&from_end, *from_label), (&edge_ends[index(to)], host.label(to))];
                let entry = self.cache.edge(trie, sides, link.kind);
                ends.edge(self, entry, [from, to]);
                let (_, EdgeEntry { along, against, .. }) = entry;
                if along.lead_on() {
                    self.start_on(&[from, to]);
                    self.each(along.first(), |walk, target| walk.descend(target, 2));
                }
                if against.lead_on() {
                    self.start_on(&[to, from]);
                    self.each(against.first(), |walk, target| walk.descend(target, 2));
                }
            }
        }
        self.used = 0;
    }

    fn start_on(&mut self, nodes: &[u8]) {
        self.map[..nodes.len()].copy_from_slice(nodes);
        self.used = nodes.iter().fold(0, |used, node| used | bit(*node));
    }

    #[inline(always)]
    fn each(&mut self, first: u32, mut go: impl FnMut(&mut Self, Target)) {
        let mut at = first;
        loop {
            let target = self.cache.target(at);
            if target == Target::END {
                break;
            }
            go(self, target);
            at += 1;
        }
    }

    /// Goes on from a node to its twin, which no entry of an edge tells.
    fn extend_to_twins(&mut self, target: Target) {
        let branches = self.trie.nodes[target.0 as usize].branches;
        for (at, branch) in branches.indices().zip(self.trie.branches.of(branches)) {
            if !branch.is_edge() {
                self.extend(at, branch, 1);
            }
        }
    }

    fn extend_all(&mut self, first: u32, branches: &[Branch], depth: usize) {
        for (branch, at) in branches.iter().zip(first..) {
            self.extend(at, branch, depth);
        }
    }

    /// Whether some edge of the anchor may match the branch. False positives only.
    #[inline(always)]
    fn may_lead_on(&self, branch: &Branch) -> bool {
        match branch.extension {
            Extension::Grow { anchor, direction, .. } => {
                let from = self.map[index(anchor)];
                branch.edges.intersects(self.reachable[index(from)][direction as usize])
            }
            Extension::Close { .. } => true,
            // Only where a walk begins.
            Extension::Root => false,
        }
    }

    #[inline(always)]
    fn extend(&mut self, at: u32, branch: &Branch, depth: usize) {
        if !self.may_lead_on(branch) {
            return;
        }
        let host = self.host;
        match branch.extension {
            Extension::Root => {}
            Extension::Grow { anchor, direction, after } => {
                let from = self.map[index(anchor)];
                let least = if after == NO_TWIN { 0 } else { self.map[index(after)] + 1 };
                let barred = self.used | (bit(least) - 1);
                for link in host.links(from, direction) {
                    let kind = self.kinds[index(link.node)];
                    if barred & bit(link.node) == 0
                        && branch.edges.intersects(EdgeMask::single(kind, link.kind))
                    {
                        let label = host.label(link.node);
                        self.follow(at, branch, label, link.kind, link.node, depth);
                    }
                }
            }
            Extension::Close { slot, other, direction } => {
                let (a, b) = (self.map[index(slot)], self.map[index(other)]);
                let edge = match direction {
                    Direction::Out => host.edge(a, b),
                    Direction::In => host.edge(b, a),
                };
                if let Some(kind) = edge {
                    self.look_up(branch, NodeLabel::NOTHING, kind, depth);
                }
            }
        }
    }

    /// Extends the occurrence by a node.
    #[inline(always)]
    fn follow(
        &mut self,
        at: u32,
        branch: &Branch,
        label: NodeLabel,
        kind: EdgeKind,
        node: u8,
        depth: usize,
    ) {
        self.map[depth] = node;
        self.used |= bit(node);
        if CACHED {
            let first =
                self.cache.branch_targets(self.trie, at, label.keep(branch.components), kind);
            self.each(first, |walk, target| walk.descend(target, depth + 1));
        } else {
            self.look_up(branch, label, kind, depth + 1);
        }
        self.used &= !bit(node);
    }

    /// Looks the children up in the trie.
    fn look_up(&mut self, branch: &Branch, label: NodeLabel, kind: EdgeKind, depth: usize) {
        let trie = self.trie;
        for lookup in trie.lookups.of(branch.lookups) {
            if let Some(target) = trie.look_up(lookup, label, kind, &mut self.look_ups) {
                self.descend(target, depth);
            }
        }
    }

    /// Visits the pattern that ends here and extends the occurrence further, which is rarely possible.
    #[inline(always)]
    fn descend(&mut self, target: Target, depth: usize) {
        if let Some(row) = target.pattern() {
            return (self.visit)(row, &self.map[..depth]);
        }
        let trie = self.trie;
        let here = &trie.nodes[target.0 as usize];
        if here.pattern != NONE {
            self.report(Row(here.pattern), here.symmetric, depth);
        }
        let branches = trie.branches.of(here.branches);
        if branches.iter().any(|branch| self.may_lead_on(branch)) {
            self.extend_all(here.branches.first(), branches, depth);
        }
    }

    #[inline(always)]
    fn report(&mut self, row: Row, symmetric: bool, depth: usize) {
        let map = &self.map[..depth];
        let pattern = if symmetric { self.trie.symmetric.get(&row) } else { None };
        if pattern.is_none_or(|pattern| pattern.is_representative(map)) {
            (self.visit)(row, map);
        }
    }
}

#[inline(always)]
fn index(node: u8) -> usize {
    usize::from(node) % NODES
}

#[inline(always)]
fn bit(node: u8) -> u64 {
    1 << (node as usize % NODES)
}
