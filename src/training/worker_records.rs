//! Whose games a run holds since when, and whose games it refuses.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::file_format::{FileError, read_text, write_atomic};

/// What a run knows of its workers: `workers.json` in its folder.
#[derive(Debug)]
pub(super) struct WorkerRecords {
    path: PathBuf,
    workers: BTreeMap<String, WorkerRecord>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkerRecord {
    /// The first game of it that the run took; it stands here before the game is in the journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first_game: Option<u32>,
    /// Why its games are refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl WorkerRecords {
    /// What the file says; nothing if there is none.
    ///
    /// # Errors
    ///
    /// The file is damaged, or cannot be read.
    pub(super) fn load(path: &Path) -> Result<WorkerRecords, FileError> {
        let workers = match read_text(path) {
            Ok(text) => serde_json::from_str(&text)
                .map_err(|damage| FileError::at("understand", path)(damage.into()))?,
            Err(error) if error.source.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(error),
        };
        Ok(WorkerRecords { path: path.to_owned(), workers })
    }

    /// Forgets who played the games after the first so many, in the file too: they are not in the journal, and others will have
    /// their numbers.
    pub(super) fn forget_after(&mut self, games: u32) -> Result<(), FileError> {
        let mut is_changed = false;
        for record in self.workers.values_mut() {
            is_changed |= record.first_game.take_if(|first| *first > games).is_some();
        }
        if is_changed { self.write() } else { Ok(()) }
    }

    /// The first game in the journal of a worker whose games are refused.
    pub(super) fn first_doubtful(&self) -> Option<u32> {
        let refused = self.workers.values().filter(|record| record.refused.is_some());
        refused.filter_map(|record| record.first_game).min()
    }

    fn write(&self) -> Result<(), FileError> {
        let text = serde_json::to_string_pretty(&self.workers)
            .map_err(|error| FileError::at("write", &self.path)(error.into()))?;
        write_atomic(&self.path, format!("{text}\n").as_bytes())
    }
}

/// What only a learner that listens to workers asks and writes.
#[cfg(feature = "nats")]
impl WorkerRecords {
    /// The names of those whose games are refused.
    pub(super) fn refused(&self) -> Vec<String> {
        let refused = self.workers.iter().filter(|(_, record)| record.refused.is_some());
        refused.map(|(name, _)| name.clone()).collect()
    }

    /// A game of a worker is taken. A file is written only for its first.
    pub(super) fn takes(&mut self, worker: &str, game: u32) -> Result<(), FileError> {
        let first = self.workers.get(worker).and_then(|record| record.first_game);
        if first.is_some_and(|first| first <= game) {
            return Ok(());
        }
        self.workers.entry(worker.to_owned()).or_default().first_game = Some(game);
        self.write()
    }

    /// The games of a worker are refused from now on.
    pub(super) fn refuse(&mut self, worker: &str, why: &str) -> Result<(), FileError> {
        self.workers.entry(worker.to_owned()).or_default().refused = Some(why.to_owned());
        self.write()
    }
}

#[cfg(all(test, feature = "nats"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn who_played_since_when_is_kept_as_far_as_the_journal_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("workers.json");
        let mut records = WorkerRecords::load(&path).unwrap();
        for (worker, game) in [("a", 5), ("b", 3), ("a", 4), ("b", 9), ("c", 12)] {
            records.takes(worker, game).unwrap();
        }
        assert_eq!(records.first_doubtful(), None);
        records.refuse("a", "it cheats").unwrap();
        records.refuse("d", "it never played").unwrap();
        let mut again = WorkerRecords::load(&path).unwrap();
        again.forget_after(10).unwrap();
        assert_eq!(again.refused(), ["a", "d"]);
        assert_eq!(again.first_doubtful(), Some(4));
        // After the run went back, and on.
        for games in [3, 12] {
            let mut after = WorkerRecords::load(&path).unwrap();
            after.forget_after(games).unwrap();
            assert_eq!((after.refused().len(), after.first_doubtful()), (2, None));
        }
        std::fs::write(&path, "{").unwrap();
        let error = WorkerRecords::load(&path).unwrap_err().to_string();
        assert!(error.contains("workers.json"), "{error}");
    }
}
