use shakmaty::{Bitboard, Board, ByColor, Role, Square};

use super::preview::MovePreview;
use super::{EnPrise, RoleSet};
use crate::graph::attack_map::AttackMap;

/// The pieces en prise before a move; kept because most moves change few of them.
pub(super) struct EnPriseTable {
    /// Pieces other than kings that the other side attacks.
    attacked: Bitboard,
    hanging: Bitboard,
    underdefended: Bitboard,
    /// What these say of White and of Black.
    now: [EnPrise; 2],
    /// For each role the pieces of both sides that are less valuable. Knights and bishops are equal.
    lighter: [Bitboard; 6],
}

/// The pieces whose attackers or defenders a move changes.
#[derive(Clone, Copy)]
pub(super) struct Affected {
    /// Those that the piece that moves, or the captured one, attacks or defends only before or only after it.
    pub(super) by_pieces: Bitboard,
    /// Those at the end of a line that is opened or closed.
    pub(super) by_lines: Bitboard,
    /// Those that a piece attacks only then.
    pub(super) fresh: Bitboard,
}

impl Affected {
    /// Any piece may be.
    pub(super) const EVERYTHING: Affected =
        Affected { by_pieces: Bitboard::FULL, by_lines: Bitboard::FULL, fresh: Bitboard::FULL };
}

impl EnPriseTable {
    /// `control` is what each side attacks.
    pub(super) fn new(
        board: &Board,
        attacks: &AttackMap,
        control: &ByColor<Bitboard>,
    ) -> EnPriseTable {
        let attacked = control.white & board.black() | control.black & board.white();
        let mut lighter = [Bitboard::EMPTY; 6];
        for (lighter, role) in lighter.iter_mut().zip(Role::ALL) {
            let roles = Role::ALL.into_iter().filter(|other| is_lighter(*other, role));
            *lighter = roles.map(|other| board.by_role(other)).fold(Bitboard::EMPTY, |a, b| a | b);
        }
        let mut table = EnPriseTable {
            attacked: attacked & !board.kings(),
            hanging: Bitboard::EMPTY,
            underdefended: Bitboard::EMPTY,
            now: [EnPrise::default(); 2],
            lighter,
        };
        for square in table.attacked {
            let Some(piece) = board.piece_at(square) else { continue };
            let around = attacks.attackers(square);
            let [attackers, defenders] =
                [!piece.color, piece.color].map(|color| around & board.by_color(color));
            let is_heavier = table.is_any_lighter(attackers, piece.role);
            match case(attackers, defenders, is_heavier) {
                Some(EnPriseCase::Hanging) => table.hanging.add(square),
                Some(EnPriseCase::Underdefended) => table.underdefended.add(square),
                None => {}
            }
        }
        table.now = of_both(board, table.hanging, table.underdefended);
        table
    }

    /// The pieces of White and of Black that are en prise after a move, except the one that moves.
    pub(super) fn after(
        &self,
        board: &Board,
        attacks: &AttackMap,
        preview: &MovePreview,
        affected: Affected,
    ) -> [EnPrise; 2] {
        let pieces = board.occupied() & !board.kings() & !preview.touched();
        let anew =
            (affected.by_pieces | affected.by_lines) & (self.attacked | affected.fresh) & pieces;
        let mut hanging = self.hanging & pieces & !anew;
        let mut underdefended = self.underdefended & pieces & !anew;
        for square in anew {
            match self.case_after(board, attacks, preview, affected, square) {
                Some(EnPriseCase::Hanging) => hanging.add(square),
                Some(EnPriseCase::Underdefended) => underdefended.add(square),
                None => {}
            }
        }
        if (hanging, underdefended) == (self.hanging, self.underdefended) {
            return self.now;
        }
        of_both(board, hanging, underdefended)
    }

    fn case_after(
        &self,
        board: &Board,
        attacks: &AttackMap,
        preview: &MovePreview,
        affected: Affected,
        square: Square,
    ) -> Option<EnPriseCase> {
        let piece = board.piece_at(square)?;
        let others = if affected.by_lines.contains(square) {
            preview.others(board, attacks, square)
        } else {
            attacks.attackers(square) & !preview.touched()
        };
        let is_reached = preview.reach.contains(square);
        let mover = if is_reached { Bitboard::from_square(preview.to) } else { Bitboard::EMPTY };
        let (white, black) = (others & board.white(), others & board.black());
        if piece.color.is_white() {
            let is_heavier = self.is_any_lighter(black, piece.role);
            return case(black, white | mover, is_heavier);
        }
        let is_heavier = self.is_any_lighter(white, piece.role)
            || is_reached && is_lighter(preview.piece.role, piece.role);
        case(white | mover, black, is_heavier)
    }

    fn is_any_lighter(&self, pieces: Bitboard, role: Role) -> bool {
        (pieces & self.lighter[role as usize - 1]).any()
    }
}

fn is_lighter(role: Role, than: Role) -> bool {
    role < than && (role, than) != (Role::Knight, Role::Bishop)
}

fn of_both(board: &Board, hanging: Bitboard, underdefended: Bitboard) -> [EnPrise; 2] {
    let of = |side| EnPrise {
        hanging: RoleSet::of(board, hanging & side),
        underdefended: RoleSet::of(board, underdefended & side),
    };
    [of(board.white()), of(board.black())]
}

/// Why a piece is en prise.
#[derive(Clone, Copy)]
enum EnPriseCase {
    Hanging,
    Underdefended,
}

/// `is_heavier`: than one of the attackers.
fn case(attackers: Bitboard, defenders: Bitboard, is_heavier: bool) -> Option<EnPriseCase> {
    if attackers.is_empty() {
        None
    } else if defenders.is_empty() {
        Some(EnPriseCase::Hanging)
    } else {
        (is_heavier || are_more(attackers, defenders)).then_some(EnPriseCase::Underdefended)
    }
}

/// Whether the first are more. There are few of both: pair by pair is faster than counting.
fn are_more(mut first: Bitboard, mut second: Bitboard) -> bool {
    while second.any() {
        first.discard_first();
        second.discard_first();
    }
    first.any()
}
