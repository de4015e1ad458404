//! Start positions for games that data generators play: the command `genfens` of OpenBench.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::PathBuf;

use shakmaty::{Chess, Position};

use super::{OpeningError, OpeningSource, Openings, PlyRange};
use crate::chess::search::{MaterialSearch, SearchBudget};
use crate::chess::{fen, material_balance};

/// Random plies from the initial position, so that either side is to move.
const PLIES: [u32; 2] = [8, 9];
/// Random plies from a position of a book.
const BOOK_PLIES: [u32; 2] = [4, 5];
/// Pawns that neither side may be ahead by after a few plies of best play.
const MAX_LEAD: i32 = 1;
/// Openings drawn in a row without a new position before the search for more is given up.
const MAX_DRAWS: u32 = 10_000;

/// Which positions are wanted.
///
/// # Example
///
/// ```
/// use morph::arena::Genfens;
/// let words = ["3", "seed", "42", "book", "None"].map(str::to_owned);
/// let positions: Vec<String> = Genfens::parse(&words)?.positions()?.collect::<Result<_, _>>()?;
/// assert_eq!(positions.len(), 3);
/// # Ok::<(), morph::arena::GenfensError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genfens {
    count: u32,
    seed: u64,
    /// A file of positions, EPD or FEN; `None`: the initial position.
    book: Option<PathBuf>,
}

/// Positions that cannot be given.
#[derive(Debug, thiserror::Error)]
pub enum GenfensError {
    /// The words are not a request.
    #[error("genfens {0}: expected genfens N seed S book None|FILE, with whole numbers N and S")]
    Words(String),
    /// The book cannot be used.
    #[error(transparent)]
    Book(#[from] OpeningError),
    /// There are too few different balanced positions.
    #[error("only {found} of {count} positions found: the book has too few that are balanced after {} random plies", BOOK_PLIES[1])]
    TooFew {
        /// Positions found.
        found: u32,
        /// Positions wanted.
        count: u32,
    },
}

impl Genfens {
    /// A command line with the words of `genfens` apart, which OpenBench gives as one argument, and without its `quit`.
    #[must_use]
    pub fn separated(mut arguments: Vec<OsString>) -> Vec<OsString> {
        let command = arguments.get(1).and_then(|text| text.to_str()).unwrap_or_default();
        let words: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
        if command.starts_with("genfens ") {
            arguments.pop_if(|last| last == "quit");
            arguments.splice(1..2, words);
        }
        arguments
    }

    /// The request in the words after `genfens`: `N seed S book None|FILE`. A file name may have several words.
    ///
    /// # Errors
    ///
    /// The words are others, or a number is none.
    pub fn parse(words: &[String]) -> Result<Genfens, GenfensError> {
        let wrong = || GenfensError::Words(words.join(" "));
        let [count, seed_key, seed, book_key, book @ ..] = words else { return Err(wrong()) };
        if seed_key != "seed" || book_key != "book" || book.is_empty() {
            return Err(wrong());
        }
        let book = book.join(" ");
        Ok(Genfens {
            count: count.parse().map_err(|_| wrong())?,
            seed: seed.parse().map_err(|_| wrong())?,
            book: (!book.eq_ignore_ascii_case("none")).then(|| PathBuf::from(book)),
        })
    }

    /// The positions as FEN, no two alike: of the initial position or a position of the book after a few random plies, if
    /// the game is not over and a small search finds neither side ahead by more than a pawn. They depend on the request
    /// and the book only.
    ///
    /// # Errors
    ///
    /// The book cannot be used. The last item is an error if there are too few such positions.
    pub fn positions(
        self,
    ) -> Result<impl Iterator<Item = Result<String, GenfensError>>, GenfensError> {
        let plies = |[min, max]: [u32; 2]| PlyRange::new(min, max);
        let source = match self.book {
            None => OpeningSource::Random { plies: plies(PLIES)? },
            Some(file) => OpeningSource::Epd { file, plies: plies(BOOK_PLIES)? },
        };
        let openings = source.load()?;
        let (count, seed) = (self.count, self.seed);
        let mut seen = HashSet::new();
        let (mut found, mut next) = (0, 0);
        Ok(std::iter::from_fn(move || {
            if found == count {
                return None;
            }
            let drawn = (0..MAX_DRAWS).find_map(|_| {
                next += 1;
                new_position(&openings, next - 1, seed, &mut seen)
            });
            let position = drawn.ok_or(GenfensError::TooFew { found, count });
            found = if position.is_ok() { found + 1 } else { count };
            Some(position)
        }))
    }
}

fn new_position(
    openings: &Openings,
    index: u64,
    seed: u64,
    seen: &mut HashSet<String>,
) -> Option<String> {
    let opening = openings.opening(index, seed);
    let game = opening.game();
    let fen = fen(game.position());
    // Positions that differ in their counters only are alike.
    let fields = fen.rsplitn(3, ' ').nth(2)?.to_owned();
    let is_good = game.ending().is_none() && !seen.contains(&fields) && is_even(game.position());
    (is_good && seen.insert(fields)).then_some(fen)
}

/// Whether neither side wins more than [`MAX_LEAD`] by force within a few plies.
fn is_even(position: &Chess) -> bool {
    let balance = material_balance(position);
    let balance = if position.turn().is_white() { balance } else { -balance };
    let search = MaterialSearch::new(position, SearchBudget::THREAT);
    search.is_conclusive() && (balance + search.gain()).abs() <= MAX_LEAD
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::position_from_fen;

    fn genfens(text: &str) -> Result<Vec<String>, GenfensError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Genfens::parse(&words)?.positions()?.collect()
    }

    #[test]
    fn positions_are_different_balanced_and_the_same_for_a_seed() {
        let positions = genfens("40 seed 7 book None").unwrap();
        assert_eq!(positions.len(), 40);
        assert_eq!(positions, genfens("40 seed 7 book none").unwrap());
        assert_ne!(positions, genfens("40 seed 8 book None").unwrap());
        assert_eq!(positions.iter().collect::<HashSet<_>>().len(), 40);
        let mut black = 0;
        for fen in &positions {
            let position = position_from_fen(fen).unwrap();
            assert!(!position.is_game_over() && is_even(&position), "{fen}");
            black += usize::from(position.turn().is_black());
        }
        assert!((5..=35).contains(&black), "{black}");
    }

    #[test]
    fn a_book_gives_the_positions_to_start_from() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a book.epd");
        let text = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n";
        std::fs::write(&file, text).unwrap();
        let request = format!("20 seed 1 book {}", file.display());
        let positions = genfens(&request).unwrap();
        assert_eq!(positions.len(), 20);
        // Moves are counted on from the position of the book.
        assert!(positions.iter().all(|fen| fen.ends_with(" 5")), "{positions:?}");
        std::fs::write(&file, "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\n").unwrap();
        let error = genfens(&request).unwrap_err();
        assert!(matches!(error, GenfensError::TooFew { found: 0, count: 20 }), "{error}");
        assert!(matches!(genfens("1 seed 1 book no-such.epd"), Err(GenfensError::Book(_))));
    }

    #[test]
    fn other_words_are_no_request() {
        for text in
            ["", "10", "10 seed 1", "10 seed 1 book", "x seed 1 book None", "10 seed -1 book None"]
        {
            let error = genfens(text).unwrap_err();
            assert!(error.to_string().contains("genfens N seed S book None|FILE"), "{error}");
        }
        assert!(genfens("0 seed 1 book None").unwrap().is_empty());
    }
}
