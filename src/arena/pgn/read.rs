use std::io::{self, Read};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Color, KnownOutcome};

use super::{ABANDONMENT, ENDING, EXPLORED, LONGEST_VALUE, OPENING_PLIES, PgnError, PgnFault};
use crate::arena::{GameEnd, GameRecord, PlyRecord};
use crate::chess::{Ending, Game, Start, fen, position_from_fen};
use crate::units::Value;

/// Reads the games of a PGN stream one after the other.
///
/// A broken game comes as an error that says where it begins, and reading goes on with the next one. After
/// [`PgnError::Read`] there are no more games. Side variations and other comments than the program's own are passed
/// over. A word that is no move at all can only be missed in games that lack the tag `PlyCount`.
///
/// # Example
///
/// ```
/// use morph::arena::pgn::GameReader;
/// let text = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e4 *\n";
/// let games: Vec<_> = GameReader::new(text.as_bytes()).collect();
/// assert_eq!(games[0].as_ref().map(|game| game.plies.len()).ok(), Some(4));
/// assert!(games[1].as_ref().is_err_and(|error| error.to_string().starts_with("game 2, line 5: ")));
/// ```
pub struct GameReader<R: Read> {
    reader: Reader<LineCounter<R>>,
    /// Line breaks handed to `reader`, its unread buffer included.
    line_breaks: Arc<AtomicUsize>,
    games: usize,
    failed: bool,
}

impl<R: Read> GameReader<R> {
    /// Reads from `source`, which need not be buffered.
    pub fn new(source: R) -> GameReader<R> {
        let line_breaks = Arc::new(AtomicUsize::new(0));
        let source = LineCounter { source, line_breaks: Arc::clone(&line_breaks) };
        // Every character may take four bytes, or two if it is escaped.
        let longest_tag = 4 * LONGEST_VALUE + 100;
        let reader = Reader::build(source).set_supported_tag_line_length(longest_tag).finish();
        GameReader { reader, line_breaks, games: 0, failed: false }
    }

    fn next_game(&mut self) -> io::Result<Option<Result<GameRecord, PgnError>>> {
        if !self.reader.has_more()? {
            return Ok(None);
        }
        self.games += 1;
        let ahead = self.reader.buffer().iter().filter(|byte| **byte == b'\n').count();
        let line = self.line_breaks.load(Ordering::Relaxed) - ahead + 1;
        let game = match self.reader.read_game(&mut Recorder { in_long_comment: false }) {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                // What is left of the game must not be taken for a game of its own.
                self.reader.skip_game()?;
                Err(PgnFault::Syntax(error.to_string()))
            }
            Err(error) => return Err(error),
        };
        Ok(Some(game.map_err(|fault| PgnError::Game { game: self.games, line, fault })))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        self.next_game().unwrap_or_else(|error| {
            self.failed = true;
            Some(Err(PgnError::Read(error)))
        })
    }
}

/// Counts the line breaks that go through it.
struct LineCounter<R> {
    source: R,
    line_breaks: Arc<AtomicUsize>,
}

impl<R: Read> Read for LineCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        let line_breaks = buffer[..length].iter().filter(|byte| **byte == b'\n').count();
        self.line_breaks.fetch_add(line_breaks, Ordering::Relaxed);
        Ok(length)
    }
}

#[derive(Default)]
struct Header {
    tags: Vec<(Vec<u8>, String)>,
}

impl Header {
    fn get(&self, name: &'static str) -> Option<&str> {
        let tag = self.tags.iter().find(|(other, _)| other == name.as_bytes());
        tag.map(|(_, value)| value.as_str())
    }

    fn parsed<T: FromStr<Err: ToString>>(&self, name: &'static str) -> Result<Option<T>, PgnFault> {
        let parse = |value: &str| value.parse().map_err(|e: T::Err| fault(name, value, e));
        self.get(name).map(parse).transpose()
    }

    fn start(&self) -> Result<Start, PgnFault> {
        let Some(text) = self.get("FEN") else { return Ok(Start::Initial) };
        let position = position_from_fen(text).map_err(|what| fault("FEN", text, what))?;
        Ok(Start::Position(Box::new(position)))
    }
}

fn fault(name: &'static str, value: &str, what: impl ToString) -> PgnFault {
    PgnFault::Tag { name, value: value.to_owned(), what: what.to_string() }
}

struct Recorder {
    /// The comment began with a part that was too long for one call.
    in_long_comment: bool,
}

struct Moves {
    header: Header,
    game: Game,
    plies: Vec<PlyRecord>,
    outcome: Option<Outcome>,
}

impl Visitor for Recorder {
    type Tags = Header;
    type Movetext = Moves;
    type Output = Result<GameRecord, PgnFault>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Header> {
        ControlFlow::Continue(Header::default())
    }

    fn tag(
        &mut self,
        header: &mut Header,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        header.tags.push((name.to_owned(), unescape(value.as_bytes())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, header: Header) -> ControlFlow<Self::Output, Moves> {
        match header.start() {
            Ok(start) => ControlFlow::Continue(Moves {
                header,
                game: Game::new(start),
                plies: Vec::new(),
                outcome: None,
            }),
            Err(fault) => ControlFlow::Break(Err(fault)),
        }
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        let played =
            san.san.to_move(moves.game.position()).ok().filter(|m| moves.game.play(*m).is_ok());
        let Some(m) = played else {
            return ControlFlow::Break(Err(PgnFault::Move {
                ply: moves.plies.len() + 1,
                san: san.to_string(),
                fen: fen(moves.game.position()),
            }));
        };
        moves.plies.push(PlyRecord { m, value: None, explored: false });
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, _: &mut Moves, _: RawComment<'_>) -> ControlFlow<Self::Output> {
        self.in_long_comment = true;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, moves: &mut Moves, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let whole = !std::mem::take(&mut self.in_long_comment);
        let own =
            std::str::from_utf8(comment.as_bytes()).ok().filter(|_| whole).and_then(own_comment);
        if let (Some((value, explored)), Some(ply)) = (own, moves.plies.last_mut()) {
            ply.value = ply.value.or(value);
            ply.explored |= explored;
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> ControlFlow<Self::Output> {
        moves.outcome = Some(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) -> Self::Output {
        moves.into_record()
    }
}

impl Moves {
    fn into_record(self) -> Result<GameRecord, PgnFault> {
        let Moves { header, game, plies, outcome } = self;
        let outcome = outcome.ok_or(PgnFault::NoResult { plies: plies.len() })?;
        if let Some(count) = header.parsed::<usize>("PlyCount")?.filter(|n| *n != plies.len()) {
            let what = format!("{} plies are given", plies.len());
            return Err(fault("PlyCount", &count.to_string(), what));
        }
        let opening_plies = header.parsed::<usize>(OPENING_PLIES)?.unwrap_or(0);
        if opening_plies > plies.len() {
            let what = format!("the game has {} plies", plies.len());
            return Err(fault(OPENING_PLIES, &opening_plies.to_string(), what));
        }
        let result = outcome.known();
        let name = |tag| header.get(tag).unwrap_or("?").to_owned();
        Ok(GameRecord {
            white: name("White"),
            black: name("Black"),
            start: game.start().clone(),
            ending: ending(&header, &game, result)?,
            plies,
            opening_plies,
            result,
            events: Vec::new(),
        })
    }
}

/// How the game ended: by the rules if the result is theirs, otherwise as the program's own tags say.
fn ending(header: &Header, game: &Game, result: Option<KnownOutcome>) -> Result<GameEnd, PgnFault> {
    let by_rule = game.ending().map(GameEnd::Rule);
    match (by_rule, result) {
        (Some(ending), Some(_)) if game.outcome() == result => return Ok(ending),
        (Some(ending @ GameEnd::Rule(Ending::Checkmate | Ending::Stalemate)), Some(result)) => {
            return Err(PgnFault::Contradiction { result, ending: ending.name() });
        }
        _ => {}
    }
    Ok(match (header.get(ENDING), header.get(ABANDONMENT), result) {
        (Some(name), _, Some(KnownOutcome::Draw)) if name == GameEnd::PlyCap.name() => {
            GameEnd::PlyCap
        }
        (_, Some(text), None) => abandonment(text)?,
        _ => GameEnd::Unstated,
    })
}

fn abandonment(text: &str) -> Result<GameEnd, PgnFault> {
    let parts = text.split_once(": ");
    let abandoned = parts.and_then(|(by, why)| Some((by.parse::<Color>().ok()?, why)));
    let (by, why) = abandoned.ok_or_else(|| {
        fault(ABANDONMENT, text, "should read `white: reason` or `black: reason`")
    })?;
    Ok(GameEnd::Abandoned { by, why: why.to_owned(), recovered: true })
}

/// Value and exploration, if the comment is one of the program's own.
fn own_comment(text: &str) -> Option<(Option<Value>, bool)> {
    let number = |word: &str| {
        let value = word.parse::<f64>().ok().filter(|value| (0.0..=1.0).contains(value));
        value.map(Value::new)
    };
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [EXPLORED] => Some((None, true)),
        [word] => Some((Some(number(word)?), false)),
        [word, EXPLORED] => Some((Some(number(word)?), true)),
        _ => None,
    }
}

/// Takes the backslash from `\"` and `\\`.
fn unescape(value: &[u8]) -> String {
    let mut plain = String::new();
    let text = String::from_utf8_lossy(value);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = characters.next_if(|next| c == '\\' && matches!(next, '"' | '\\'));
        plain.push(escaped.unwrap_or(c));
    }
    plain
}
