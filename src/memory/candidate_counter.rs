use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use crate::graph::{Graph, MoveLabel};

/// Counts how often candidates for patterns have come up, so that only frequent ones become patterns.
///
/// A fixed table without keys: two candidates that share a slot become patterns a little early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateCounter {
    counts: Vec<u8>,
}

const SLOTS: usize = 1 << 21;

impl Default for CandidateCounter {
    fn default() -> CandidateCounter {
        CandidateCounter { counts: vec![0; SLOTS] }
    }
}

impl CandidateCounter {
    /// Counts a candidate with this fingerprint; true when it has come up at least `min_count` times.
    pub fn observe(&mut self, fingerprint: u64, min_count: u8) -> bool {
        if min_count <= 1 {
            return true;
        }
        let count = &mut self.counts[slot(fingerprint)];
        *count = count.saturating_add(1);
        *count >= min_count
    }

    /// Halves all counts, so that they measure frequency and not the length of the run.
    pub fn decay(&mut self) {
        for count in &mut self.counts {
            *count /= 2;
        }
    }

    /// Starts again from 0, for a candidate whose pattern was forgotten.
    pub fn forget(&mut self, candidate: &impl Fingerprint) {
        self.counts[slot(candidate.fingerprint())] = 0;
    }

    /// The non-zero counts, each with the distance from the one before.
    pub(super) fn entries(&self) -> Vec<(u32, u8)> {
        let mut last = 0;
        let seen = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        seen.map(|(slot, count)| {
            let gap = (slot - last) as u32;
            last = slot;
            (gap, *count)
        })
        .collect()
    }

    /// Restores counts from a file. Slots beyond the table are ignored.
    pub(super) fn from_entries(entries: &[(u32, u8)]) -> CandidateCounter {
        let mut counter = CandidateCounter::default();
        let mut slot = 0usize;
        for (gap, count) in entries {
            slot = slot.saturating_add(*gap as usize);
            if let Some(there) = counter.counts.get_mut(slot) {
                *there = *count;
            }
        }
        counter
    }
}

/// A stable hash.
pub trait Fingerprint {
    /// The same number for the same value, in every run of the program.
    fn fingerprint(&self) -> u64;
}

impl Fingerprint for Graph {
    /// Does not depend on the order of the nodes. Graphs that differ only in how equal edges are connected share it, which
    /// is rare enough for a count.
    fn fingerprint(&self) -> u64 {
        let nodes = self.labels().iter().map(hash);
        let edges =
            self.edges().map(|(from, to, kind)| hash(&(self.label(from), self.label(to), kind)));
        hash(&nodes.chain(edges).fold(0u64, u64::wrapping_add))
    }
}

impl Fingerprint for MoveLabel {
    fn fingerprint(&self) -> u64 {
        hash(self)
    }
}

fn slot(fingerprint: u64) -> usize {
    (fingerprint >> 20) as usize % SLOTS
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
    fn frequent_candidates_reach_the_minimum_and_rare_ones_never_do() {
        let mut builder = GraphBuilder::default();
        builder.node(NodeLabel::new(NodeKind::Piece(Color::White.knight())));
        let knight = builder.build();
        let mut counter = CandidateCounter::default();
        let seen: Vec<bool> = (0..5).map(|_| counter.observe(knight.fingerprint(), 4)).collect();
        assert_eq!(seen, [false, false, false, true, true]);
        counter.forget(&knight);
        // Twice between two halvings never adds up to four, three times does.
        for (times, ever) in [(2, false), (3, true)] {
            let mut any = false;
            for _ in 0..20 {
                any |= (0..times).any(|_| counter.observe(knight.fingerprint(), 4));
                counter.decay();
            }
            assert_eq!(any, ever, "{times}");
            counter.forget(&knight);
        }
    }
}
