//! Parallel work on many items.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use futures::channel::oneshot;
use rayon::prelude::*;

/// Slices with fewer items are processed on the calling thread, because distributing them costs more than it saves.
const MANY: usize = 256;

/// How many items of a very long list are processed at a time, so that only their results are in memory.
pub const PART: usize = 8192;

/// Applies `work` to each item and its index, and returns the results in order. Long slices are processed in parallel.
pub fn par_map<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let one = |(at, item)| work(at, item);
    if items.len() < MANY {
        return items.iter().enumerate().map(one).collect();
    }
    items.par_iter().enumerate().with_min_len(MANY / 4).map(one).collect()
}

/// Runs both closures, in parallel if another thread is idle, and returns both results.
pub fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

/// Starts work on another thread and returns its result. A panic of the work continues in the caller. The work runs to its end also
/// if the result is not awaited.
pub fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> impl Future<Output = T> {
    let (sender, receiver) = oneshot::channel();
    rayon::spawn(move || {
        // The receiver is gone if the caller no longer awaits the result.
        drop(sender.send(catch_unwind(AssertUnwindSafe(work))));
    });
    async {
        match receiver.await {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(oneshot::Canceled) => unreachable!("the work always sends its result"),
        }
    }
}

/// Drops a large value on another thread so that freeing it does not delay the response.
pub fn drop_in_background<T: Send + 'static>(things: T) {
    rayon::spawn(move || drop(things));
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;

    use super::*;

    #[test]
    fn work_in_the_background_returns_its_result_or_its_panic() {
        assert_eq!(block_on(in_background(|| 1 + 1)), 2);
        let panics = || block_on(in_background(|| -> u32 { panic!("on purpose") }));
        assert!(catch_unwind(panics).is_err());
    }

    #[test]
    fn results_are_in_order() {
        for count in [0, 1, MANY - 1, MANY, 10 * MANY + 7] {
            let items: Vec<usize> = (0..count).map(|n| n * 3).collect();
            let results = par_map(&items, |at, item| (at, *item));
            assert_eq!(results, (0..count).map(|n| (n, n * 3)).collect::<Vec<_>>());
        }
    }
}
