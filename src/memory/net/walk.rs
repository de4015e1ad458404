use super::{Ask, Children, Group, Memo, NO_TWIN, NONE, Net, Target, kind_bit};
use crate::graph::{Direction, Graph, MAX_NODES, Mode, NodeLabel};
use crate::memory::PatternId;

/// A walk down the tree with a partial occurrence in hand.
pub(super) struct Walk<'a, V> {
    net: &'a Net,
    host: &'a Graph,
    memo: Option<&'a mut Memo>,
    /// For every node what stands where its edges lead, and where they come from: a bit for each kind.
    around: [[u16; 2]; MAX_NODES],
    map: [u8; MAX_NODES],
    used: u64,
    look_ups: u64,
    visit: V,
}

impl<'a, V: FnMut(PatternId, &[u8])> Walk<'a, V> {
    pub(super) fn new(
        net: &'a Net,
        host: &'a Graph,
        memo: Option<&'a mut Memo>,
        visit: V,
    ) -> Walk<'a, V> {
        let mut around = [[0; 2]; MAX_NODES];
        for (from, to, _) in host.edges() {
            around[usize::from(from)][Direction::Out as usize] |= kind_bit(host.label(to).bits());
            around[usize::from(to)][Direction::In as usize] |= kind_bit(host.label(from).bits());
        }
        Walk { net, host, memo, around, map: [0; MAX_NODES], used: 0, look_ups: 0, visit }
    }

    /// Visits everything; the number of look-ups in the table.
    pub(super) fn run(mut self) -> u64 {
        self.at(0, 0);
        self.look_ups
    }

    fn at(&mut self, place: u32, depth: usize) {
        let net = self.net;
        let here = net.places[place as usize];
        if here.pattern != NONE {
            self.report(PatternId(here.pattern), here.complex, depth);
        }
        let mut at = here.group;
        while at != NONE {
            let group = net.groups[at as usize];
            self.ask(at, group, depth);
            at = group.next;
        }
    }

    fn report(&mut self, id: PatternId, complex: bool, depth: usize) {
        let map = &self.map[..depth];
        let pattern = if complex { self.net.complex.get(&id) } else { None };
        if pattern.is_none_or(|pattern| pattern.is_representative(map)) {
            (self.visit)(id, map);
        }
    }

    #[inline]
    fn ask(&mut self, at: u32, group: Group, depth: usize) {
        let host = self.host;
        match group.ask {
            Ask::Root => {
                for (node, label) in host.labels().iter().enumerate() {
                    self.follow(at, group, *label, Mode::Any, node as u8, depth);
                }
            }
            Ask::Grow { anchor, direction, after } => {
                let from = self.map[usize::from(anchor)];
                if self.around[usize::from(from)][direction as usize] & group.kinds == 0 {
                    return;
                }
                let least = if after == NO_TWIN { 0 } else { self.map[usize::from(after)] + 1 };
                for link in host.links(from, direction) {
                    if self.used & (1 << link.node) == 0 && link.node >= least {
                        let label = host.label(link.node);
                        self.follow(at, group, label, link.mode, link.node, depth);
                    }
                }
            }
            Ask::Close { slot, other, direction } => {
                let (a, b) = (self.map[usize::from(slot)], self.map[usize::from(other)]);
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
    #[inline]
    fn follow(
        &mut self,
        at: u32,
        group: Group,
        label: NodeLabel,
        mode: Mode,
        node: u8,
        depth: usize,
    ) {
        self.map[depth] = node;
        self.used |= 1 << node;
        if self.is_wide(group)
            && let Some(memo) = self.memo.as_deref_mut()
        {
            let answer = memo.answer(self.net, at, label.keep(group.components), mode);
            for at in answer.first..answer.end {
                let Some(memo) = self.memo.as_deref() else { break };
                self.go(memo.target(at), depth + 1);
            }
        } else {
            self.probe(group, label, mode, depth + 1);
        }
        self.used &= !(1 << node);
    }

    /// Asks the net itself.
    #[inline]
    fn probe(&mut self, group: Group, label: NodeLabel, mode: Mode, depth: usize) {
        let net = self.net;
        let mut at = group.probe;
        while at != NONE {
            let probe = &net.probes[at as usize];
            if let Some(target) = net.look_up(at, probe, label, mode, &mut self.look_ups) {
                self.go(target, depth);
            }
            at = probe.next;
        }
    }

    /// Whether an answer takes more than a comparison.
    #[inline]
    fn is_wide(&self, group: Group) -> bool {
        let probe = &self.net.probes[group.probe as usize];
        probe.next != NONE || matches!(probe.children, Children::Many { .. })
    }

    #[inline]
    fn go(&mut self, target: Target, depth: usize) {
        match target.pattern() {
            Some(id) => (self.visit)(id, &self.map[..depth]),
            None => self.at(target.0, depth),
        }
    }
}
