use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square, attacks};

use super::AttackerSummary;
use super::en_prise::Perils;
use crate::graph::pins_and_checks::PinsAndChecks;
use crate::graph::{NodeLabel, PositionGraph};

/// What all moves of a position have in common.
pub(super) struct View<'a> {
    pub(super) board: &'a Board,
    graph: &'a PositionGraph,
    pub(super) freedom: &'a PinsAndChecks,
    pub(super) enemy_king: Square,
    /// Pieces that attack the enemy king already: none in a position of a game.
    pub(super) checkers: Bitboard,
    pub(super) perils: Perils,
}

impl<'a> View<'a> {
    pub(super) fn new(board: &'a Board, graph: &'a PositionGraph) -> Option<View<'a>> {
        let enemy_king = board.king_of(Color::Black)?;
        Some(View {
            board,
            graph,
            freedom: graph.freedom(),
            enemy_king,
            checkers: board.attacks_to(enemy_king, Color::White, board.occupied()),
            perils: Perils::new(board, graph.control()),
        })
    }

    pub(super) fn label(&self, square: Square) -> Option<NodeLabel> {
        self.graph.node_on(square).map(|node| self.graph.graph().label(node))
    }

    pub(super) fn squad(&self, men: Bitboard) -> Option<AttackerSummary> {
        let lightest =
            Role::ALL.into_iter().find(|role| (men & self.board.by_role(*role)).any())?;
        Some(AttackerSummary { lightest, number: men.count().min(3) as u32 })
    }
}

/// A move that is not made: what would be on the board.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) from: Square,
    pub(super) to: Square,
    /// What arrives, White's: a queen for a pawn that promotes.
    pub(super) piece: Piece,
    /// Squares that would be occupied.
    pub(super) occupied: Bitboard,
    /// What the piece would attack or defend from there.
    pub(super) reach: Bitboard,
}

impl Step {
    pub(super) fn new(board: &Board, from: Square, to: Square, piece: Piece) -> Step {
        let promotes = piece.role == Role::Pawn && to.rank() == Rank::Eighth;
        let piece = if promotes { piece.color.queen() } else { piece };
        let occupied = board.occupied() & !Bitboard::from_square(from) | Bitboard::from_square(to);
        let reach = attacks::attacks(to, piece, occupied);
        Step { from, to, piece, occupied, reach }
    }

    /// The square that is left and the one that is reached: who stood there does so no longer.
    pub(super) fn touched(&self) -> Bitboard {
        Bitboard::from_square(self.from) | Bitboard::from_square(self.to)
    }

    /// Men of a side, other than the one that moves, that would attack or defend a square.
    pub(super) fn others(&self, board: &Board, square: Square, color: Color) -> Bitboard {
        board.attacks_to(square, color, self.occupied) & !self.touched()
    }
}
