//! The number of each request of a key, for exchanges that require rising ones, and how many requests its exchange still counts.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ports::Timestamp;
use sha2::{Digest, Sha256};
use tokio::{
    sync::{Mutex as AsyncMutex, OwnedMutexGuard},
    time::sleep,
};

use crate::source::Endpoint;

/// The number of keys from which those that are not in use are forgotten. The clock alone keeps their numbers rising.
const MANY: usize = 1_000;
/// Numbers count in this unit, because the exchanges' own programs do: a key that was used with larger ones would be refused.
const NANOSECONDS_PER_MILLISECOND: u64 = 1_000_000;

/// How many requests of a key an exchange takes: each adds its weight to a counter, which falls with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyPace {
    /// The most that the counter may show, in thousandths.
    pub(crate) most: u64,
    /// By how much it falls in a second, in thousandths.
    pub(crate) per_second: u64,
}

impl KeyPace {
    /// Returns the pace at an endpoint. Where an operator allows more requests to the host than usual, as many more of a key are sent.
    pub(crate) fn at(self, endpoint: &Endpoint, usual_per_minute: u32) -> Self {
        let factor = u64::from(endpoint.per_minute / usual_per_minute.max(1)).max(1);
        Self {
            most: self.most.saturating_mul(factor),
            per_second: self.per_second.saturating_mul(factor),
        }
    }
}

/// What is known of a key in this process: its last number, and the counter of its exchange.
#[derive(Default)]
struct KeyState {
    last: u64,
    counter: u64,
    counted_at: Option<Timestamp>,
}

/// The last number of each key in this process.
#[derive(Default)]
pub(crate) struct Nonces {
    last: Mutex<HashMap<[u8; 32], Arc<AsyncMutex<KeyState>>>>,
}

/// The right to send the next request of a key. It is held until the answer is there, because an exchange refuses a request that
/// arrives after one with a larger number.
pub(crate) struct NonceLock(OwnedMutexGuard<KeyState>);

impl Nonces {
    /// Waits until no other request of this key is under way.
    pub(crate) async fn lock(&self, api_key: &str) -> NonceLock {
        let own = self.of(api_key);
        NonceLock(own.lock_owned().await)
    }

    fn of(&self, api_key: &str) -> Arc<AsyncMutex<KeyState>> {
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
        self.next_from(now)
    }

    /// Returns the next number: this one, or one more than the last number where that is larger.
    pub(crate) fn next_from(&mut self, least: u64) -> u64 {
        self.0.last = least.max(self.0.last.saturating_add(1));
        self.0.last
    }

    /// Returns the last number of the key.
    pub(crate) fn last(&self) -> u64 {
        self.0.last
    }

    /// Takes a number back that the exchange refused, so that the next ones rise from this one.
    pub(crate) fn set_last(&mut self, last: u64) {
        self.0.last = last;
    }

    /// Waits until the exchange takes a request of this weight, in thousandths.
    pub(crate) async fn wait(&mut self, pace: KeyPace, weight: u64, now: Timestamp) {
        let pause = self.0.pause(pace, weight, now);
        if !pause.is_zero() {
            sleep(pause).await;
        }
    }
}

impl KeyState {
    /// Counts a request, and returns how long it has to wait.
    fn pause(&mut self, pace: KeyPace, weight: u64, now: Timestamp) -> Duration {
        let elapsed = self.counted_at.map_or(0, |at| now.since(at).as_millis());
        let elapsed = u64::try_from(elapsed).unwrap_or(u64::MAX);
        let fallen = elapsed.saturating_mul(pace.per_second) / 1000;
        let wanted = self.counter.saturating_sub(fallen).saturating_add(weight);
        let excess = wanted.saturating_sub(pace.most);
        let pause = Duration::from_millis(excess.saturating_mul(1000).div_ceil(pace.per_second.max(1)));
        self.counter = wanted.min(pace.most);
        self.counted_at = Some(now.plus(pause));
        pause
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
    async fn a_refused_number_is_taken_back() {
        let nonces = Nonces::default();
        let mut lock = nonces.lock("a").await;
        assert_eq!((lock.next_from(7), lock.next_from(7), lock.last()), (7, 8, 8));
        assert_eq!(lock.next_from(7_000), 7_000);
        lock.set_last(8);
        assert_eq!(lock.next_from(7), 9);
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

    #[test]
    fn requests_wait_once_the_exchange_would_refuse_them() {
        let (mut state, mut now) = (KeyState::default(), Timestamp::from_seconds(1_700_000_000));
        let pace = KeyPace {
            most: 14_000,
            per_second: 330,
        };
        let pauses: Vec<u128> = (0..9)
            .map(|_| {
                let pause = state.pause(pace, 2_000, now);
                now = now.plus(pause);
                pause.as_millis()
            })
            .collect();
        assert_eq!(
            pauses,
            [0, 0, 0, 0, 0, 0, 0, 6_061, 6_061],
            "a burst is taken, and then one in six seconds"
        );
        now = now.plus(Duration::from_secs(20));
        assert_eq!(state.pause(pace, 6_000, now), Duration::ZERO);
    }
}
