//! Samples of positions on which retrieval is measured.

use std::io::Read;
use std::path::Path;

use rand::RngExt;
use shakmaty::{Chess, Position};

use crate::arena::pgn::{GameReader, PgnError};
use crate::chess::Game;
use crate::rng;

/// Positions on which retrieval is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// In none of them the game is over.
    pub positions: Vec<Chess>,
    /// What they are: `positions of games.pgn`.
    pub name: String,
}

/// Length of a random game, in plies.
const PLIES: std::ops::RangeInclusive<usize> = 2..=80;

impl Sample {
    /// One position from each of `count` games of random moves. A game that ends early gives its last position with a legal
    /// move.
    #[must_use]
    pub fn random(count: usize, seed: u64) -> Sample {
        let position = |index| {
            let mut rng = rng::seeded(seed, "sample of positions", index);
            let mut game = Game::default();
            for _ in 0..rng.random_range(PLIES) {
                let moves = game.position().legal_moves();
                let m = moves[rng.random_range(0..moves.len())];
                let mut next = game.clone();
                if next.play(m).is_err() || next.ending().is_some() {
                    break;
                }
                game = next;
            }
            game.position().clone()
        };
        let name = format!("positions of random games (seed {seed})");
        Sample { positions: (0..count as u64).map(position).collect(), name }
    }

    /// At most `count` positions from the games of a PGN file, evenly spread.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or the first game that cannot be read.
    pub fn of_pgn(path: &Path, count: usize) -> Result<Sample, PgnError> {
        let positions = spread(GameReader::open(path)?, count)?;
        Ok(Sample { positions, name: format!("positions of {}", path.display()) })
    }
}

fn spread(games: GameReader<impl Read>, count: usize) -> Result<Vec<Chess>, PgnError> {
    let mut all: Vec<Chess> = Vec::new();
    for game in games {
        all.extend(game?.positions().filter(|position| !position.is_game_over()));
    }
    let chosen = count.min(all.len());
    Ok((0..chosen).map(|index| all[index * all.len() / chosen].clone()).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn random_positions_are_the_same_for_the_same_seed_and_never_over() {
        let positions = Sample::random(30, 7).positions;
        assert_eq!(positions, Sample::random(30, 7).positions);
        assert_ne!(positions, Sample::random(30, 8).positions);
        assert!(positions.iter().all(|position| !position.is_game_over()));
    }

    #[test]
    fn positions_of_games_are_spread_evenly() {
        // Four plies, then mate: the last of five positions is over.
        let pgn = b"[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        assert_eq!(spread(GameReader::new(&pgn[..]), 100).unwrap().len(), 4);
        let two = spread(GameReader::new(&pgn[..]), 2).unwrap();
        assert_eq!(two[0], Chess::default());
        assert_eq!(two[1].fullmoves().get(), 2);
        assert!(spread(GameReader::new(&b""[..]), 5).unwrap().is_empty());
        assert!(spread(GameReader::new(&b"1. e5 *"[..]), 5).is_err());
    }
}
