//! Clocks that a test sets or shifts.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use adapters::clock::SystemClock;
use ports::{Clock, Timestamp};

/// A clock that changes only on request.
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Creates a clock that shows this time, in milliseconds since 1970.
    pub fn at(millis: i64) -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(millis)))
    }

    /// Advances the time.
    pub fn advance(&self, by: Duration) {
        self.0
            .fetch_add(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }

    /// Sets the time back.
    pub fn set_back(&self, by: Duration) {
        self.0
            .fetch_sub(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// The system clock with an adjustable offset.
#[derive(Default)]
pub struct SkewedClock(AtomicI64);

impl SkewedClock {
    /// Creates a clock that is ahead of the system clock by this many milliseconds.
    pub fn ahead(millis: i64) -> Self {
        Self(AtomicI64::new(millis))
    }

    /// Creates a clock that is between one and 22 hours ahead and early in a day (UTC), so that hours can pass before the date changes,
    /// and before a server deletes the quotes of this moment.
    pub fn early_in_a_day() -> Self {
        const HOUR: i64 = 60 * 60 * 1000;
        let into_the_day = SystemClock.now().millis().rem_euclid(24 * HOUR);
        let early = if into_the_day < 3 * HOUR { 4 * HOUR } else { 25 * HOUR };
        Self::ahead(early - into_the_day)
    }

    /// Returns by how many milliseconds it is ahead of the system clock.
    pub fn offset(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    /// Sets the clock forward, or back if `millis` is negative.
    pub fn shift(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for SkewedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(SystemClock.now().millis() + self.offset())
    }
}
