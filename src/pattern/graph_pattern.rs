use std::hash::{Hash, Hasher};

use super::canonical::{CanonicalError, canonical_order};
use super::code::BuildStep;
use super::phrase::{self, Detail};
use crate::graph::{Direction, Graph};

/// A connected labelled graph in canonical form.
///
/// It occurs in a host graph where there is an injective map of its nodes such that every label covers the label it is
/// mapped to and every edge is there with a kind it covers; the host may have more edges. Two such maps that differ by
/// a symmetry of the pattern are the same occurrence.
#[derive(Clone, Debug)]
pub struct GraphPattern {
    graph: Graph,
    steps: Box<[BuildStep]>,
    after: Box<[Option<u8>]>,
    symmetries: Box<[Box<[u8]>]>,
}

/// A pattern and how the nodes it was made from are numbered in it.
#[derive(Clone, Debug)]
pub struct Canonised {
    /// The pattern.
    pub pattern: GraphPattern,
    /// For each slot of the pattern the node of the graph it was made from.
    pub nodes: Vec<u8>,
}

impl GraphPattern {
    /// Puts a graph into canonical form.
    ///
    /// # Errors
    ///
    /// The graph is not connected, or too symmetrical.
    ///
    /// # Cost
    ///
    /// A few microseconds for a handful of nodes; grows with the number of symmetrical orders.
    pub fn canonise(graph: &Graph) -> Result<Canonised, CanonicalError> {
        let order = canonical_order(graph)?;
        let canonical = if order.nodes.iter().copied().eq(0..graph.len() as u8) {
            graph.clone()
        } else {
            graph.subgraph(&order.nodes, |_, label| label, |_, _, _| true)
        };
        let steps = steps(&canonical, &order.after);
        let pattern = GraphPattern {
            graph: canonical,
            steps,
            after: order.after.into(),
            symmetries: order.symmetries.into(),
        };
        Ok(Canonised { pattern, nodes: order.nodes.to_vec() })
    }

    /// The graph; its nodes are the slots of the canonical order.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The steps that build it.
    #[must_use]
    pub fn steps(&self) -> &[BuildStep] {
        &self.steps
    }

    /// Whether a map of slots to host nodes is the one chosen among its symmetrical variants.
    ///
    /// The map must respect the `after` constraints of the steps.
    #[inline]
    pub(crate) fn is_representative(&self, map: &[u8]) -> bool {
        self.symmetries.iter().all(|symmetry| {
            let image = symmetry.iter().map(|slot| map[usize::from(*slot)]);
            map.iter().copied().le(image)
        })
    }

    /// No symmetries but exchanges of twins.
    pub(crate) fn is_rigid(&self) -> bool {
        self.symmetries.is_empty()
    }

    /// Turns any map of slots to host nodes into the representative of its occurrence.
    pub(crate) fn normalise(&self, map: &mut [u8]) {
        // Twins in ascending order: an insertion sort along the chains of twins.
        for slot in 0..map.len() {
            let mut at = slot;
            while let Some(previous) = self.after[at].map(usize::from)
                && map[previous] > map[at]
            {
                map.swap(previous, at);
                at = previous;
            }
        }
        let best = self
            .symmetries
            .iter()
            .map(|symmetry| symmetry.iter().map(|s| map[usize::from(*s)]).collect::<Vec<_>>())
            .min();
        if let Some(best) = best
            && best.as_slice() < &*map
        {
            map.copy_from_slice(&best);
        }
    }
}

fn steps(graph: &Graph, after: &[Option<u8>]) -> Box<[BuildStep]> {
    let mut steps = Vec::new();
    for slot in 0..graph.len() as u8 {
        let mut edges = (0..slot).flat_map(|other| {
            let out = graph.edge(other, slot).map(|kind| (other, Direction::Out, kind));
            let into = graph.edge(slot, other).map(|kind| (other, Direction::In, kind));
            out.into_iter().chain(into)
        });
        let label = graph.label(slot);
        match edges.next() {
            None => steps.push(BuildStep::Root { label }),
            Some((anchor, direction, kind)) => {
                let after = after[usize::from(slot)];
                steps.push(BuildStep::Grow { anchor, direction, kind, label, after });
            }
        }
        for (other, direction, kind) in edges {
            let direction = match direction {
                Direction::Out => Direction::In,
                Direction::In => Direction::Out,
            };
            steps.push(BuildStep::Close { slot, other, direction, kind });
        }
    }
    steps.into()
}

impl PartialEq for GraphPattern {
    fn eq(&self, other: &GraphPattern) -> bool {
        self.graph == other.graph
    }
}

impl Eq for GraphPattern {}

impl Hash for GraphPattern {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.graph.hash(state);
    }
}

impl GraphPattern {
    /// The phrase with the squares on which an occurrence stands, by slot.
    #[must_use]
    pub fn phrase_on(&self, squares: &[shakmaty::Square]) -> String {
        phrase::phrase(&self.graph, Detail::Full, |slot| squares.get(usize::from(slot)).copied())
    }

    /// The same without what the labels say of pieces and squares besides their kind.
    #[must_use]
    pub fn brief_on(&self, squares: &[shakmaty::Square]) -> String {
        phrase::phrase(&self.graph, Detail::Brief, |slot| squares.get(usize::from(slot)).copied())
    }
}
