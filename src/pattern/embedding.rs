use std::ops::ControlFlow;

use super::{BuildStep, GraphPattern};
use crate::graph::{Direction, EdgeKind, Graph, MAX_NODES};

/// Visits every occurrence of `pattern` in `host` once, as a map of slots to host nodes, until told to stop.
///
/// The host may be a position's graph or another pattern's: a label that leaves a component open is not covered by
/// one that requires it.
pub fn embed(
    pattern: &GraphPattern,
    host: &Graph,
    mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) {
    if pattern.graph().len() > host.len() || pattern.graph().edge_count() > host.edge_count() {
        return;
    }
    let mut search = Embedder { pattern, host, map: [0; MAX_NODES], used: 0 };
    let _ = search.step(0, 0, &mut visit);
}

/// The first occurrence of `pattern` in `host`, if there is one.
#[must_use]
pub fn find_embedding(pattern: &GraphPattern, host: &Graph) -> Option<Vec<u8>> {
    let mut found = None;
    embed(pattern, host, |map| {
        found = Some(map.to_vec());
        ControlFlow::Break(())
    });
    found
}

/// Whether `pattern` occurs in `host`.
#[must_use]
pub fn is_embedded(pattern: &GraphPattern, host: &Graph) -> bool {
    let mut found = false;
    embed(pattern, host, |_| {
        found = true;
        ControlFlow::Break(())
    });
    found
}

struct Embedder<'a> {
    pattern: &'a GraphPattern,
    host: &'a Graph,
    map: [u8; MAX_NODES],
    used: u64,
}

impl Embedder<'_> {
    fn step(
        &mut self,
        index: usize,
        depth: usize,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(step) = self.pattern.steps().get(index) else {
            let map = &self.map[..depth];
            if self.pattern.is_representative(map) {
                return visit(map);
            }
            return ControlFlow::Continue(());
        };
        match *step {
            BuildStep::Root { label } => {
                for node in 0..self.host.len() as u8 {
                    if label.covers(self.host.label(node)) {
                        self.place(node, index, depth, visit)?;
                    }
                }
            }
            BuildStep::Grow { anchor, direction, kind, label, after } => {
                let least = after.map_or(0, |slot| self.map[usize::from(slot)] + 1);
                let host = self.host;
                for link in host.links(self.map[usize::from(anchor)], direction) {
                    if link.node >= least
                        && self.used & (1 << link.node) == 0
                        && kind.covers(link.kind)
                        && label.covers(host.label(link.node))
                    {
                        self.place(link.node, index, depth, visit)?;
                    }
                }
            }
            BuildStep::Close { slot, other, direction, kind } => {
                if self.has_edge(slot, other, direction, kind) {
                    self.step(index + 1, depth, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn place(
        &mut self,
        node: u8,
        index: usize,
        depth: usize,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.map[depth] = node;
        self.used |= 1 << node;
        let flow = self.step(index + 1, depth + 1, visit);
        self.used &= !(1 << node);
        flow
    }

    fn has_edge(&self, slot: u8, other: u8, direction: Direction, kind: EdgeKind) -> bool {
        let (a, b) = (self.map[usize::from(slot)], self.map[usize::from(other)]);
        let edge = match direction {
            Direction::Out => self.host.edge(a, b),
            Direction::In => self.host.edge(b, a),
        };
        edge.is_some_and(|found| kind.covers(found))
    }
}
