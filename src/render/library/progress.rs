use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use crate::library::{AddCounts, AddEvent, Library, LibraryError, Source, Vocabulary};
use crate::memory::Memory;
use crate::render::progress::WorkProgress;

/// Adds the games of files to the library in a folder, which is made if there is none, and shows on standard error how far
/// that is and which games were left out. When `stop` is set, the games under way are finished.
///
/// # Errors
///
/// A file cannot be read; the folder is no library, or that of another memory, or cannot be written.
pub fn add_files<'a>(
    files: &[PathBuf],
    library: &'a Path,
    memory: &Memory,
    threads: usize,
    stop: &AtomicBool,
) -> Result<AddedRecord<'a>, LibraryError> {
    // Before a library is made for files that are not there.
    for file in files {
        Source::open(file)?;
    }
    let words = Vocabulary::new(memory);
    let mut opened = Library::open_or_create(library, &words)?;
    let mut progress = WorkProgress::new();
    let mut added = Vec::new();
    for file in files {
        let counts =
            opened.add(file, &words, threads, stop, &mut |event| show(&mut progress, event))?;
        let AddCounts { games, positions, known, broken } = counts;
        progress.line(&format!(
            "{}: {games} games with {positions} positions added, {known} known before, {broken} broken",
            file.display()
        ));
        added.push(AddedFile { file: file.clone(), counts });
    }
    progress.finish();
    let (games, positions) = opened.size()?;
    Ok(AddedRecord { library, games, positions, added })
}

fn show(progress: &mut WorkProgress, event: AddEvent<'_>) {
    match event {
        AddEvent::Progress(AddCounts { games, positions, .. }, share) => {
            let message = format!("{games} games, {positions} positions");
            progress.share(share.unwrap_or_default(), message);
        }
        AddEvent::Skipped(error) => progress.line(&format!("skipped: {error}")),
    }
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

/// What a library holds after games were added.
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

impl AddedRecord<'_> {
    /// No game of the files could be read, and some are broken.
    #[must_use]
    pub fn is_all_broken(&self) -> bool {
        let sum = |count: fn(&AddCounts) -> u64| {
            self.added.iter().map(|file| count(&file.counts)).sum::<u64>()
        };
        sum(|counts| counts.broken) > 0 && sum(|counts| counts.games + counts.known) == 0
    }
}

impl fmt::Display for AddedRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AddedRecord { library, games, positions, .. } = self;
        write!(f, "{}: {games} games, {positions} positions", library.display())
    }
}
