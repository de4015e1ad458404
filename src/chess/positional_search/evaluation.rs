//! What a position is worth at first sight, in centipawns: what a small network says, and what is known of some endings.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Role};

use super::network::Views;
use crate::chess::tablebase::pawn_wins;
use crate::chess::{MaterialVector, file_span, piece_value};

/// What is left of an advantage that wins only by accident.
const DRAWISH: i32 = 8;
/// The same of a pawn more in a rook ending on one wing.
const DRAWN_ROOKS: i32 = 3;
/// More for a pawn that is known to win against the bare king: less than the queen that it becomes.
const WINNING_PAWN: i32 = 300;
/// Files of a wing.
const WING: u32 = 4;

/// Of a position for the side to move; `ply` is its distance from the root of the search.
pub(super) fn evaluate(position: &Chess, views: &mut Views, ply: usize) -> i32 {
    let board = position.board();
    let pawn_wins = pawn_wins(board, position.turn());
    if pawn_wins == Some(false) || is_two_knights(board) || position.is_insufficient_material() {
        return 0;
    }
    let value = views.value(board, position.turn(), ply);
    let ahead = if value > 0 { position.turn() } else { !position.turn() };
    if pawn_wins == Some(true) {
        let strong = if (board.pawns() & board.by_color(position.turn())).any() { 1 } else { -1 };
        value + strong * WINNING_PAWN
    } else if (board.pawns() & board.by_color(ahead)).is_empty() && !may_win(board, ahead) {
        value / DRAWISH
    } else if is_drawn_rook_ending(board) {
        value / DRAWN_ROOKS
    } else {
        value
    }
}

/// A side without pawns has enough more than the other: more than a minor piece.
fn may_win(board: &Board, color: Color) -> bool {
    let MaterialVector([_, knights, bishops, rooks, queens]) = MaterialVector::of_board(board);
    let white = MaterialVector([0, knights, bishops, rooks, queens]).traditional();
    color.fold_wb(white, -white) > piece_value(Role::Knight)
}

/// Two knights and nothing else: they cannot force mate.
fn is_two_knights(board: &Board) -> bool {
    let knights = board.knights();
    board.occupied().count() == 4 && knights.count() == 2 && (knights & board.white()).count() != 1
}

/// A rook each and nothing else but pawns, all of them on one wing, one more on one side than on the other: mostly drawn.
fn is_drawn_rook_ending(board: &Board) -> bool {
    let (pawns, rooks) = (board.pawns(), board.rooks());
    if board.occupied() != pawns | board.kings() | rooks {
        return false;
    }
    let by_color = |pieces: Bitboard| {
        [Color::White, Color::Black].map(|color| (pieces & board.by_color(color)).count())
    };
    let [white, black] = by_color(pawns);
    by_color(rooks) == [1, 1]
        && white.abs_diff(black) == 1
        && white.min(black) > 0
        && file_span(pawns) <= WING
}
