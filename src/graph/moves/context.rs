use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::AttackerSummary;
use super::en_prise::EnPriseTable;
use crate::chess::{MaterialVector, Oriented};
use crate::graph::attack_map::AttackMap;
use crate::graph::pins_and_checks::PinsAndChecks;
use crate::graph::{NodeLabel, PositionGraph};

/// What all moves of a position share.
pub(super) struct PositionContext<'a> {
    pub(super) board: &'a Board,
    en_passant: Option<Square>,
    pub(super) material: MaterialVector,
    graph: &'a PositionGraph,
    pub(super) attacks: &'a AttackMap,
    pub(super) pins_and_checks: &'a PinsAndChecks,
    pub(super) enemy_king: Square,
    /// Bishops, rooks and queens of both sides.
    pub(super) line_pieces: Bitboard,
    /// Enemy pieces that nothing defends.
    pub(super) undefended: Bitboard,
    /// Enemy pieces without a safe move.
    pub(super) stuck: Bitboard,
    /// Friendly pieces that are attacked at least as often as defended.
    pub(super) in_need: Bitboard,
    pub(super) en_prise: EnPriseTable,
}

impl<'a> PositionContext<'a> {
    pub(super) fn new(
        position: &'a Oriented,
        graph: &'a PositionGraph,
    ) -> Option<PositionContext<'a>> {
        let board = position.board();
        let enemy_king = board.king_of(Color::Black)?;
        let attacks = graph.attacks();
        let mut context = PositionContext {
            board,
            en_passant: position.en_passant(),
            material: MaterialVector::of_board(board),
            graph,
            attacks,
            pins_and_checks: graph.pins_and_checks(),
            enemy_king,
            line_pieces: board.sliders(),
            undefended: Bitboard::EMPTY,
            stuck: Bitboard::EMPTY,
            in_need: Bitboard::EMPTY,
            en_prise: EnPriseTable::new(board, attacks, graph.control()),
        };
        context.read_labels();
        Some(context)
    }

    fn read_labels(&mut self) {
        for (square, label) in self.graph.squares().iter().zip(self.graph.graph().labels()) {
            let (Some(attackers), Some(defenders)) = (label.attackers(), label.defenders()) else {
                continue;
            };
            let is_in_need = !attackers.is_empty() && attackers.total() >= defenders.total();
            self.in_need.set(*square, is_in_need);
            self.undefended.set(*square, defenders.is_empty());
            self.stuck.set(*square, label.is_stuck());
        }
        // Nothing defends a king.
        self.in_need &= self.board.white() & !self.board.kings();
        self.undefended &= self.board.black();
        self.stuck &= self.board.black();
    }

    /// The square of the pawn that a piece captures en passant by going to `to`.
    pub(super) fn captured_en_passant(&self, piece: Piece, to: Square) -> Option<Square> {
        let is_en_passant = piece.role == Role::Pawn && self.en_passant == Some(to);
        if is_en_passant { to.offset(-8) } else { None }
    }

    /// Where the pawn on `from`, which attacks `reach`, can capture en passant.
    pub(super) fn en_passant(&self, from: Square, reach: Bitboard) -> Option<Square> {
        let to = self.en_passant.filter(|to| reach.contains(*to))?;
        let captured = to.offset(-8)?;
        let occupied = self.board.occupied().without(from).without(captured).with(to);
        let king = self.board.king_of(Color::White)?;
        let attackers = self.board.attacks_to(king, Color::Black, occupied).without(captured);
        attackers.is_empty().then_some(to)
    }

    pub(super) fn label(&self, square: Square) -> Option<NodeLabel> {
        self.graph.node_on(square).map(|node| self.graph.graph().label(node))
    }

    pub(super) fn summary(&self, pieces: Bitboard) -> Option<AttackerSummary> {
        if pieces.is_empty() {
            return None;
        }
        let lightest =
            Role::ALL.into_iter().find(|role| (pieces & self.board.by_role(*role)).any())?;
        // Counting all would cost more.
        let others = pieces.without_first();
        let count = 1 + u32::from(others.any()) + u32::from(others.more_than_one());
        Some(AttackerSummary { lightest, count })
    }
}
