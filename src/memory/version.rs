use std::sync::atomic::{AtomicU64, Ordering};

/// Identifies the state of a mutable value, so that caches know what they were computed from.
///
/// The default is the state of an empty value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Version(u64);

impl Version {
    /// A new version, unique in the process.
    pub(super) fn next() -> Version {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Version(LAST.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
