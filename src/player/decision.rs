use std::cmp::Ordering;

use shakmaty::{Move, Position};

use crate::chess::{Ending, Game, Oriented};
use crate::evaluation::Evaluator;
use crate::memory::Snapshot;
use crate::units::Value;

/// A legal move with its value.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The move.
    pub m: Move,
    /// Value of the position after the move, for the side that makes it.
    pub value: Value,
    /// How the move ends the game, if it does.
    pub ending: Option<Ending>,
    /// The position after the move has been on the board before: it counts as a draw.
    pub repeats: bool,
}

/// All legal moves with their values.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The moves, in the order of generation.
    pub alternatives: Vec<Alternative>,
    /// Index of the best one; the first of equals.
    pub best: usize,
}

impl Alternative {
    /// Mate first, then by value: the greater, the better.
    #[must_use]
    pub fn rank(&self) -> (bool, f64) {
        (self.ending == Some(Ending::Checkmate), self.value.get())
    }
}

impl Decision {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> &Alternative {
        &self.alternatives[self.best]
    }

    /// The moves, the best first; equals in the order of generation.
    #[must_use]
    pub fn best_first(&self) -> Vec<&Alternative> {
        let mut moves: Vec<&Alternative> = self.alternatives.iter().collect();
        moves.sort_by(|a, b| b.rank().partial_cmp(&a.rank()).unwrap_or(Ordering::Equal));
        moves
    }
}

/// Values every legal move by the position after it; `None` if there is no legal move.
///
/// A successor that ends the game has its true value. One that has been on the board before counts as a draw: the opponent
/// could repeat it again.
pub fn decide(evaluator: &mut Evaluator, memory: &Snapshot, game: &Game) -> Option<Decision> {
    let alternatives: Vec<Alternative> = game
        .position()
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut successor = game.position().clone();
            successor.play_unchecked(m);
            let ending = game.ending_after(&successor);
            let repeats = successor.halfmoves() >= 4 && game.occurrences(&successor) > 0;
            let value = match ending {
                Some(Ending::Checkmate) => Value::LOSS,
                Some(_) => Value::DRAW,
                None if repeats => Value::DRAW,
                None => evaluator.value(memory, &Oriented::new(&successor)),
            };
            Alternative { m, value: value.flipped(), ending, repeats }
        })
        .collect();
    let best = (0..alternatives.len()).reduce(|best, i| {
        if alternatives[i].rank() > alternatives[best].rank() { i } else { best }
    })?;
    Some(Decision { alternatives, best })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::{Start, position_from_fen};
    use crate::memory::Memory;

    #[test]
    fn successors_that_end_the_game_have_their_true_value() {
        let memory = Memory::load_shipped().unwrap();
        let mut evaluator = Evaluator::new(memory.evaluation());
        // Qh2 is stalemate, Qh8 is mate.
        let position = position_from_fen("k7/8/1K6/8/8/8/1Q6/8 w - - 0 1").unwrap();
        let game = Game::new(Start::Position(Box::new(position)));
        let decision = decide(&mut evaluator, &memory.snapshot(), &game).unwrap();
        assert_eq!(decision.best().ending, Some(Ending::Checkmate));
        let values = |ending| {
            let ended = decision.alternatives.iter().filter(move |a| a.ending == Some(ending));
            ended.map(|a| a.value).collect::<Vec<Value>>()
        };
        let [mates, stalemates] = [Ending::Checkmate, Ending::Stalemate].map(values);
        assert!(!mates.is_empty() && mates.iter().all(|value| *value == Value::WIN));
        assert!(!stalemates.is_empty() && stalemates.iter().all(|value| *value == Value::DRAW));
    }
}
