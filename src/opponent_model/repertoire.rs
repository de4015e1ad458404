//! Textual chunks: the player's first moves in algebraic notation (Walczak 1990, sections 3.1.3 and 4.1.2).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Color, Position};

use super::packed_game::{GameResult, PackedGame, ResultCounts};
use crate::chess::san;

/// Number of the player's first moves that are learned.
pub const OPENING_MOVES: u32 = 5;

/// A move of the opening, distinguished by colour and, for Black, by the white move it answers (the "response code").
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OpeningMove {
    /// Whether the player had White.
    pub with_white: bool,
    /// The move, such as `Nf3`.
    pub san: String,
    /// White's preceding move, if the player had Black.
    pub reply_to: Option<String>,
}

/// How often, when and with what result a move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningStatistics {
    /// Number of times it was played.
    pub count: u32,
    /// Sum of the move numbers at which it was played.
    pub move_numbers: u32,
    /// Results of the games in which it was played.
    pub results: ResultCounts,
}

impl OpeningStatistics {
    /// Mean move number at which it was played.
    #[must_use]
    pub fn mean_move_number(&self) -> f64 {
        f64::from(self.move_numbers) / f64::from(self.count.max(1))
    }
}

impl std::iter::Sum for OpeningStatistics {
    fn sum<I: Iterator<Item = OpeningStatistics>>(all: I) -> OpeningStatistics {
        all.fold(OpeningStatistics::default(), |sum, other| OpeningStatistics {
            count: sum.count + other.count,
            move_numbers: sum.move_numbers + other.move_numbers,
            results: [sum.results, other.results].into_iter().sum(),
        })
    }
}

/// The first moves of the player's games, with statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningRepertoire {
    moves: Vec<(OpeningMove, OpeningStatistics)>,
}

impl OpeningRepertoire {
    /// Adds the player's first moves of a game.
    pub fn add(&mut self, game: &PackedGame, color: Color, result: GameResult) {
        let mut previous: Option<String> = None;
        for (position, m) in game.plies().take(2 * OPENING_MOVES as usize) {
            let san = san(&position, m);
            if position.turn() == color {
                let reply_to = previous.filter(|_| color.is_black());
                let opening =
                    OpeningMove { with_white: color.is_white(), san: san.clone(), reply_to };
                let statistics = self.entry(opening);
                statistics.count += 1;
                statistics.move_numbers += position.fullmoves().get();
                statistics.results.add(result);
            }
            previous = Some(san);
        }
    }

    fn entry(&mut self, opening: OpeningMove) -> &mut OpeningStatistics {
        let index = match self.moves.binary_search_by(|(other, _)| other.cmp(&opening)) {
            Ok(index) => index,
            Err(index) => {
                self.moves.insert(index, (opening, OpeningStatistics::default()));
                index
            }
        };
        &mut self.moves[index].1
    }

    /// The moves with their statistics, in a fixed order.
    pub fn moves(&self) -> impl Iterator<Item = &(OpeningMove, OpeningStatistics)> {
        self.moves.iter()
    }

    /// The entries of one move with one colour: one for each move it answered.
    pub fn entries<'a>(
        &'a self,
        color: Color,
        san: &'a str,
    ) -> impl Iterator<Item = &'a (OpeningMove, OpeningStatistics)> {
        self.moves.iter().filter(move |(m, _)| m.with_white == color.is_white() && m.san == san)
    }

    /// Whether a player with this number of games can have these moves; to be checked after reading a file.
    pub(super) fn is_possible(&self, games: u64) -> bool {
        let is_move = |san: &String| san.parse::<SanPlus>().is_ok();
        let max = u64::from(OPENING_MOVES);
        self.moves.is_sorted_by(|(a, _), (b, _)| a < b)
            && self.moves.iter().all(
                |(opening, OpeningStatistics { count, move_numbers, results })| {
                    let ResultCounts { won, drawn, lost } = *results;
                    let [count, numbers, won, drawn, lost] =
                        [*count, *move_numbers, won, drawn, lost].map(u64::from);
                    is_move(&opening.san)
                        && opening.reply_to.as_ref().is_none_or(is_move)
                        && (1..=max * games).contains(&count)
                        && (count..=max * count).contains(&numbers)
                        && won + drawn + lost <= count
                },
            )
    }

    /// Number of textual chunks with the response code.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing has been learned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Number of textual chunks without the response code.
    #[must_use]
    pub fn len_without_response_code(&self) -> usize {
        let moves = self.moves.iter().map(|(m, _)| (m.with_white, m.san.as_str()));
        moves.collect::<BTreeSet<_>>().len()
    }
}
