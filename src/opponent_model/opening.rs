//! Textual chunks: the player's first moves, as words (Walczak 1990, sections 3.1.3 and 4.1.2).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Color, Position};

use super::score::{GameResult, GameScore};

/// So many of the player's first moves are kept.
pub const OPENING_TURNS: u32 = 5;

/// A move of the opening, told apart by colour and, for Black, by the white move it answers (the "response code").
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OpeningMove {
    /// Whether he had White.
    pub with_white: bool,
    /// The move, such as `Nf3`.
    pub san: String,
    /// As Black: the white move just before.
    pub answered: Option<String>,
}

/// How often, when and with what result a move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningRecord {
    /// Times it was played.
    pub count: u32,
    /// Sum of the turns at which it was played, from 1.
    pub turns: u32,
    /// In games won.
    pub won: u32,
    /// In games drawn.
    pub drawn: u32,
    /// In games lost.
    pub lost: u32,
}

impl OpeningRecord {
    /// Mean turn at which it was played.
    #[must_use]
    pub fn mean_turn(&self) -> f64 {
        f64::from(self.turns) / f64::from(self.count.max(1))
    }
}

/// The player's verbal memory of openings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningMemory {
    moves: Vec<(OpeningMove, OpeningRecord)>,
}

impl OpeningMemory {
    /// Adds the player's first moves of a game.
    pub fn add(&mut self, score: &GameScore, colour: Color, result: GameResult) {
        let mut before: Option<String> = None;
        for (position, m) in score.plies().take(2 * OPENING_TURNS as usize) {
            let turn = position.fullmoves().get();
            let his = position.turn() == colour;
            let san = SanPlus::from_move(position, m).to_string();
            if his {
                let answered = before.filter(|_| colour.is_black());
                let opening =
                    OpeningMove { with_white: colour.is_white(), san: san.clone(), answered };
                let record = self.record(opening);
                record.count += 1;
                record.turns += turn;
                match result {
                    GameResult::Won => record.won += 1,
                    GameResult::Drawn => record.drawn += 1,
                    GameResult::Lost => record.lost += 1,
                }
            }
            before = Some(san);
        }
    }

    fn record(&mut self, opening: OpeningMove) -> &mut OpeningRecord {
        let place = match self.moves.binary_search_by(|(other, _)| other.cmp(&opening)) {
            Ok(place) => place,
            Err(place) => {
                self.moves.insert(place, (opening, OpeningRecord::default()));
                place
            }
        };
        &mut self.moves[place].1
    }

    /// Moves with their records, in a fixed order.
    pub fn moves(&self) -> impl Iterator<Item = &(OpeningMove, OpeningRecord)> {
        self.moves.iter()
    }

    /// Number of textual chunks with the response code.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing was learned yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Number of textual chunks when the white move that was answered does not count.
    #[must_use]
    pub fn without_response_code(&self) -> usize {
        let moves = self.moves.iter().map(|(m, _)| (m.with_white, m.san.as_str()));
        moves.collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Records of one colour by move, answers to different moves put together.
    #[must_use]
    pub fn by_san(&self, colour: Color) -> BTreeMap<&str, OpeningRecord> {
        let mut found: BTreeMap<&str, OpeningRecord> = BTreeMap::new();
        for (m, record) in self.moves.iter().filter(|(m, _)| m.with_white == colour.is_white()) {
            let sum = found.entry(&m.san).or_default();
            sum.count += record.count;
            sum.turns += record.turns;
            sum.won += record.won;
            sum.drawn += record.drawn;
            sum.lost += record.lost;
        }
        found
    }
}
