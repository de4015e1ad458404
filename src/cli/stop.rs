use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ctrl-C or a termination signal ended the command early; what was done until then has been printed and
/// written. [`main`](super::main) exits with 130.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted")]
pub(super) struct Interrupted;

/// A flag that Ctrl-C or a termination signal sets. A second signal ends the process at once; everything that a resumed
/// run needs is on the disk.
pub(super) fn on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })?;
    Ok(stop)
}

/// An error if the flag is set and not everything `is_done`.
pub(super) fn check(stop: &AtomicBool, is_done: bool) -> Result<(), Interrupted> {
    if is_done || !stop.load(Ordering::Relaxed) { Ok(()) } else { Err(Interrupted) }
}
