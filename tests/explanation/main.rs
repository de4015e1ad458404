//! The explainer: tree, detectors, cases, and what it says.
#![allow(clippy::unwrap_used)]

mod cases;
mod coach;
mod command;
mod definitions;
mod endings;
mod forced;
mod games;
mod learned;
mod leaves;
mod measures;
mod papers;
mod schema;
mod strategies;
mod symmetry;
mod text;
mod verdict;

use shakmaty::{CastlingMode, Chess, Move, Position, fen::Fen};

/// A position from its text.
pub fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Standard).unwrap()
}

/// Positions of random games, the same ones every time.
pub fn random_positions(count: usize) -> Vec<Chess> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Chess::default();
        for _ in 0..120 {
            let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
            if moves.is_empty() || position.is_insufficient_material() {
                break;
            }
            // Captures half of the time, so that endings are reached.
            let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
            let choice = if !captures.is_empty() && next(2) == 0 { &captures } else { &moves };
            position.play_unchecked(choice[next(choice.len())]);
            if next(6) == 0 && positions.len() < count && !position.legal_moves().is_empty() {
                positions.push(position.clone());
            }
        }
    }
    positions
}
