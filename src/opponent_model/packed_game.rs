//! A game in little space: players, date, result and moves.

use std::iter;

use serde::{Deserialize, Serialize, Serializer};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Move, Position, Role, Square};

use crate::arena::pgn::{PgnFault, PgnGame, PgnSettings, format_game};
use crate::arena::{GameEnd, GameRecord, Interval, PlyRecord, Tally};
use crate::chess::{Start, fen};
use crate::terminal_text::{MAX_NAME, printable};

/// A game from the initial position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedGame {
    /// Tag `Event`.
    pub event: String,
    /// Tag `Date`.
    pub date: String,
    /// Tag `Round`.
    pub round: String,
    /// Name of the player of White.
    pub white: String,
    /// Name of the player of Black.
    pub black: String,
    /// White's points doubled: 2, 1 or 0; `None` for a game without a result.
    pub white_half_points: Option<u8>,
    /// The moves.
    pub moves: Vec<PackedMove>,
}

impl PackedGame {
    /// Packs a game read from PGN.
    ///
    /// # Errors
    ///
    /// The game does not start from the initial position, or has no moves.
    pub fn from_pgn(game: PgnGame) -> Result<PackedGame, PgnFault> {
        let PgnGame { tags, start, plies, outcome, text: _ } = game;
        if let Start::Position(position) = start {
            let expected = "expected a game from the initial position";
            return Err(PgnFault::tag("FEN", &fen(&position), expected));
        }
        if plies.is_empty() {
            return Err(PgnFault::NoMoves);
        }
        let tag = |name| tags.get(name).unwrap_or("?").to_owned();
        Ok(PackedGame {
            event: tag("Event"),
            date: tags.date().unwrap_or("?").to_owned(),
            round: tag("Round"),
            white: tag("White"),
            black: tag("Black"),
            white_half_points: outcome.and_then(|outcome| outcome.known()).map(half_points),
            moves: plies.iter().map(|ply| PackedMove::new(ply.m)).collect(),
        })
    }

    /// The result for the player of `color`; `None` for a game without a result.
    #[must_use]
    pub fn result_for(&self, color: Color) -> Option<GameResult> {
        let half_points = match (self.white_half_points?, color) {
            (half_points, Color::White) => half_points,
            (half_points, Color::Black) => 2 - half_points.min(2),
        };
        Some(match half_points {
            0 => GameResult::Lost,
            1 => GameResult::Drawn,
            _ => GameResult::Won,
        })
    }

    /// Every position with the move played in it.
    ///
    /// Ends early at an illegal move; [`PackedGame::from_pgn`] makes none.
    pub fn plies(&self) -> impl Iterator<Item = (Chess, Move)> {
        let mut position = Chess::default();
        self.moves.iter().map_while(move |packed| {
            let m = packed.unpack(&position)?;
            let before = position.clone();
            position.play_unchecked(m);
            Some((before, m))
        })
    }

    /// The positions in which a side is or was to move, that after the last move included.
    pub fn positions_of(&self, color: Color) -> impl Iterator<Item = Chess> {
        let after = |(mut position, m): (Chess, Move)| {
            position.play_unchecked(m);
            position
        };
        let all = iter::once(Chess::default()).chain(self.plies().map(after));
        all.filter(move |position| position.turn() == color)
    }

    /// Players, date and round, fit to be printed: `Botvinnik, Mikhail – Keres, Paul, 1948.??.?? round 2`.
    #[must_use]
    pub fn title(&self) -> String {
        let shown = |text| printable(text, MAX_NAME);
        let mut title = format!("{} – {}", shown(&self.white), shown(&self.black));
        for (word, value) in [(", ", &self.date), (" round ", &self.round)] {
            if !matches!(value.as_str(), "" | "?" | "-") {
                title.push_str(word);
                title.push_str(&shown(value));
            }
        }
        title
    }

    /// The game as PGN, with players, event and date.
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let result = self.white_half_points.map(|half_points| match half_points {
            0 => KnownOutcome::Decisive { winner: Color::Black },
            1 => KnownOutcome::Draw,
            _ => KnownOutcome::Decisive { winner: Color::White },
        });
        let plies = self.plies().map(|(_, m)| PlyRecord::plain(m));
        let record = GameRecord {
            white: self.white.clone(),
            black: self.black.clone(),
            start: Start::Initial,
            plies: plies.collect(),
            opening_plies: 0,
            ending: GameEnd::Unstated,
            result,
            events: Vec::new(),
        };
        let (event, date) = (self.event.clone(), Some(self.date.clone()));
        format_game(&record, None, &PgnSettings { event, date, ..PgnSettings::default() })
    }

    /// Number of moves, a move by each side counted once.
    #[must_use]
    pub fn full_moves(&self) -> usize {
        self.moves.len().div_ceil(2)
    }
}

/// The result of a game for one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A full point.
    Won,
    /// Half a point.
    Drawn,
    /// No points.
    Lost,
}

/// Games won, drawn and lost by the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultCounts {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl ResultCounts {
    /// Counts one more game.
    pub fn add(&mut self, result: GameResult) {
        match result {
            GameResult::Won => self.won += 1,
            GameResult::Drawn => self.drawn += 1,
            GameResult::Lost => self.lost += 1,
        }
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }

    /// The player's share of the points, in `[0, 1]`; ½ without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games())
    }

    /// The same with its 95 % interval, every game taken as independent; `None` without games.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        let [wins, draws, losses] = [self.won, self.drawn, self.lost].map(u64::from);
        Tally { wins, draws, losses }.interval()
    }
}

impl std::iter::Sum for ResultCounts {
    fn sum<I: Iterator<Item = ResultCounts>>(counts: I) -> ResultCounts {
        counts.fold(ResultCounts::default(), |sum, counts| ResultCounts {
            won: sum.won + counts.won,
            drawn: sum.drawn + counts.drawn,
            lost: sum.lost + counts.lost,
        })
    }
}

impl FromIterator<GameResult> for ResultCounts {
    fn from_iter<I: IntoIterator<Item = GameResult>>(results: I) -> ResultCounts {
        let mut counts = ResultCounts::default();
        results.into_iter().for_each(|result| counts.add(result));
        counts
    }
}

/// Results as JSON has them: counts, and the share of the points with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ScoredResults {
    /// Won, drawn and lost.
    #[serde(flatten)]
    pub counts: ResultCounts,
    /// The player's share of the points; `None` without games.
    pub score: Option<Interval>,
}

impl From<ResultCounts> for ScoredResults {
    fn from(counts: ResultCounts) -> ScoredResults {
        ScoredResults { counts, score: counts.interval() }
    }
}

pub(super) fn with_score<S: Serializer>(results: &ResultCounts, to: S) -> Result<S::Ok, S::Error> {
    ScoredResults::from(*results).serialize(to)
}

/// White's points doubled.
fn half_points(outcome: KnownOutcome) -> u8 {
    match outcome {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } => winner.fold_wb(2, 0),
    }
}

/// A move in 16 bits: origin (6 bits), destination (6) and promotion (4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackedMove(u16);

impl PackedMove {
    /// Packs a legal move; castling is the king's move of two squares.
    #[must_use]
    pub fn new(m: Move) -> PackedMove {
        let (from, to, promotion) = match m.to_uci(CastlingMode::Standard) {
            UciMove::Normal { from, to, promotion } => (from, to, promotion),
            // Moves of standard chess are always `Normal`.
            UciMove::Put { to, .. } => (to, to, None),
            UciMove::Null => (Square::A1, Square::A1, None),
        };
        let promotion = promotion.map_or(0, |role| role as u16);
        PackedMove(from.to_u32() as u16 | (to.to_u32() as u16) << 6 | promotion << 12)
    }

    /// The move in `position`; `None` if it is illegal there.
    #[must_use]
    pub fn unpack(self, position: &Chess) -> Option<Move> {
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        let promotion = match self.0 >> 12 {
            0 => None,
            code => Some(Role::try_from(code).ok()?),
        };
        let uci = UciMove::Normal { from: square(self.0), to: square(self.0 >> 6), promotion };
        uci.to_move(position).ok()
    }

    /// The sixteen bits.
    pub(super) fn bits(self) -> u16 {
        self.0
    }

    /// The move on the vertically mirrored board.
    #[must_use]
    pub fn flipped(self) -> PackedMove {
        PackedMove(self.0 ^ 0b111_000_111_000)
    }

    /// Destination and promotion.
    #[must_use]
    pub fn destination(self) -> u16 {
        self.0 >> 6
    }

    /// The move as seen from the side of `color`, as if it had White.
    #[must_use]
    pub fn oriented(self, color: Color) -> PackedMove {
        if color.is_black() { self.flipped() } else { self }
    }
}
