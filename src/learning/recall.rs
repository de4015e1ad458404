use std::num::NonZero;
use std::thread;

use crate::evaluation::{EvaluationSettings, Evaluator};

/// The evaluators of a learner, one for each thread that helps it. What is computed does not depend on their number.
#[derive(Debug)]
pub(super) struct Evaluators {
    first: Evaluator,
    helpers: Vec<Evaluator>,
}

/// More threads would wait for the one that learns.
const MAX_THREADS: usize = 8;

impl Evaluators {
    /// One for each processor, as far as they are of use.
    pub(super) fn new(settings: EvaluationSettings) -> Evaluators {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let helpers = (1..processors.min(MAX_THREADS)).map(|_| Evaluator::new(settings)).collect();
        Evaluators { first: Evaluator::new(settings), helpers }
    }

    /// That of the thread that learns.
    pub(super) fn first(&mut self) -> &mut Evaluator {
        &mut self.first
    }

    /// Applies `f` to all items, in parallel; the results are in the order of the items.
    pub(super) fn map<T: Sync, R: Send>(
        &mut self,
        items: &[T],
        f: impl Fn(&mut Evaluator, &T) -> R + Sync,
    ) -> Vec<R> {
        let share = items.len().div_ceil(1 + self.helpers.len()).max(1);
        let run = |evaluator: &mut Evaluator, items: &[T]| -> Vec<R> {
            items.iter().map(|item| f(evaluator, item)).collect()
        };
        let run = &run;
        let (own, others) = items.split_at(share.min(items.len()));
        thread::scope(|scope| {
            let helpers = self.helpers.iter_mut().zip(others.chunks(share));
            let helpers: Vec<_> = helpers
                .map(|(evaluator, items)| scope.spawn(move || run(evaluator, items)))
                .collect();
            let mut results = run(&mut self.first, own);
            for helper in helpers {
                match helper.join() {
                    Ok(more) => results.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            results
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_number_of_threads() {
        let settings = Memory::default().evaluation();
        for threads in [1, 2, 3, 8] {
            let helpers = (1..threads).map(|_| Evaluator::new(settings)).collect();
            let mut evaluators = Evaluators { first: Evaluator::new(settings), helpers };
            for length in [0, 1, 2, 7, 64] {
                let items: Vec<usize> = (0..length).collect();
                let doubled: Vec<usize> = items.iter().map(|item| 2 * item).collect();
                assert_eq!(evaluators.map(&items, |_, item| 2 * item), doubled);
            }
        }
    }
}
