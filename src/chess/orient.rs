use shakmaty::{Board, Chess, Color, Position, Square};

/// A position turned so that the side to move is White, moving up the board.
///
/// Patterns know only this view: every position is "White to move". Castling rights, en passant and counters
/// are not part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oriented {
    board: Board,
    turned: bool,
}

impl Oriented {
    /// Turns `position`.
    #[must_use]
    pub fn new(position: &Chess) -> Oriented {
        Oriented::of_board(position.board(), position.turn())
    }

    /// Turns a board on which `turn` is to move.
    #[must_use]
    pub fn of_board(board: &Board, turn: Color) -> Oriented {
        let mut board = board.clone();
        let turned = turn.is_black();
        if turned {
            board.mirror();
        }
        Oriented { board, turned }
    }

    /// The board with White to move.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where a square of this view lies on the real board, and the other way round.
    #[must_use]
    pub fn map(&self, square: Square) -> Square {
        if self.turned { square.flip_vertical() } else { square }
    }

    /// The real colour of what is White (or Black) in this view, and the other way round.
    #[must_use]
    pub fn colour(&self, colour: Color) -> Color {
        if self.turned { !colour } else { colour }
    }
}
