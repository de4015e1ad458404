use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use shakmaty::Position as _;

use super::game::LibraryGame;
use super::index::{PositionDocument, Writer};
use super::key::{MoveCode, PositionKeys};
use super::source::Source;
use super::words::{Analyser, Vocabulary};
use super::{Library, LibraryError};
use crate::parallel::in_order;

/// Games before the first commit, which is early so that a short run that is killed keeps something; each commit is after
/// twice as many games as the one before, up to the second number.
const BATCH: (usize, usize) = (16, 2_000);

/// What happens while games are added.
#[derive(Debug)]
pub enum AddEvent<'a> {
    /// This many games were read from the file so far, this many positions indexed, and about this share of the file (0 to 1) is
    /// done, where it is known.
    Progress(AddCounts, Option<f64>),
    /// A game is broken and left out.
    Skipped(&'a LibraryError),
}

/// How many were read, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AddCounts {
    /// Games added.
    pub games: u64,
    /// Positions added.
    pub positions: u64,
    /// Games that were in the library already.
    pub known: u64,
    /// Broken games.
    pub broken: u64,
}

impl Library {
    /// Adds the games of a file that the library does not have. `stop` ends it after the games under way; what was added until
    /// then stays. A process that is killed loses the games since the last commit; adding the file again adds these.
    ///
    /// # Errors
    ///
    /// Another process is adding, the disk refuses, or the file cannot be read on; what was read until then is added.
    ///
    /// # Cost
    ///
    /// About half a millisecond of one processor a position.
    pub fn add(
        &mut self,
        path: &Path,
        vocabulary: &Vocabulary,
        threads: usize,
        stop: &AtomicBool,
        observe: &mut dyn FnMut(AddEvent<'_>),
    ) -> Result<AddCounts, LibraryError> {
        let mut source = Source::open(path)?;
        let mut writer = self.index.writer(threads)?;
        let known = self.index.searcher()?.game_keys()?;
        let mut number = known.iter().map(|(number, _)| number + 1).max().unwrap_or(0);
        let mut known: HashSet<u64> = known.into_iter().map(|(_, key)| key).collect();
        let mut counts = AddCounts::default();
        let mut failure = None;
        let mut size = BATCH.0;
        let mut done = source.share_read();
        while failure.is_none() && !stop.load(Ordering::Relaxed) {
            let mut batch = Vec::new();
            while batch.len() < size && !stop.load(Ordering::Relaxed) {
                match source.next() {
                    None => break,
                    Some(Ok(game)) if !known.insert(game.key()) => counts.known += 1,
                    Some(Ok(game)) => {
                        batch.push((number, game));
                        number += 1;
                    }
                    Some(Err(error)) if source.is_over() => {
                        failure = Some(error);
                        break;
                    }
                    Some(Err(error)) => {
                        counts.broken += 1;
                        observe(AddEvent::Skipped(&error));
                    }
                }
            }
            if batch.is_empty() {
                break;
            }
            counts.games += batch.len() as u64;
            let (before, games, read) = (counts, batch.len() as f64, source.share_read());
            let mut progress = |positions, indexed: u64| {
                counts.positions = before.positions + positions;
                let within = |(from, to): (f64, f64)| from + (to - from) * indexed as f64 / games;
                observe(AddEvent::Progress(counts, done.zip(read).map(within)));
            };
            add_batch(&writer, vocabulary, threads, batch, &mut progress)?;
            done = read;
            writer.commit()?;
            size = (2 * size).min(BATCH.1);
        }
        writer.finish()?;
        self.searcher = self.index.searcher()?;
        failure.map_or(Ok(counts), Err)
    }
}

/// Indexes games; `progress` is told the positions and the games that are done.
fn add_batch(
    writer: &Writer<'_>,
    vocabulary: &Vocabulary,
    threads: usize,
    batch: Vec<(u64, LibraryGame)>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), LibraryError> {
    let worker = |_| {
        let mut analyser = Analyser::new(vocabulary);
        move |(number, game): (u64, LibraryGame)| add_game(writer, &mut analyser, number, &game)
    };
    let (mut positions, mut games) = (0, 0);
    in_order(batch, (0..threads.max(1)).map(worker).collect(), |added| {
        positions += added?;
        games += 1;
        progress(positions, games);
        Ok(())
    })
}

/// Adds a game with its positions; the number of these.
fn add_game(
    writer: &Writer<'_>,
    analyser: &mut Analyser<'_>,
    number: u64,
    game: &LibraryGame,
) -> Result<u64, LibraryError> {
    writer.add_game(number, game)?;
    let (tags, elo, year) = (tags(game), game.mean_elo(), game.year());
    let mut positions = 0;
    for found in game.positions() {
        let words = analyser.words(&found.position);
        let words: Vec<String> = words.iter().map(|word| word.word.to_string()).collect();
        let PositionKeys { position, material, pawns } = PositionKeys::new(&found.position);
        writer.add_position(&PositionDocument {
            game: number,
            ply: found.ply,
            words: words.join(" "),
            tags: tags.clone(),
            keys: [position, material, pawns],
            next: found.next.map(|m| MoveCode::new(m, found.position.turn())),
            half_points: game.half_points(found.position.turn()),
            elo,
            year,
        })?;
        positions += 1;
    }
    Ok(positions)
}

/// The words that a game can be asked for by: each word of the players' names, the code of the opening and its beginnings, and
/// the result.
fn tags(game: &LibraryGame) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for name in [&game.white, &game.black] {
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        tags.extend(words.map(|word| format!("player:{}", word.to_lowercase())));
    }
    let eco = game.eco.to_lowercase();
    tags.extend(eco.char_indices().map(|(at, c)| format!("eco:{}", &eco[..at + c.len_utf8()])));
    tags.extend(
        game.white_half_points.map(|points| {
            format!("result:{}", ["0-1", "1/2-1/2", "1-0"][usize::from(points.min(2))])
        }),
    );
    tags.sort();
    tags.dedup();
    tags
}
