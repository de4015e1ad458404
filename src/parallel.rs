//! Items worked on by several threads, with the results in order.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use crossbeam::channel;

/// Items read ahead for each worker: enough that none waits for one that takes longer, few enough that a long stream takes
/// little memory.
const AHEAD: usize = 4;

/// Gives each item to one of the workers, every one of which has a thread of its own, and their results to `handle` in the order
/// of the items.
///
/// # Errors
///
/// The first error of `handle`. Items that no worker has begun are left then.
///
/// # Panics
///
/// There is no worker, or one of them panicked.
pub(crate) fn in_order<T: Send, U: Send, E>(
    items: impl IntoIterator<Item = T>,
    workers: Vec<impl FnMut(T) -> U + Send>,
    mut handle: impl FnMut(U) -> Result<(), E>,
) -> Result<(), E> {
    assert!(!workers.is_empty(), "there is somebody to do the work");
    let ahead = AHEAD * workers.len();
    let (give, jobs) = channel::unbounded();
    let (done, results) = channel::unbounded();
    thread::scope(|scope| {
        // Both ends are dropped on return, so that the workers end.
        let (give, results) = (give, results);
        for mut work in workers {
            let (jobs, done) = (jobs.clone(), done.clone());
            scope.spawn(move || {
                for (number, item) in jobs {
                    let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                    if done.send((number, result)).is_err() {
                        return;
                    }
                }
            });
        }
        let mut items = items.into_iter().enumerate();
        let (mut given, mut handled) = (0, 0);
        let mut early = BTreeMap::new();
        loop {
            while given - handled < ahead
                && let Some(job) = items.next()
            {
                // Cannot fail: `jobs` keeps the channel open.
                given += usize::from(give.send(job).is_ok());
            }
            if given == handled {
                return Ok(());
            }
            // Cannot fail either, for `done`.
            let Ok((number, result)) = results.recv() else { return Ok(()) };
            early.insert(number, result.unwrap_or_else(|panic| resume_unwind(panic)));
            while let Some(result) = early.remove(&handled) {
                handled += 1;
                handle(result)?;
            }
        }
    })
}

/// What the workers make of the items, in their order. The items are cut into as many parts of one size as there are workers;
/// the first worker has this thread, so that it needs no other if it is alone.
///
/// # Panics
///
/// There is no worker, or one of them panicked.
pub(crate) fn in_parts<T: Sync, W: Send, U: Send>(
    items: &[T],
    workers: &mut [W],
    work: impl Fn(&mut W, &T) -> U + Sync,
) -> Vec<U> {
    let size = items.len().div_ceil(workers.len()).max(1);
    let part = |(items, worker): (&[T], &mut W)| -> Vec<U> {
        items.iter().map(|item| work(worker, item)).collect()
    };
    thread::scope(|scope| {
        let mut parts = items.chunks(size).zip(workers);
        let Some(first) = parts.next() else { return Vec::new() };
        let others: Vec<_> = parts.map(|other| scope.spawn(|| part(other))).collect();
        let mut results = part(first);
        for other in others {
            results.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        results
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::cell::Cell;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// Workers that are slower with every third item, so that later ones are done first.
    fn workers(count: usize) -> Vec<impl FnMut(u64) -> u64 + Send> {
        let work = |item: u64| {
            thread::sleep(Duration::from_millis(3 * u64::from(item.is_multiple_of(3))));
            item * item
        };
        (0..count).map(|_| work).collect()
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 5] {
            let mut results = Vec::new();
            let Ok(()) = in_order(0..60, workers(threads), |result| {
                results.push(result);
                Ok::<_, std::convert::Infallible>(())
            });
            assert_eq!(results, (0..60).map(|item| item * item).collect::<Vec<_>>());
        }
    }

    #[test]
    fn only_a_few_items_are_read_ahead() {
        let (read, handled) = (Cell::new(0), Cell::new(0));
        let items = (0..100).inspect(|_| {
            read.set(read.get() + 1);
            assert!(read.get() - handled.get() <= AHEAD * 2);
        });
        let Ok(()) = in_order(items, workers(2), |_| {
            handled.set(handled.get() + 1);
            Ok::<_, std::convert::Infallible>(())
        });
        assert_eq!(handled.get(), 100);
    }

    #[test]
    fn an_error_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let work = |item: u64| {
            begun.fetch_add(1, Ordering::Relaxed);
            item
        };
        let failed =
            in_order(0.., vec![work; 3], |item| if item == 5 { Err(item) } else { Ok(()) });
        assert_eq!(failed, Err(5));
        assert!(begun.load(Ordering::Relaxed) <= 6 + AHEAD * 3);
    }

    #[test]
    fn a_panic_of_a_worker_is_passed_on() {
        let work = |item: u64| assert_ne!(item, 7, "seven");
        let worked = || in_order(0..50, vec![work; 2], |()| Ok::<_, ()>(()));
        let panic = catch_unwind(worked).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("seven"));
    }

    #[test]
    fn parts_of_the_items_come_back_in_their_order() {
        for workers in [1, 2, 3, 7] {
            for count in [0, 1, 2, 6, 20] {
                let items: Vec<usize> = (0..count).collect();
                let mut seen = vec![0; workers];
                let doubled = in_parts(&items, &mut seen, |seen, item| {
                    *seen += 1;
                    2 * item
                });
                assert_eq!(doubled, items.iter().map(|item| 2 * item).collect::<Vec<_>>());
                assert_eq!(seen.iter().sum::<usize>(), count);
                // Nobody does more than their share.
                assert!(seen.iter().all(|seen| *seen <= count.div_ceil(workers)));
            }
        }
    }

    #[test]
    fn a_panic_in_a_part_is_passed_on() {
        let work = |_: &mut (), item: &u32| assert_ne!(*item, 7, "seven");
        let items: Vec<u32> = (0..9).collect();
        let worked = || in_parts(&items, &mut [(); 3], work);
        let panic = catch_unwind(worked).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("seven"));
    }
}
