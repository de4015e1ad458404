use super::edge_mask::EdgeMask;
use super::key::StepLabel;
use super::tree::{PatternTrie, Target};
use crate::graph::{Direction, EdgeKind, NodeLabel};
use crate::memory::{Version, Weights};
use crate::units::FixedPointSum;

/// Results of recent lookups in a trie.
///
/// The targets of a branch depend only on the label of the node and the kind of the edge, and most nodes and edges of a
/// position are in its successors and in the next position too. So most of a walk is answered from here, mostly within the
/// L2 cache, whatever the size of the trie. Single nodes and edges, with which all patterns begin, have entries of their own:
/// one access for an edge in place of one for each pattern that ends at its source.
#[derive(Clone, Debug, Default)]
pub struct TrieCache {
    version: Version,
    /// Direct-mapped: each key has one slot, and a newer entry replaces an older one.
    branches: Vec<BranchEntry>,
    nodes: Vec<NodeEntry>,
    label_ids: Vec<LabelId>,
    edges: Vec<EdgeEntry>,
    /// The lists of all entries, each followed by [`Target::END`]. The first two are empty.
    targets: Vec<Target>,
    /// Entries of earlier generations are invalid.
    generation: u32,
    next_label_id: u32,
    found: Found,
}

/// Buffers for an entry while it is computed.
#[derive(Clone, Debug, Default)]
struct Found {
    reached: Vec<Target>,
    twins: Vec<Target>,
    growing: Vec<Target>,
    patterns: Vec<Target>,
}

#[derive(Clone, Copy, Debug, Default)]
struct BranchEntry {
    /// The label, and above it the generation.
    step: u64,
    branch: u32,
    first: u32,
}

/// What a walk begins with at a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeEntry {
    /// The label, and above it the generation.
    step: u64,
    /// The trie nodes that go on without an edge, and the patterns of one node.
    pub(super) twins: Lists,
    pub(super) end: EdgeEnd,
    cached: CachedSum,
}

/// A list of trie nodes, followed by a list of patterns: the index of the first, and whether there are any trie nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lists(u32);

impl Lists {
    const LEADS_ON: u32 = 1 << 31;

    /// Whether there are trie nodes.
    #[inline]
    pub(super) fn lead_on(self) -> bool {
        self.0 & Lists::LEADS_ON != 0
    }

    /// The index of the first trie node.
    #[inline]
    pub(super) fn first(self) -> u32 {
        self.0 & !Lists::LEADS_ON
    }
}

/// What matters of a node to its edges.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EdgeEnd {
    /// Ids of the parts of the label that matter to outgoing and to incoming edges.
    label_ids: [u32; 2],
    /// The trie nodes that go on along an edge; no patterns.
    growing: Lists,
}

/// A short number for the part of a label that matters to edges; never given to another.
#[derive(Clone, Copy, Debug, Default)]
struct LabelId {
    /// The label, and above it the generation.
    step: u64,
    id: u32,
}

/// What a walk begins with at an edge and its two nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EdgeEntry {
    /// The label ids of both and the edge kind; 0 is no edge.
    key: u64,
    /// The trie nodes reached from the source of the edge, and the patterns that end there.
    pub(super) along: Lists,
    /// The same from the target of the edge.
    pub(super) against: Lists,
    cached: CachedSum,
}

/// The log-odds of the patterns of an entry, added up with one version of the weights.
#[derive(Clone, Copy, Debug, Default)]
struct CachedSum {
    sum: FixedPointSum,
    weights: Version,
}

/// Slots: half a megabyte of branches, one of nodes, two of edges.
const BRANCHES: u32 = 1 << 15;
const NODES: u32 = 1 << 14;
const EDGES: u32 = 1 << 16;
/// Targets before the cache is cleared, those of replaced entries included: two megabytes.
const TARGETS: usize = 1 << 19;
const GENERATIONS: u32 = 1 << (64 - StepLabel::BITS);
const LABEL_ID_BITS: u32 = 28;

impl TrieCache {
    /// Clears entries of other versions of the trie, and all when there are too many targets.
    pub(super) fn prepare(&mut self, version: Version) {
        if self.version == version && self.targets.len() <= TARGETS {
            return;
        }
        self.version = version;
        self.targets.clear();
        self.targets.extend([Target::END; 2]);
        self.generation += 1;
        // Generation 0 is that of slots that were never used. Generations run out long before label ids do.
        if self.branches.is_empty() || self.generation == GENERATIONS {
            clear(&mut self.branches, BRANCHES);
            clear(&mut self.nodes, NODES);
            clear(&mut self.label_ids, NODES);
            clear(&mut self.edges, EDGES);
            self.generation = 1;
            self.next_label_id = 1;
        }
    }

    /// Index of the first target of a branch; the others follow up to [`Target::END`].
    #[inline]
    pub(super) fn branch_targets(
        &mut self,
        trie: &PatternTrie,
        branch: u32,
        label: NodeLabel,
        kind: EdgeKind,
    ) -> u32 {
        let step = self.step(label, kind);
        let slot = slot_of(step ^ u64::from(branch).rotate_left(27), BRANCHES);
        let cached = self.branches[slot];
        if cached.step == step && cached.branch == branch {
            return cached.first;
        }
        let first = self.targets.len();
        trie.targets_of(branch, label, kind, |target| self.targets.push(target));
        let first = self.end(first);
        self.branches[slot] = BranchEntry { step, branch, first };
        first
    }

    /// The entry for a node with this label, and its slot.
    #[inline]
    pub(super) fn node(&mut self, trie: &PatternTrie, label: NodeLabel) -> (usize, NodeEntry) {
        let label = label.keep(trie.first_components);
        let step = self.step(label, EdgeKind::Any);
        let slot = slot_of(step, NODES);
        let entry = self.nodes[slot];
        if entry.step == step {
            return (slot, entry);
        }
        let entry = self.compute_node(trie, label, step);
        self.nodes[slot] = entry;
        (slot, entry)
    }

    /// The log-odds of the patterns of a node, added up.
    #[inline]
    pub(super) fn node_sum(
        &mut self,
        (slot, entry): (usize, NodeEntry),
        weights: &Weights,
    ) -> FixedPointSum {
        if entry.cached.weights == weights.version() {
            return entry.cached.sum;
        }
        let sum = self.sum_of(entry.twins, weights);
        self.nodes[slot].cached = CachedSum { sum, weights: weights.version() };
        sum
    }

    fn compute_node(&mut self, trie: &PatternTrie, label: NodeLabel, step: u64) -> NodeEntry {
        let Found { reached, twins, growing, patterns } = &mut self.found;
        for list in [&mut *reached, twins, growing, patterns] {
            list.clear();
        }
        for root in trie.nodes[0].branches.indices() {
            trie.targets_of(root, label, EdgeKind::Any, |target| reached.push(target));
        }
        for target in reached.iter().copied() {
            let (pattern, branches) = trie.here(target);
            patterns.extend(pattern.map(Target::of));
            let edges = branches.iter().filter(|branch| branch.is_edge()).count();
            if edges > 0 {
                growing.push(target);
            }
            if edges < branches.len() {
                twins.push(target);
            }
        }
        let twins = keep(&mut self.targets, twins, patterns);
        let growing = keep(&mut self.targets, growing, &[]);
        let label_ids = trie.edge_components.map(|parts| self.label_id(label.keep(parts)));
        let end = EdgeEnd { label_ids, growing };
        NodeEntry { step, twins, end, cached: CachedSum::default() }
    }

    fn label_id(&mut self, label: NodeLabel) -> u32 {
        let step = self.step(label, EdgeKind::Any);
        let slot = slot_of(step, NODES);
        if self.label_ids[slot].step != step {
            self.label_ids[slot] = LabelId { step, id: self.next_label_id };
            self.next_label_id += 1;
        }
        self.label_ids[slot].id
    }

    /// The entry for an edge between two nodes, and its slot.
    #[inline]
    pub(super) fn edge(
        &mut self,
        trie: &PatternTrie,
        [from, to]: [(&EdgeEnd, NodeLabel); 2],
        kind: EdgeKind,
    ) -> (usize, EdgeEntry) {
        let ([from_id, _], [_, to_id]) = (from.0.label_ids, to.0.label_ids);
        let label_ids = u64::from(from_id) << LABEL_ID_BITS | u64::from(to_id);
        let key = label_ids << 3 | kind as u64;
        let slot = slot_of(key, EDGES);
        let entry = self.edges[slot];
        if entry.key == key {
            return (slot, entry);
        }
        let along = self.compute_edge(trie, from.0, Direction::Out, kind, to.1);
        let against = self.compute_edge(trie, to.0, Direction::In, kind, from.1);
        let entry = EdgeEntry { key, along, against, cached: CachedSum::default() };
        self.edges[slot] = entry;
        (slot, entry)
    }

    /// The log-odds of the patterns that end with an edge, added up.
    #[inline]
    pub(super) fn edge_sum(
        &mut self,
        (slot, entry): (usize, EdgeEntry),
        weights: &Weights,
    ) -> FixedPointSum {
        if entry.cached.weights == weights.version() {
            return entry.cached.sum;
        }
        let mut sum = self.sum_of(entry.along, weights);
        sum += self.sum_of(entry.against, weights);
        self.edges[slot].cached = CachedSum { sum, weights: weights.version() };
        sum
    }

    fn compute_edge(
        &mut self,
        trie: &PatternTrie,
        from: &EdgeEnd,
        direction: Direction,
        kind: EdgeKind,
        label: NodeLabel,
    ) -> Lists {
        if !from.growing.lead_on() {
            return Lists::default();
        }
        let there = EdgeMask::single(EdgeMask::kind(label.bits()), kind);
        let mut trie_nodes = std::mem::take(&mut self.found.growing);
        let mut patterns = std::mem::take(&mut self.found.patterns);
        trie_nodes.clear();
        patterns.clear();
        let mut at = from.growing.first();
        while self.target(at) != Target::END {
            let branches = trie.nodes[self.target(at).0 as usize].branches;
            for (index, branch) in branches.indices().zip(trie.branches.of(branches)) {
                if !branch.edges.intersects(there) || !branch.leads(direction) {
                    continue;
                }
                let mut next =
                    self.branch_targets(trie, index, label.keep(branch.components), kind);
                while self.target(next) != Target::END {
                    let target = self.target(next);
                    let is_pattern = target.pattern().is_some();
                    let list = if is_pattern { &mut patterns } else { &mut trie_nodes };
                    list.push(target);
                    next += 1;
                }
            }
            at += 1;
        }
        let lists = keep(&mut self.targets, &trie_nodes, &patterns);
        (self.found.growing, self.found.patterns) = (trie_nodes, patterns);
        lists
    }

    /// The index of the first pattern.
    #[inline]
    pub(super) fn patterns(&self, lists: Lists) -> u32 {
        let mut at = lists.first();
        if lists.lead_on() {
            while self.target(at) != Target::END {
                at += 1;
            }
        }
        at + 1
    }

    /// The log-odds of the patterns of two lists, added up.
    fn sum_of(&self, lists: Lists, weights: &Weights) -> FixedPointSum {
        let mut sum = FixedPointSum::default();
        let patterns = self.targets[self.patterns(lists) as usize..].iter();
        for row in patterns.take_while(|target| **target != Target::END).filter_map(|t| t.pattern())
        {
            sum += weights.summand(row);
        }
        sum
    }

    #[inline]
    fn step(&self, label: NodeLabel, kind: EdgeKind) -> u64 {
        let step = StepLabel::new(label.bits(), kind).0;
        debug_assert!(step >> StepLabel::BITS == 0, "a label takes the bits of the generation");
        step | u64::from(self.generation) << StepLabel::BITS
    }

    /// Ends a list that begins at `first`.
    fn end(&mut self, first: usize) -> u32 {
        if first == self.targets.len() {
            return 0;
        }
        self.targets.push(Target::END);
        first as u32
    }

    #[inline]
    pub(super) fn target(&self, at: u32) -> Target {
        self.targets[at as usize]
    }
}

/// Stores two lists at the end of `targets`.
fn keep(targets: &mut Vec<Target>, trie_nodes: &[Target], patterns: &[Target]) -> Lists {
    if trie_nodes.is_empty() && patterns.is_empty() {
        return Lists::default();
    }
    let first = targets.len() as u32;
    for list in [trie_nodes, patterns] {
        targets.extend_from_slice(list);
        targets.push(Target::END);
    }
    Lists(if trie_nodes.is_empty() { first } else { first | Lists::LEADS_ON })
}

#[inline]
fn slot_of(key: u64, slots: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - slots.trailing_zeros())) as usize
}

fn clear<T: Clone + Default>(slots: &mut Vec<T>, size: u32) {
    slots.clear();
    slots.resize(size as usize, T::default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphBuilder, NodeKind};
    use crate::memory::{Index, Row};
    use crate::pattern::GraphPattern;
    use shakmaty::Color;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn entries_of_earlier_tries_are_not_found_when_generations_run_out() {
        let mut builder = GraphBuilder::default();
        builder.node(NodeLabel::new(NodeKind::Piece(Color::White.knight())));
        let knight = GraphPattern::canonise(&builder.build()).unwrap().pattern;
        let mut trie = PatternTrie::default();
        let mut cache = TrieCache::default();
        let seen = |trie: &PatternTrie, cache: &mut TrieCache| {
            let mut found = Vec::new();
            trie.walk_with(cache, knight.graph(), |row, _| found.push(row));
            found
        };
        for row in 0..6 {
            trie.insert(Row(row), &knight);
            assert_eq!(seen(&trie, &mut cache), [Row(row)]);
            trie.remove(Row(row), &knight);
            assert_eq!(seen(&trie, &mut cache), []);
            // From here the next generations are the last one and, again, the first.
            cache.generation = cache.generation.max(GENERATIONS - 3);
        }
        assert!(cache.generation < GENERATIONS);
    }
}
