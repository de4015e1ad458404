use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Position, san::SanPlus};

use super::AnnotatedGame;
use crate::arena::pgn::PgnGame;
use crate::chess::{fen, line_san, san, uci};
use crate::explanation::annotation::PlyNote;
use crate::library::Departure;

/// A game with what is to be said of its moves.
#[derive(Clone, Debug, Serialize)]
pub struct GameDocument {
    /// The tags of the game, such as `White`.
    pub tags: BTreeMap<String, String>,
    /// Where it began, as FEN.
    pub start: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The half-moves.
    pub moves: Vec<MoveDocument>,
    /// The half-moves that gave away most, from 0; at most three.
    pub key_moments: Vec<usize>,
    /// Where it leaves the games of a library; `None`: it does not, or no library was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departure: Option<DepartureDocument>,
}

/// Where a game leaves those of a library.
#[derive(Clone, Debug, Serialize)]
pub struct DepartureDocument {
    /// The first half-move whose position is in no other game, from 0.
    pub ply: usize,
    /// What other games went on with, the most frequent first.
    pub known: Vec<KnownMove>,
}

/// A move of other games.
#[derive(Clone, Debug, Serialize)]
pub struct KnownMove {
    /// In standard algebraic notation.
    pub san: String,
    /// How many went on with it.
    pub games: usize,
    /// The mean result of those that played it, in `[0, 1]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

impl DepartureDocument {
    fn new(departure: &Departure) -> DepartureDocument {
        let known = departure.moves.iter().map(|played| KnownMove {
            san: san(&departure.position, played.m).to_string(),
            games: played.statistics.positions,
            score: played.statistics.score().map(|score| score.mean),
        });
        DepartureDocument { ply: departure.ply, known: known.collect() }
    }
}

/// A half-move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveDocument {
    /// In standard algebraic notation.
    pub san: String,
    /// Number and side, such as `24.` or `24...`.
    pub number: String,
    /// In UCI notation.
    pub uci: String,
    /// The position after it, as FEN.
    pub fen: String,
    /// As White sees it, in pawns or moves to mate: `+0.35`, `#3`, `#-3`.
    pub score: String,
    /// The same for the best move in its place.
    pub best_score: String,
    /// White's expected result, in `[-1, 1]`.
    pub winning_chance: f64,
    /// `inaccuracy`, `mistake` or `blunder`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The mark as it is written behind the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<&'static str>,
    /// What it costs; empty: nothing is said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The better move and what follows it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// The better move in UCI notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better_uci: Option<String>,
}

/// Moments of a game that are shown first.
const KEY_MOMENTS: usize = 3;

impl GameDocument {
    /// A game with what is to be said of it.
    #[must_use]
    pub fn new(game: &PgnGame, annotated: &AnnotatedGame) -> GameDocument {
        let AnnotatedGame { notes, annotations, departure } = annotated;
        let mut position = game.start.position();
        let mut moves = Vec::with_capacity(notes.plies.len());
        for ((m, note), annotation) in game.moves().into_iter().zip(&notes.plies).zip(annotations) {
            let PlyNote { mark, better, .. } = note;
            let side = position.turn();
            let better_san = line_san(&position, better);
            let dots = side.fold_wb(".", "...");
            let number = format!("{}{dots}", position.fullmoves());
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
            let score = note.for_white(side);
            moves.push(MoveDocument {
                san,
                number,
                uci: uci(m),
                fen: fen(&position),
                score: score.to_string(),
                best_score: side.fold_wb(note.best, note.best.reversed()).to_string(),
                winning_chance: (score.winning_chance() * 1000.0).round() / 1000.0,
                mark: mark.map(|mark| mark.to_string()),
                symbol: mark.map(|mark| mark.symbol()),
                comment: annotation.comment.clone(),
                better_uci: better.first().map(|m| uci(*m)),
                better: better_san,
            });
        }
        GameDocument {
            tags: game.tags.iter().map(|(n, v)| (n.into_owned(), v.to_owned())).collect(),
            start: fen(&game.start.position()),
            result: game.outcome.map_or("*", |outcome| outcome.as_str()).to_owned(),
            moves,
            key_moments: notes.key_moments(KEY_MOMENTS),
            departure: departure.as_ref().map(DepartureDocument::new),
        }
    }
}
