//! Parallel work on many items.

use rayon::prelude::*;

/// Slices with fewer items are processed on the calling thread, because distributing them costs more than it saves.
const MANY: usize = 256;

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

/// Drops a large value on another thread so that freeing it does not delay the response.
pub fn drop_in_background<T: Send + 'static>(things: T) {
    rayon::spawn(move || drop(things));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        for count in [0, 1, MANY - 1, MANY, 10 * MANY + 7] {
            let items: Vec<usize> = (0..count).map(|n| n * 3).collect();
            let results = par_map(&items, |at, item| (at, *item));
            assert_eq!(results, (0..count).map(|n| (n, n * 3)).collect::<Vec<_>>());
        }
    }
}
