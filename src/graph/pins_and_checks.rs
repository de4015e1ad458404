//! Pins and checks: the rules that keep a piece from a move its geometry allows.

use shakmaty::{Bitboard, Board, ByColor, Color, Piece, Role, Square, attacks};

use super::attack_map::AttackMap;
use crate::chess::pinned;

/// Pins of both sides and checks to the side to move.
///
/// An attack that no legal move can carry out leaves nothing hanging, and a piece that may not recapture defends
/// nothing. Control of the squares around a king is unaffected: a pinned piece still denies them.
#[derive(Clone, Debug, Default)]
pub(super) struct PinsAndChecks {
    kings: ByColor<Option<Square>>,
    /// Pieces that shield their own king from a line piece.
    pinned: Bitboard,
    /// Pieces that give check to White, the side to move.
    checkers: Bitboard,
    /// Squares on which a move of a white piece other than the king ends the check: capture or block. All squares
    /// without a check, none in double check.
    check_evasions: Bitboard,
    /// The lines of the line pieces that attack either king, which go on where the king leaves.
    lines_at_kings: ByColor<Bitboard>,
}

impl PinsAndChecks {
    /// Of a board with White to move.
    pub(super) fn new(
        board: &Board,
        attacks: &AttackMap,
        kings: ByColor<Option<Square>>,
    ) -> PinsAndChecks {
        let pinned =
            |color| kings.get(color).map_or(Bitboard::EMPTY, |king| pinned(board, king, color));
        let attackers = |color: Color| {
            let all = kings.get(color).map_or(Bitboard::EMPTY, |king| attacks.attackers(king));
            all & board.by_color(!color)
        };
        let checkers = attackers(Color::White);
        let check_evasions = match (kings.white, checkers.single_square()) {
            (Some(king), Some(checker)) => attacks::between(king, checker) | checkers,
            _ if checkers.is_empty() => Bitboard::FULL,
            _ => Bitboard::EMPTY,
        };
        let lines_at_kings = ByColor::new_with(|color| {
            let king = *kings.get(color);
            let from = attackers(color) & board.sliders();
            let line =
                |from| king.map_or(Bitboard::EMPTY, |king| attacks::ray(king, from).without(from));
            from.into_iter().fold(Bitboard::EMPTY, |all, from| all | line(from))
        });
        PinsAndChecks {
            kings,
            pinned: pinned(Color::White) | pinned(Color::Black),
            checkers,
            check_evasions,
            lines_at_kings,
        }
    }

    /// Whether a piece shields its own king.
    pub(super) fn is_pinned(&self, square: Square) -> bool {
        self.pinned.contains(square)
    }

    /// Those of the nodes a piece attacks or defends on which it could legally capture or recapture. Kings and empty
    /// squares always count: they are controlled, not captured.
    pub(super) fn can_act_on(
        &self,
        board: &Board,
        attacks: &AttackMap,
        square: Square,
        piece: Piece,
        targets: Bitboard,
    ) -> Bitboard {
        let is_free =
            !self.is_pinned(square) && (piece.color.is_black() || self.checkers.is_empty());
        if is_free && piece.role != Role::King {
            return targets;
        }
        let enemies = targets & board.by_color(!piece.color) & !board.kings();
        let others = targets & !enemies;
        if piece.role == Role::King {
            return others | self.unattacked(board, attacks, piece.color, enemies);
        }
        let own = others & board.by_color(piece.color) & !board.kings();
        let barred = own & !self.along_pin(square, piece) | enemies & !self.open_to(square, piece);
        targets & !barred
    }

    /// Those of `targets` that a piece may go to and no enemy piece attacks. `control` is what the enemy attacks.
    pub(super) fn safe(
        &self,
        square: Square,
        piece: Piece,
        targets: Bitboard,
        control: Bitboard,
    ) -> Bitboard {
        let safe = targets & !control;
        if piece.role == Role::King && self.checkers.any() && piece.color.is_white() {
            // The king does not escape a line piece along its own line.
            return safe & !self.lines_at_kings.white;
        }
        safe & self.open_to(square, piece)
    }

    /// Those of `targets` to which White's piece may go by the rules.
    pub(super) fn legal(
        &self,
        board: &Board,
        attacks: &AttackMap,
        square: Square,
        piece: Piece,
        targets: Bitboard,
    ) -> Bitboard {
        if piece.role == Role::King {
            return self.unattacked(board, attacks, piece.color, targets);
        }
        targets & self.open_to(square, piece)
    }

    /// Squares open to a piece other than a king.
    fn open_to(&self, square: Square, piece: Piece) -> Bitboard {
        let check_evasions =
            if piece.color.is_white() { self.check_evasions } else { Bitboard::FULL };
        self.along_pin(square, piece) & check_evasions
    }

    fn along_pin(&self, square: Square, piece: Piece) -> Bitboard {
        match self.kings.get(piece.color) {
            Some(king) if self.is_pinned(square) => attacks::ray(*king, square),
            _ => Bitboard::FULL,
        }
    }

    /// Those of the squares next to the king of a side that no enemy piece attacks once the king has gone there.
    fn unattacked(
        &self,
        board: &Board,
        attacks: &AttackMap,
        color: Color,
        targets: Bitboard,
    ) -> Bitboard {
        let enemies = board.by_color(!color);
        let is_unattacked = |square: &Square| (attacks.attackers(*square) & enemies).is_empty();
        let off_lines = targets & !*self.lines_at_kings.get(color);
        off_lines.into_iter().filter(is_unattacked).collect()
    }
}
