//! The journal of a run: a JSON object per line, a line per game.
//!
//! An entry is complete once its line feed is on the disk, so a killed process loses at most the line it was writing.
//! Entries hold no times: equal plans give equal journals, byte for byte, unless an external engine is not deterministic.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shakmaty::Outcome;

use crate::file_format::{FileError, sync_folder_of};

/// The colour the memory played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MemoryColor {
    /// The memory played White.
    White,
    /// The memory played Black.
    Black,
    /// Self-play: the memory played both sides.
    Both,
}

/// One training game and its effect on the memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JournalEntry {
    /// Number of the game in its run, from 1.
    pub game: u32,
    /// Name of the other player.
    pub opponent: String,
    /// The colour the memory played.
    #[serde(rename = "colour")]
    pub color: MemoryColor,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a void game.
    #[serde(with = "outcome_text")]
    pub result: Outcome,
    /// The memory's points: 0, ½ or 1. `None` in self-play and for void games.
    pub score: Option<f64>,
    /// Why the game ended: `checkmate`, `stalemate`, `insufficient-material`, `fifty-moves`, `repetition`,
    /// `ply-cap` or `abandoned`.
    pub ending: String,
    /// Half-moves played.
    pub plies: u32,
    /// What the memory captured (in self-play: White), in pawns on the traditional scale 1 3 3 5 9.
    pub captured_by_memory: u32,
    /// What the opponent captured (in self-play: Black), in pawns on the traditional scale 1 3 3 5 9.
    pub captured_by_opponent: u32,
    /// Patterns of all kinds that the game created.
    pub created: u32,
    /// Patterns of all kinds that were forgotten after the game.
    pub forgotten: u32,
    /// Graph patterns in the memory after the game.
    pub graph_patterns: u32,
    /// Material patterns in the memory after the game.
    pub material_patterns: u32,
    /// Move patterns in the memory after the game; absent where there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub move_patterns: u32,
    /// Mean of |target − value| over the plies learned, both being expected points in `[0, 1]`; 0 if none was learned.
    pub td_error: f64,
    /// Other events, in order: failures of engines, a draw by the ply cap.
    pub events: Vec<String>,
    /// Length of `games.pgn` after the game, in bytes.
    pub pgn_end: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl JournalEntry {
    /// Patterns in the memory after the game.
    #[must_use]
    pub fn patterns(&self) -> u32 {
        let others = self.material_patterns.saturating_add(self.move_patterns);
        self.graph_patterns.saturating_add(others)
    }

    /// Self-play: the memory played both sides.
    #[must_use]
    pub fn is_self_play(&self) -> bool {
        self.color == MemoryColor::Both
    }

    /// A contradiction within the entry or with the one before it, if any.
    fn fault(&self, after: &JournalEnd) -> Option<String> {
        if self.game != after.game + 1 {
            return Some(format!("game {} follows game {}", self.game, after.game));
        }
        if self.pgn_end < after.pgn_end {
            return Some(format!("pgn_end {} is less than {} before", self.pgn_end, after.pgn_end));
        }
        if !self.td_error.is_finite() || self.td_error < 0.0 {
            return Some(format!("td_error {} is not a mean of distances", self.td_error));
        }
        match self.score {
            Some(score) if ![0.0, 0.5, 1.0].contains(&score) => {
                Some(format!("score {score} is not 0, 0.5 or 1"))
            }
            Some(_) if self.is_self_play() => Some("a score in self-play".to_owned()),
            Some(_) if self.result.is_unknown() => Some("a score in a void game".to_owned()),
            _ => None,
        }
    }
}

mod outcome_text {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use shakmaty::Outcome;

    pub(super) fn serialize<S: Serializer>(result: &Outcome, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(result.as_str())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(|_| {
            de::Error::invalid_value(de::Unexpected::Str(&text), &"1-0, 0-1, 1/2-1/2 or *")
        })
    }
}

/// A journal that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A file operation failed.
    #[error(transparent)]
    File(#[from] FileError),
    /// A line with a line feed is not an entry.
    #[error("{}:{line}: not a journal entry", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// What is wrong with the line.
        source: serde_json::Error,
    },
    /// An entry contradicts itself or the one before it.
    #[error("{}:{line}: {fault}", path.display())]
    Impossible {
        /// The journal.
        path: PathBuf,
        /// Line number, from 1, of the entry in the file, or the one it would have had.
        line: usize,
        /// The contradiction.
        fault: String,
    },
}

/// The end of a journal, which the next entry has to follow.
#[derive(Clone, Copy, Debug, Default)]
struct JournalEnd {
    game: u32,
    pgn_end: u64,
    /// Bytes up to and including the line feed of the last entry.
    length: u64,
}

/// A journal opened for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    position: JournalEnd,
}

impl Journal {
    /// Opens the journal at `path`, or begins an empty one, and returns it with the entries it holds.
    ///
    /// A last line without its line feed was being written when the process died: it is cut off.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or one of its complete lines is damaged; the file is unchanged then.
    pub fn open(path: &Path) -> Result<(Journal, Vec<JournalEntry>), JournalError> {
        let is_new = !path.exists();
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(FileError::at("open", path))?;
        if is_new {
            sync_folder_of(path)?;
        }
        let (entries, position) = read_lines(path, &file)?;
        let length = file.metadata().map_err(FileError::at("read", path))?.len();
        if length > position.length {
            file.set_len(position.length)
                .and_then(|()| file.sync_all())
                .map_err(FileError::at("truncate", path))?;
        }
        Ok((Journal { path: path.to_owned(), file, position }, entries))
    }

    /// Number of the last game, 0 while there is none.
    #[must_use]
    pub fn last_game(&self) -> u32 {
        self.position.game
    }

    /// Length that `games.pgn` had after the last game, in bytes.
    #[must_use]
    pub fn pgn_end(&self) -> u64 {
        self.position.pgn_end
    }

    /// Writes an entry and synchronises it to disk.
    ///
    /// # Errors
    ///
    /// The entry contradicts itself or the one before, or the disk refuses; the journal is as it was before.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), JournalError> {
        if let Some(fault) = entry.fault(&self.position) {
            let line = self.position.game as usize + 1;
            return Err(JournalError::Impossible { path: self.path.clone(), line, fault });
        }
        let write = |file: &mut File| -> io::Result<u64> {
            let mut line = serde_json::to_vec(entry)?;
            line.push(b'\n');
            file.write_all(&line)?;
            file.sync_data()?;
            Ok(line.len() as u64)
        };
        match write(&mut self.file) {
            Ok(written) => {
                let length = self.position.length + written;
                self.position = JournalEnd { game: entry.game, pgn_end: entry.pgn_end, length };
                Ok(())
            }
            Err(source) => {
                // On a full disk part of the line may be there; should cutting it off fail as well,
                // the next `open` does it.
                let _ = self.file.set_len(self.position.length);
                Err(FileError::at("append to", &self.path)(source).into())
            }
        }
    }
}

/// The entries of a journal. Another process may be writing it: a last line without line feed is ignored.
///
/// # Errors
///
/// The file cannot be read, or one of its complete lines is damaged.
pub fn read(path: &Path) -> Result<Vec<JournalEntry>, JournalError> {
    let file = File::open(path).map_err(FileError::at("open", path))?;
    Ok(read_lines(path, &file)?.0)
}

fn read_lines(path: &Path, file: &File) -> Result<(Vec<JournalEntry>, JournalEnd), JournalError> {
    let mut reader = BufReader::new(file);
    let mut entries = Vec::new();
    let mut position = JournalEnd::default();
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        reader.read_until(b'\n', &mut text).map_err(FileError::at("read", path))?;
        if text.last() != Some(&b'\n') {
            break;
        }
        let entry: JournalEntry = serde_json::from_slice(&text)
            .map_err(|source| JournalError::Damaged { path: path.to_owned(), line, source })?;
        if let Some(fault) = entry.fault(&position) {
            return Err(JournalError::Impossible { path: path.to_owned(), line, fault });
        }
        let length = position.length + text.len() as u64;
        position = JournalEnd { game: entry.game, pgn_end: entry.pgn_end, length };
        entries.push(entry);
    }
    Ok((entries, position))
}

#[cfg(test)]
pub(crate) mod tests;
