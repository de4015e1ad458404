//! Pins and checks: the rules that keep a piece from a move its geometry allows.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square, attacks};

use super::NodeKind;
use crate::chess::pinned;

/// Pins of both sides and checks to the side to move.
///
/// An attack that no legal move can carry out leaves nothing hanging, and a piece that may not recapture defends
/// nothing. Control of the squares around a king is unaffected: a pinned piece still denies them.
#[derive(Clone, Debug, Default)]
pub(super) struct PinsAndChecks {
    kings: [Option<Square>; 2],
    /// Pieces that shield their own king from a line piece.
    pinned: Bitboard,
    /// Pieces that give check to White, the side to move.
    checkers: Bitboard,
    /// Squares on which a move of a white piece other than the king ends the check: capture or block. All squares
    /// without a check, none in double check.
    check_evasions: Bitboard,
}

impl PinsAndChecks {
    /// Of a board with White to move. `kings` are White's and Black's.
    pub(super) fn new(board: &Board, kings: [Option<Square>; 2]) -> PinsAndChecks {
        let pinned = [Color::White, Color::Black]
            .into_iter()
            .zip(kings)
            .filter_map(|(color, king)| Some(pinned(board, king?, color)))
            .fold(Bitboard::EMPTY, |all, pinned| all | pinned);
        let checkers = kings[0]
            .map_or(Bitboard::EMPTY, |king| board.attacks_to(king, Color::Black, board.occupied()));
        let check_evasions = match (kings[0], checkers.single_square()) {
            (Some(king), Some(checker)) => attacks::between(king, checker) | checkers,
            _ if checkers.is_empty() => Bitboard::FULL,
            _ => Bitboard::EMPTY,
        };
        PinsAndChecks { kings, pinned, checkers, check_evasions }
    }

    /// Whether a piece shields its own king.
    pub(super) fn is_pinned(&self, square: Square) -> bool {
        self.pinned.contains(square)
    }

    /// Whether a piece that attacks or defends `target` could legally capture or recapture there. Always true for kings
    /// and squares next to them, which are controlled, not captured.
    pub(super) fn can_act_on(
        &self,
        board: &Board,
        square: Square,
        piece: Piece,
        target: Square,
        kind: NodeKind,
    ) -> bool {
        let Some(Piece { role, color }) = kind.piece() else { return true };
        if role == Role::King {
            return true;
        }
        if color == piece.color {
            return self.along_pin(square, piece).contains(target);
        }
        if piece.role == Role::King {
            return !is_attacked(board, target, !piece.color, square);
        }
        self.open_to(square, piece).contains(target)
    }

    /// Those of `targets` that a piece may go to and no enemy piece attacks. `control` is what the enemy attacks.
    pub(super) fn safe(
        &self,
        board: &Board,
        square: Square,
        piece: Piece,
        targets: Bitboard,
        control: Bitboard,
    ) -> Bitboard {
        let safe = targets & !control;
        if piece.role == Role::King && self.checkers.any() && piece.color.is_white() {
            // The king does not escape a line piece along its own line.
            return safe
                .into_iter()
                .filter(|to| !is_attacked(board, *to, Color::Black, square))
                .collect();
        }
        safe & self.open_to(square, piece)
    }

    /// Those of `targets` to which White's piece may go by the rules.
    pub(super) fn legal(
        &self,
        board: &Board,
        square: Square,
        piece: Piece,
        targets: Bitboard,
    ) -> Bitboard {
        if piece.role == Role::King {
            let safe = |to: &Square| !is_attacked(board, *to, Color::Black, square);
            return targets.into_iter().filter(safe).collect();
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
        match self.kings[usize::from(piece.color.is_black())] {
            Some(king) if self.is_pinned(square) => attacks::ray(king, square),
            _ => Bitboard::FULL,
        }
    }
}

/// Whether `side` attacks a square once the king has left `king`.
fn is_attacked(board: &Board, square: Square, side: Color, king: Square) -> bool {
    let left = board.occupied() & !Bitboard::from_square(king);
    (board.attacks_to(square, side, left) & !Bitboard::from_square(square)).any()
}
