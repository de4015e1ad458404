use std::io;
use std::path::{Path, PathBuf};

use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use crate::chess::{Game, PositionLine, Start, position_lines};
use crate::file_format::read_text;
use crate::rng;

/// The start of a game: a position and moves that no player chose.
#[derive(Clone, Debug, Default)]
pub struct Opening(Game);

impl Opening {
    /// A position and random moves from it; fewer if every move would end the game.
    #[must_use]
    pub fn with_random_plies(start: Start, plies: u32, rng: &mut dyn Rng) -> Opening {
        let mut game = Game::new(start);
        for _ in 0..plies {
            if !random_ply(&mut game, rng) {
                break;
            }
        }
        Opening(game)
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.0
    }
}

impl From<Game> for Opening {
    fn from(game: Game) -> Opening {
        Opening(game)
    }
}

/// Number of random plies of an opening: an inclusive range within 0 to 100, written `[4, 6]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "[u32; 2]", into = "[u32; 2]")]
pub struct PlyRange {
    min: u32,
    max: u32,
}

impl PlyRange {
    /// Largest number of random plies.
    pub const LIMIT: u32 = 100;

    /// From `min` to `max` plies.
    ///
    /// # Errors
    ///
    /// `min` is greater than `max`, or `max` is greater than 100.
    pub fn new(min: u32, max: u32) -> Result<PlyRange, OpeningError> {
        if min > max || max > PlyRange::LIMIT {
            return Err(OpeningError::Plies { min, max });
        }
        Ok(PlyRange { min, max })
    }
}

impl TryFrom<[u32; 2]> for PlyRange {
    type Error = OpeningError;

    fn try_from([min, max]: [u32; 2]) -> Result<PlyRange, OpeningError> {
        PlyRange::new(min, max)
    }
}

impl From<PlyRange> for [u32; 2] {
    fn from(range: PlyRange) -> [u32; 2] {
        [range.min, range.max]
    }
}

/// The source of openings, as a plan names it.
///
/// # Example
///
/// ```
/// use morph::arena::OpeningSource;
/// #[derive(serde::Deserialize)]
/// struct Plan { openings: OpeningSource }
/// for text in [
///     r#"openings = "initial""#,
///     r#"openings = { random = { plies = [4, 6] } }"#,
///     r#"openings = { epd = { file = "openings.epd", plies = [0, 2] } }"#,
/// ] {
///     toml::from_str::<Plan>(text)?;
/// }
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningSource {
    /// Always the initial position.
    #[default]
    Initial,
    /// Random legal moves from the initial position.
    Random {
        /// How many.
        plies: PlyRange,
    },
    /// Positions of a file.
    Epd {
        /// One position per line, EPD or FEN; EPD operations, empty lines and lines that begin with `#` are ignored.
        file: PathBuf,
        /// Random legal moves played from the position, none if left out.
        #[serde(default)]
        plies: PlyRange,
    },
}

impl OpeningSource {
    /// The positions of a file, or if there is none random moves from the initial position, so many.
    #[must_use]
    pub fn new(file: Option<&Path>, plies: PlyRange) -> OpeningSource {
        match file {
            Some(file) => OpeningSource::Epd { file: file.to_owned(), plies: PlyRange::default() },
            None => OpeningSource::Random { plies },
        }
    }

    /// Reads the openings.
    ///
    /// # Errors
    ///
    /// The file cannot be read, has a line that is no legal position or one in which the game is over, or has no
    /// position at all.
    pub fn load(&self) -> Result<Openings, OpeningError> {
        Ok(match self {
            OpeningSource::Initial => {
                Openings { starts: vec![Start::Initial], ..Openings::default() }
            }
            OpeningSource::Random { plies } => {
                Openings { starts: vec![Start::Initial], plies: *plies }
            }
            OpeningSource::Epd { file, plies } => {
                Openings { starts: read_positions(file)?, plies: *plies }
            }
        })
    }
}

/// An endless sequence of openings.
#[derive(Clone, Debug)]
pub struct Openings {
    starts: Vec<Start>,
    plies: PlyRange,
}

impl Default for Openings {
    /// Always the initial position.
    fn default() -> Openings {
        Openings { starts: vec![Start::Initial], plies: PlyRange::default() }
    }
}

impl Openings {
    /// Opening number `index`; depends on `index` and `seed` only.
    ///
    /// The positions of a file come in random order, each once before any comes again. Random plies are drawn
    /// uniformly from the legal moves after which the game goes on; where there is none, the opening ends early.
    #[must_use]
    pub fn opening(&self, index: u64, seed: u64) -> Opening {
        let mut rng = rng::seeded(seed, "opening", index);
        let plies = rng.random_range(self.plies.min..=self.plies.max);
        Opening::with_random_plies(self.start(index, seed), plies, &mut rng)
    }

    fn start(&self, index: u64, seed: u64) -> Start {
        let count = self.starts.len() as u64;
        let mut order: Vec<&Start> = self.starts.iter().collect();
        order.shuffle(&mut rng::seeded(seed, "opening order", index / count));
        order[(index % count) as usize].clone()
    }
}

/// Plays a random move that does not end the game; `false` if there is none.
fn random_ply(game: &mut Game, rng: &mut dyn Rng) -> bool {
    let mut moves = game.position().legal_moves();
    moves.shuffle(rng);
    let lasting = moves.into_iter().find(|m| {
        let mut successor = game.position().clone();
        successor.play_unchecked(*m);
        game.ending_after(&successor).is_none()
    });
    lasting.is_some_and(|m| game.play(m).is_ok())
}

fn read_positions(file: &Path) -> Result<Vec<Start>, OpeningError> {
    let text = read_text(file)
        .map_err(|error| OpeningError::Read { file: error.path, source: error.source })?;
    let start = |line: PositionLine| {
        let start = line.position.and_then(start_of);
        start.map_err(|what| OpeningError::Line { file: file.to_owned(), line: line.number, what })
    };
    let starts = position_lines(&text).map(start).collect::<Result<Vec<_>, _>>()?;
    if starts.is_empty() {
        return Err(OpeningError::Empty { file: file.to_owned() });
    }
    Ok(starts)
}

fn start_of(position: Chess) -> Result<Start, String> {
    let start = Start::Position(Box::new(position));
    match Game::new(start.clone()).ending() {
        Some(_) => Err("the game is over in this position".to_owned()),
        None => Ok(start),
    }
}

/// Openings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A file of positions cannot be read.
    #[error("cannot read openings from {}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line of the file is not a position to start from.
    #[error("{}:{line}: {what}", file.display())]
    Line {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The file has no positions.
    #[error("{}: no positions", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
    /// An invalid range of plies.
    #[error("random opening plies [{min}, {max}]: expected minimum and maximum, 0 to {limit}", limit = PlyRange::LIMIT)]
    Plies {
        /// The first number.
        min: u32,
        /// The second number.
        max: u32,
    },
}
