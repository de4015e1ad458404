use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move, Position};

use super::TargetSettings;
use super::occurring::{Distinct, Occurring};
use crate::chess::{Ending, Oriented};
use crate::evaluation::Evaluator;
use crate::memory::{PositionFeatures, Snapshot};
use crate::units::Value;

/// Learning from moves that were not played: in some positions of a game the best moves are judged by the replies to them,
/// and the positions after these moves learn what that said. So the memory knows without looking what it would see
/// with a look. After Veness, Silver, Uther and Blair 2009, "Bootstrapping from game tree search" (TreeStrap), at a
/// depth of two plies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookaheadSettings {
    /// Number of positions of a game, 1 to 1,000.
    pub positions: u32,
    /// Number of moves in each, the best ones by the memory, 1 to 1,000.
    pub moves: u32,
    /// Size of their steps as a fraction of that of the positions of the game, more than 0, at most 10.
    pub step: f64,
}

const MAX_NUMBER: u32 = 1_000;

/// What is learned of the position after a move that could have been played.
pub(super) struct Lesson {
    /// Its patterns.
    pub(super) occurring: Occurring,
    pub(super) target: Value,
}

/// A position after a move that could have been played.
struct Judged {
    position: Chess,
    /// The value after the best reply, for the side to move then.
    best: Value,
}

impl LookaheadSettings {
    pub(crate) fn check(self) -> Result<(), String> {
        for (name, number) in [("positions", self.positions), ("moves", self.moves)] {
            if !(1..=MAX_NUMBER).contains(&number) {
                let expected = format!("expected 1 to {MAX_NUMBER}");
                return Err(format!("learning.lookahead.{name} = {number}: {expected}"));
            }
        }
        if !(self.step > 0.0 && self.step <= 10.0) {
            let step = self.step;
            return Err(format!(
                "learning.lookahead.step = {step}: expected more than 0, at most 10"
            ));
        }
        Ok(())
    }

    /// The positions of a game in which moves are judged, drawn at random, some perhaps more than once.
    pub(super) fn draw<'a>(self, positions: &'a [Chess], rng: &mut dyn Rng) -> Vec<&'a Chess> {
        let number = if positions.is_empty() { 0 } else { self.positions };
        (0..number).map(|_| &positions[rng.random_range(0..positions.len())]).collect()
    }

    /// Lessons from the best moves of a position.
    pub(super) fn lessons(
        self,
        evaluator: &mut Evaluator,
        distinct: &mut Distinct,
        memory: &Snapshot,
        position: &Chess,
        targets: TargetSettings,
    ) -> Vec<Lesson> {
        let judged = self.judge(evaluator, memory, position);
        let lesson = |judged: Judged| {
            let mut features = PositionFeatures::default();
            features.rebuild(&Oriented::new(&judged.position), !memory.moves.is_empty());
            let active = evaluator.activations(memory, &features);
            let occurring = distinct.occurring(active);
            Lesson { occurring, target: targets.before(judged.best) }
        };
        judged.into_iter().map(lesson).collect()
    }

    /// Judges the best moves of a position by the replies to them; moves that end the game are left out.
    fn judge(self, evaluator: &mut Evaluator, memory: &Snapshot, position: &Chess) -> Vec<Judged> {
        let moves = position.legal_moves().into_iter().map(|m| {
            let successor = after(position, m);
            (value_after(evaluator, memory, &successor).get(), successor)
        });
        let mut moves: Vec<(f64, Chess)> = moves.collect();
        // Stable: equal moves in the order of generation.
        moves.sort_by(|a, b| a.0.total_cmp(&b.0));
        moves.truncate(self.moves as usize);
        let lasting = moves.into_iter().map(|(_, successor)| successor);
        let lasting = lasting.filter(|successor| Ending::of_position(successor).is_none());
        let judged = lasting.filter_map(|position| {
            let best = best_move(evaluator, memory, &position, position.legal_moves())?;
            Some(Judged { position, best })
        });
        judged.collect()
    }
}

/// The value of the position after the best of these moves, for the side to move then.
pub(super) fn best_move(
    evaluator: &mut Evaluator,
    memory: &Snapshot,
    position: &Chess,
    moves: impl IntoIterator<Item = Move>,
) -> Option<Value> {
    let values = moves.into_iter().map(|m| value_after(evaluator, memory, &after(position, m)));
    values.min_by(|a, b| a.get().total_cmp(&b.get()))
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// The value of a position for the side to move: the true one if the game is over, else the memory's.
fn value_after(evaluator: &mut Evaluator, memory: &Snapshot, position: &Chess) -> Value {
    match Ending::of_position(position) {
        Some(Ending::Checkmate) => Value::LOSS,
        Some(_) => Value::DRAW,
        None => evaluator.value(memory, &Oriented::new(position)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::chess::position_from_fen;
    use crate::memory::Memory;
    use crate::rng;

    const SETTINGS: LookaheadSettings = LookaheadSettings { positions: 5, moves: 40, step: 1.0 };

    fn judge(fen: &str, moves: u32) -> Vec<Judged> {
        let memory = Memory::default();
        let position = position_from_fen(fen).unwrap();
        let mut evaluator = Evaluator::new(memory.evaluation());
        LookaheadSettings { moves, ..SETTINGS }.judge(&mut evaluator, &memory.snapshot(), &position)
    }

    #[test]
    fn a_move_that_allows_mate_is_judged_by_the_mate() {
        // After g4 only Qh4 mates; an empty memory finds all other moves equal.
        let judged = judge("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", 40);
        let mated = judged.iter().filter(|judged| judged.best == Value::LOSS);
        assert_eq!(judged.len(), 19);
        assert_eq!(mated.count(), 1);
        assert!(judged.iter().all(|judged| [Value::LOSS, Value::DRAW].contains(&judged.best)));
    }

    #[test]
    fn moves_that_end_the_game_are_left_out() {
        // Qh2 is stalemate, and several moves mate.
        let judged = judge("k7/8/1K6/8/8/8/1Q6/8 w - - 0 1", 40);
        let position = position_from_fen("k7/8/1K6/8/8/8/1Q6/8 w - - 0 1").unwrap();
        let lasting = position
            .legal_moves()
            .into_iter()
            .filter(|m| !after(&position, *m).legal_moves().is_empty());
        assert_eq!(judged.len(), lasting.count());
        // King takes pawn: nobody can win, nothing to learn.
        assert!(judge("8/8/8/8/8/1k6/p7/K7 w - - 0 1", 40).is_empty());
    }

    #[test]
    fn a_position_that_fifty_moves_have_drawn_is_not_valued() {
        // After 99 plies only a move of the pawn does not end the game.
        assert_eq!(judge("4k3/8/8/8/8/8/P7/4K2R w - - 99 80", 40).len(), 2);
        assert_eq!(judge("4k3/8/8/8/8/8/P7/4K2R w - - 98 80", 40).len(), 16);
    }

    #[test]
    fn no_more_moves_and_positions_than_asked_for() {
        let start = Chess::default();
        assert_eq!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3).len(), 3);
        let mut rng = rng::seeded(1, "learning", 1);
        assert_eq!(SETTINGS.draw(&[start.clone(), start], &mut rng).len(), 5);
        assert!(SETTINGS.draw(&[], &mut rng).is_empty());
    }
}
