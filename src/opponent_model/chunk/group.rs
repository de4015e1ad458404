//! Which pieces belong together: the templates of Walczak (1990), Figures 8 to 11.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// A chunk of pieces is at most so many files wide and ranks high.
pub const PIECE_SPAN: u32 = 4;
/// A pawn structure is at most so many files wide and ranks high.
pub const PAWN_SPAN: u32 = 6;

/// Connected groups of White's pieces on a board turned to the player, at least two pieces each and at most
/// [`PIECE_SPAN`] wide and high.
#[must_use]
pub fn piece_groups(board: &Board) -> Vec<Bitboard> {
    groups(board, board.white(), PIECE_SPAN)
}

/// Connected groups of pawns of both colours, at least two each and at most [`PAWN_SPAN`] wide and high.
#[must_use]
pub fn pawn_groups(board: &Board) -> Vec<Bitboard> {
    groups(board, board.pawns(), PAWN_SPAN)
}

fn groups(board: &Board, mut left: Bitboard, span: u32) -> Vec<Bitboard> {
    let members = left;
    let mut found = Vec::new();
    // From the left-most and bottom-most piece, as the paper has it.
    while let Some(first) = left_most(left) {
        let group = grown(board, members, first);
        left &= !group;
        if group.more_than_one() && is_within(group, span) {
            found.push(group);
        }
    }
    found
}

/// The piece on the file farthest left, the lowest there.
fn left_most(squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| (square.file(), square.rank()))
}

/// All members connected with `first`.
#[must_use]
pub fn grown(board: &Board, members: Bitboard, first: Square) -> Bitboard {
    let mut group = Bitboard::from_square(first);
    let mut fresh = group;
    while let Some(square) = fresh.pop_front() {
        let near = attacks::king_attacks(square) & members & !group;
        for other in near {
            if reach(board, square).contains(other) || reach(board, other).contains(square) {
                group.add(other);
                fresh.add(other);
            }
        }
    }
    group
}

/// The template of the piece on `square`: files and ranks for all, diagonals for bishop, queen and king, and for a
/// pawn the two squares diagonally before it.
fn reach(board: &Board, square: Square) -> Bitboard {
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

/// Whether a group is no wider and higher than `span`.
#[must_use]
pub fn is_within(group: Bitboard, span: u32) -> bool {
    let extent = |of: fn(Square) -> u32| {
        let (low, high) =
            group.into_iter().map(of).fold((7, 0), |(low, high), at| (low.min(at), high.max(at)));
        high + 1 - low
    };
    extent(|square| square.file().to_u32()) <= span
        && extent(|square| square.rank().to_u32()) <= span
}
