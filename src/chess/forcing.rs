use shakmaty::{Bitboard, Chess, MoveList, Position, Rank, Role};

/// The side to move has a piece other than king and pawns.
pub(super) fn has_pieces(position: &Chess) -> bool {
    let board = position.board();
    (board.by_color(position.turn()) & !(board.pawns() | board.kings())).any()
}

/// Captures, and promotions to a queen.
pub(super) fn forcing_moves(position: &Chess) -> MoveList {
    let mut moves = position.capture_moves();
    let seventh = position.turn().fold_wb(Rank::Seventh, Rank::Second);
    if (position.our(Role::Pawn) & Bitboard::from_rank(seventh)).any() {
        let queens = position.promotion_moves();
        moves.extend(
            queens.into_iter().filter(|m| !m.is_capture() && m.promotion() == Some(Role::Queen)),
        );
    }
    moves
}
