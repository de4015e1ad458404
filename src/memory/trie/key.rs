use crate::graph::{EdgeKind, NodeLabel};
use crate::memory::probe_table::ProbeKey;

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

/// Twelve bytes, so that a cache line holds four keys with their targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key([u32; 3]);

impl Key {
    #[inline]
    pub(super) fn new(table_id: u32, step: StepLabel) -> Key {
        Key([table_id, step.0 as u32, (step.0 >> 32) as u32])
    }
}

impl ProbeKey for Key {
    /// Tables are numbered from 0.
    const EMPTY: Key = Key([u32::MAX; 3]);

    #[inline]
    fn mixed(self) -> u64 {
        let [table_id, low, high] = self.0.map(u64::from);
        let step = (low | high << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        step.wrapping_add(table_id.wrapping_mul(0xbf58_476d_1ce4_e5b9))
    }
}
