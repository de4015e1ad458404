use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use crate::graph::{Graph, MoveLabel};

/// Counts how often candidates for patterns have come up, so that only those that come again are remembered.
///
/// A fixed table without keys: two candidates that share a place are remembered a little early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateCounter {
    counts: Vec<u8>,
}

const PLACES: usize = 1 << 21;

impl Default for CandidateCounter {
    fn default() -> CandidateCounter {
        CandidateCounter { counts: vec![0; PLACES] }
    }
}

impl CandidateCounter {
    /// Counts a sighting; true when it is at least the `needed`-th.
    pub fn observe(&mut self, candidate: &impl Fingerprint, needed: u8) -> bool {
        if needed <= 1 {
            return true;
        }
        let count = &mut self.counts[place(candidate)];
        *count = count.saturating_add(1);
        *count >= needed
    }

    /// Halves all counts, so that they tell how often graphs come up and not how long they have been waited for: what
    /// is rare never reaches a number of min_count, and places that many rare graphs share are emptied.
    pub fn decay(&mut self) {
        for count in &mut self.counts {
            *count /= 2;
        }
    }

    /// Counts from nothing again for a graph whose pattern was forgotten.
    pub fn forget(&mut self, candidate: &impl Fingerprint) {
        self.counts[place(candidate)] = 0;
    }

    /// The counts that are not zero, each with the distance from the one before.
    pub(super) fn entries(&self) -> Vec<(u32, u8)> {
        let mut last = 0;
        let seen = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        seen.map(|(place, count)| {
            let gap = (place - last) as u32;
            last = place;
            (gap, *count)
        })
        .collect()
    }

    /// Takes counts over from a file. Places beyond the table are ignored.
    pub(super) fn from_entries(entries: &[(u32, u8)]) -> CandidateCounter {
        let mut nursery = CandidateCounter::default();
        let mut place = 0usize;
        for (gap, count) in entries {
            place = place.saturating_add(*gap as usize);
            if let Some(there) = nursery.counts.get_mut(place) {
                *there = *count;
            }
        }
        nursery
    }
}

/// What may become a pattern, and is counted until it does.
pub trait Fingerprint {
    /// A number that is the same wherever the same candidate comes up.
    fn fingerprint(&self) -> u64;
}

impl Fingerprint for Graph {
    /// Does not depend on the order of the nodes: the same graph is counted in one place wherever it stands on the board.
    /// Graphs that differ only in how equal edges hang together share it, which is rare enough for a count.
    fn fingerprint(&self) -> u64 {
        let nodes = self.labels().iter().map(hash);
        let edges =
            self.edges().map(|(from, to, mode)| hash(&(self.label(from), self.label(to), mode)));
        hash(&nodes.chain(edges).fold(0u64, u64::wrapping_add))
    }
}

impl Fingerprint for MoveLabel {
    fn fingerprint(&self) -> u64 {
        hash(self)
    }
}

fn place(candidate: &impl Fingerprint) -> usize {
    (candidate.fingerprint() >> 20) as usize % PLACES
}

fn hash(thing: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    thing.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphBuilder, NodeKind, NodeLabel};
    use shakmaty::Color;

    #[test]
    fn what_comes_up_again_and_again_is_seen_and_what_is_rare_never_is() {
        let mut builder = GraphBuilder::default();
        builder.node(NodeLabel::new(NodeKind::Piece(Color::White.knight())));
        let knight = builder.build();
        let mut nursery = CandidateCounter::default();
        let seen: Vec<bool> = (0..5).map(|_| nursery.observe(&knight, 4)).collect();
        assert_eq!(seen, [false, false, false, true, true]);
        nursery.forget(&knight);
        // Twice between two halvings makes no four, three times does.
        for (times, ever) in [(2, false), (3, true)] {
            let mut any = false;
            for _ in 0..20 {
                any |= (0..times).any(|_| nursery.observe(&knight, 4));
                nursery.decay();
            }
            assert_eq!(any, ever, "{times}");
            nursery.forget(&knight);
        }
    }
}
