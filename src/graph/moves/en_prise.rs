use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::EnPrise;
use super::view::Step;

/// How a man can be en prise.
#[derive(Clone, Copy)]
enum Peril {
    Hanging,
    Underdefended,
}

/// Who is en prise before a move, kept since most moves change little of it.
pub(super) struct Perils {
    /// Men that the other side attacks, kings apart.
    attacked: Bitboard,
    now: [Option<Peril>; 64],
    /// For each of them the squares whose change may change that.
    bearing: [Bitboard; 64],
}

impl Perils {
    /// `control` is what White and Black attack.
    pub(super) fn new(board: &Board, control: [Bitboard; 2]) -> Perils {
        let attacked = control[0] & board.black() | control[1] & board.white();
        let attacked = attacked & !board.kings();
        let mut perils = Perils { attacked, now: [None; 64], bearing: [Bitboard::EMPTY; 64] };
        for square in attacked {
            perils.now[square as usize] = peril(board, square, None);
            perils.bearing[square as usize] =
                attacks::queen_attacks(square, board.occupied()) | attacks::knight_attacks(square);
        }
        perils
    }

    /// Which men of a side are en prise once the step is made, the piece that makes it apart. `fresh` are those that are
    /// attacked only then.
    pub(super) fn after(
        &self,
        board: &Board,
        side: Color,
        step: &Step,
        fresh: Bitboard,
    ) -> EnPrise {
        let mut en_prise = EnPrise::default();
        let touched = step.touched();
        let men = board.by_color(side) & !board.kings() & !touched;
        for square in (self.attacked | fresh) & men {
            let known = self.attacked.contains(square)
                && (self.bearing[square as usize] & touched).is_empty();
            let peril =
                if known { self.now[square as usize] } else { peril(board, square, Some(step)) };
            let Some(role) = board.role_at(square) else { continue };
            match peril {
                Some(Peril::Hanging) => en_prise.hanging.add(role),
                Some(Peril::Underdefended) => en_prise.underdefended.add(role),
                None => {}
            }
        }
        en_prise
    }
}

/// How a man is en prise, after a step if one is given.
fn peril(board: &Board, square: Square, step: Option<&Step>) -> Option<Peril> {
    let man = board.piece_at(square)?;
    let arrived = step.filter(|step| step.reach.contains(square)).map(|step| step.piece.role);
    let men = |color: Color| {
        let others = step.map_or_else(
            || board.attacks_to(square, color, board.occupied()),
            |step| step.others(board, square, color),
        );
        let mover = arrived.filter(|_| color.is_white());
        (others, mover, others.count() + mover.iter().len())
    };
    let (others, mover, attackers) = men(!man.color);
    let (_, _, defenders) = men(man.color);
    let attacked_by = |role: Role| (others & board.by_role(role)).any() || mover == Some(role);
    let lighter = || Role::ALL.into_iter().take_while(|role| *role < man.role).any(attacked_by);
    match (attackers, defenders) {
        (0, _) => None,
        (_, 0) => Some(Peril::Hanging),
        _ if attackers > defenders || lighter() => Some(Peril::Underdefended),
        _ => None,
    }
}
