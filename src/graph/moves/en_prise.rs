use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::EnPrise;
use super::preview::MovePreview;

/// Why a piece is en prise.
#[derive(Clone, Copy)]
enum EnPriseCase {
    Hanging,
    Underdefended,
}

/// The pieces en prise before a move; kept because most moves change few of them.
pub(super) struct EnPriseTable {
    /// Pieces other than kings that the other side attacks.
    attacked: Bitboard,
    now: [Option<EnPriseCase>; 64],
    /// For each of them the squares that bear on this.
    bearing: [Bitboard; 64],
}

impl EnPriseTable {
    /// `control` is what White and Black attack.
    pub(super) fn new(board: &Board, control: [Bitboard; 2]) -> EnPriseTable {
        let attacked = control[0] & board.black() | control[1] & board.white();
        let attacked = attacked & !board.kings();
        let mut table = EnPriseTable { attacked, now: [None; 64], bearing: [Bitboard::EMPTY; 64] };
        for square in attacked {
            table.now[square as usize] = en_prise_case(board, square, None);
            table.bearing[square as usize] =
                attacks::queen_attacks(square, board.occupied()) | attacks::knight_attacks(square);
        }
        table
    }

    /// The pieces of a side that are en prise after a move, except the one that moves. `fresh` are those attacked only
    /// then.
    pub(super) fn after(
        &self,
        board: &Board,
        side: Color,
        preview: &MovePreview,
        fresh: Bitboard,
    ) -> EnPrise {
        let mut en_prise = EnPrise::default();
        let touched = preview.touched();
        let pieces = board.by_color(side) & !board.kings() & !touched;
        for square in (self.attacked | fresh) & pieces {
            let known = self.attacked.contains(square)
                && (self.bearing[square as usize] & touched).is_empty();
            let case = if known {
                self.now[square as usize]
            } else {
                en_prise_case(board, square, Some(preview))
            };
            let Some(role) = board.role_at(square) else { continue };
            match case {
                Some(EnPriseCase::Hanging) => en_prise.hanging.add(role),
                Some(EnPriseCase::Underdefended) => en_prise.underdefended.add(role),
                None => {}
            }
        }
        en_prise
    }
}

/// Why a piece is en prise, after a move if one is given.
fn en_prise_case(
    board: &Board,
    square: Square,
    preview: Option<&MovePreview>,
) -> Option<EnPriseCase> {
    let piece = board.piece_at(square)?;
    let arrived =
        preview.filter(|preview| preview.reach.contains(square)).map(|preview| preview.piece.role);
    let pieces = |color: Color| {
        let others = preview.map_or_else(
            || board.attacks_to(square, color, board.occupied()),
            |preview| preview.others(board, square, color),
        );
        let mover = arrived.filter(|_| color.is_white());
        (others, mover, others.count() + mover.iter().len())
    };
    let (others, mover, attackers) = pieces(!piece.color);
    let (_, _, defenders) = pieces(piece.color);
    let attacked_by = |role: Role| (others & board.by_role(role)).any() || mover == Some(role);
    let lighter = || Role::ALL.into_iter().take_while(|role| *role < piece.role).any(attacked_by);
    match (attackers, defenders) {
        (0, _) => None,
        (_, 0) => Some(EnPriseCase::Hanging),
        _ if attackers > defenders || lighter() => Some(EnPriseCase::Underdefended),
        _ => None,
    }
}
