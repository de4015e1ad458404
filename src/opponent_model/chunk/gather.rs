//! The chunks of one game, coalesced (Walczak 1990, section 3.1.2 and Figure 12).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, Color, Position};

use super::group::{pawn_groups, piece_groups};
use super::shape::Chunk;
use crate::chess::Oriented;
use crate::opponent_model::score::GameScore;

/// A structure of so many pawns is a large one (Figure 18).
const LARGE: usize = 5;

/// A chunk in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The player's turn after which it first stood on the board.
    pub inception: u16,
    /// The last of his turns after which it stood there.
    pub dissolution: u16,
    /// Where it stood at its inception, as the player sees the board: bit 0 is a1.
    pub squares: u64,
}

/// What one game gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameChunks {
    /// Chunks of pieces, each once.
    pub pieces: BTreeMap<Chunk, Span>,
    /// Pawn structures of both colours, each once, with the number of his turns after which it stood there: they
    /// are not coalesced.
    pub pawns: BTreeMap<Chunk, (Span, u16)>,
    /// How often a chunk of pieces was seen, once for each of his turns.
    pub sightings: u32,
    /// How often one came into being: unbroken stretches of turns.
    pub spells: u32,
    /// Pawns of his that stand face to face with an enemy pawn, summed over his turns.
    pub chains: u32,
    /// Structures of five or more pawns, summed over his turns.
    pub large_structures: u32,
}

/// Collects the chunks on the board after each of the moves of `colour`.
#[must_use]
pub fn gather(score: &GameScore, colour: Color) -> GameChunks {
    let mut chunks = GameChunks::default();
    let mut untouched = Board::default().occupied();
    let mut turn = 0;
    for (mut position, m) in score.plies() {
        let is_his = position.turn() == colour;
        untouched =
            [m.from(), Some(m.to())].into_iter().flatten().fold(untouched, Bitboard::without);
        position.play_unchecked(m);
        if is_his {
            turn += 1;
            let turned = Oriented::of_board(position.board(), colour);
            let still = if colour.is_black() { untouched.flip_vertical() } else { untouched };
            chunks.look(turned.board(), still, turn);
        }
    }
    chunks
}

impl GameChunks {
    fn look(&mut self, board: &Board, untouched: Bitboard, turn: u16) {
        let span =
            |squares: Bitboard| Span { inception: turn, dissolution: turn, squares: squares.0 };
        for squares in piece_groups(board) {
            if is_unmoved(squares, untouched) {
                continue;
            }
            let Some(chunk) = Chunk::of(board, squares) else { continue };
            self.sightings += 1;
            let known =
                self.pieces.entry(chunk).or_insert(Span { dissolution: 0, ..span(squares) });
            if known.dissolution + 1 < turn || known.dissolution == 0 {
                self.spells += 1;
            }
            known.dissolution = turn;
        }
        let own = board.pawns() & board.white();
        self.chains += (own.shift(8) & board.pawns() & board.black()).count() as u32;
        for squares in pawn_groups(board) {
            self.large_structures += u32::from(squares.count() >= LARGE);
            if is_unmoved(squares, untouched) {
                continue;
            }
            let Some(chunk) = Chunk::of(board, squares) else { continue };
            let (known, times) =
                self.pawns.entry(chunk).or_insert((Span { dissolution: 0, ..span(squares) }, 0));
            known.dissolution = turn;
            *times += 1;
        }
    }
}

/// More than half of the pieces stand where they stood at the beginning (section 3.1.2).
fn is_unmoved(squares: Bitboard, untouched: Bitboard) -> bool {
    2 * (squares & untouched).count() > squares.count()
}
