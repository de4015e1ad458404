use std::hash::{Hash, Hasher};

use crate::graph::{EdgeKind, NodeLabel};

/// The label of the node that a step reaches, and the kind of its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepLabel(pub(super) u64);

impl StepLabel {
    /// Number of bits: those of the label and three of the edge kind.
    pub(super) const BITS: u32 = NodeLabel::BITS + 3;

    #[inline]
    pub(super) fn new(label: u64, kind: EdgeKind) -> StepLabel {
        StepLabel(label << 3 | kind as u64)
    }

    /// Its bit in the Bloom filter of a lookup.
    #[inline]
    pub(super) fn bit(self) -> u64 {
        1 << (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
    }
}

/// Twelve bytes, so that a cache line has four keys with their targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key([u32; 3]);

impl Key {
    #[inline]
    pub(super) fn new(table_id: u32, step: StepLabel) -> Key {
        Key([table_id, step.0 as u32, (step.0 >> 32) as u32])
    }
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [table_id, low, high] = self.0;
        state.write_u64(u64::from(low) | u64::from(high) << 32);
        state.write_u32(table_id);
    }
}
