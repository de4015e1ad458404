//! The end of a journal that another process may be writing.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::{JournalEntry, JournalError};
use crate::file_format::FileError;

/// Bytes at the end of a journal in which its last line is looked for; entries are shorter than a tenth of it.
const LAST_LINE: u64 = 1 << 14;

/// Reads what is new in a journal. Takes no lock.
#[derive(Clone, Debug)]
pub struct JournalTail {
    path: PathBuf,
    /// Bytes of the lines read.
    offset: u64,
    game: u32,
    line: usize,
}

impl JournalTail {
    /// Begins behind a game; 0: at the beginning.
    #[must_use]
    pub fn after(path: &Path, game: u32) -> JournalTail {
        JournalTail { path: path.to_owned(), offset: 0, game, line: 0 }
    }

    /// The journal.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The entries of games that were not read before. A last line without line feed is left for the next time.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or one of its complete lines is no entry.
    pub fn read(&mut self) -> Result<Vec<JournalEntry>, JournalError> {
        let mut file = File::open(&self.path).map_err(FileError::at("open", &self.path))?;
        let length = file.metadata().map_err(FileError::at("read", &self.path))?.len();
        if length < self.offset {
            // A resumed run has cut off what was damaged.
            (self.offset, self.line) = (0, 0);
        }
        file.seek(SeekFrom::Start(self.offset)).map_err(FileError::at("read", &self.path))?;
        let mut reader = BufReader::new(file);
        let (mut text, mut entries) = (Vec::new(), Vec::new());
        loop {
            text.clear();
            reader.read_until(b'\n', &mut text).map_err(FileError::at("read", &self.path))?;
            if text.last() != Some(&b'\n') {
                return Ok(entries);
            }
            (self.offset, self.line) = (self.offset + text.len() as u64, self.line + 1);
            let entry: JournalEntry = serde_json::from_slice(&text).map_err(|source| {
                JournalError::Damaged { path: self.path.clone(), line: self.line, source }
            })?;
            if entry.game > self.game {
                self.game = entry.game;
                entries.push(entry);
            }
        }
    }

    /// The last entry of a journal; `None` while there is none.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    ///
    /// # Cost
    ///
    /// Independent of the length of the journal.
    pub fn last_entry(path: &Path) -> Result<Option<JournalEntry>, JournalError> {
        let read = || {
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            file.seek(SeekFrom::Start(length.saturating_sub(LAST_LINE)))?;
            let mut end = Vec::new();
            file.take(LAST_LINE).read_to_end(&mut end).map(|_| end)
        };
        let end = read().map_err(FileError::at("read", path))?;
        let mut lines = end.split(|byte| *byte == b'\n').rev();
        // What follows the last line feed: nothing, or a line that is being written.
        lines.next();
        Ok(lines.find_map(|line| serde_json::from_slice(line).ok()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::Write;

    use super::*;
    use crate::training::journal::tests::entry;

    #[test]
    fn what_is_new_is_read_once_and_half_a_line_never() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let mut file = File::create(&path).unwrap();
        let mut write = |text: &str| file.write_all(text.as_bytes()).unwrap();
        let line = |game| serde_json::to_string(&entry(game)).unwrap() + "\n";
        write(&line(1));
        write(&line(2));
        let games = |tail: &mut JournalTail| -> Vec<u32> {
            tail.read().unwrap().iter().map(|entry| entry.game).collect()
        };
        let (mut tail, mut resumed) = (JournalTail::after(&path, 0), JournalTail::after(&path, 1));
        assert_eq!((games(&mut tail), games(&mut resumed)), (vec![1, 2], vec![2]));
        let third = line(3);
        write(&third[..20]);
        assert!(games(&mut tail).is_empty());
        assert_eq!(JournalTail::last_entry(&path).unwrap().unwrap().game, 2);
        write(&third[20..]);
        assert_eq!(games(&mut tail), vec![3]);
        assert!(games(&mut tail).is_empty());
    }
}
