//! Deterministic randomness: a test that depends on random delays or orders fails in every run or in none.

use alloy_primitives::keccak256;
use ports::Entropy;
use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering},
};

thread_local! {
    /// The number of instances in this test so far; each test has its own thread.
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// Pseudo-random bytes that differ between calls and between the instances of one test, so that no two secrets of a test are
/// equal. They are predictable, so not for production.
pub struct SeededEntropy {
    instance: u64,
    calls: AtomicU64,
}

impl Default for SeededEntropy {
    fn default() -> Self {
        let instance = MADE.get();
        MADE.set(instance + 1);
        Self {
            instance,
            calls: AtomicU64::new(0),
        }
    }
}

impl Entropy for SeededEntropy {
    fn bytes(&self) -> [u8; 32] {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        keccak256([self.instance.to_be_bytes(), call.to_be_bytes()].concat()).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_repeat_across_tests_and_differ_within_one() {
        let draw = || {
            let sources = [SeededEntropy::default(), SeededEntropy::default()];
            sources.map(|one| [one.bytes(), one.bytes()]).concat()
        };
        let [one, other] = [(); 2].map(|()| std::thread::spawn(draw).join().unwrap());
        assert_eq!(one, other);
        let different: std::collections::BTreeSet<_> = one.iter().collect();
        assert_eq!(different.len(), 4);
    }
}
