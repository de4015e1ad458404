use super::memo::NodeAnswer;
use super::{Ask, Group, NO_TWIN, NONE, PatternTrie, Reach, Target, TrieCache};
use crate::graph::{Direction, EdgeKind, Graph, MAX_NODES, NodeLabel};
use crate::memory::{PatternId, Weights};
use crate::units::FixedPointSum;

/// More than any node's number, and a power of two, so that an index that is masked needs no check.
const NODES: usize = 64;
const _: () = assert!(MAX_NODES <= NODES);

/// Where the memo has what begins with a node, or with an edge.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Node(usize),
    Edge(usize),
}

/// A walk down the tree with a partial occurrence in hand.
///
/// With `KEPT` the net is asked through the memo, otherwise each time anew.
pub(super) struct Walk<'a, V, const KEPT: bool> {
    net: &'a PatternTrie,
    host: &'a Graph,
    memo: &'a mut TrieCache,
    /// For every node what its edges reach, along them and against them.
    around: [[Reach; 2]; NODES],
    /// For every node what stands there, as [`Reach::kind`] has it.
    kinds: [u8; NODES],
    map: [u8; NODES],
    used: u64,
    look_ups: u64,
    visit: V,
}

impl<'a, V: FnMut(PatternId, &[u8]), const KEPT: bool> Walk<'a, V, KEPT> {
    pub(super) fn new(
        net: &'a PatternTrie,
        host: &'a Graph,
        memo: &'a mut TrieCache,
        visit: V,
    ) -> Walk<'a, V, KEPT> {
        let mut kinds = [0; NODES];
        for (kind, label) in kinds.iter_mut().zip(host.labels()) {
            *kind = Reach::kind(label.bits());
        }
        let mut around = [[Reach::default(); 2]; NODES];
        for from in 0..host.len() as u8 {
            let mut reached = Reach::default();
            for link in host.links(from, Direction::Out) {
                let to = index(link.node);
                reached.add(Reach::of(kinds[to], link.kind));
                around[to][Direction::In as usize].add(Reach::of(kinds[index(from)], link.kind));
            }
            around[index(from)][Direction::Out as usize] = reached;
        }
        Walk { net, host, memo, around, kinds, map: [0; NODES], used: 0, look_ups: 0, visit }
    }

    /// Visits everything; the number of look-ups in the table.
    pub(super) fn run(mut self) -> u64 {
        if KEPT {
            self.nodes_and_edges(Walk::visit_kept);
        } else {
            let (net, host) = (self.net, self.host);
            let root = net.places[0].groups;
            for (at, group) in root.indices().zip(net.groups.of(root)) {
                for (node, label) in host.labels().iter().enumerate() {
                    self.follow(at, group, *label, EdgeKind::Any, node as u8, 0);
                }
            }
        }
        self.look_ups
    }

    /// Visits what goes beyond one edge; the sum of the log-odds of everything else.
    pub(super) fn sum(mut self, weights: &Weights) -> FixedPointSum {
        let mut sum = FixedPointSum::default();
        self.nodes_and_edges(|walk, kept| {
            sum += match kept {
                Kept::Node(room) => walk.memo.node_sum(room, weights),
                Kept::Edge(room) => walk.memo.edge_sum(room, weights),
            };
        });
        sum
    }

    /// Visits the patterns that an answer holds.
    fn visit_kept(&mut self, kept: Kept) {
        match kept {
            Kept::Node(room) => self.visit_all(self.memo.node_at(room).twins, 1),
            Kept::Edge(room) => {
                let answer = self.memo.edge_at(room);
                self.visit_all(answer.along, 2);
                self.map.swap(0, 1);
                self.visit_all(answer.against, 2);
                self.map.swap(0, 1);
            }
        }
    }

    fn visit_all(&mut self, answer: u32, depth: usize) {
        self.each(self.memo.patterns(answer), |walk, target| {
            if let Some(id) = target.pattern() {
                (walk.visit)(id, &walk.map[..depth]);
            }
        });
    }

    /// Begins with what is kept of nodes and of edges: `end` is told where the patterns are that end there, while the
    /// walk stands on them.
    fn nodes_and_edges(&mut self, mut end: impl FnMut(&mut Self, Kept)) {
        let (net, host) = (self.net, self.host);
        let mut nodes = [NodeAnswer::default(); NODES];
        for (node, label) in (0u8..).zip(host.labels()) {
            let room = self.memo.node(net, *label);
            let answer = self.memo.node_at(room);
            nodes[index(node)] = answer;
            self.stand_on(&[node]);
            end(self, Kept::Node(room));
            self.each(answer.twins, Walk::twins);
        }
        for from in 0..host.len() as u8 {
            for link in host.links(from, Direction::Out) {
                let side = |node: u8| (nodes[index(node)], host.label(node));
                let room = self.memo.edge(net, [side(from), side(link.node)], link.kind);
                let answer = self.memo.edge_at(room);
                self.stand_on(&[from, link.node]);
                end(self, Kept::Edge(room));
                self.each(answer.along, |walk, target| walk.go(target, 2));
                self.stand_on(&[link.node, from]);
                self.each(answer.against, |walk, target| walk.go(target, 2));
            }
        }
        self.used = 0;
    }

    fn stand_on(&mut self, nodes: &[u8]) {
        self.map[..nodes.len()].copy_from_slice(nodes);
        self.used = nodes.iter().fold(0, |used, node| used | bit(*node));
    }

    #[inline(always)]
    fn each(&mut self, first: u32, mut go: impl FnMut(&mut Self, Target)) {
        let mut at = first;
        loop {
            let target = self.memo.target(at);
            if target == Target::END {
                break;
            }
            go(self, target);
            at += 1;
        }
    }

    /// Goes on from a node to its twin, which no answer of an edge tells.
    fn twins(&mut self, target: Target) {
        let groups = self.net.places[target.0 as usize].groups;
        for (at, group) in groups.indices().zip(self.net.groups.of(groups)) {
            if !group.is_edge() {
                self.ask(at, group, 1);
            }
        }
    }

    fn at(&mut self, first: u32, groups: &[Group], depth: usize) {
        for (group, at) in groups.iter().zip(first..) {
            self.ask(at, group, depth);
        }
    }

    /// Whether what a group wants may be there: what edges of the anchor reach, no edge alone.
    #[inline(always)]
    fn may_lead_on(&self, group: &Group) -> bool {
        match group.ask {
            Ask::Grow { anchor, direction, .. } => {
                let from = self.map[index(anchor)];
                group.reach.meets(self.around[index(from)][direction as usize])
            }
            Ask::Close { .. } => true,
            // Only where a walk begins.
            Ask::Root => false,
        }
    }

    #[inline(always)]
    fn ask(&mut self, at: u32, group: &Group, depth: usize) {
        if !self.may_lead_on(group) {
            return;
        }
        let host = self.host;
        match group.ask {
            Ask::Root => {}
            Ask::Grow { anchor, direction, after } => {
                let from = self.map[index(anchor)];
                let least = if after == NO_TWIN { 0 } else { self.map[index(after)] + 1 };
                let barred = self.used | (bit(least) - 1);
                for link in host.links(from, direction) {
                    let kind = self.kinds[index(link.node)];
                    if barred & bit(link.node) == 0 && group.reach.meets(Reach::of(kind, link.kind))
                    {
                        let label = host.label(link.node);
                        self.follow(at, group, label, link.kind, link.node, depth);
                    }
                }
            }
            Ask::Close { slot, other, direction } => {
                let (a, b) = (self.map[index(slot)], self.map[index(other)]);
                let edge = match direction {
                    Direction::Out => host.edge(a, b),
                    Direction::In => host.edge(b, a),
                };
                if let Some(mode) = edge {
                    self.probe(group, NodeLabel::NOTHING, mode, depth);
                }
            }
        }
    }

    /// Goes on to a node.
    #[inline(always)]
    fn follow(
        &mut self,
        at: u32,
        group: &Group,
        label: NodeLabel,
        mode: EdgeKind,
        node: u8,
        depth: usize,
    ) {
        self.map[depth] = node;
        self.used |= bit(node);
        if KEPT {
            let first = self.memo.answer(self.net, at, label.keep(group.components), mode);
            self.each(first, |walk, target| walk.go(target, depth + 1));
        } else {
            self.probe(group, label, mode, depth + 1);
        }
        self.used &= !bit(node);
    }

    /// Asks the net itself.
    fn probe(&mut self, group: &Group, label: NodeLabel, mode: EdgeKind, depth: usize) {
        let net = self.net;
        for probe in net.probes.of(group.probes) {
            if let Some(target) = net.look_up(probe, label, mode, &mut self.look_ups) {
                self.go(target, depth);
            }
        }
    }

    /// Reports what ends here and goes on if anything leads on: most often nothing does.
    #[inline(always)]
    fn go(&mut self, target: Target, depth: usize) {
        if let Some(id) = target.pattern() {
            return (self.visit)(id, &self.map[..depth]);
        }
        let net = self.net;
        let here = &net.places[target.0 as usize];
        if here.pattern != NONE {
            self.report(PatternId(here.pattern), here.complex, depth);
        }
        let groups = net.groups.of(here.groups);
        if groups.iter().any(|group| self.may_lead_on(group)) {
            self.at(here.groups.first(), groups, depth);
        }
    }

    #[inline(always)]
    fn report(&mut self, id: PatternId, complex: bool, depth: usize) {
        let map = &self.map[..depth];
        let pattern = if complex { self.net.complex.get(&id) } else { None };
        if pattern.is_none_or(|pattern| pattern.is_representative(map)) {
            (self.visit)(id, map);
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
