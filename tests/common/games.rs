//! Positions of seeded random games.

use morph::rng;
use rand::RngExt;
use shakmaty::{Chess, Move, Position};

/// A game of random moves: positions from the initial one on, and the moves between them.
pub fn random_game(seed: u64, plies: usize) -> (Vec<Chess>, Vec<Move>) {
    let mut rng = rng::seeded(seed, "random game", 0);
    let (mut positions, mut moves) = (vec![Chess::default()], Vec::new());
    for ply in 0..plies {
        let legal = positions[ply].legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[rng.random_range(0..legal.len())];
        let mut next = positions[ply].clone();
        next.play_unchecked(m);
        positions.push(next);
        moves.push(m);
    }
    (positions, moves)
}
