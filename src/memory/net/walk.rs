use super::{Ask, Children, Key, NO_TWIN, NONE, Net, Probe, StepLabel, Target};
use crate::graph::{Direction, Graph, MAX_NODES, Mode, NodeLabel};
use crate::memory::PatternId;

/// A walk down the tree with a partial occurrence in hand.
pub(super) struct Walk<'a, V> {
    net: &'a Net,
    host: &'a Graph,
    map: [u8; MAX_NODES],
    used: u64,
    probes: u64,
    visit: V,
}

impl<'a, V: FnMut(PatternId, &[u8])> Walk<'a, V> {
    pub(super) fn new(net: &'a Net, host: &'a Graph, visit: V) -> Walk<'a, V> {
        Walk { net, host, map: [0; MAX_NODES], used: 0, probes: 0, visit }
    }

    /// Visits everything; the number of look-ups in the table.
    pub(super) fn run(mut self) -> u64 {
        self.at(0, 0);
        self.probes
    }

    fn at(&mut self, place: u32, depth: usize) {
        let net = self.net;
        let here = net.places[place as usize];
        if here.pattern != NONE {
            self.report(PatternId(here.pattern), here.complex, depth);
        }
        let mut at = here.probe;
        while at != NONE {
            let probe = &net.probes[at as usize];
            self.ask(probe, at, depth);
            at = probe.next;
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
    fn ask(&mut self, probe: &Probe, at: u32, depth: usize) {
        let host = self.host;
        match probe.ask {
            Ask::Root => {
                for (node, label) in host.labels().iter().enumerate() {
                    self.follow(probe, at, *label, Mode::Any, node as u8, depth);
                }
            }
            Ask::Grow { anchor, direction, after } => {
                let least = if after == NO_TWIN { 0 } else { self.map[usize::from(after)] + 1 };
                for link in host.links(self.map[usize::from(anchor)], direction) {
                    if self.used & (1 << link.node) == 0 && link.node >= least {
                        let label = host.label(link.node);
                        self.follow(probe, at, label, link.mode, link.node, depth);
                    }
                }
            }
            Ask::Close { slot, other, direction } => {
                let (a, b) = (self.map[usize::from(slot)], self.map[usize::from(other)]);
                let edge = match direction {
                    Direction::Out => host.edge(a, b),
                    Direction::In => host.edge(b, a),
                };
                if let Some(mode) = edge
                    && let Some(target) = self.look_up(probe, at, 0, mode)
                {
                    self.go(target, depth);
                }
            }
        }
    }

    #[inline]
    fn follow(
        &mut self,
        probe: &Probe,
        at: u32,
        label: NodeLabel,
        mode: Mode,
        node: u8,
        depth: usize,
    ) {
        let label = label.keep(probe.components).bits();
        if let Some(target) = self.look_up(probe, at, label, mode) {
            self.map[depth] = node;
            self.used |= 1 << node;
            self.go(target, depth + 1);
            self.used &= !(1 << node);
        }
    }

    #[inline]
    fn go(&mut self, target: Target, depth: usize) {
        match target.pattern() {
            Some(id) => (self.visit)(id, &self.map[..depth]),
            None => self.at(target.0, depth),
        }
    }

    #[inline]
    fn look_up(&mut self, probe: &Probe, at: u32, label: u64, mode: Mode) -> Option<Target> {
        let step = StepLabel::new(label, if probe.generic { Mode::Any } else { mode });
        match probe.children {
            Children::One { step: only, target } => (only == step).then_some(target),
            Children::Many { filter, .. } => {
                if filter & step.bit() == 0 {
                    return None;
                }
                self.probes += 1;
                self.net.children.get(&Key::new(at, step)).copied()
            }
        }
    }
}
