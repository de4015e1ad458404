use std::hash::{Hash, Hasher};

use crate::graph::{EdgeKind, NodeLabel};

/// Label of the node a step reaches and mode of its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepLabel(pub(super) u64);

impl StepLabel {
    /// How many bits it takes: those of the label and three of the mode.
    pub(super) const BITS: u32 = NodeLabel::BITS + 3;

    #[inline]
    pub(super) fn new(label: u64, mode: EdgeKind) -> StepLabel {
        StepLabel(label << 3 | mode as u64)
    }

    /// Its bit in the filter of a probe.
    #[inline]
    pub(super) fn bit(self) -> u64 {
        1 << (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
    }
}

/// Twelve bytes, so that with its target a line of the cache holds four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key([u32; 3]);

impl Key {
    #[inline]
    pub(super) fn new(probe: u32, step: StepLabel) -> Key {
        Key([probe, step.0 as u32, (step.0 >> 32) as u32])
    }
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [probe, low, high] = self.0;
        state.write_u64(u64::from(low) | u64::from(high) << 32);
        state.write_u32(probe);
    }
}
