//! Ctrl-C at long work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output::note;

/// Ctrl-C or a termination signal ended a command early; what was done until then has been printed and written.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// A flag that Ctrl-C or a termination signal sets, which is said on standard error. A second signal ends the process at once;
/// everything that a resumed run needs is on the disk.
///
/// # Errors
///
/// It was called before, or the system refuses.
pub fn on_interrupt() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        note("stopping when what is under way is done; once more stops at once");
    })?;
    Ok(stop)
}

/// Whether the flag did not end anything early.
///
/// # Errors
///
/// It is set, and not everything `is_done`.
pub fn check(stop: &AtomicBool, is_done: bool) -> Result<(), Interrupted> {
    if is_done || !stop.load(Ordering::Relaxed) { Ok(()) } else { Err(Interrupted) }
}
