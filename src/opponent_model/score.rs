//! A game as its score sheet has it: who, when, the result and the moves.

use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Move, Position, Role, Square};

use crate::arena::pgn::{PgnFault, PgnGame};
use crate::chess::{Start, fen};

/// The score of a game from the usual starting position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameScore {
    /// Tag `Event`.
    pub event: String,
    /// Tag `Date`.
    pub date: String,
    /// Tag `Round`.
    pub round: String,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// White's points doubled: 2, 1 or 0; `None` where the game has no result.
    pub white_half_points: Option<u8>,
    /// The moves from the start.
    pub moves: Vec<PackedMove>,
}

impl GameScore {
    /// The score of a game that was read.
    ///
    /// # Errors
    ///
    /// The game does not start from the initial position, or has no moves.
    pub fn from_pgn(game: PgnGame) -> Result<GameScore, PgnFault> {
        let PgnGame { tags, start, plies, outcome } = game;
        if let Start::Position(position) = start {
            let what = "expected a game from the initial position";
            return Err(PgnFault::tag("FEN", &fen(&position), what));
        }
        if plies.is_empty() {
            return Err(PgnFault::NoMoves);
        }
        let text = |name| tags.get(name).unwrap_or("?").to_owned();
        Ok(GameScore {
            event: text("Event"),
            date: tags.get_last(&["Date", "UTCDate"]).unwrap_or("?").to_owned(),
            round: text("Round"),
            white: text("White"),
            black: text("Black"),
            white_half_points: outcome.and_then(|outcome| outcome.known()).map(half_points),
            moves: plies.iter().map(|ply| PackedMove::new(ply.m)).collect(),
        })
    }

    /// What the game brought the player of `colour`; `None` without a result.
    #[must_use]
    pub fn result_for(&self, colour: Color) -> Option<GameResult> {
        let points = match (self.white_half_points?, colour) {
            (points, Color::White) => points,
            (points, Color::Black) => 2 - points.min(2),
        };
        Some(match points {
            0 => GameResult::Lost,
            1 => GameResult::Drawn,
            _ => GameResult::Won,
        })
    }

    /// The result as PGN writes it.
    #[must_use]
    pub fn result_text(&self) -> &'static str {
        match self.white_half_points {
            Some(2..) => "1-0",
            Some(1) => "1/2-1/2",
            Some(0) => "0-1",
            None => "*",
        }
    }

    /// Every position with the move played in it.
    ///
    /// Ends early at a move that is not legal; [`GameScore::from_pgn`] makes none.
    pub fn plies(&self) -> impl Iterator<Item = (Chess, Move)> {
        let mut position = Chess::default();
        self.moves.iter().map_while(move |packed| {
            let m = packed.unpack(&position)?;
            let before = position.clone();
            position.play_unchecked(m);
            Some((before, m))
        })
    }

    /// How a person would name it: `Botvinnik, Mikhail – Keres, Paul, 1948.??.?? round 2`.
    #[must_use]
    pub fn title(&self) -> String {
        let mut title = format!("{} – {}", self.white, self.black);
        for (word, value) in [(", ", &self.date), (" round ", &self.round)] {
            if !matches!(value.as_str(), "" | "?" | "-") {
                title.push_str(word);
                title.push_str(value);
            }
        }
        title
    }
}

/// What a game brought a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// A whole point.
    Won,
    /// Half a point.
    Drawn,
    /// Nothing.
    Lost,
}

/// White's points doubled.
pub(super) fn half_points(outcome: KnownOutcome) -> u8 {
    match outcome {
        KnownOutcome::Draw => 1,
        KnownOutcome::Decisive { winner } => winner.fold_wb(2, 0),
    }
}

/// A move in 16 bits: squares from and to, and what a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackedMove(u16);

impl PackedMove {
    /// Packs a legal move; castling is the king's move of two squares.
    #[must_use]
    pub fn new(m: Move) -> PackedMove {
        let (from, to, promotion) = match m.to_uci(CastlingMode::Standard) {
            UciMove::Normal { from, to, promotion } => (from, to, promotion),
            // No move of standard chess is written in another way.
            UciMove::Put { to, .. } => (to, to, None),
            UciMove::Null => (Square::A1, Square::A1, None),
        };
        let promotion = promotion.map_or(0, |role| role as u16);
        PackedMove(from.to_u32() as u16 | (to.to_u32() as u16) << 6 | promotion << 12)
    }

    /// The move in `position`; `None` where it is not legal.
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

    /// The same move with the board turned upside down.
    #[must_use]
    pub fn flipped(self) -> PackedMove {
        PackedMove(self.0 ^ 0b111_000_111_000)
    }

    /// Where the piece goes, and what it becomes.
    #[must_use]
    pub fn target(self) -> u16 {
        self.0 >> 6
    }

    /// Seen from the mover's side, as if he had White.
    #[must_use]
    pub fn seen_by(self, colour: Color) -> PackedMove {
        if colour.is_black() { self.flipped() } else { self }
    }
}
