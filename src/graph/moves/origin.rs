use shakmaty::{Bitboard, Board, Color, Piece, Square, attacks};

use super::check::check;
use super::view::{Step, View};
use super::{MoveComponent, MoveLabel, Mover, RoleSet};
use crate::graph::NodeLabel;
use crate::graph::mobility::destinations;

/// A piece of the side to move, and what all its moves have in common.
pub(super) struct Origin {
    from: Square,
    piece: Piece,
    label: NodeLabel,
    targets: Bitboard,
    /// What it attacks or defends from there.
    reach: Bitboard,
    /// Friends it defends that are attacked at least as often as they are defended.
    duties: Bitboard,
    /// Line pieces of either side that look through it, White's first.
    behind: [Bitboard; 2],
}

impl Origin {
    /// Nothing for a piece that cannot move.
    pub(super) fn new(view: &View<'_>, from: Square) -> Option<Origin> {
        let board = view.board;
        let piece = board.piece_at(from)?;
        let targets = destinations(board, from, piece) & !Bitboard::from_square(view.enemy_king);
        let targets = view.freedom.legal(board, from, piece, targets);
        if targets.is_empty() {
            return None;
        }
        let reach = attacks::attacks(from, piece, board.occupied());
        let needs = |square: &Square| {
            view.label(*square).is_some_and(|label| match (label.attackers(), label.defenders()) {
                (Some(a), Some(d)) => !a.is_empty() && a.total() >= d.total(),
                _ => false,
            })
        };
        let look = |color| board.attacks_to(from, color, board.occupied()) & board.sliders();
        Some(Origin {
            from,
            piece,
            label: view.label(from)?,
            targets,
            reach,
            duties: (reach & board.white()).into_iter().filter(needs).collect(),
            behind: [look(Color::White), look(Color::Black)],
        })
    }

    /// Where it can go.
    pub(super) fn targets(&self) -> Bitboard {
        self.targets
    }

    /// What is known of its move to one of these squares.
    pub(super) fn label(&self, view: &View<'_>, to: Square) -> MoveLabel {
        let step = Step::new(view.board, self.from, to, self.piece);
        let label = self.stands(view, &step);
        let label = self.threatens(view, &step, label);
        self.leaves(view, &step, label)
    }

    /// How it stands and would stand, and what it would take.
    fn stands(&self, view: &View<'_>, step: &Step) -> MoveLabel {
        let (board, to) = (view.board, step.to);
        let mover = match step.piece.role == self.piece.role {
            true => Mover::Piece(self.piece.role),
            false => Mover::Promoting,
        };
        let squad = |color| view.squad(step.others(board, to, color));
        let mut label = MoveLabel::default()
            .with_mover(mover)
            .with_captured(board.role_at(to))
            .with_squads(squad(Color::Black), squad(Color::White))
            .with_square(to)
            .with_king_distance(to.distance(view.enemy_king));
        if let (Some(balance), Some(attackers), Some(defenders)) =
            (self.label.attack_balance(), self.label.attackers(), self.label.defenders())
        {
            label = label.with_origin(balance, attackers, defenders);
        }
        if board.black().contains(to)
            && let Some(victim) = view.label(to)
            && let (Some(attackers), Some(defenders)) = (victim.attackers(), victim.defenders())
        {
            label = label.with_victim(attackers, defenders);
        }
        self.label.passed().map_or(label, |passed| label.with_passed(passed))
    }

    /// What it would attack that it does not attack now, and the check it would give.
    fn threatens(&self, view: &View<'_>, step: &Step, label: MoveLabel) -> MoveLabel {
        let board = view.board;
        let fresh = step.reach & board.black() & !board.kings() & !self.reach;
        let is =
            |square: &Square, holds: fn(NodeLabel) -> bool| view.label(*square).is_some_and(holds);
        let unguarded = |label: NodeLabel| label.defenders().is_some_and(|kinds| kinds.is_empty());
        let undefended = fresh.into_iter().filter(|square| is(square, unguarded)).collect();
        let pieces = fresh & !board.pawns();
        let trapped = pieces.into_iter().filter(|square| is(square, NodeLabel::is_stuck)).collect();
        let label = label
            .with_threats(roles(board, fresh), roles(board, undefended))
            .with_roles(MoveComponent::Traps, roles(board, trapped));
        match check(view, step, self.behind[0].any()) {
            Some(check) => label.with_check(check),
            None => label,
        }
    }

    /// What it would leave behind.
    fn leaves(&self, view: &View<'_>, step: &Step, label: MoveLabel) -> MoveLabel {
        let board = view.board;
        let there = Bitboard::from_square(step.to);
        let attacked =
            |s: &Square| (board.attacks_to(*s, Color::Black, board.occupied()) & !there).any();
        let duties = (self.duties & !step.reach & !there).into_iter().filter(attacked).collect();
        let opens = self.unveiled(board, Color::White, step);
        let concedes = self.unveiled(board, Color::Black, step);
        let en_prise = |side, fresh| view.perils.after(board, side, step, fresh);
        label
            .with_roles(MoveComponent::AbandonedDefences, roles(board, duties))
            .with_roles(MoveComponent::DiscoveredAttacks, roles(board, opens))
            .with_roles(MoveComponent::ExposedLines, roles(board, concedes))
            .with_en_prise(MoveComponent::EnPrise, en_prise(Color::White, concedes))
            .with_en_prise(
                MoveComponent::AttackedEnemies,
                en_prise(Color::Black, opens | step.reach),
            )
    }

    /// Men of the other side that line pieces of `side` attack once the piece has gone. Kings apart.
    fn unveiled(&self, board: &Board, side: Color, step: &Step) -> Bitboard {
        let behind = self.behind[usize::from(side.is_black())] & !step.touched();
        let men = board.by_color(!side) & !board.kings() & !step.touched();
        let fresh = |square: Square| {
            board.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
                attacks::attacks(square, piece, step.occupied)
                    & !attacks::attacks(square, piece, board.occupied())
            })
        };
        behind.into_iter().fold(Bitboard::EMPTY, |all, square| all | fresh(square)) & men
    }
}

fn roles(board: &Board, squares: Bitboard) -> RoleSet {
    let mut roles = RoleSet::default();
    let men = squares.into_iter().filter_map(|square| board.role_at(square));
    men.for_each(|role| roles.add(role));
    roles
}
