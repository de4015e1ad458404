use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use super::check::check;
use super::context::PositionContext;
use super::en_prise::Affected;
use super::lines::LinesThrough;
use super::preview::MovePreview;
use super::{MoveComponent, MoveLabel, Mover, PositionMove, RoleSet};
use crate::chess::{MaterialVector, material_after_exchange};
use crate::graph::line_edges::beyond;
use crate::graph::mobility::destinations;

/// A piece of the side to move, and what all its moves share.
pub(super) struct MovingPiece {
    from: Square,
    piece: Piece,
    /// What the labels of all its moves say.
    label: MoveLabel,
    targets: Bitboard,
    /// What it attacks or defends from there.
    reach: Bitboard,
    /// Friendly pieces it defends that are attacked at least as often as defended.
    needed_defences: Bitboard,
    lines: LinesThrough,
}

impl MovingPiece {
    /// `None` for a piece that cannot move.
    pub(super) fn new(context: &PositionContext<'_>, from: Square) -> Option<MovingPiece> {
        let board = context.board;
        let piece = board.piece_at(from)?;
        let reach = context.attacks.reach(from);
        let targets = destinations(board, from, piece, reach).without(context.enemy_king);
        let mut targets =
            context.pins_and_checks.legal(board, context.attacks, from, piece, targets);
        if piece.role == Role::Pawn {
            targets.extend(context.en_passant(from, reach));
        }
        if targets.is_empty() {
            return None;
        }
        let stands = context.label(from)?;
        let mut label = MoveLabel::default();
        if let (Some(balance), Some(attackers), Some(defenders)) =
            (stands.attack_balance(), stands.attackers(), stands.defenders())
        {
            label = label.with_origin(balance, attackers, defenders);
        }
        if let Some(passed) = stands.passed() {
            label = label.with_passed(passed);
        }
        Some(MovingPiece {
            from,
            piece,
            label,
            targets,
            reach,
            needed_defences: reach & context.in_need,
            lines: LinesThrough::new(context, from),
        })
    }

    /// Where it can go.
    pub(super) fn targets(&self) -> Bitboard {
        self.targets
    }

    /// Its move to one of these squares.
    pub(super) fn position_move(&self, context: &PositionContext<'_>, to: Square) -> PositionMove {
        let en_passant = context.captured_en_passant(self.piece, to);
        let preview = MovePreview::new(context.board, [self.from, to], self.piece, en_passant);
        let others = self.others(context, &preview);
        let label = self.stands(context, &preview, others, self.label);
        let label = self.threatens(context, &preview, label);
        let label = self.leaves(context, &preview, label);
        let material = self.material(context, &preview, others);
        PositionMove { from: self.from, to, label, material }
    }

    /// Pieces of both sides, other than this one, that attack or defend a square once it is there.
    fn others(&self, context: &PositionContext<'_>, preview: &MovePreview) -> Bitboard {
        let to = preview.to;
        if preview.en_passant.is_some() {
            return preview.attackers(context.board, to);
        }
        let others = context.attacks.attackers(to).without(self.from)
            | self.lines.behind & attacks::ray(self.from, to);
        others.without(to)
    }

    /// The material once the exchange on the square is over.
    fn material(
        &self,
        context: &PositionContext<'_>,
        preview: &MovePreview,
        others: Bitboard,
    ) -> MaterialVector {
        let (board, standing) = (context.board, preview.piece.role);
        let mut material = context.material;
        if let Some(role) = preview.captured(board).and_then(|square| board.role_at(square)) {
            material.add(role, 1);
        }
        if standing != self.piece.role {
            material.add(self.piece.role, -1);
            material.add(standing, 1);
        }
        if others.is_disjoint(board.black()) {
            return material;
        }
        material_after_exchange(board, preview.to, others, standing, preview.occupied, material)
    }

    /// Its safety before and after the move, and the capture.
    fn stands(
        &self,
        context: &PositionContext<'_>,
        preview: &MovePreview,
        others: Bitboard,
        label: MoveLabel,
    ) -> MoveLabel {
        let (board, to) = (context.board, preview.to);
        let captured = preview.captured(board);
        let mover = match preview.piece.role == self.piece.role {
            true => Mover::Piece(self.piece.role),
            false => Mover::Promoting,
        };
        let label = label
            .with_mover(mover)
            .with_captured(captured.and_then(|square| board.role_at(square)))
            .with_summaries(
                context.summary(others & board.black()),
                context.summary(others & board.white()),
            )
            .with_square(to)
            .with_king_distance(to.distance(context.enemy_king));
        if let Some(victim) = captured.and_then(|square| context.label(square))
            && let (Some(attackers), Some(defenders)) = (victim.attackers(), victim.defenders())
        {
            return label.with_victim(attackers, defenders);
        }
        label
    }

    /// New attacks and the check.
    fn threatens(
        &self,
        context: &PositionContext<'_>,
        preview: &MovePreview,
        mut label: MoveLabel,
    ) -> MoveLabel {
        let board = context.board;
        let fresh = preview.reach & board.black() & !board.kings() & !self.reach;
        if fresh.any() {
            let trapped = fresh & context.stuck & !board.pawns();
            let roles = |squares| RoleSet::of(board, squares);
            label = label
                .with_threats(roles(fresh), roles(fresh & context.undefended))
                .with_roles(MoveComponent::Traps, roles(trapped));
        }
        let discovered = match preview.en_passant {
            Some(_) => (preview.attackers(board, context.enemy_king) & board.white()).any(),
            None => self.lines.uncovers_check(preview.to),
        };
        match check(context, preview, discovered) {
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
        let (board, attacks) = (context.board, context.attacks);
        let touched = preview.touched();
        let attacked = |s: &Square| (attacks.attackers(*s) & board.black() & !touched).any();
        let needed_defences = self.needed_defences & !preview.reach & !touched;
        let needed_defences = needed_defences.into_iter().filter(attacked).collect();
        let pieces = |side| board.by_color(side) & !board.kings();
        let opened = self.lines.opened(preview);
        let discovered = opened.by_white & pieces(Color::Black);
        let exposed = opened.by_black & pieces(Color::White);
        let by_mover = if preview.piece.role == self.piece.role {
            self.reach ^ preview.reach
        } else {
            self.reach | preview.reach
        };
        let affected = match preview.en_passant {
            // The lines of two squares change.
            Some(_) => Affected::EVERYTHING,
            None => Affected {
                by_pieces: by_mover | attacks.reach(preview.to),
                by_lines: closed(context, preview) | opened.by_white | opened.by_black,
                fresh: discovered | exposed | preview.reach & board.black(),
            },
        };
        let [own, enemies] = context.en_prise.after(board, attacks, preview, affected);
        let roles = |squares| RoleSet::of(board, squares);
        label
            .with_roles(MoveComponent::AbandonedDefences, roles(needed_defences))
            .with_roles(MoveComponent::DiscoveredAttacks, roles(discovered))
            .with_roles(MoveComponent::ExposedLines, roles(exposed))
            .with_en_prise(MoveComponent::EnPrise, own)
            .with_en_prise(MoveComponent::AttackedEnemies, enemies)
    }
}

/// What line pieces no longer reach once the destination is occupied.
fn closed(context: &PositionContext<'_>, preview: &MovePreview) -> Bitboard {
    let (board, to) = (context.board, preview.to);
    if board.occupied().contains(to) {
        return Bitboard::EMPTY;
    }
    let lines = context.attacks.attackers(to) & context.line_pieces;
    lines
        .into_iter()
        .fold(Bitboard::EMPTY, |all, from| all | context.attacks.reach(from) & beyond(from, to))
}
