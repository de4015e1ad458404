use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Move, Position};

use super::scan::{MAX_TAG, Scanner, tag_fault, word_fault};
use super::text::{GameText, TextRecorder};
use super::{EXPLORED, INSTEAD_OF, PgnError, PgnFault};
use crate::arena::{GameRecord, PlyRecord};
use crate::chess::{Start, fen, position_from_fen};
use crate::file_format::text_of;
use crate::file_format::{FileError, ReadProgress, open_with_progress};
use crate::units::Value;

/// What one game of a stream may take.
#[derive(Clone, Copy)]
struct Limits {
    /// Half-moves of the main line.
    plies: usize,
    /// Names and values of the tags together.
    tag_bytes: usize,
    /// Comments and side variations, where they are kept.
    text_bytes: u64,
    /// The whole text, read or skipped.
    bytes: u64,
}

/// Half-moves of the longest game possible under the 75-move rule.
pub const MAX_PLIES: usize = 17_697;

/// The largest annotated games in circulation take a few megabytes.
const LIMITS: Limits =
    Limits { plies: MAX_PLIES, tag_bytes: 1 << 18, text_bytes: 1 << 24, bytes: 1 << 28 };

/// One game of a PGN stream: its tags and its legal moves.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// All tags.
    pub tags: Tags,
    /// The position of the tag `FEN`, or the initial position.
    pub start: Start,
    /// The moves of the main line, with the program's own comments.
    pub plies: Vec<PlyRecord>,
    /// The result after the moves; `None` if the text ends without one.
    pub outcome: Option<Outcome>,
    /// Comments, marks and side variations, if the reader [keeps](PgnReader::keeping_text) them.
    pub text: GameText,
}

impl PgnGame {
    /// The moves of the main line.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.m).collect()
    }

    /// There are no moves, and no position to show in place of them.
    #[must_use]
    pub fn has_no_moves(&self) -> bool {
        self.plies.is_empty() && self.start == Start::Initial
    }

    /// The game, if there is something in it: moves, a position, or text that was kept.
    ///
    /// # Errors
    ///
    /// [`PgnFault::NoMoves`].
    pub fn with_content(self) -> Result<PgnGame, PgnFault> {
        let is_empty = self.has_no_moves() && self.text.after(0).is_empty();
        if is_empty { Err(PgnFault::NoMoves) } else { Ok(self) }
    }
}

/// The tags of a game in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<(Vec<u8>, String)>);

impl Tags {
    /// All tags in the order of the text.
    pub fn iter(&self) -> impl Iterator<Item = (std::borrow::Cow<'_, str>, &str)> {
        self.0.iter().map(|(name, value)| (text_of(name), value.as_str()))
    }

    /// The value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let tag = self.0.iter().find(|(other, _)| other.as_slice() == name.as_bytes());
        tag.map(|(_, value)| value.as_str())
    }

    /// The value of the last tag with one of these names.
    #[must_use]
    pub fn get_last(&self, names: &[&str]) -> Option<&str> {
        let is_one = |name: &[u8]| names.iter().any(|other| other.as_bytes() == name);
        let tag = self.0.iter().rfind(|(name, _)| is_one(name));
        tag.map(|(_, value)| value.as_str())
    }

    /// The date of the game: the tag `Date` or, as some servers have it, `UTCDate`.
    #[must_use]
    pub fn date(&self) -> Option<&str> {
        self.get_last(&["Date", "UTCDate"])
    }

    pub(super) fn parsed<T: FromStr<Err: ToString>>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, PgnFault> {
        let parse = |value: &str| value.parse().map_err(|e: T::Err| PgnFault::tag(name, value, e));
        self.get(name).map(parse).transpose()
    }

    /// Where the game starts, if it is a game of chess.
    fn start(&self) -> Result<Start, PgnFault> {
        const CHESS: [&str; 3] = ["standard", "chess", "from position"];
        if let Some(variant) = self.get("Variant")
            && !CHESS.iter().any(|name| variant.eq_ignore_ascii_case(name))
        {
            return Err(PgnFault::tag("Variant", variant, "expected Standard"));
        }
        let Some(text) = self.get("FEN") else { return Ok(Start::Initial) };
        let position = position_from_fen(text).map_err(|what| PgnFault::tag("FEN", text, what))?;
        Ok(Start::Position(Box::new(position)))
    }
}

/// Reads PGN of any length, one game at a time.
///
/// A broken game is an error that says where it begins, and the next call reads the next game. After
/// [`PgnError::Read`] there are no more games. Side variations and comments other than the program's own are skipped, unless
/// the reader [keeps](PgnReader::keeping_text) them. A game with a word that is no move, number, result or mark is broken;
/// in side variations only if they are kept.
///
/// A game of more than 17,697 half-moves (the longest that the 75-move rule allows) or 256 KiB of tags is broken; no more
/// of it is held, and time is linear in its length. Reading fails where a game has more than 256 MiB, so that a small
/// compressed file cannot keep the program busy for hours.
///
/// # Example
///
/// ```
/// use morph::arena::pgn::PgnReader;
/// let text = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"B\"]\n\n1. d4 *\n";
/// let mut reader = PgnReader::new(text.as_bytes());
/// let only_a = &mut |tags: &morph::arena::pgn::Tags| tags.get("White") == Some("A");
/// let game = reader.next_game(only_a, |game| Ok(game.plies.len()));
/// assert!(matches!(game, Some(Ok(Some(4)))));
/// let skipped = reader.next_game(only_a, |game| Ok(game.plies.len()));
/// assert!(matches!(skipped, Some(Ok(None))));
/// ```
pub struct PgnReader<R: Read> {
    reader: Reader<MeteredSource<R>>,
    meter: Arc<Meter>,
    limits: Limits,
    keeps_text: bool,
    /// The file, for messages.
    path: Option<PathBuf>,
    progress: Option<ReadProgress>,
    games: usize,
    /// The line on which the last game begins.
    line: usize,
    failed: bool,
}

impl PgnReader<Box<dyn Read>> {
    /// Opens a file; `.gz` and `.zst` are decompressed. Errors name the file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(path: &Path) -> Result<PgnReader<Box<dyn Read>>, FileError> {
        let (source, progress) = open_with_progress(path)?;
        let (path, progress) = (Some(path.to_owned()), Some(progress));
        Ok(PgnReader { path, progress, ..PgnReader::new(source) })
    }
}

impl<R: Read> PgnReader<R> {
    /// How far the file is read; `None` for another source.
    #[must_use]
    pub fn progress(&self) -> Option<ReadProgress> {
        self.progress.clone()
    }

    /// Reads from `source`, which need not be buffered.
    pub fn new(source: R) -> PgnReader<R> {
        PgnReader::with_limits(source, LIMITS)
    }

    fn with_limits(source: R, limits: Limits) -> PgnReader<R> {
        let meter = Arc::new(Meter {
            line_breaks: AtomicUsize::new(0),
            bytes_left: AtomicU64::new(limits.bytes),
        });
        let source = MeteredSource {
            source,
            meter: Arc::clone(&meter),
            scanner: Scanner::new(),
            input: vec![0; 1 << 14],
            scanned: Vec::new(),
            taken: 0,
            is_over: false,
        };
        let reader = Reader::build(source).set_supported_tag_line_length(MAX_TAG).finish();
        let keeps_text = false;
        PgnReader {
            reader,
            meter,
            limits,
            keeps_text,
            path: None,
            progress: None,
            games: 0,
            line: 1,
            failed: false,
        }
    }

    /// Keeps comments, marks and side variations, at most 16 MiB a game; a game that has more is broken.
    #[must_use]
    pub fn keeping_text(self) -> PgnReader<R> {
        PgnReader { keeps_text: true, ..self }
    }

    /// Number of games read or skipped so far.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games
    }

    /// Reads the next game and builds a value from it. Its moves are skipped, and the result is `Some(Ok(None))`, unless
    /// `wanted` accepts its tags.
    pub fn next_game<T>(
        &mut self,
        wanted: &mut dyn FnMut(&Tags) -> bool,
        build: impl FnOnce(PgnGame) -> Result<T, PgnFault>,
    ) -> Option<Result<Option<T>, PgnError>> {
        if self.failed {
            return None;
        }
        let game = match self.read(wanted) {
            Ok(game) => game?,
            Err(mut source) => {
                self.failed = true;
                if source.kind() == io::ErrorKind::FileTooLarge {
                    let (game, line, max) = (self.games, self.line, self.limits.bytes);
                    let what = format!("game {game}, line {line}: more than {max} bytes");
                    source = io::Error::other(what);
                }
                return Some(Err(PgnError::Read { path: self.path.clone(), source }));
            }
        };
        let built = game.and_then(|game| game.map(build).transpose());
        Some(built.map_err(|fault| {
            let (path, game, line) = (self.path.clone(), self.games, self.line);
            PgnError::Game { path, game, line, fault: Box::new(fault) }
        }))
    }

    fn read(&mut self, wanted: &mut dyn FnMut(&Tags) -> bool) -> io::Result<Option<ReadGame>> {
        if !self.reader.has_more()? {
            return Ok(None);
        }
        self.games += 1;
        let ahead = self.reader.buffer().iter().filter(|byte| **byte == b'\n').count();
        self.line = self.meter.line_breaks.load(Ordering::Relaxed) - ahead + 1;
        self.meter.bytes_left.store(self.limits.bytes, Ordering::Relaxed);
        let mut recorder = Recorder {
            wanted,
            limits: self.limits,
            keeps_text: self.keeps_text,
            tag_bytes: 0,
            in_long_comment: false,
        };
        match self.reader.read_game(&mut recorder) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                // The rest of the game must not be taken for another game.
                self.reader.skip_game()?;
                Ok(Some(Err(PgnFault::Syntax(error.to_string()))))
            }
            game => game,
        }
    }
}

/// A game, `None` if it is not wanted, or what is wrong with it.
type ReadGame = Result<Option<PgnGame>, PgnFault>;

/// Reads all games of a PGN stream as [`GameRecord`]s; see [`PgnReader`].
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
pub struct GameReader<R: Read>(PgnReader<R>);

impl GameReader<Box<dyn Read>> {
    /// Opens a file; see [`PgnReader::open`].
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(path: &Path) -> Result<GameReader<Box<dyn Read>>, FileError> {
        PgnReader::open(path).map(GameReader)
    }
}

impl<R: Read> GameReader<R> {
    /// Reads from `source`, which need not be buffered.
    pub fn new(source: R) -> GameReader<R> {
        GameReader(PgnReader::new(source))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_game(&mut |_| true, PgnGame::into_record)?.transpose()
    }
}

/// What a [`MeteredSource`] has read and may still read; the reader's unread buffer counts as read.
struct Meter {
    line_breaks: AtomicUsize,
    bytes_left: AtomicU64,
}

/// A source that is scanned for words that cannot be read, counts its line breaks and fails after the bytes that its meter
/// allows.
struct MeteredSource<R> {
    source: R,
    meter: Arc<Meter>,
    scanner: Scanner,
    input: Vec<u8>,
    /// Scanned, not all of it taken by the reader.
    scanned: Vec<u8>,
    taken: usize,
    is_over: bool,
}

impl<R: Read> MeteredSource<R> {
    /// Scans the next part of the source.
    fn scan(&mut self) -> io::Result<()> {
        let left = self.meter.bytes_left.load(Ordering::Relaxed);
        if left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let length = self.source.read(&mut self.input)?;
        self.meter.bytes_left.store(left.saturating_sub(length as u64), Ordering::Relaxed);
        self.scanned.clear();
        self.taken = 0;
        self.is_over = length == 0;
        if self.is_over {
            self.scanner.finish(&mut self.scanned);
        } else {
            self.scanner.push(&self.input[..length], &mut self.scanned);
        }
        Ok(())
    }
}

impl<R: Read> Read for MeteredSource<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.scanned.len() && !self.is_over {
            self.scan()?;
        }
        let length = (&self.scanned[self.taken..]).read(buffer)?;
        self.taken += length;
        let line_breaks = buffer[..length].iter().filter(|byte| **byte == b'\n').count();
        self.meter.line_breaks.fetch_add(line_breaks, Ordering::Relaxed);
        Ok(length)
    }
}

struct Recorder<'a> {
    wanted: &'a mut dyn FnMut(&Tags) -> bool,
    limits: Limits,
    keeps_text: bool,
    tag_bytes: usize,
    /// The comment began with a part that was too long for one call.
    in_long_comment: bool,
}

struct Moves {
    game: PgnGame,
    position: Chess,
    /// The position before the last move of the main line.
    before: Chess,
    text: Option<TextRecorder>,
}

impl Moves {
    /// Records text, if it is kept and not too long.
    fn record(
        &mut self,
        limits: Limits,
        record: impl FnOnce(&mut TextRecorder, &Chess),
    ) -> ControlFlow<ReadGame> {
        if let Some(text) = &mut self.text {
            record(text, &self.position);
            if text.bytes() > limits.text_bytes {
                let max = limits.text_bytes;
                return ControlFlow::Break(Err(PgnFault::TooLong {
                    max,
                    unit: "bytes of comments",
                }));
            }
        }
        ControlFlow::Continue(())
    }
}

impl Visitor for Recorder<'_> {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = Result<Option<PgnGame>, PgnFault>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        self.tag_bytes += name.len() + value.as_bytes().len();
        if self.tag_bytes > self.limits.tag_bytes {
            let max = self.limits.tag_bytes as u64;
            return ControlFlow::Break(Err(PgnFault::TooLong { max, unit: "bytes of tags" }));
        }
        let value = unescape(value.as_bytes());
        if let Some((fault, line, text)) = tag_fault(name, &value) {
            return ControlFlow::Break(Err(PgnFault::tag_line(fault.what(), line, &text)));
        }
        tags.0.push((name.to_owned(), value));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Moves> {
        if !(self.wanted)(&tags) {
            return ControlFlow::Break(Ok(None));
        }
        match tags.start() {
            Ok(start) => {
                let position = start.position();
                let text = GameText::default();
                let game = PgnGame { tags, start, plies: Vec::new(), outcome: None, text };
                let text = self.keeps_text.then(TextRecorder::new);
                let before = position.clone();
                ControlFlow::Continue(Moves { game, position, before, text })
            }
            Err(fault) => ControlFlow::Break(Err(fault)),
        }
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        if moves.text.as_ref().is_some_and(TextRecorder::is_in_variation) {
            return moves.record(self.limits, |text, _| text.side_move(&san));
        }
        let plies = &mut moves.game.plies;
        if plies.len() >= self.limits.plies {
            let max = self.limits.plies as u64;
            return ControlFlow::Break(Err(PgnFault::TooLong { max, unit: "half-moves" }));
        }
        let Ok(m) = san.san.to_move(&moves.position) else {
            return ControlFlow::Break(Err(PgnFault::Move {
                ply: plies.len() + 1,
                san: san.to_string(),
                fen: fen(&moves.position),
            }));
        };
        moves.before.clone_from(&moves.position);
        moves.position.play_unchecked(m);
        plies.push(PlyRecord::plain(m));
        moves.record(self.limits, |text, _| text.main_move())
    }

    fn nag(&mut self, moves: &mut Moves, nag: Nag) -> ControlFlow<Self::Output> {
        moves.record(self.limits, |text, _| text.nag(nag))
    }

    fn begin_variation(&mut self, moves: &mut Moves) -> ControlFlow<Self::Output, Skip> {
        let is_skipped = moves.text.is_none();
        moves.record(self.limits, TextRecorder::begin_variation)?;
        ControlFlow::Continue(Skip(is_skipped))
    }

    fn end_variation(&mut self, moves: &mut Moves) -> ControlFlow<Self::Output> {
        moves.record(self.limits, |text, _| text.end_variation())
    }

    fn partial_comment(
        &mut self,
        moves: &mut Moves,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        self.in_long_comment = true;
        moves.record(self.limits, |text, _| text.partial_comment(comment))
    }

    fn comment(&mut self, moves: &mut Moves, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let is_main = !moves.text.as_ref().is_some_and(TextRecorder::is_in_variation);
        if let Some((line, word)) = word_fault(comment.as_bytes()) {
            let PgnGame { tags, plies, .. } = &moves.game;
            let has_tags = tags.iter().next().is_some();
            let fault = PgnFault::word(has_tags, plies.len(), is_main, line, &word);
            return ControlFlow::Break(Err(fault));
        }
        moves.record(self.limits, |text, _| text.comment(comment))?;
        let whole = !std::mem::take(&mut self.in_long_comment);
        let text = std::str::from_utf8(comment.as_bytes()).ok().filter(|_| whole);
        let own = text.and_then(OwnComment::parse);
        if let (true, Some(own), Some(ply)) = (is_main, own, moves.game.plies.last_mut()) {
            ply.value = ply.value.or(own.value);
            ply.explored |= own.explored;
            let best = own.best.and_then(|san| san.san.to_move(&moves.before).ok());
            ply.best = ply.best.or(best);
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> ControlFlow<Self::Output> {
        if !moves.text.as_ref().is_some_and(TextRecorder::is_in_variation) {
            moves.game.outcome = Some(outcome);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) -> Self::Output {
        let text = moves.text.map(TextRecorder::finish).unwrap_or_default();
        Ok(Some(PgnGame { text, ..moves.game }))
    }
}

/// A comment of the program's own.
#[derive(Default)]
struct OwnComment {
    value: Option<Value>,
    explored: bool,
    best: Option<SanPlus>,
}

impl OwnComment {
    fn parse(text: &str) -> Option<OwnComment> {
        let mut own = OwnComment::default();
        let mut words = text.split_whitespace().peekable();
        let number = |word: &str| word.parse().ok().filter(|value| (0.0..=1.0).contains(value));
        if let Some(value) = words.peek().and_then(|word| number(word)) {
            own.value = Some(Value::new(value));
            words.next();
        }
        own.explored = words.next_if_eq(&EXPLORED).is_some();
        if own.explored && words.next_if_eq(&INSTEAD_OF[0]).is_some() {
            words.next_if_eq(&INSTEAD_OF[1])?;
            own.best = Some(words.next()?.parse().ok()?);
        }
        let is_own = words.next().is_none() && (own.value.is_some() || own.explored);
        is_own.then_some(own)
    }
}

/// Takes the backslash from `\"` and `\\`.
fn unescape(value: &[u8]) -> String {
    let mut plain = String::new();
    let text = text_of(value);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = characters.next_if(|next| c == '\\' && matches!(next, '"' | '\\'));
        plain.push(escaped.unwrap_or(c));
    }
    plain
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const SMALL: Limits = Limits { plies: 4, tag_bytes: 20, text_bytes: 1_000, bytes: 200_000 };

    /// For each game its number of plies, or what is wrong.
    fn read(text: &str) -> Vec<Result<usize, String>> {
        let mut reader = PgnReader::with_limits(text.as_bytes(), SMALL);
        let mut games = Vec::new();
        while let Some(game) = reader.next_game(&mut |_| true, |game| Ok(game.plies.len())) {
            games.push(match game {
                Ok(plies) => Ok(plies.unwrap()),
                Err(PgnError::Read { source, .. }) => Err(source.to_string()),
                Err(error) => Err(error.to_string()),
            });
        }
        games
    }

    const NEXT: &str = "\n\n[White \"B\"]\n\n1. d4 *\n";

    #[test]
    fn text_that_is_not_utf_8_is_latin_1() {
        let mut reader = PgnReader::new(&b"[White \"M\xfcller\"]\n\n1. e4 *\n"[..]);
        let game = reader.next_game(&mut |_| true, PgnGame::with_content).unwrap().unwrap();
        assert_eq!(game.unwrap().tags.get("White"), Some("M\u{fc}ller"));
    }

    #[test]
    fn a_game_beyond_a_limit_is_named_and_the_next_one_read() {
        let error = |what| Err(format!("{what}, the most that one game may have"));
        let moves = format!("1. e4 *\n\n{} *{NEXT}", "Nf3 Nf6 Ng1 Ng8\n".repeat(10_000));
        assert_eq!(read(&moves), [Ok(1), error("game 2, line 3: more than 4 half-moves"), Ok(1)]);
        let tags = format!("{}\n1. e4 *{NEXT}", "[A \"1234567890\"]\n".repeat(1000));
        assert_eq!(read(&tags), [error("game 1, line 1: more than 20 bytes of tags"), Ok(1)]);
    }

    const FILLERS: [&str; 9] =
        ["{x", "( ", " ", ";", "x", "$1 ", "((((\n", "1... ", "Nf3 Nf6 Ng1 Ng8 "];

    #[test]
    fn what_is_not_part_of_the_game_is_passed_over() {
        for filler in FILLERS[..8].iter().filter(|filler| **filler != "x") {
            let end = if *filler == "{x" { "}" } else { "" };
            let text = format!("1. e4 {}{end} *{NEXT}", filler.repeat(100_000 / filler.len()));
            assert_eq!(read(&text), [Ok(1), Ok(1)], "{filler}");
        }
    }

    #[test]
    fn a_word_of_any_length_that_is_no_move_breaks_its_game() {
        for word in ["x".repeat(100_000), "N".repeat(100_000), "é".repeat(50_000)] {
            let shown: String = word.chars().take(40).collect();
            let fault = format!("game 1, line 1: ply 2: \"{shown}…\" on line 1 is no move");
            assert_eq!(read(&format!("1. e4 {word} *{NEXT}")), [Err(fault), Ok(1)]);
        }
    }

    #[test]
    fn reading_fails_where_a_game_has_no_end() {
        for filler in FILLERS {
            let start = "1. e4 *\n\n1. Nc3 Nc6 ";
            let text = format!("{start}{}{NEXT}", filler.repeat(400_000 / filler.len()));
            let games = read(&text);
            let error = "game 2, line 3: more than 200000 bytes";
            assert_eq!(games.last(), Some(&Err(error.to_owned())), "{filler}");
        }
    }
}
