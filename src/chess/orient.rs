use shakmaty::{Board, Chess, Color, EnPassantMode, Position, Square};

/// A board from the viewpoint of the side to move, which becomes White and moves up the board.
///
/// Patterns use only this view. Castling rights and counters are not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oriented {
    board: Board,
    flipped: bool,
    en_passant: Option<Square>,
}

impl Oriented {
    /// The view of the side to move.
    #[must_use]
    pub fn new(position: &Chess) -> Oriented {
        let oriented = Oriented::of_board(position.board(), position.turn());
        let en_passant = position.ep_square(EnPassantMode::Legal).map(|to| oriented.map(to));
        Oriented { en_passant, ..oriented }
    }

    /// The view of `turn`, the side to move, where nothing can be captured en passant.
    #[must_use]
    pub fn of_board(board: &Board, turn: Color) -> Oriented {
        let mut board = board.clone();
        let flipped = turn.is_black();
        if flipped {
            board.mirror();
        }
        Oriented { board, flipped, en_passant: None }
    }

    /// The board with White to move.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The empty square, of this view, to which a pawn can legally capture en passant.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Maps a square of this view to the real board; its own inverse.
    #[must_use]
    pub fn map(&self, square: Square) -> Square {
        if self.flipped { square.flip_vertical() } else { square }
    }

    /// Maps a colour of this view to the real board; its own inverse.
    #[must_use]
    pub fn color(&self, color: Color) -> Color {
        if self.flipped { !color } else { color }
    }
}

/// A square from the viewpoint of `color`, its first rank at the bottom; its own inverse.
pub(super) fn seen_by(color: Color, square: Square) -> Square {
    color.fold_wb(square, square.flip_vertical())
}
