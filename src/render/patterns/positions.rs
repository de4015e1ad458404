//! Samples of positions on which retrieval is measured.

use std::io::Read;

use rand::RngExt;
use shakmaty::{Chess, Position};

use crate::arena::pgn::{GameReader, PgnError};
use crate::chess::Game;
use crate::rng;

/// Length of a random game, in plies.
const PLIES: std::ops::RangeInclusive<usize> = 2..=80;

/// One position from each of `count` games of random moves. A game that ends early gives its last position with
/// a legal move.
#[must_use]
pub fn random_positions(count: usize, seed: u64) -> Vec<Chess> {
    (0..count as u64)
        .map(|index| {
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
        })
        .collect()
}

/// At most `count` positions from the games of a PGN, evenly spread; without positions in which the game is over.
///
/// # Errors
///
/// The first game that cannot be read.
pub fn pgn_positions(games: GameReader<impl Read>, count: usize) -> Result<Vec<Chess>, PgnError> {
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
        let positions = random_positions(30, 7);
        assert_eq!(positions, random_positions(30, 7));
        assert_ne!(positions, random_positions(30, 8));
        assert!(positions.iter().all(|position| !position.is_game_over()));
    }

    #[test]
    fn positions_of_games_are_spread_evenly() {
        // Four plies, then mate: the last of five positions is over.
        let pgn = b"[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        assert_eq!(pgn_positions(GameReader::new(&pgn[..]), 100).unwrap().len(), 4);
        let two = pgn_positions(GameReader::new(&pgn[..]), 2).unwrap();
        assert_eq!(two[0], Chess::default());
        assert_eq!(two[1].fullmoves().get(), 2);
        assert!(pgn_positions(GameReader::new(&b""[..]), 5).unwrap().is_empty());
        assert!(pgn_positions(GameReader::new(&b"1. e5 *"[..]), 5).is_err());
    }
}
