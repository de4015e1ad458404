use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color, Piece, Role, Square};

use super::PatternId;
use crate::units::Ply;

/// The operator that created a pattern.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Operator {
    /// The difference in material of a position that was played.
    Material,
    /// The edges a move took away, with their context (explanation-based, Levinson and Snyder 1991).
    EbgBefore,
    /// The edges a move brought, with their context (explanation-based, Levinson and Snyder 1991).
    EbgAfter,
    /// One edge that a move brought or took away.
    Edge,
    /// A piece on the square a move brought it to.
    Place,
    /// A piece or king square with all its attackers and defenders, after a move changed them.
    Guard,
    /// The mobility of a piece, after a move changed it.
    Mobility,
    /// Two edges that a move brought to, or took from, the same node: a fork, a double attack, a double duty.
    Pair,
    /// A more general form of a pattern: an edge less, or a label or edge kind left open.
    Generalise,
    /// A more special form of a pattern that was often wrong: an edge or a component more.
    Specialise,
    /// A legal move of the side to move, played or not.
    Move,
}

/// Where a pattern comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// What created it.
    pub operator: Operator,
    /// The game, numbered from 1.
    pub game: u32,
    /// Half-moves played in that game when the position below was reached.
    pub ply: Ply,
    /// Patterns it was derived from.
    pub parents: Vec<PatternId>,
    /// The position it was first seen in, White to move.
    pub(super) position: PackedBoard,
    /// The squares of its nodes there, by slot; empty for material patterns.
    squares: Vec<u8>,
}

impl Origin {
    /// An origin without parents.
    #[must_use]
    pub fn new(
        operator: Operator,
        game: u32,
        ply: Ply,
        board: &Board,
        squares: impl IntoIterator<Item = Square>,
    ) -> Origin {
        Origin {
            operator,
            game,
            ply,
            parents: Vec::new(),
            position: PackedBoard::new(board),
            squares: squares.into_iter().map(|square| square as u8).collect(),
        }
    }

    /// An origin with what a file says of it, without parents.
    pub(super) fn from_parts(
        (operator, game, ply): (Operator, u32, Ply),
        position: PackedBoard,
        squares: Vec<u8>,
    ) -> Origin {
        Origin { operator, game, ply, parents: Vec::new(), position, squares }
    }

    /// The squares of its nodes as numbers, a1 = 0 to h8 = 63.
    pub(super) fn square_bytes(&self) -> &[u8] {
        &self.squares
    }

    /// The same with parents.
    #[must_use]
    pub fn with_parents(mut self, parents: Vec<PatternId>) -> Origin {
        self.parents = parents;
        self
    }

    /// The position it was first seen in, White to move.
    #[must_use]
    pub fn board(&self) -> Board {
        self.position.board()
    }

    /// The squares of its nodes there, by slot.
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        self.squares.iter().filter_map(|s| Square::try_from(*s).ok()).collect()
    }
}

/// A board in 24 bytes: the occupied squares, and four bits for each piece in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct PackedBoard {
    occupied: u64,
    pieces: [u64; 2],
}

impl PackedBoard {
    fn new(board: &Board) -> PackedBoard {
        let mut packed = PackedBoard { occupied: board.occupied().0, pieces: [0; 2] };
        for (i, (_, piece)) in board.iter().take(32).enumerate() {
            let code = piece.role as u64 | if piece.color.is_black() { 8 } else { 0 };
            packed.pieces[i / 16] |= code << (4 * (i % 16));
        }
        packed
    }

    /// The occupied squares, and four bits for each piece in their order, two pieces in a byte.
    pub(super) fn to_bytes(self) -> ([u8; 8], Vec<u8>) {
        let count = self.occupied.count_ones().div_ceil(2) as usize;
        let pieces = self.pieces.iter().flat_map(|half| half.to_le_bytes());
        (self.occupied.to_le_bytes(), pieces.take(count).collect())
    }

    /// The board of such bytes. Missing pieces are left out.
    pub(super) fn from_bytes(occupied: [u8; 8], pieces: &[u8]) -> PackedBoard {
        let mut halves = [[0; 8]; 2];
        for (place, byte) in halves.as_flattened_mut().iter_mut().zip(pieces) {
            *place = *byte;
        }
        let pieces = halves.map(u64::from_le_bytes);
        PackedBoard { occupied: u64::from_le_bytes(occupied), pieces }
    }

    fn board(&self) -> Board {
        const ROLES: [Role; 6] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        let mut board = Board::empty();
        for (i, square) in shakmaty::Bitboard(self.occupied).into_iter().take(32).enumerate() {
            let code = (self.pieces[i / 16] >> (4 * (i % 16))) as usize & 15;
            if let Some(role) = ROLES.get((code & 7).wrapping_sub(1)) {
                let color = Color::from_white(code & 8 == 0);
                board.set_piece_at(square, Piece { color, role: *role });
            }
        }
        board
    }
}
