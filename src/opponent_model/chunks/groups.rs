//! Which pieces are connected: the templates of Walczak (1990), Figures 8 to 11.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// Maximum width and height of a chunk of pieces, in squares.
pub const MAX_CHUNK_SIZE: u32 = 4;
/// Maximum width and height of a pawn structure, in squares.
pub const MAX_STRUCTURE_SIZE: u32 = 6;

/// Connected groups of at least two white pieces, at most [`MAX_CHUNK_SIZE`] wide and high. The board is turned so that
/// the player is White.
#[must_use]
pub fn piece_groups(board: &Board) -> Vec<Bitboard> {
    groups(board, board.white(), MAX_CHUNK_SIZE)
}

/// Connected groups of at least two pawns of either colour, at most [`MAX_STRUCTURE_SIZE`] wide and high.
#[must_use]
pub fn pawn_groups(board: &Board) -> Vec<Bitboard> {
    groups(board, board.pawns(), MAX_STRUCTURE_SIZE)
}

fn groups(board: &Board, members: Bitboard, max_size: u32) -> Vec<Bitboard> {
    let mut rest = members;
    let mut found = Vec::new();
    // From the leftmost, lowest piece on, as in the thesis.
    while let Some(first) = lower_left(rest) {
        let group = connected(board, members, first);
        rest &= !group;
        if group.more_than_one() && fits(group, max_size) {
            found.push(group);
        }
    }
    found
}

/// The lowest square on the leftmost file.
fn lower_left(squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| (square.file(), square.rank()))
}

/// All `members` connected with `first`, including it.
#[must_use]
pub fn connected(board: &Board, members: Bitboard, first: Square) -> Bitboard {
    let mut group = Bitboard::from_square(first);
    let mut unvisited = group;
    while let Some(square) = unvisited.pop_front() {
        let neighbours = attacks::king_attacks(square) & members & !group;
        for other in neighbours {
            if template(board, square).contains(other) || template(board, other).contains(square) {
                group.add(other);
                unvisited.add(other);
            }
        }
    }
    group
}

/// The neighbouring squares that the piece on `square` connects to: on its file and rank for every piece, all diagonals
/// for bishop, queen and king, and the two squares it attacks for a pawn.
fn template(board: &Board, square: Square) -> Bitboard {
    let around = attacks::king_attacks(square);
    let same_line = Bitboard::from_file(square.file()) | Bitboard::from_rank(square.rank());
    match board.role_at(square) {
        Some(Role::Bishop | Role::Queen | Role::King) => around,
        Some(Role::Pawn) => {
            let colour = board.color_at(square).unwrap_or(Color::White);
            (around & same_line) | attacks::pawn_attacks(colour, square)
        }
        _ => around & same_line,
    }
}

/// Whether a group is at most `max_size` squares wide and high.
#[must_use]
pub fn fits(group: Bitboard, max_size: u32) -> bool {
    let size = |of: fn(Square) -> u32| {
        let (low, high) =
            group.into_iter().map(of).fold((7, 0), |(low, high), at| (low.min(at), high.max(at)));
        high + 1 - low
    };
    size(|square| square.file().to_u32()) <= max_size
        && size(|square| square.rank().to_u32()) <= max_size
}
