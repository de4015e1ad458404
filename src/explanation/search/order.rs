//! The order in which moves are looked at.

use shakmaty::{Move, MoveList};

use crate::chess::man_value;

/// What the moves of the positions under way promise, and which quiet moves refuted others.
#[derive(Clone, Debug)]
pub(super) struct Order {
    answers: Box<Answers>,
    /// One position behind the other.
    promises: Vec<i32>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order { answers: Box::new(Answers([[0; 64]; 64])), promises: Vec::new() }
    }

    /// Begins the moves of a position; answers where what they promise begins. The most promising: `first`, which was
    /// best before, valuable victims taken by cheap pieces, quiet moves that refuted others.
    pub(super) fn begin(&mut self, moves: &MoveList, first: Option<Move>) -> usize {
        let base = self.promises.len();
        let answers = &self.answers;
        self.promises.extend(moves.iter().map(|m| match promise(*m) {
            _ if Some(*m) == first => i32::MAX,
            0 => answers.of(*m),
            loud => LOUD + loud,
        }));
        base
    }

    /// Brings the most promising move from `at` on there; `base` is what [`Order::begin`] answered.
    pub(super) fn bring_forward(&mut self, moves: &mut [Move], base: usize, at: usize) {
        let promises = &mut self.promises[base + at..];
        let most = (1..promises.len())
            .fold(0, |most, at| if promises[at] > promises[most] { at } else { most });
        moves.swap(at, at + most);
        promises.swap(0, most);
    }

    /// Ends the moves of the position that was begun last.
    pub(super) fn end(&mut self, base: usize) {
        self.promises.truncate(base);
    }

    /// Ends the moves of all positions.
    pub(super) fn clear(&mut self) {
        self.promises.clear();
    }

    /// A move refuted others, with so many plies to go.
    pub(super) fn reward(&mut self, m: Move, depth: u32) {
        self.answers.reward(m, depth);
    }
}

/// Quiet moves that refuted others, by from and to: they are tried early elsewhere, too.
#[derive(Clone, Debug)]
struct Answers([[u16; 64]; 64]);

impl Answers {
    fn of(&self, m: Move) -> i32 {
        let from = m.from().map_or(0, usize::from);
        i32::from(self.0[from][usize::from(m.to())])
    }

    fn reward(&mut self, m: Move, depth: u32) {
        if m.capture().is_none()
            && let Some(from) = m.from()
        {
            let times = &mut self.0[usize::from(from)][usize::from(m.to())];
            *times = times.saturating_add((depth * depth) as u16);
        }
    }
}

/// More than any quiet move promises.
const LOUD: i32 = 100_000;

/// Valuable victims first, taken by cheap pieces.
fn promise(m: Move) -> i32 {
    let taken = m.capture().map_or(0, |victim| 10 * man_value(victim) - man_value(m.role()).min(9));
    taken + m.promotion().map_or(0, |role| 10 * man_value(role))
}
