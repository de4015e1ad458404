//! What a library keeps of a game, a puzzle or a single position.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position};

use crate::arena::pgn::PgnGame;
use crate::chess::{Start, fen, position_from_fen, uci};

/// A game of a library; also a puzzle or a single position, which are games of one position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct LibraryGame {
    /// The id of a puzzle or of an EPD position; empty for games.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Player of White; may be empty, as all names.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub white: String,
    /// Player of Black.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub black: String,
    /// Elo of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_elo: Option<u16>,
    /// Elo of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_elo: Option<u16>,
    /// Date as in PGN, such as `1931.??.??`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// Tournament or match.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// Code of the opening, such as `B90`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub eco: String,
    /// Name of the opening.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub opening: String,
    /// White's points doubled: 2, 1 or 0; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_half_points: Option<u8>,
    /// Where it begins in FEN; empty for the initial position.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub start: String,
    /// The moves in UCI notation.
    pub moves: String,
    /// The only position of interest, by half-moves from the start; `None`: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<u16>,
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct GamePosition {
    /// Half-moves played before it.
    pub ply: u16,
    /// The position.
    pub position: Chess,
    /// The move played in it; `None` at the end.
    pub next: Option<Move>,
}

impl LibraryGame {
    /// What is kept of a game in PGN.
    #[must_use]
    pub fn from_pgn(game: &PgnGame) -> LibraryGame {
        let tag = |name| match game.tags.get(name).unwrap_or_default() {
            "?" | "-" => String::new(),
            value => value.to_owned(),
        };
        let elo = |name| game.tags.get(name).and_then(|text| text.parse().ok());
        let moves = game.plies.iter().map(|ply| uci(ply.m));
        LibraryGame {
            white: tag("White"),
            black: tag("Black"),
            white_elo: elo("WhiteElo"),
            black_elo: elo("BlackElo"),
            date: game.tags.date().unwrap_or_default().to_owned(),
            event: tag("Event"),
            eco: tag("ECO"),
            opening: tag("Opening"),
            white_half_points: game.outcome.and_then(|outcome| outcome.known()).map(|known| {
                match known.winner() {
                    Some(Color::White) => 2,
                    None => 1,
                    Some(Color::Black) => 0,
                }
            }),
            start: match &game.start {
                Start::Initial => String::new(),
                Start::Position(position) => fen(position),
            },
            moves: moves.collect::<Vec<_>>().join(" "),
            ..LibraryGame::default()
        }
    }

    /// Its positions of interest, in order, each with the move played in it. Ends early at an illegal move.
    pub fn positions(&self) -> impl Iterator<Item = GamePosition> {
        let only = self.only;
        self.continuation(0).filter(move |position| only.is_none_or(|only| only == position.ply))
    }

    /// Its positions after some half-moves and all that follow.
    pub fn continuation(&self, ply: u16) -> impl Iterator<Item = GamePosition> {
        let start = if self.start.is_empty() {
            Some(Chess::default())
        } else {
            position_from_fen(&self.start).ok()
        };
        let mut moves = self.moves.split_whitespace();
        let mut next_position = start;
        let all = (0..u16::MAX).map_while(move |ply| {
            let position = next_position.take()?;
            let uci = moves.next().and_then(|text| text.parse::<UciMove>().ok());
            let next = uci.and_then(|uci| uci.to_move(&position).ok());
            next_position = next.map(|m| {
                let mut after = position.clone();
                after.play_unchecked(m);
                after
            });
            Some(GamePosition { ply, position, next })
        });
        all.skip(usize::from(ply))
    }

    /// The position after some half-moves.
    #[must_use]
    pub fn position(&self, ply: u16) -> Option<GamePosition> {
        self.continuation(ply).next()
    }

    /// Equal for the same game from another file: it depends on players, date, start and moves.
    #[must_use]
    pub fn key(&self) -> u64 {
        let mut hash = Sha256::new();
        for text in [&self.id, &self.white, &self.black, &self.date, &self.start, &self.moves] {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
        hash.finalize().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// The result for the side to move, in half-points.
    #[must_use]
    pub fn half_points(&self, side: Color) -> Option<u8> {
        let white = self.white_half_points?;
        Some(side.fold_wb(white, 2 - white.min(2)))
    }

    /// The mean of the known ratings.
    #[must_use]
    pub fn mean_elo(&self) -> Option<u16> {
        match (self.white_elo, self.black_elo) {
            (Some(a), Some(b)) => Some(a.midpoint(b)),
            (one, other) => one.or(other),
        }
    }

    /// The year of the date.
    #[must_use]
    pub fn year(&self) -> Option<u16> {
        self.date.get(..4)?.parse().ok()
    }
}
