//! Scores from a stream of PGN, of any length, one at a time.

use std::io::{self, Read};
use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};

use super::score::{GameScore, PackedMove, half_points};

/// A tag longer than this makes its game a broken one, in bytes.
const LONGEST_TAG: usize = 4_000;

/// A game that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// One game is broken; the next ones can be read.
    #[error("game {game} ({title}): {fault}")]
    Game {
        /// Which one in the stream, counted from 1.
        game: usize,
        /// Who played whom.
        title: String,
        /// What is wrong with it.
        fault: String,
    },
    /// The stream itself cannot be read.
    #[error("cannot read PGN")]
    Stream(#[source] io::Error),
}

/// One game of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A game that was asked for.
    Wanted(GameScore),
    /// Its moves were not read.
    PassedOver,
}

/// Reads the games of a PGN stream one after the other, and only as much of each as is asked for.
///
/// A broken game comes as an error that names it, and reading goes on with the next one. After
/// [`ReadError::Stream`] there are no more games.
///
/// # Example
///
/// ```
/// use morph::opponent_model::read::{Reading, ScoreReader};
/// let text = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"A\"]\n\n1. e4 e4 *\n";
/// let mut reader = ScoreReader::new(text.as_bytes());
/// let first = reader.next(&mut |_, _| true);
/// assert!(matches!(first, Some(Ok(Reading::Wanted(game))) if game.moves.len() == 4));
/// let second = reader.next(&mut |_, _| true);
/// assert!(second.is_some_and(|game| game.is_err_and(|e| e.to_string().starts_with("game 2 (A – ?): "))));
/// assert!(reader.next(&mut |_, _| true).is_none());
/// ```
pub struct ScoreReader<R: Read> {
    reader: Reader<R>,
    games: usize,
    failed: bool,
}

impl<R: Read> ScoreReader<R> {
    /// Reads from `source`, which need not be buffered.
    pub fn new(source: R) -> ScoreReader<R> {
        let reader = Reader::build(source).set_supported_tag_line_length(LONGEST_TAG).finish();
        ScoreReader { reader, games: 0, failed: false }
    }

    /// Games met so far.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// The next game; `wanted` is asked with the names of White and Black whether its moves are to be read.
    pub fn next(
        &mut self,
        wanted: &mut dyn FnMut(&str, &str) -> bool,
    ) -> Option<Result<Reading, ReadError>> {
        if self.failed {
            return None;
        }
        self.read(wanted).unwrap_or_else(|error| {
            self.failed = true;
            Some(Err(ReadError::Stream(error)))
        })
    }

    fn read(
        &mut self,
        wanted: &mut dyn FnMut(&str, &str) -> bool,
    ) -> io::Result<Option<Result<Reading, ReadError>>> {
        if !self.reader.has_more()? {
            return Ok(None);
        }
        self.games += 1;
        let mut recorder = Recorder { wanted, title: String::new() };
        let game = match self.reader.read_game(&mut recorder) {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                // What is left of the game must not be taken for a game of its own.
                self.reader.skip_game()?;
                Err(error.to_string())
            }
            Err(error) => return Err(error),
        };
        let title = if recorder.title.is_empty() { "? – ?".to_owned() } else { recorder.title };
        Ok(Some(game.map_err(|fault| ReadError::Game { game: self.games, title, fault })))
    }
}

struct Recorder<'a> {
    wanted: &'a mut dyn FnMut(&str, &str) -> bool,
    title: String,
}

struct Header {
    score: GameScore,
    has_position: bool,
    variant: Option<String>,
}

struct Moves {
    score: GameScore,
    position: Chess,
}

impl Visitor for Recorder<'_> {
    type Tags = Header;
    type Movetext = Moves;
    type Output = Result<Reading, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Header> {
        let unknown = || "?".to_owned();
        ControlFlow::Continue(Header {
            score: GameScore {
                event: unknown(),
                date: unknown(),
                round: unknown(),
                white: unknown(),
                black: unknown(),
                white_half_points: None,
                moves: Vec::new(),
            },
            has_position: false,
            variant: None,
        })
    }

    fn tag(
        &mut self,
        header: &mut Header,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let text = || value.decode_utf8_lossy().into_owned();
        match name {
            b"Event" => header.score.event = text(),
            b"Date" | b"UTCDate" => header.score.date = text(),
            b"Round" => header.score.round = text(),
            b"White" => header.score.white = text(),
            b"Black" => header.score.black = text(),
            b"FEN" => header.has_position = true,
            b"Variant" => header.variant = Some(text()),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, header: Header) -> ControlFlow<Self::Output, Moves> {
        let Header { score, has_position, variant } = header;
        self.title = score.title();
        if !(self.wanted)(&score.white, &score.black) {
            return ControlFlow::Break(Ok(Reading::PassedOver));
        }
        if has_position {
            return ControlFlow::Break(Err("it does not begin with the usual position".to_owned()));
        }
        if let Some(variant) = variant.filter(|v| !v.eq_ignore_ascii_case("standard")) {
            return ControlFlow::Break(Err(format!("the variant {variant} is another game")));
        }
        ControlFlow::Continue(Moves { score, position: Chess::default() })
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        let Ok(m) = san.san.to_move(&moves.position) else {
            let ply = moves.score.moves.len() + 1;
            return ControlFlow::Break(Err(format!("ply {ply}: {san} cannot be played")));
        };
        moves.score.moves.push(PackedMove::new(m));
        moves.position.play_unchecked(m);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> ControlFlow<Self::Output> {
        moves.score.white_half_points = outcome.known().map(half_points);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) -> Self::Output {
        if moves.score.moves.is_empty() {
            return Err("it has no moves".to_owned());
        }
        Ok(Reading::Wanted(moves.score))
    }
}
