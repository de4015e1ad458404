//! Learning from PGN.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Serialize;

use super::model::{LearnOutcome, OpponentModel};
use super::packed_game::PackedGame;
use super::player_name::PlayerName;
use crate::arena::pgn::{PgnError, PgnReader, Tags};
use crate::file_format::ReadProgress;
use crate::terminal_text::{MAX_NAME, printable};

/// Number of games by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportCounts {
    /// Games read, by any players.
    pub games: usize,
    /// Invalid games.
    pub invalid: usize,
    /// Games of the player learned, chunks included.
    pub studied: usize,
    /// Games of the player learned for the move model only.
    pub moves_only: usize,
    /// Games of the player learned before.
    pub duplicates: usize,
    /// Games of the player that are left out because they were played later.
    pub later: usize,
}

/// A year, a month or a day, to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastDate(String);

/// The text is no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid date {0:?}: expected YYYY, YYYY.MM or YYYY.MM.DD")]
pub struct ParseDateError(String);

impl FromStr for LastDate {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<LastDate, ParseDateError> {
        let parts: Vec<&str> = text.split(['.', '-']).collect();
        let is_number = |(part, digits): (&&str, usize)| {
            part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if parts.len() > 3 || !parts.iter().zip([4, 2, 2]).all(is_number) {
            return Err(ParseDateError(text.to_owned()));
        }
        Ok(LastDate(latest(&parts.join("."))))
    }
}

impl LastDate {
    /// Whether a game with this tag `Date` is certainly not later.
    fn includes(&self, date: &str) -> bool {
        latest(date) <= self.0
    }
}

/// The latest day that a date may mean.
fn latest(date: &str) -> String {
    format!("{date:?<10}").replace('?', "9")
}

/// The games that were skipped: for each reason how many, and the first of them.
#[derive(Clone, Debug, Default)]
pub struct SkippedGames(Vec<(&'static str, usize, String)>);

impl SkippedGames {
    /// One more game; `example` names it and says what is wrong with it.
    pub fn add(&mut self, reason: &'static str, example: impl FnOnce() -> String) {
        match self.0.iter_mut().find(|(other, ..)| *other == reason) {
            Some((_, count, _)) => *count += 1,
            None => self.0.push((reason, 1, example())),
        }
    }

    /// One more game that could not be read; other errors are no games.
    pub fn add_invalid(&mut self, error: &PgnError) {
        if let PgnError::Game { fault, .. } = error {
            self.add(fault.kind(), || error.to_string());
        }
    }

    /// The number of games skipped for one reason.
    #[must_use]
    pub fn count(&self, reason: &str) -> usize {
        self.0.iter().find(|(other, ..)| *other == reason).map_or(0, |(_, count, _)| *count)
    }

    /// A line for each reason.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(reason, count, example)| match count {
            1 => format!("{example}; game skipped"),
            _ => format!("{count} games skipped ({reason}); the first: {example}"),
        })
    }
}

/// Names at least so alike are suggested.
const ALIKE: f64 = 0.85;

/// The reason for which games of the training set are skipped in an evaluation.
pub const LEARNED: &str = "learned before";

impl OpponentModel {
    /// Learns the games of a reader: those of the player until a date, unless `only_others`, and a sample of all others. Later
    /// games of the player are left out, and those whose date leaves it open. `each` is called before the moves of a game are
    /// read.
    pub(super) fn import<R: Read>(
        &mut self,
        mut reader: PgnReader<R>,
        (only_others, until): (bool, Option<&LastDate>),
        counts: &mut ImportCounts,
        skipped: &mut SkippedGames,
        each: &mut dyn FnMut(),
    ) -> Result<(), PgnError> {
        loop {
            let mut slot = None;
            let mut is_wanted = |tags: &Tags| {
                each();
                let [white, black] = player_names(tags);
                let is_later =
                    until.is_some_and(|until| !until.includes(tags.date().unwrap_or("?")));
                match (self.player.matches(white), self.player.matches(black)) {
                    (false, false) => {
                        slot = self.sample_other_game();
                        slot.is_some()
                    }
                    _ if is_later && !only_others => {
                        counts.later += 1;
                        false
                    }
                    (true, true) if !only_others => {
                        skipped.add("both names match the player", || {
                            let [white, black] =
                                [white, black].map(|name| printable(name, MAX_NAME));
                            format!("{white} – {black}: both names match {}", self.player)
                        });
                        false
                    }
                    _ => !only_others,
                }
            };
            let Some(game) = reader.next_game(&mut is_wanted, PackedGame::from_pgn) else {
                return Ok(());
            };
            counts.games += 1;
            match (game, slot) {
                (Ok(Some(game)), Some(slot)) => self.keep_other_game(slot, game),
                (Ok(Some(game)), None) => match self.learn(game) {
                    LearnOutcome::Studied => counts.studied += 1,
                    LearnOutcome::MovesOnly => counts.moves_only += 1,
                    LearnOutcome::Duplicate => counts.duplicates += 1,
                    LearnOutcome::OtherPlayers => {}
                },
                (Ok(None), _) => {}
                (Err(error @ PgnError::Game { .. }), _) => {
                    skipped.add_invalid(&error);
                    counts.invalid += 1;
                }
                (Err(error), _) => return Err(error),
            }
        }
    }

    /// Learns the games of PGN files: of `files` those of the player until a date, of all files a sample of those between
    /// others. `progress` is told which share of the files is read, 0 to 1, and how many games. Call [`OpponentModel::fit`]
    /// afterwards.
    ///
    /// # Errors
    ///
    /// A file cannot be read; the games before are learned.
    pub fn import_files(
        &mut self,
        files: &[PathBuf],
        others: &[PathBuf],
        until: Option<&LastDate>,
        progress: &mut dyn FnMut(f64, usize),
    ) -> Result<(ImportCounts, SkippedGames), PgnError> {
        let (mut counts, mut skipped) = (ImportCounts::default(), SkippedGames::default());
        let mut games = 0;
        let files = files.iter().map(|path| (path, false));
        let files: Vec<_> = files.chain(others.iter().map(|path| (path, true))).collect();
        for (read, (path, only_others)) in files.iter().enumerate() {
            let reader = PgnReader::open(path)?;
            let file = reader.progress();
            let each = &mut || {
                games += 1;
                let share = file.as_ref().map_or(0.0, ReadProgress::share);
                progress((read as f64 + share) / files.len() as f64, games);
            };
            self.import(reader, (*only_others, until), &mut counts, &mut skipped, each)?;
        }
        Ok((counts, skipped))
    }

    /// The player's games of PGN files that the model has not learned.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    pub fn held_out_games(
        &self,
        files: &[PathBuf],
    ) -> Result<(Vec<PackedGame>, SkippedGames), PgnError> {
        let (mut games, mut skipped) = (Vec::new(), SkippedGames::default());
        for path in files {
            let mut is_wanted = |tags: &Tags| self.is_players(tags);
            let mut invalid = |error| skipped.add_invalid(&error);
            games.extend(read_games(PgnReader::open(path)?, &mut is_wanted, &mut invalid)?.0);
        }
        games.retain(|game| {
            let is_learned = self.knows(game);
            if is_learned {
                skipped.add(LEARNED, || format!("{}: the model has learned it", game.title()));
            }
            !is_learned
        });
        Ok((games, skipped))
    }

    /// Whether a game with these tags is one of the player.
    #[must_use]
    pub fn is_players(&self, tags: &Tags) -> bool {
        let [white, black] = player_names(tags);
        self.player.color(white, black).is_some()
    }
}

/// Of each PGN file up to three names of players that are most like the one sought, the most similar first.
///
/// # Errors
///
/// A file cannot be read.
pub fn similar_names(files: &[PathBuf], player: &PlayerName) -> Result<Vec<String>, PgnError> {
    let mut names = Vec::new();
    for path in files {
        let mut found: BTreeMap<String, f64> = BTreeMap::new();
        let mut note = |tags: &Tags| {
            for name in player_names(tags) {
                if !found.contains_key(name) {
                    found.insert(name.to_owned(), player.likeness(name));
                }
            }
            false
        };
        read_games(PgnReader::open(path)?, &mut note, &mut drop)?;
        let mut found: Vec<(String, f64)> = found.into_iter().filter(|(_, x)| *x > ALIKE).collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        let found = found.into_iter().take(3);
        names.extend(found.map(|(name, _)| printable(&name, MAX_NAME).into_owned()));
    }
    Ok(names)
}

/// Names of White and Black; `?` where a tag is missing.
fn player_names(tags: &Tags) -> [&str; 2] {
    ["White", "Black"].map(|name| tags.get(name).unwrap_or("?"))
}

/// The games of a reader that `is_wanted` accepts, and the number of all games. Invalid games are passed to `invalid` and
/// skipped.
///
/// # Errors
///
/// [`PgnError::Read`]: reading failed.
pub fn read_games<R: Read>(
    mut reader: PgnReader<R>,
    is_wanted: &mut dyn FnMut(&Tags) -> bool,
    invalid: &mut dyn FnMut(PgnError),
) -> Result<(Vec<PackedGame>, usize), PgnError> {
    let mut games = Vec::new();
    while let Some(game) = reader.next_game(is_wanted, PackedGame::from_pgn) {
        match game {
            Ok(game) => games.extend(game),
            Err(error @ PgnError::Game { .. }) => invalid(error),
            Err(error) => return Err(error),
        }
    }
    Ok((games, reader.games()))
}

/// The game with a number, from 1, in a PGN file, if it is there and valid; the number of all games; and why it is skipped.
///
/// # Errors
///
/// The file cannot be read.
pub fn read_game(
    path: &Path,
    number: usize,
) -> Result<(Option<PackedGame>, usize, SkippedGames), PgnError> {
    let (mut numbers, mut skipped) = (1.., SkippedGames::default());
    let mut is_wanted = |_: &Tags| numbers.next() == Some(number);
    let mut invalid = |error| skipped.add_invalid(&error);
    let (mut games, total) = read_games(PgnReader::open(path)?, &mut is_wanted, &mut invalid)?;
    Ok((games.pop(), total, skipped))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_game_counts_until_a_date_only_if_it_is_certainly_not_later() {
        let includes = |until: &str, date| until.parse::<LastDate>().unwrap().includes(date);
        assert!(includes("1963", "1963.??.??") && includes("1963.05", "1963.05.31"));
        assert!(includes("1963-05-08", "1963.05.08") && includes("1963.05.08", "1962.??.??"));
        assert!(!includes("1963.05", "1963.??.??") && !includes("1963.05.08", "1963.05.09"));
        assert!(!includes("1963", "?") && !includes("1963", "1964.01.01"));
        for text in ["", "63", "1963.5", "1963.05.08.01", "May 1963", "1963."] {
            assert!(text.parse::<LastDate>().is_err(), "{text}");
        }
    }
}
