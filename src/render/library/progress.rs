use std::io::Write;
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};

use crate::library::{AddCounts, AddEvent};

/// Shows how far the adding of games is, and which were left out, on standard error.
pub struct AddProgress {
    bar: ProgressBar,
}

impl AddProgress {
    /// A display, if standard error is a terminal.
    #[must_use]
    pub fn new() -> AddProgress {
        let bar = ProgressBar::new_spinner();
        let style = ProgressStyle::with_template("{spinner} {pos} positions  {per_sec}  {msg}");
        AddProgress { bar: style.map(|style| bar.clone().with_style(style)).unwrap_or(bar) }
    }

    /// Shows an event.
    pub fn event(&mut self, event: AddEvent<'_>) {
        match event {
            AddEvent::Progress(counts) => {
                self.bar.set_position(counts.positions);
                self.bar.set_message(format!("{} games", counts.games));
            }
            AddEvent::Skipped(error) => self.line(&format!("skipped: {error}")),
        }
    }

    /// Says what became of a file.
    pub fn file(&mut self, file: &Path, counts: AddCounts) {
        let AddCounts { games, positions, known, broken } = counts;
        self.line(&format!(
            "{}: {games} games with {positions} positions added, {known} known before, {broken} broken",
            file.display()
        ));
    }

    fn line(&self, text: &str) {
        // A closed standard error must not stop the command.
        self.bar.suspend(|| {
            let _ = writeln!(std::io::stderr(), "{text}");
        });
    }
}

impl Default for AddProgress {
    fn default() -> AddProgress {
        AddProgress::new()
    }
}
