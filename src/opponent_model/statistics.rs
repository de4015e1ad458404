//! What the style rules and the report count (Walczak 1990, sections 3.1.3 and 3.3).

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Move, Position, Role, Square};

use super::chunks::in_game::GameChunks;
use super::packed_game::{GameResult, PackedGame, ResultCounts};

/// Sums over the studied games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerStatistics {
    /// Studied games.
    pub games: u32,
    /// How many of these the player had White in.
    pub with_white: u32,
    /// Results with White and with Black.
    pub results: [ResultCounts; 2],
    /// The player's moves in all games.
    pub moves: u32,
    /// Pawn moves among the player's first ten moves.
    pub pawn_moves: u32,
    /// Moves into the opponent's half of the board among the player's first ten moves.
    pub advances_10: u32,
    /// The same among the first twenty moves.
    pub advances_20: u32,
    /// The player's pawns that are blocked by an enemy pawn, summed over the player's moves.
    pub blocked_pawns: u32,
    /// Pawn structures of five or more pawns, summed over the player's moves.
    pub large_structures: u32,
    /// Games in which the player castled kingside and queenside.
    pub castled: [u32; 2],
    /// Sum of the move numbers at which the player castled.
    pub castling_moves: u32,
}

impl PlayerStatistics {
    /// Adds a game of the player with `color` and its chunks.
    pub fn add(
        &mut self,
        game: &PackedGame,
        color: Color,
        result: GameResult,
        chunks: &GameChunks,
    ) {
        self.games += 1;
        self.with_white += u32::from(color.is_white());
        self.results[usize::from(color.is_black())].add(result);
        for (position, m) in game.plies().filter(|(position, _)| position.turn() == color) {
            let move_number = position.fullmoves().get();
            self.moves += 1;
            if move_number <= 10 && m.role() == Role::Pawn {
                self.pawn_moves += 1;
            }
            if move_number <= 20 && crosses_the_middle(m, color) {
                self.advances_20 += 1;
                self.advances_10 += u32::from(move_number <= 10);
            }
            if let Move::Castle { king, rook } = m {
                self.castled[usize::from(rook < king)] += 1;
                self.castling_moves += move_number;
            }
        }
        self.blocked_pawns = self.blocked_pawns.saturating_add(chunks.blocked_pawns);
        self.large_structures = self.large_structures.saturating_add(chunks.large_structures);
    }

    /// Whether a player with this number of games and plies can have these sums; to be checked after reading a file.
    pub(super) fn is_possible(&self, games: u64, plies: u64) -> bool {
        let studied = u64::from(self.games);
        let sum = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum::<u64>();
        let results = self.results.iter();
        let results: u64 = results.map(|r| sum(&[r.won, r.drawn, r.lost])).sum();
        studied <= games
            && self.with_white <= self.games
            && results <= studied
            && u64::from(self.moves) <= plies
            && u64::from(self.pawn_moves) <= 10 * studied
            && u64::from(self.advances_20) <= 20 * studied
            && self.advances_10 <= self.advances_20
            && u64::from(self.blocked_pawns) <= 8 * u64::from(self.moves)
            && u64::from(self.large_structures) <= 4 * u64::from(self.moves)
            && sum(&self.castled) <= studied
            && u64::from(self.castling_moves) <= plies
    }

    /// A sum as a mean over the games; 0 without games.
    #[must_use]
    pub fn per_game(&self, sum: u32) -> f64 {
        f64::from(sum) / f64::from(self.games.max(1))
    }

    /// A sum as a mean over the player's moves; 0 without games.
    #[must_use]
    pub fn per_move(&self, sum: u32) -> f64 {
        f64::from(sum) / f64::from(self.moves.max(1))
    }
}

/// Whether a piece moves from the player's half of the board into the opponent's.
fn crosses_the_middle(m: Move, color: Color) -> bool {
    let is_in_enemy_half = |square: Square| (square.rank() as u32 > 3) == color.is_white();
    let starts_at_home = m.from().is_some_and(|from| !is_in_enemy_half(from));
    !m.is_castle() && starts_at_home && is_in_enemy_half(m.to())
}
