use shakmaty::{Chess, Move, MoveList, Position};

use super::loses_exchange;
use crate::chess::move_order::MoveOrder;

/// The legal moves of a position, the most promising first; captures that lose material come last. The best move of an earlier
/// search comes before the others are generated: often it is good enough.
pub(super) struct Picker {
    first: Option<Move>,
    killers: [Option<Move>; 2],
    /// All moves; `None`: they are not needed yet.
    moves: Option<MoveList>,
    /// Of their scores.
    base: usize,
    /// Moves that were picked.
    picked: usize,
}

/// A move, as it was picked.
#[derive(Clone, Copy)]
pub(super) struct Picked {
    pub(super) m: Move,
    /// Moves that were picked before it.
    pub(super) at: usize,
    /// It is a capture that was put off because it loses material.
    pub(super) loses_material: bool,
}

impl Picker {
    /// `first` is a legal move, if there is one.
    pub(super) fn new(first: Option<Move>, killers: [Option<Move>; 2]) -> Picker {
        Picker { first, killers, moves: None, base: 0, picked: 0 }
    }

    /// The next move of `position`; always to be called with the same one.
    pub(super) fn next(&mut self, position: &Chess, order: &mut MoveOrder) -> Option<Picked> {
        let at = self.picked;
        self.picked += 1;
        if at == 0
            && let Some(first) = self.first
        {
            return Some(Picked { m: first, at, loses_material: false });
        }
        let moves = self.moves.get_or_insert_with(|| {
            let mut moves = position.legal_moves();
            let first = self.first.and_then(|first| moves.iter().position(|m| *m == first));
            if let Some(place) = first {
                moves.swap(0, place);
            }
            self.base = order.push(&moves, None, self.killers);
            moves
        });
        if at >= moves.len() {
            return None;
        }
        order.select(moves, self.base, at);
        while order.is_capture_in_time(self.base, at) && loses_exchange(position, moves[at]) {
            order.put_off(self.base, at);
            order.select(moves, self.base, at);
        }
        Some(Picked { m: moves[at], at, loses_material: order.is_put_off(self.base, at) })
    }

    /// Removes the scores of the moves.
    pub(super) fn end(self, order: &mut MoveOrder) {
        if self.moves.is_some() {
            order.pop(self.base);
        }
    }
}
