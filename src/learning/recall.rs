use shakmaty::{Chess, MoveList, Position};

use super::lookahead::{Lesson, LookaheadSettings, best_move};
use super::occurring::{Distinct, Occurring};
use super::{PreparedGame, TargetSettings, TrainingSample};
use crate::evaluation::{EvaluationSettings, Evaluator};
use crate::memory::Snapshot;
use crate::parallel;
use crate::units::Value;

/// What the memory says of a position of a game, before it learns from that.
pub(super) struct Recalled {
    /// The patterns that count.
    pub(super) occurring: Occurring,
    /// The value.
    pub(super) value: Value,
    /// Where the move was explored: the value after the best one in its place, for the side to move then.
    pub(super) best: Option<Value>,
}

/// Asks the memory about positions. The answers do not depend on the number of threads.
#[derive(Debug)]
pub(super) struct Recall {
    /// At least one.
    threads: Vec<RecallThread>,
}

/// What a thread needs.
#[derive(Debug)]
struct RecallThread {
    evaluator: Evaluator,
    distinct: Distinct,
}

impl RecallThread {
    fn new(evaluation: EvaluationSettings) -> RecallThread {
        RecallThread { evaluator: Evaluator::new(evaluation), distinct: Distinct::default() }
    }
}

impl Recall {
    /// On one thread.
    pub(super) fn new(evaluation: EvaluationSettings) -> Recall {
        Recall { threads: vec![RecallThread::new(evaluation)] }
    }

    /// On one thread where 0 is given.
    pub(super) fn set_threads(&mut self, threads: usize) {
        let evaluation = self.threads[0].evaluator.settings();
        self.threads.resize_with(threads.max(1), || RecallThread::new(evaluation));
    }

    /// The positions of a game.
    pub(super) fn game(&mut self, memory: &Snapshot, game: &PreparedGame) -> Vec<Recalled> {
        let plies: Vec<usize> = (0..game.positions.len()).collect();
        parallel::in_parts(&plies, &mut self.threads, |thread, ply| {
            let RecallThread { evaluator, distinct } = thread;
            let active = evaluator.activations(memory, &game.positions[*ply].features);
            let (value, _) = evaluator.combine(memory.weights(), &active);
            let best = best_instead(evaluator, memory, &game.sample, *ply);
            Recalled { occurring: distinct.occurring(active), value, best }
        })
    }

    /// What is to be learned from moves that could have been played in these positions.
    pub(super) fn lessons(
        &mut self,
        memory: &Snapshot,
        positions: &[&Chess],
        lookahead: LookaheadSettings,
        targets: TargetSettings,
    ) -> Vec<Lesson> {
        let lessons = parallel::in_parts(positions, &mut self.threads, |thread, position| {
            let RecallThread { evaluator, distinct } = thread;
            lookahead.lessons(evaluator, distinct, memory, position, targets)
        });
        lessons.into_iter().flatten().collect()
    }
}

/// Of an explored move: the value of the best successor in its place, that of the move which the player would have made with
/// a memory a few games older, or, where that is not known, of all moves.
fn best_instead(
    evaluator: &mut Evaluator,
    memory: &Snapshot,
    sample: &TrainingSample,
    ply: usize,
) -> Option<Value> {
    if !*sample.explored.get(ply)? {
        return None;
    }
    let position = &sample.positions[ply];
    let moves = match sample.best[ply] {
        Some(best) => MoveList::from_iter([best]),
        None => position.legal_moves(),
    };
    best_move(evaluator, memory, position, moves)
}
