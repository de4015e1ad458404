//! The built-in opponents: of known, modest strength, without learning or openings.

mod level;
mod search;

use rand::Rng;
use rand::seq::IndexedRandom;
use shakmaty::{Chess, Move, Position};

use super::{Choice, Player, PlayerError};
use crate::chess::{Game, material_gain};
use crate::units::Value;
pub use level::{SearchDepth, SparringLevel, UnknownLevel};

/// A built-in opponent.
///
/// # Example
///
/// ```
/// use morph::chess::Game;
/// use morph::player::{Player, Sparring, SparringLevel};
/// let mut partner = Sparring::new(SparringLevel::Greedy);
/// let choice = partner.choose(&Game::default(), &mut morph::rng::seeded(1, "example", 0))?;
/// assert_eq!(partner.name(), "greedy");
/// assert!(!choice.explored);
/// # Ok::<(), morph::player::PlayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sparring {
    level: SparringLevel,
}

impl Sparring {
    /// A sparring partner of this strength.
    #[must_use]
    pub fn new(level: SparringLevel) -> Sparring {
        Sparring { level }
    }
}

impl Player for Sparring {
    fn name(&self) -> String {
        self.level.to_string()
    }

    fn choose(&mut self, game: &Game, rng: &mut dyn Rng) -> Result<Choice, PlayerError> {
        let position = game.position();
        let (candidates, value) = match self.level {
            SparringLevel::Random => (position.legal_moves().to_vec(), None),
            SparringLevel::Greedy => (greediest(position), None),
            SparringLevel::Search(depth) => {
                let best = search::best_moves(game, depth);
                (best.moves, Some(expectation(best.score)))
            }
        };
        let m = *candidates.choose(rng).ok_or_else(|| PlayerError {
            player: self.name(),
            what: "the position has no legal move".to_owned(),
            recovered: true,
        })?;
        Ok(Choice { m, value, explored: false, best: None })
    }
}

/// The mating moves if there are any, otherwise the moves with the greatest [`material_gain`].
fn greediest(position: &Chess) -> Vec<Move> {
    let moves = position.legal_moves();
    let mates: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|m| {
            let mut successor = position.clone();
            successor.play_unchecked(*m);
            successor.is_checkmate()
        })
        .collect();
    if !mates.is_empty() {
        return mates;
    }
    let best = moves.iter().map(|m| material_gain(*m)).max();
    moves.iter().copied().filter(|m| Some(material_gain(*m)) == best).collect()
}

/// The expected result of a score in centipawns: four pawns correspond to odds of ten to one.
fn expectation(score: i32) -> Value {
    Value::from_log_odds(f64::from(score) / 400.0 * std::f64::consts::LN_10)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::collections::BTreeSet;

    use shakmaty::uci::UciMove;

    use super::*;
    use crate::chess::{Start, position_from_fen};
    use crate::rng;

    fn game(fen: &str) -> Game {
        Game::new(Start::Position(Box::new(position_from_fen(fen).unwrap())))
    }

    /// All moves that 200 different seeds choose, in UCI notation.
    fn choices(level: &str, fen: &str) -> BTreeSet<String> {
        let mut player = Sparring::new(level.parse().unwrap());
        let game = game(fen);
        (0..200)
            .map(|seed| {
                let choice = player.choose(&game, &mut rng::seeded(seed, "test", 0)).unwrap();
                UciMove::from_standard(choice.m).to_string()
            })
            .collect()
    }

    fn set(moves: &[&str]) -> BTreeSet<String> {
        moves.iter().map(|m| (*m).to_owned()).collect()
    }

    #[test]
    fn levels_round_trip_through_text() {
        for text in ["random", "greedy", "search-1", "search-2", "search-6"] {
            let level: SparringLevel = text.parse().unwrap();
            assert_eq!(level.to_string(), text);
            assert_eq!(serde_json::to_string(&level).unwrap(), format!("\"{text}\""));
        }
        for text in ["", "Random", "search", "search-0", "search-7", "search--1", "search-2x"] {
            assert_eq!(text.parse::<SparringLevel>(), Err(UnknownLevel(text.to_owned())));
        }
    }

    #[test]
    fn random_plays_every_legal_move() {
        let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(choices("random", fen), set(&["a1a2", "a1b1", "a1b2"]));
    }

    #[test]
    fn greedy_takes_the_most_valuable_piece_even_if_it_is_defended() {
        // Rook a1 can take a defended queen or an undefended knight.
        let fen = "q6k/1b6/8/8/7K/8/8/R5n1 w - - 0 1";
        assert_eq!(choices("greedy", fen), set(&["a1a8"]));
    }

    #[test]
    fn greedy_chooses_among_equal_gains_at_random() {
        let fen = "7k/8/8/3n1b2/4P3/8/8/7K w - - 0 1";
        assert_eq!(choices("greedy", fen), set(&["e4d5", "e4f5"]));
    }

    #[test]
    fn greedy_counts_a_promotion_as_a_gain() {
        // Promoting to a queen gains 8, taking the rook gains 5.
        let fen = "8/P6k/8/8/8/8/6r1/7K w - - 0 1";
        assert_eq!(choices("greedy", fen), set(&["a7a8q"]));
    }

    #[test]
    fn greedy_prefers_mate_to_a_queen() {
        let fen = "6k1/5ppp/8/8/8/8/q4PPP/QR4K1 w - - 0 1";
        assert_eq!(choices("greedy", fen), set(&["b1b8"]));
    }

    #[test]
    fn a_position_without_legal_moves_is_an_error() {
        let stalemate = game("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
        for level in ["random", "greedy", "search-2"] {
            let mut player = Sparring::new(level.parse().unwrap());
            assert!(player.choose(&stalemate, &mut rng::seeded(1, "test", 0)).is_err());
        }
    }
}
