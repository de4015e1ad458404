use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::AttackerSummary;
use super::en_prise::EnPriseTable;
use crate::graph::pins_and_checks::PinsAndChecks;
use crate::graph::{NodeLabel, PositionGraph};

/// What all moves of a position share.
pub(super) struct PositionContext<'a> {
    pub(super) board: &'a Board,
    graph: &'a PositionGraph,
    pub(super) pins_and_checks: &'a PinsAndChecks,
    pub(super) enemy_king: Square,
    /// Pieces that attack the enemy king already: none in a position of a game.
    pub(super) checkers: Bitboard,
    pub(super) en_prise: EnPriseTable,
}

impl<'a> PositionContext<'a> {
    pub(super) fn new(board: &'a Board, graph: &'a PositionGraph) -> Option<PositionContext<'a>> {
        let enemy_king = board.king_of(Color::Black)?;
        Some(PositionContext {
            board,
            graph,
            pins_and_checks: graph.pins_and_checks(),
            enemy_king,
            checkers: board.attacks_to(enemy_king, Color::White, board.occupied()),
            en_prise: EnPriseTable::new(board, graph.control()),
        })
    }

    pub(super) fn label(&self, square: Square) -> Option<NodeLabel> {
        self.graph.node_on(square).map(|node| self.graph.graph().label(node))
    }

    pub(super) fn summary(&self, pieces: Bitboard) -> Option<AttackerSummary> {
        let lightest =
            Role::ALL.into_iter().find(|role| (pieces & self.board.by_role(*role)).any())?;
        Some(AttackerSummary { lightest, count: pieces.count().min(3) as u32 })
    }
}
