use std::sync::atomic::{AtomicU64, Ordering};

/// Tells states of something that changes apart: what was worked out from one state is good for that one only.
///
/// The default stands for a state in which there is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Version(u64);

impl Version {
    /// One that was never given before, in the whole process.
    pub(super) fn next() -> Version {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Version(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
