//! The chunks of one game, coalesced (Walczak 1990, section 3.1.2 and Figure 12).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, Color, Position};

use super::chunk::Chunk;
use super::groups::{pawn_groups, piece_groups};
use crate::chess::Oriented;
use crate::opponent_model::packed_game::PackedGame;

/// Smallest number of pawns in a large structure (Figure 18).
const LARGE_STRUCTURE: usize = 5;

/// When and where a chunk stood on the board in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lifespan {
    /// Number of the player's move after which it was first on the board.
    pub first_move: u16,
    /// Number of the last of the player's moves after which it was on the board.
    pub last_move: u16,
    /// Its squares when it first appeared, on a board turned so that the player is White: bit 0 is a1.
    pub squares: u64,
}

/// The chunks found in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameChunks {
    /// Distinct chunks of pieces.
    pub pieces: BTreeMap<Chunk, Lifespan>,
    /// Distinct pawn structures of both colours.
    pub pawns: BTreeMap<Chunk, Lifespan>,
    /// Chunks of pieces counted after each of the player's moves.
    pub occurrences: u32,
    /// Chunks of pieces counted once for each unbroken stretch of the player's moves.
    pub appearances: u32,
    /// The player's pawns that are blocked by an enemy pawn, summed over the player's moves.
    pub blocked_pawns: u32,
    /// Structures of five or more pawns, summed over the player's moves.
    pub large_structures: u32,
}

impl GameChunks {
    /// Collects the chunks on the board after each of the moves of `color`.
    #[must_use]
    pub fn of(game: &PackedGame, color: Color) -> GameChunks {
        let mut chunks = GameChunks::default();
        let mut unmoved = Board::default().occupied();
        let mut move_number = 0;
        for (mut position, m) in game.plies() {
            let is_players = position.turn() == color;
            unmoved =
                [m.from(), Some(m.to())].into_iter().flatten().fold(unmoved, Bitboard::without);
            position.play_unchecked(m);
            if is_players {
                move_number += 1;
                let oriented = Oriented::of_board(position.board(), color);
                let unmoved = if color.is_black() { unmoved.flip_vertical() } else { unmoved };
                chunks.add(oriented.board(), unmoved, move_number);
            }
        }
        chunks
    }

    fn add(&mut self, board: &Board, unmoved: Bitboard, move_number: u16) {
        let lifespan = |squares: Bitboard| Lifespan {
            first_move: move_number,
            last_move: 0,
            squares: squares.0,
        };
        for squares in piece_groups(board) {
            if is_mostly_unmoved(squares, unmoved) {
                continue;
            }
            let Some(chunk) = Chunk::of(board, squares) else { continue };
            self.occurrences += 1;
            let known = self.pieces.entry(chunk).or_insert(lifespan(squares));
            if known.last_move + 1 < move_number || known.last_move == 0 {
                self.appearances += 1;
            }
            known.last_move = move_number;
        }
        let own = board.pawns() & board.white();
        self.blocked_pawns += (own.shift(8) & board.pawns() & board.black()).count() as u32;
        for squares in pawn_groups(board) {
            self.large_structures += u32::from(squares.count() >= LARGE_STRUCTURE);
            if is_mostly_unmoved(squares, unmoved) {
                continue;
            }
            let Some(chunk) = Chunk::of(board, squares) else { continue };
            self.pawns.entry(chunk).or_insert(lifespan(squares)).last_move = move_number;
        }
    }
}

/// Whether more than half of the pieces are on their initial squares and have not moved (section 3.1.2).
fn is_mostly_unmoved(squares: Bitboard, unmoved: Bitboard) -> bool {
    2 * (squares & unmoved).count() > squares.count()
}
