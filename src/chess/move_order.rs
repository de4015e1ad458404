//! Move ordering.

use shakmaty::{Move, MoveList, Square};

use super::piece_value;

/// The ordering scores of the moves of the positions being searched, and the history of quiet moves.
#[derive(Clone, Debug)]
pub(super) struct MoveOrder {
    history: Box<History>,
    /// A stack: the scores of one position after the other.
    scores: Vec<i32>,
}

impl MoveOrder {
    pub(super) fn new() -> MoveOrder {
        MoveOrder { history: Box::new(History([[0; 64]; 64])), scores: Vec::new() }
    }

    /// Scores the moves of a position and returns the base of their scores on the stack. `first`, the best move of an
    /// earlier search, comes first, then captures and promotions, then `killers`, quiet moves that refuted others at this
    /// distance from the root, then quiet moves by history.
    pub(super) fn push(
        &mut self,
        moves: &MoveList,
        first: Option<Move>,
        killers: [Option<Move>; 2],
    ) -> usize {
        let base = self.scores.len();
        let history = &self.history;
        self.scores.extend(moves.iter().map(|m| match *m {
            Move::Normal { from, to, capture: None, promotion: None, .. } => history.of(from, to),
            m => match capture_score(m) {
                0 => m.from().map_or(0, |from| history.of(from, m.to())),
                score => CAPTURE + score,
            },
        }));
        for (m, score) in [(killers[0], CAPTURE), (killers[1], CAPTURE), (first, i32::MAX)] {
            if let Some(at) = m.and_then(|m| moves.iter().position(|other| *other == m)) {
                self.scores[base + at] = score;
            }
        }
        base
    }

    /// Swaps the best of the moves from index `at` on to `at`; `base` is from [`MoveOrder::push`].
    pub(super) fn select(&mut self, moves: &mut [Move], base: usize, at: usize) {
        let scores = &mut self.scores[base + at..];
        let (mut best, mut greatest) = (0, scores[0]);
        for (at, score) in scores.iter().enumerate() {
            if *score > greatest {
                (best, greatest) = (at, *score);
            }
        }
        moves.swap(at, at + best);
        scores.swap(0, best);
    }

    /// The move at index `at` is a capture or promotion that was not put off.
    pub(super) fn is_capture_in_time(&self, base: usize, at: usize) -> bool {
        self.scores[base + at] > CAPTURE
    }

    /// Puts a capture or promotion behind all other moves but those that were put off, too.
    pub(super) fn put_off(&mut self, base: usize, at: usize) {
        self.scores[base + at] -= 2 * CAPTURE;
    }

    /// The move at index `at` was put off.
    pub(super) fn is_put_off(&self, base: usize, at: usize) -> bool {
        self.scores[base + at] < 0
    }

    /// Removes the scores of the position that was pushed last.
    pub(super) fn pop(&mut self, base: usize) {
        self.scores.truncate(base);
    }

    /// Removes all scores.
    pub(super) fn clear(&mut self) {
        self.scores.clear();
    }

    /// Removes the scores and the history.
    pub(super) fn forget(&mut self) {
        self.clear();
        self.history.0.fill([0; 64]);
    }

    /// Records a move that caused a cutoff with `depth` plies to go.
    pub(super) fn reward(&mut self, m: Move, depth: u32) {
        self.history.reward(m, depth);
    }
}

/// History heuristic: quiet moves that caused cutoffs, by from and to square.
#[derive(Clone, Debug)]
struct History([[u16; 64]; 64]);

impl History {
    fn of(&self, from: Square, to: Square) -> i32 {
        self.0[usize::from(from)][usize::from(to)].into()
    }

    fn reward(&mut self, m: Move, depth: u32) {
        if m.capture().is_none()
            && let Some(from) = m.from()
        {
            let count = &mut self.0[usize::from(from)][usize::from(m.to())];
            *count = count.saturating_add((depth * depth) as u16);
        }
    }
}

/// Above the score of every quiet move.
const CAPTURE: i32 = 100_000;

/// Most valuable victim, then least valuable attacker (MVV-LVA); 0 for quiet moves.
fn capture_score(m: Move) -> i32 {
    let capture =
        m.capture().map_or(0, |victim| 10 * piece_value(victim) - piece_value(m.role()).min(9));
    capture + m.promotion().map_or(0, |role| 10 * piece_value(role))
}
