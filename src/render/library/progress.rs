use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::library::{AddCounts, AddEvent};
use crate::render::progress::WorkProgress;

/// Shows how far the adding of games is, and which were left out, on standard error; and keeps what became of each file.
#[derive(Debug, Default)]
pub struct AddProgress {
    display: WorkProgress,
    files: Vec<AddedFile>,
}

/// What became of a file.
#[derive(Clone, Debug, Serialize)]
pub struct AddedFile {
    /// The file, or the other library.
    pub file: PathBuf,
    /// Its games.
    #[serde(flatten)]
    pub counts: AddCounts,
}

impl AddProgress {
    /// Shows an event.
    pub fn event(&mut self, event: AddEvent<'_>) {
        match event {
            AddEvent::Progress(AddCounts { games, positions, .. }, share) => {
                let message = format!("{games} games, {positions} positions");
                self.display.share(share.unwrap_or_default(), message);
            }
            AddEvent::Skipped(error) => self.display.line(&format!("skipped: {error}")),
        }
    }

    /// Says what became of a file.
    pub fn file(&mut self, file: &Path, counts: AddCounts) {
        let AddCounts { games, positions, known, broken } = counts;
        self.display.line(&format!(
            "{}: {games} games with {positions} positions added, {known} known before, {broken} broken",
            file.display()
        ));
        self.files.push(AddedFile { file: file.to_owned(), counts });
    }

    /// Removes the display; what became of the files.
    #[must_use]
    pub fn finish(self) -> Vec<AddedFile> {
        self.display.finish();
        self.files
    }
}

/// What a library holds after games were added, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct AddedRecord<'a> {
    /// Folder of the library.
    pub library: &'a Path,
    /// All its games.
    pub games: usize,
    /// All its positions.
    pub positions: usize,
    /// The files that were added.
    pub added: Vec<AddedFile>,
}
