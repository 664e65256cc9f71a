//! Chance that falls alike in every run: what depends on a pause or on an order fails each time or never.

use alloy_primitives::keccak256;
use ports::Entropy;
use std::{
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering},
};

thread_local! {
    /// How many dice this test has so far: each test has a thread of its own.
    static MADE: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that differ from throw to throw, and from the other dice of the same test, so that no two secrets of a test are
/// alike; but no secret is one for anybody who reads this.
pub struct Dice {
    which: u64,
    throws: AtomicU64,
}

impl Default for Dice {
    fn default() -> Self {
        let which = MADE.get();
        MADE.set(which + 1);
        Self {
            which,
            throws: AtomicU64::new(0),
        }
    }
}

impl Entropy for Dice {
    fn bytes(&self) -> [u8; 32] {
        let throw = self.throws.fetch_add(1, Ordering::Relaxed);
        keccak256([self.which.to_be_bytes(), throw.to_be_bytes()].concat()).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_fall_alike_in_every_test_and_never_alike_in_one() {
        let thrown = || {
            let dice = [Dice::default(), Dice::default()];
            dice.map(|one| [one.bytes(), one.bytes()]).concat()
        };
        let [one, other] = [(); 2].map(|()| std::thread::spawn(thrown).join().unwrap());
        assert_eq!(one, other);
        let different: std::collections::BTreeSet<_> = one.iter().collect();
        assert_eq!(different.len(), 4);
    }
}
