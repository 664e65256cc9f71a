//! Work on many things at once.

use rayon::prelude::*;

/// Fewer are done before another core has begun.
const MANY: usize = 256;

/// What comes of each of these, and of its place among them, in their order. Many are shared out between the cores.
pub fn par_map<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let one = |(at, item)| work(at, item);
    if items.len() < MANY {
        return items.iter().enumerate().map(one).collect();
    }
    items.par_iter().enumerate().with_min_len(MANY / 4).map(one).collect()
}

/// Both, at once where another core has nothing to do.
pub fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    rayon::join(one, other)
}

/// Lets go of what is made of many things, on another core: freeing each of them takes as long as some of the work on them,
/// and whoever asked waits for neither.
pub fn drop_in_background<T: Send + 'static>(things: T) {
    rayon::spawn(move || drop(things));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_at_its_place() {
        for count in [0, 1, MANY - 1, MANY, 10 * MANY + 7] {
            let items: Vec<usize> = (0..count).map(|n| n * 3).collect();
            let results = par_map(&items, |at, item| (at, *item));
            assert_eq!(results, (0..count).map(|n| (n, n * 3)).collect::<Vec<_>>());
        }
    }
}
