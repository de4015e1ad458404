//! The built-in opponents: no learning, no openings, of known and modest strength.

mod search;

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use rand::seq::IndexedRandom;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, Position, Role};

use super::{Choice, Player, PlayerError};
use crate::chess::{Game, MaterialVector};
use crate::units::Value;

/// Depth of a [`SparringLevel::Search`] in plies, 1 to 6, not counting the captures that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchDepth(u8);

impl SearchDepth {
    /// The greatest depth that answers within seconds.
    pub const MAX: SearchDepth = SearchDepth(6);

    /// `plies` as a depth, `None` outside 1 to 6.
    #[must_use]
    pub fn new(plies: u8) -> Option<SearchDepth> {
        (1..=SearchDepth::MAX.0).contains(&plies).then_some(SearchDepth(plies))
    }

    /// The number of plies.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }
}

/// How strong a sparring partner is; as text `random`, `greedy`, `search-1` to `search-6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SparringLevel {
    /// Any legal move, all equally likely.
    Random,
    /// Mates where it can, otherwise takes what is worth most on the scale 1 3 3 5 9 (a promotion gains the difference
    /// to a pawn) without a look at the answer; equally good moves are equally likely.
    Greedy,
    /// Alpha-beta search to a fixed depth with material and a small term for mobility and the centre, captures
    /// followed to their end; equally good moves are equally likely.
    Search(SearchDepth),
}

impl fmt::Display for SparringLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SparringLevel::Random => f.write_str("random"),
            SparringLevel::Greedy => f.write_str("greedy"),
            SparringLevel::Search(depth) => write!(f, "search-{}", depth.get()),
        }
    }
}

impl FromStr for SparringLevel {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<SparringLevel, UnknownLevel> {
        let unknown = || UnknownLevel(text.to_owned());
        match text {
            "random" => Ok(SparringLevel::Random),
            "greedy" => Ok(SparringLevel::Greedy),
            _ => {
                let plies = text.strip_prefix("search-").ok_or_else(unknown)?;
                let plies = plies.parse().ok().and_then(SearchDepth::new);
                plies.map(SparringLevel::Search).ok_or_else(unknown)
            }
        }
    }
}

impl TryFrom<String> for SparringLevel {
    type Error = UnknownLevel;

    fn try_from(text: String) -> Result<SparringLevel, UnknownLevel> {
        text.parse()
    }
}

impl From<SparringLevel> for String {
    fn from(level: SparringLevel) -> String {
        level.to_string()
    }
}

/// A text that is no [`SparringLevel`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no sparring partner is called `{0}`: there are random, greedy and search-1 to search-6")]
pub struct UnknownLevel(pub String);

/// A built-in opponent.
///
/// # Example
///
/// ```
/// use morph::chess::Game;
/// use morph::player::{Player, Sparring, SparringLevel};
/// let mut partner = Sparring::new(SparringLevel::Greedy);
/// let choice = partner.choose(&Game::default(), &mut morph::rng::rng(1, "example", 0))?;
/// assert_eq!(partner.name(), "greedy");
/// assert!(!choice.explored);
/// # Ok::<(), morph::player::PlayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sparring {
    level: SparringLevel,
}

impl Sparring {
    /// A partner of this strength.
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
            what: "asked for a move in a position that has none".to_owned(),
            recovered: true,
        })?;
        Ok(Choice { m, value, explored: false })
    }
}

/// The mating moves if there are any, otherwise those with the greatest [`gain`].
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
    let best = moves.iter().map(|m| gain(*m)).max();
    moves.iter().copied().filter(|m| Some(gain(*m)) == best).collect()
}

/// Material a move wins at once, in pawns.
fn gain(m: Move) -> i32 {
    let captured = m.capture().map_or(0, pawns);
    captured + m.promotion().map_or(0, |role| pawns(role) - pawns(Role::Pawn))
}

/// Value of one piece on the traditional scale, in pawns; 0 for the king.
fn pawns(role: Role) -> i32 {
    MaterialVector(MaterialVector::ROLES.map(|other| i8::from(other == role))).traditional()
}

/// The expected result that goes with a score in centipawns: four pawns ahead are odds of ten to one.
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
    fn levels_are_written_as_they_are_read() {
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
    fn random_plays_every_legal_move_sooner_or_later() {
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
    fn greedy_leaves_equal_gains_to_chance() {
        let fen = "7k/8/8/3n1b2/4P3/8/8/7K w - - 0 1";
        assert_eq!(choices("greedy", fen), set(&["e4d5", "e4f5"]));
    }

    #[test]
    fn greedy_counts_a_promotion_as_gain() {
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
    fn a_position_without_moves_is_an_error_not_a_panic() {
        let stalemate = game("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
        for level in ["random", "greedy", "search-2"] {
            let mut player = Sparring::new(level.parse().unwrap());
            assert!(player.choose(&stalemate, &mut rng::seeded(1, "test", 0)).is_err());
        }
    }
}
