//! A chunk: a few neighbouring pieces, independent of where on the board they stand.

use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

/// One piece of a chunk, relative to the chunk's lower left corner, on a board turned so that the player is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChunkPiece {
    /// Files to the right of the corner.
    pub file: u8,
    /// Ranks above the corner.
    pub rank: u8,
    /// The piece; White is the player.
    pub piece: Piece,
}

/// A geometric chunk in canonical form: moved to the corner, and the smaller of itself and its mirror image.
///
/// Two chunks are equal when they have the same pieces in the same arrangement, up to left-right reflection and, as
/// the player is always White, up to colour (Walczak 1990, section 3.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chunk(Vec<u16>);

impl Chunk {
    /// The chunk that the pieces on `squares` form on a board turned to the player; `None` without pieces.
    #[must_use]
    pub fn of(board: &Board, squares: Bitboard) -> Option<Chunk> {
        let pieces = || squares.into_iter().filter_map(|s| board.piece_at(s).map(|p| (s, p)));
        let files = || pieces().map(|(square, _)| square.file() as u16);
        let (left, right) = (files().min()?, files().max()?);
        let bottom = pieces().map(|(square, _)| square.rank() as u16).min()?;
        let encode = |file: u16, (square, piece): (Square, Piece)| {
            let colour = u16::from(piece.color.is_black());
            file | (square.rank() as u16 - bottom) << 3 | (piece.role as u16) << 6 | colour << 9
        };
        let mut plain: Vec<u16> = pieces().map(|p| encode(p.0.file() as u16 - left, p)).collect();
        let mut mirrored: Vec<u16> =
            pieces().map(|p| encode(right - p.0.file() as u16, p)).collect();
        plain.sort_unstable();
        mirrored.sort_unstable();
        Some(Chunk(plain.min(mirrored)))
    }

    /// Number of pieces.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no pieces; never true for a chunk made by [`Chunk::of`].
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The pieces.
    pub fn pieces(&self) -> impl Iterator<Item = ChunkPiece> + '_ {
        self.0.iter().map(|code| ChunkPiece {
            file: (code & 7) as u8,
            rank: (code >> 3 & 7) as u8,
            piece: Piece {
                role: Role::try_from(code >> 6 & 7).unwrap_or(Role::Pawn),
                color: if code >> 9 & 1 == 1 { Color::Black } else { Color::White },
            },
        })
    }

    /// The left-right mirror image, in the same corner.
    pub fn mirrored(&self) -> impl Iterator<Item = ChunkPiece> + '_ {
        let right = self.width() - 1;
        self.pieces().map(move |placed| ChunkPiece { file: right - placed.file, ..placed })
    }

    /// Files it spans.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.pieces().map(|placed| placed.file + 1).max().unwrap_or(1)
    }

    /// Ranks it spans.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.pieces().map(|placed| placed.rank + 1).max().unwrap_or(1)
    }

    /// Whether every code stands for a piece; to be checked after reading a file.
    pub(in crate::opponent_model) fn is_valid(&self) -> bool {
        let good = |code: &u16| *code < 1 << 10 && (1..=6).contains(&(code >> 6 & 7));
        !self.0.is_empty() && self.0.len() <= 32 && self.0.iter().all(good)
    }

    /// Whether it has a piece other than a pawn.
    #[must_use]
    pub fn has_non_pawn(&self) -> bool {
        self.pieces().any(|placed| placed.piece.role != Role::Pawn)
    }

    /// The ranks from the top, one text each: capitals are the player's pieces, dots are empty squares.
    #[must_use]
    pub fn diagram(&self) -> Vec<String> {
        let mut rows = vec![vec!['.'; self.width().into()]; self.height().into()];
        for placed in self.pieces() {
            rows[usize::from(placed.rank)][usize::from(placed.file)] = placed.piece.char();
        }
        rows.into_iter().rev().map(|row| row.into_iter().collect()).collect()
    }
}
