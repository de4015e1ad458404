//! What the style rules and the report count (Walczak 1990, sections 3.1.3 and 3.3).

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Move, Position, Role};

use super::chunk::gather::GameChunks;
use super::score::{GameResult, GameScore};

/// Sums over the games studied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// Games studied.
    pub games: u32,
    /// Of these, games with White.
    pub with_white: u32,
    /// Games won, drawn and lost, with White and with Black.
    pub results: [[u32; 3]; 2],
    /// The player's turns in all games.
    pub turns: u32,
    /// His pawn moves among his first ten.
    pub pawn_moves: u32,
    /// Moves across the middle of the board among his first ten.
    pub attacking_10: u32,
    /// The same among his first twenty.
    pub attacking_20: u32,
    /// His pawns that stand face to face with an enemy pawn, summed over his turns.
    pub chains: u32,
    /// Pawn structures of five pawns or more, summed over his turns.
    pub large_structures: u32,
    /// Games in which he castled on the king's side, and on the queen's side.
    pub castled: [u32; 2],
    /// Sum of the turns at which he castled.
    pub castling_turns: u32,
}

impl Counters {
    /// Adds a game of the player with `colour`, whose chunks have been gathered.
    pub fn add(
        &mut self,
        score: &GameScore,
        colour: Color,
        result: GameResult,
        chunks: &GameChunks,
    ) {
        self.games += 1;
        self.with_white += u32::from(colour.is_white());
        self.results[usize::from(colour.is_black())][result as usize] += 1;
        let his = score.plies().filter(|(position, _)| position.turn() == colour);
        for (position, m) in his {
            let turn = position.fullmoves().get();
            self.turns += 1;
            if turn <= 10 && m.role() == Role::Pawn {
                self.pawn_moves += 1;
            }
            if turn <= 20 && crosses_middle(m, colour) {
                self.attacking_20 += 1;
                self.attacking_10 += u32::from(turn <= 10);
            }
            if let Move::Castle { king, rook } = m {
                self.castled[usize::from(rook < king)] += 1;
                self.castling_turns += turn;
            }
        }
        self.chains += chunks.chains;
        self.large_structures += chunks.large_structures;
    }

    /// A sum as a mean over the games; 0 without games.
    #[must_use]
    pub fn per_game(&self, sum: u32) -> f64 {
        f64::from(sum) / f64::from(self.games.max(1))
    }

    /// A sum as a mean over his turns; 0 without games.
    #[must_use]
    pub fn per_turn(&self, sum: u32) -> f64 {
        f64::from(sum) / f64::from(self.turns.max(1))
    }
}

/// Whether a piece moves from the player's half of the board into the other one.
fn crosses_middle(m: Move, colour: Color) -> bool {
    let is_far = |square: shakmaty::Square| (square.rank() as u32 > 3) == colour.is_white();
    !m.is_castle() && is_far(m.to()) && m.from().is_some_and(|from| !is_far(from))
}
