//! Games to add, from files of any size.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::game::LibraryGame;
use super::index::Searcher;
use super::{Library, LibraryError};
use crate::arena::pgn::{PgnError, PgnGame, PgnReader};
use crate::chess::position_lines;
use crate::file_format::{ReadProgress, open_with_progress};

/// The games of a file, one at a time. A broken one is an error, and the next call reads the next; [`Source::is_over`]
/// tells whether there is one.
pub struct Source {
    path: PathBuf,
    kind: Kind,
    /// Of a file; another library does not tell.
    progress: Option<ReadProgress>,
    is_over: bool,
}

enum Kind {
    Pgn(PgnReader<Box<dyn Read>>),
    Puzzles(csv::DeserializeRecordsIntoIter<Box<dyn Read>, Puzzle>),
    Library { searcher: Searcher, numbers: std::vec::IntoIter<u64> },
    Positions { lines: std::io::Lines<BufReader<Box<dyn Read>>>, line: usize },
}

/// A line of the puzzles of lichess.org. The first move leads to the position to be solved.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Puzzle {
    puzzle_id: String,
    #[serde(rename = "FEN")]
    fen: String,
    moves: String,
    #[serde(default)]
    rating: String,
    #[serde(default)]
    themes: String,
    #[serde(default)]
    opening_tags: String,
}

impl Source {
    /// Opens a file by its name without `.gz` or `.zst`: `.csv` holds puzzles of lichess.org, `.epd` and `.fen` positions,
    /// any other file PGN; a folder is another library, of this memory or not.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(path: &Path) -> Result<Source, LibraryError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let name = name.trim_end_matches(".gz").trim_end_matches(".zst");
        let (kind, progress) = if path.is_dir() {
            let searcher = Library::searcher_of(path)?;
            let mut numbers: Vec<u64> =
                searcher.game_keys()?.into_iter().map(|(number, _)| number).collect();
            numbers.sort_unstable();
            (Kind::Library { searcher, numbers: numbers.into_iter() }, None)
        } else if name.ends_with(".csv") {
            let (reader, progress) = open_with_progress(path)?;
            (Kind::Puzzles(csv::Reader::from_reader(reader).into_deserialize()), Some(progress))
        } else if name.ends_with(".epd") || name.ends_with(".fen") {
            let (reader, progress) = open_with_progress(path)?;
            (Kind::Positions { lines: BufReader::new(reader).lines(), line: 0 }, Some(progress))
        } else {
            let reader = PgnReader::open(path)?;
            let progress = reader.progress();
            (Kind::Pgn(reader), progress)
        };
        Ok(Source { path: path.to_owned(), kind, progress, is_over: false })
    }

    /// The share of the file that is read, 0 to 1; `None` where it is not known.
    #[must_use]
    pub fn share_read(&self) -> Option<f64> {
        self.progress.as_ref().map(ReadProgress::share)
    }

    /// No more games can be read, because of an error of the file.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    fn fault(&self, line: usize, what: impl ToString) -> LibraryError {
        LibraryError::Line { path: self.path.clone(), line, what: what.to_string() }
    }
}

impl Iterator for Source {
    type Item = Result<LibraryGame, LibraryError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.kind {
            Kind::Pgn(reader) => {
                let build = |game: PgnGame| Ok(LibraryGame::from_pgn(&game.with_content()?));
                let game = reader.next_game(&mut |_| true, build);
                self.is_over = matches!(game, Some(Err(PgnError::Read { .. })));
                Some(game?.transpose()?.map_err(LibraryError::from))
            }
            Kind::Library { searcher, numbers } => loop {
                match searcher.game(numbers.next()?) {
                    Ok(Some(game)) => return Some(Ok(game)),
                    Ok(None) => {}
                    Err(error) => return Some(Err(error)),
                }
            },
            Kind::Puzzles(puzzles) => {
                let puzzle = puzzles.next()?;
                self.is_over = puzzle.as_ref().is_err_and(csv::Error::is_io_error);
                Some(puzzle.map(Puzzle::into_game).map_err(|error| {
                    let line = error.position().map_or(0, csv::Position::line) as usize;
                    self.fault(line, error)
                }))
            }
            Kind::Positions { lines, line } => loop {
                *line += 1;
                let number = *line;
                let text = match lines.next()? {
                    Ok(text) => text,
                    Err(error) => {
                        self.is_over = true;
                        return Some(Err(self.fault(number, error)));
                    }
                };
                let Some(position) = position_lines(&text).next() else { continue };
                let game = match position.position {
                    Ok(_) => Ok(LibraryGame {
                        id: epd_id(&text).unwrap_or_else(|| format!("line {number}")),
                        start: position.fen,
                        only: Some(0),
                        ..LibraryGame::default()
                    }),
                    Err(what) => Err(self.fault(number, what)),
                };
                return Some(game);
            },
        }
    }
}

/// The operand of the operation `id`.
fn epd_id(text: &str) -> Option<String> {
    let (_, rest) = text.split_once(" id ")?;
    let operand = rest.split(';').next()?.trim().trim_matches('"');
    (!operand.is_empty()).then(|| operand.to_owned())
}

impl Puzzle {
    fn into_game(self) -> LibraryGame {
        LibraryGame {
            id: self.puzzle_id,
            event: self.themes,
            opening: self.opening_tags.replace('_', " "),
            white_elo: self.rating.parse().ok(),
            start: self.fen,
            moves: self.moves,
            only: Some(1),
            ..LibraryGame::default()
        }
    }
}
