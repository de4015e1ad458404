//! The journal of a run: a JSON object per line, a line per game.
//!
//! An entry is complete once its line feed is on the disk, so a killed process loses at most the line it was writing.
//! Entries hold no times: equal plans give equal journals, byte for byte, unless an external engine is not deterministic.
//!
//! An entry ends with a digest of the plan, of all games so far as they stand in `games.pgn`, and of their entries: a game
//! or an entry that was changed after it was written is noticed when the run is resumed or verified.

mod tail;

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shakmaty::Outcome;

pub use tail::JournalTail;

use super::chain::{GameChain, digested};
use crate::file_format::{FileError, sync_folder_of};
use crate::memory::HistoryDigest;

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
    /// Of the plan, all games up to this one and their entries, this one included. `None` in an entry that is not
    /// written yet, and in those of former versions of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<HistoryDigest>,
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
    /// An entry contradicts itself, the one before it, or the game it is about.
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

/// The games of a run as its journal tells them, each as it was written.
#[derive(Clone, Debug)]
pub struct History {
    /// The entries, by game.
    pub entries: Vec<JournalEntry>,
    /// After each number of games, from 0.
    digests: Vec<HistoryDigest>,
}

impl History {
    /// Reads the journal and follows the games in `games`; `plan` is the digest of the plan. Returns what is whole from
    /// the beginning on, and why it ends if that is not the end of the journal. A last line without line feed is ignored.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn read(
        journal: &Path,
        games: &Path,
        plan: HistoryDigest,
    ) -> Result<(History, Option<JournalError>), JournalError> {
        let file = File::open(journal).map_err(FileError::at("open", journal))?;
        let (history, _, fault) = History::follow(journal, &file, games, plan)?;
        Ok((history, fault))
    }

    fn follow(
        journal: &Path,
        file: &File,
        games: &Path,
        plan: HistoryDigest,
    ) -> Result<(History, JournalEnd, Option<JournalError>), JournalError> {
        let mut chain = GameChain::open(games, plan);
        let mut digests = vec![plan];
        let (entries, end, fault) = read_lines(journal, file, |entry, line| {
            digests.push(chain.follow(line, entry.digest, entry.pgn_end)?);
            Ok(())
        })?;
        Ok((History { entries, digests }, end, fault))
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The digest after so many games; `None` if there are fewer.
    #[must_use]
    pub fn digest(&self, games: u32) -> Option<HistoryDigest> {
        self.digests.get(games as usize).copied()
    }

    /// Whether the journal vouches for the first `games` games: a former version of the program wrote no digests.
    #[must_use]
    pub fn is_vouched(&self, games: u32) -> bool {
        let last = games.checked_sub(1).and_then(|last| self.entries.get(last as usize));
        last.is_some_and(|entry| entry.digest.is_some())
    }

    /// The games at the end that no digest vouches for: all or none.
    #[must_use]
    pub fn unvouched(&self) -> u32 {
        if self.is_vouched(self.games()) { 0 } else { self.games() }
    }
}

/// A journal opened for appending.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    position: JournalEnd,
    digest: HistoryDigest,
}

impl Journal {
    /// Opens the journal at `path`, or begins an empty one, and returns it with the games it tells of, which stand in
    /// the file `games`; `plan` is the digest of the plan.
    ///
    /// A last line without its line feed was being written when the process died: it is cut off.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or one of its complete lines or a game is damaged; the files are unchanged
    /// then.
    pub fn open(
        path: &Path,
        games: &Path,
        plan: HistoryDigest,
    ) -> Result<(Journal, History), JournalError> {
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
        let (history, position, fault) = History::follow(path, &file, games, plan)?;
        if let Some(fault) = fault {
            return Err(fault);
        }
        let length = file.metadata().map_err(FileError::at("read", path))?.len();
        if length > position.length {
            file.set_len(position.length)
                .and_then(|()| file.sync_all())
                .map_err(FileError::at("truncate", path))?;
        }
        let digest = history.digest(position.game).unwrap_or(plan);
        Ok((Journal { path: path.to_owned(), file, position, digest }, history))
    }

    /// Forgets all games after the first so many.
    ///
    /// # Errors
    ///
    /// The file cannot be read or truncated.
    pub(super) fn cut_after(self, games: u32) -> Result<(), JournalError> {
        let failed = |action| FileError::at(action, &self.path);
        let mut reader = BufReader::new(File::open(&self.path).map_err(failed("open"))?);
        let mut length = 0;
        for _ in 0..games {
            length += reader.skip_until(b'\n').map_err(failed("read"))? as u64;
        }
        let cut = self.file.set_len(length).and_then(|()| self.file.sync_all());
        Ok(cut.map_err(failed("truncate"))?)
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

    /// The digest of the plan and all games.
    #[must_use]
    pub fn digest(&self) -> HistoryDigest {
        self.digest
    }

    /// Writes the entry of a game and synchronises it to disk; `pgn` is the text of the game in `games.pgn`. The digest is
    /// computed here, whatever the entry holds.
    ///
    /// # Errors
    ///
    /// The entry contradicts itself or the one before, or the disk refuses; the journal is as it was before.
    pub fn append(&mut self, entry: &JournalEntry, pgn: &str) -> Result<(), JournalError> {
        if let Some(fault) = entry.fault(&self.position) {
            let line = self.position.game as usize + 1;
            return Err(JournalError::Impossible { path: self.path.clone(), line, fault });
        }
        let write = |file: &mut File| -> io::Result<(u64, HistoryDigest)> {
            let text = serde_json::to_string(&JournalEntry { digest: None, ..entry.clone() })?;
            let text = text.strip_suffix('}').unwrap_or(&text);
            let (line, digest) = digested(text, self.digest, pgn);
            file.write_all(line.as_bytes())?;
            file.sync_data()?;
            Ok((line.len() as u64, digest))
        };
        match write(&mut self.file) {
            Ok((written, digest)) => {
                let length = self.position.length + written;
                self.position = JournalEnd { game: entry.game, pgn_end: entry.pgn_end, length };
                self.digest = digest;
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

/// The entries of a journal, without a look at the games. Another process may be writing it: a last line without line feed
/// is ignored.
///
/// # Errors
///
/// The file cannot be read, or one of its complete lines is damaged.
pub fn read(path: &Path) -> Result<Vec<JournalEntry>, JournalError> {
    let file = File::open(path).map_err(FileError::at("open", path))?;
    let (entries, _, fault) = read_lines(path, &file, |_, _| Ok(()))?;
    fault.map_or(Ok(entries), Err)
}

/// The entries up to the first that is damaged, contradicts those before, or is refused by `check`, and why it is.
fn read_lines(
    path: &Path,
    file: &File,
    mut check: impl FnMut(&JournalEntry, &[u8]) -> Result<(), String>,
) -> Result<(Vec<JournalEntry>, JournalEnd, Option<JournalError>), JournalError> {
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
        let entry: JournalEntry = match serde_json::from_slice(&text) {
            Ok(entry) => entry,
            Err(source) => {
                let fault = JournalError::Damaged { path: path.to_owned(), line, source };
                return Ok((entries, position, Some(fault)));
            }
        };
        let fault = entry.fault(&position).or_else(|| check(&entry, &text).err());
        if let Some(fault) = fault {
            let fault = JournalError::Impossible { path: path.to_owned(), line, fault };
            return Ok((entries, position, Some(fault)));
        }
        let length = position.length + text.len() as u64;
        position = JournalEnd { game: entry.game, pgn_end: entry.pgn_end, length };
        entries.push(entry);
    }
    Ok((entries, position, None))
}

#[cfg(test)]
pub(crate) mod tests;
