use shakmaty::{Bitboard, Board, Color, Piece, Square, attacks};

use super::check::check;
use super::context::PositionContext;
use super::preview::MovePreview;
use super::{MoveComponent, MoveLabel, Mover, RoleSet};
use crate::graph::NodeLabel;
use crate::graph::mobility::destinations;

/// A piece of the side to move, and what all its moves share.
pub(super) struct MovingPiece {
    from: Square,
    piece: Piece,
    label: NodeLabel,
    targets: Bitboard,
    /// What it attacks or defends from there.
    reach: Bitboard,
    /// Friendly pieces it defends that are attacked at least as often as defended.
    needed_defences: Bitboard,
    /// Line pieces that bear on its square, White's first.
    behind: [Bitboard; 2],
}

impl MovingPiece {
    /// `None` for a piece that cannot move.
    pub(super) fn new(context: &PositionContext<'_>, from: Square) -> Option<MovingPiece> {
        let board = context.board;
        let piece = board.piece_at(from)?;
        let targets = destinations(board, from, piece) & !Bitboard::from_square(context.enemy_king);
        let targets = context.pins_and_checks.legal(board, from, piece, targets);
        if targets.is_empty() {
            return None;
        }
        let reach = attacks::attacks(from, piece, board.occupied());
        let needs = |square: &Square| {
            context.label(*square).is_some_and(|label| {
                match (label.attackers(), label.defenders()) {
                    (Some(a), Some(d)) => !a.is_empty() && a.total() >= d.total(),
                    _ => false,
                }
            })
        };
        let look = |color| board.attacks_to(from, color, board.occupied()) & board.sliders();
        Some(MovingPiece {
            from,
            piece,
            label: context.label(from)?,
            targets,
            reach,
            needed_defences: (reach & board.white()).into_iter().filter(needs).collect(),
            behind: [look(Color::White), look(Color::Black)],
        })
    }

    /// Where it can go.
    pub(super) fn targets(&self) -> Bitboard {
        self.targets
    }

    /// The label of its move to one of these squares.
    pub(super) fn label(&self, context: &PositionContext<'_>, to: Square) -> MoveLabel {
        let preview = MovePreview::new(context.board, self.from, to, self.piece);
        let label = self.stands(context, &preview);
        let label = self.threatens(context, &preview, label);
        self.leaves(context, &preview, label)
    }

    /// Its safety before and after the move, and the capture.
    fn stands(&self, context: &PositionContext<'_>, preview: &MovePreview) -> MoveLabel {
        let (board, to) = (context.board, preview.to);
        let mover = match preview.piece.role == self.piece.role {
            true => Mover::Piece(self.piece.role),
            false => Mover::Promoting,
        };
        let summary = |color| context.summary(preview.others(board, to, color));
        let mut label = MoveLabel::default()
            .with_mover(mover)
            .with_captured(board.role_at(to))
            .with_summaries(summary(Color::Black), summary(Color::White))
            .with_square(to)
            .with_king_distance(to.distance(context.enemy_king));
        if let (Some(balance), Some(attackers), Some(defenders)) =
            (self.label.attack_balance(), self.label.attackers(), self.label.defenders())
        {
            label = label.with_origin(balance, attackers, defenders);
        }
        if board.black().contains(to)
            && let Some(victim) = context.label(to)
            && let (Some(attackers), Some(defenders)) = (victim.attackers(), victim.defenders())
        {
            label = label.with_victim(attackers, defenders);
        }
        self.label.passed().map_or(label, |passed| label.with_passed(passed))
    }

    /// New attacks and the check.
    fn threatens(
        &self,
        context: &PositionContext<'_>,
        preview: &MovePreview,
        label: MoveLabel,
    ) -> MoveLabel {
        let board = context.board;
        let fresh = preview.reach & board.black() & !board.kings() & !self.reach;
        let is = |square: &Square, holds: fn(NodeLabel) -> bool| {
            context.label(*square).is_some_and(holds)
        };
        let unguarded = |label: NodeLabel| label.defenders().is_some_and(|kinds| kinds.is_empty());
        let undefended = fresh.into_iter().filter(|square| is(square, unguarded)).collect();
        let pieces = fresh & !board.pawns();
        let trapped = pieces.into_iter().filter(|square| is(square, NodeLabel::is_stuck)).collect();
        let label = label
            .with_threats(roles(board, fresh), roles(board, undefended))
            .with_roles(MoveComponent::Traps, roles(board, trapped));
        match check(context, preview, self.behind[0].any()) {
            Some(check) => label.with_check(check),
            None => label,
        }
    }

    /// Consequences for the other pieces.
    fn leaves(
        &self,
        context: &PositionContext<'_>,
        preview: &MovePreview,
        label: MoveLabel,
    ) -> MoveLabel {
        let board = context.board;
        let there = Bitboard::from_square(preview.to);
        let attacked =
            |s: &Square| (board.attacks_to(*s, Color::Black, board.occupied()) & !there).any();
        let needed_defences =
            (self.needed_defences & !preview.reach & !there).into_iter().filter(attacked).collect();
        let discovered = self.newly_attacked_through(board, Color::White, preview);
        let exposed = self.newly_attacked_through(board, Color::Black, preview);
        let en_prise = |side, fresh| context.en_prise.after(board, side, preview, fresh);
        label
            .with_roles(MoveComponent::AbandonedDefences, roles(board, needed_defences))
            .with_roles(MoveComponent::DiscoveredAttacks, roles(board, discovered))
            .with_roles(MoveComponent::ExposedLines, roles(board, exposed))
            .with_en_prise(MoveComponent::EnPrise, en_prise(Color::White, exposed))
            .with_en_prise(
                MoveComponent::AttackedEnemies,
                en_prise(Color::Black, discovered | preview.reach),
            )
    }

    /// Pieces of the other side, kings apart, that line pieces of `side` attack once the piece has gone.
    fn newly_attacked_through(
        &self,
        board: &Board,
        side: Color,
        preview: &MovePreview,
    ) -> Bitboard {
        let behind = self.behind[usize::from(side.is_black())] & !preview.touched();
        let pieces = board.by_color(!side) & !board.kings() & !preview.touched();
        let fresh = |square: Square| {
            board.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
                attacks::attacks(square, piece, preview.occupied)
                    & !attacks::attacks(square, piece, board.occupied())
            })
        };
        behind.into_iter().fold(Bitboard::EMPTY, |all, square| all | fresh(square)) & pieces
    }
}

fn roles(board: &Board, squares: Bitboard) -> RoleSet {
    let mut roles = RoleSet::default();
    let pieces = squares.into_iter().filter_map(|square| board.role_at(square));
    pieces.for_each(|role| roles.add(role));
    roles
}
