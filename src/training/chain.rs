//! The hash chain over the games of a run: each digest covers the plan, the games up to one of them as they stand in
//! `games.pgn`, and what the journal says of them.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::memory::HistoryDigest;

/// Follows the chain through `games.pgn`, a game at a time.
pub(super) struct GameChain {
    path: PathBuf,
    /// `None` if the file is missing.
    games: Option<BufReader<File>>,
    pgn_end: u64,
    digest: HistoryDigest,
    /// A game before had a digest in the journal.
    is_chained: bool,
    text: Vec<u8>,
}

impl GameChain {
    /// Before the first game; `start` is the digest of the plan.
    pub(super) fn open(games: &Path, start: HistoryDigest) -> GameChain {
        GameChain {
            path: games.to_owned(),
            games: File::open(games).ok().map(BufReader::new),
            pgn_end: 0,
            digest: start,
            is_chained: false,
            text: Vec::new(),
        }
    }

    /// The digest after the game that ends at byte `pgn_end`; `line` is its line in the journal and `stated` the digest
    /// there, which entries of former versions of the program do not have.
    ///
    /// # Errors
    ///
    /// What is wrong: the game is cut off, or the game or its line is not what was written.
    pub(super) fn follow(
        &mut self,
        line: &[u8],
        stated: Option<HistoryDigest>,
        pgn_end: u64,
    ) -> Result<HistoryDigest, String> {
        let name = self.path.display();
        let begin = self.pgn_end;
        let length = pgn_end.saturating_sub(begin);
        self.text.clear();
        if let Some(games) = &mut self.games {
            let read: io::Result<usize> = games.take(length).read_to_end(&mut self.text);
            read.map_err(|error| format!("{name} cannot be read: {error}"))?;
        }
        if self.text.len() as u64 != length {
            let end = begin + self.text.len() as u64;
            return Err(format!("the game ends at byte {pgn_end} of {name}, which has {end}"));
        }
        if stated.is_none() && self.is_chained {
            return Err("the digest is missing".to_owned());
        }
        let digest = self.digest.then(&self.text, undigested(line, stated));
        if stated.is_some_and(|stated| stated != digest) {
            return Err(format!(
                "the digest does not match: this line, or the game in bytes {begin} to {pgn_end} of {name}, was changed"
            ));
        }
        self.is_chained = stated.is_some();
        (self.pgn_end, self.digest) = (pgn_end, digest);
        Ok(digest)
    }
}

/// A line of the journal without its end, from which its digest is computed.
fn undigested(line: &[u8], digest: Option<HistoryDigest>) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let end = digest.map_or_else(|| "}".to_owned(), line_end);
    line.strip_suffix(end.as_bytes()).unwrap_or(line)
}

/// The line of the journal whose beginning, without the closing brace, is `line`, and its digest.
pub(super) fn digested(line: &str, before: HistoryDigest, pgn: &str) -> (String, HistoryDigest) {
    let digest = before.then(pgn.as_bytes(), line.as_bytes());
    (format!("{line}{}\n", line_end(digest)), digest)
}

fn line_end(digest: HistoryDigest) -> String {
    format!(",\"digest\":\"{digest}\"}}")
}
