//! The number of each request of a key, for exchanges that require rising ones.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use ports::Timestamp;
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// The number of keys from which those that are not in use are forgotten. The clock alone keeps their numbers rising.
const MANY: usize = 1_000;
/// Numbers count in this unit, because the exchanges' own programs do: a key that was used with larger ones would be refused.
const NANOSECONDS_PER_MILLISECOND: u64 = 1_000_000;

/// The last number of each key in this process.
#[derive(Default)]
pub(crate) struct Nonces {
    last: Mutex<HashMap<[u8; 32], Arc<AsyncMutex<u64>>>>,
}

/// The right to send the next request of a key. It is held until the answer is there, because an exchange refuses a request that
/// arrives after one with a larger number.
pub(crate) struct NonceLock(OwnedMutexGuard<u64>);

impl Nonces {
    /// Waits until no other request of this key is under way.
    pub(crate) async fn lock(&self, api_key: &str) -> NonceLock {
        let own = self.of(api_key);
        NonceLock(own.lock_owned().await)
    }

    fn of(&self, api_key: &str) -> Arc<AsyncMutex<u64>> {
        let hash: [u8; 32] = Sha256::digest(api_key).into();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= MANY {
            last.retain(|_, own| Arc::strong_count(own) > 1);
        }
        last.entry(hash).or_default().clone()
    }
}

impl NonceLock {
    /// Returns the next number: the time in nanoseconds, or one more than the last number where that is larger.
    pub(crate) fn next(&mut self, now: Timestamp) -> u64 {
        let now = now.millis().unsigned_abs().saturating_mul(NANOSECONDS_PER_MILLISECOND);
        *self.0 = now.max(self.0.saturating_add(1));
        *self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn numbers_rise_for_each_key_even_if_the_clock_does_not() {
        let nonces = Nonces::default();
        let mut next = Vec::new();
        for millis in [
            1_700_000_000_000,
            1_700_000_000_000,
            1_699_999_999_000,
            1_700_000_000_001,
        ] {
            next.push(nonces.lock("a").await.next(Timestamp::from_millis(millis)));
        }
        let start = 1_700_000_000_000_000_000;
        assert_eq!(next, [start, start + 1, start + 2, start + 1_000_000]);
        let other = nonces.lock("b").await.next(Timestamp::from_millis(1));
        assert_eq!(other, 1_000_000, "another key has numbers of its own");
    }

    #[tokio::test]
    async fn many_keys_are_forgotten_but_those_in_use() {
        let nonces = Nonces::default();
        let mut held = nonces.lock("held").await;
        for key in 0..3 * MANY {
            drop(nonces.lock(&key.to_string()).await);
        }
        assert!(nonces.last.lock().unwrap().len() <= MANY + 1);
        let first = held.next(Timestamp::from_millis(5));
        drop(held);
        assert!(nonces.lock("held").await.next(Timestamp::from_millis(1)) > first);
    }
}
