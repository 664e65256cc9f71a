//! The difference between the clock of an exchange and that of this server.

use std::sync::atomic::{AtomicI64, Ordering};

use ports::Timestamp;

/// By how many milliseconds the clock of an exchange is ahead of this server's, as last measured.
#[derive(Default)]
pub(crate) struct ClockOffset(AtomicI64);

impl ClockOffset {
    /// Returns the time of the exchange.
    pub(crate) fn time(&self, now: Timestamp) -> Timestamp {
        Timestamp::from_millis(now.millis().saturating_add(self.millis()))
    }

    pub(crate) fn millis(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Keeps the difference to a time that the exchange just stated.
    pub(crate) fn measure(&self, stated: Timestamp, now: Timestamp) {
        let offset = stated.millis().saturating_sub(now.millis());
        self.0.store(offset, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_measured_difference_counts() {
        let (offset, now) = (ClockOffset::default(), Timestamp::from_millis(1_000));
        assert_eq!(offset.time(now), now);
        for stated in [400, 1_400] {
            offset.measure(Timestamp::from_millis(stated), now);
            assert_eq!(offset.time(now).millis(), stated);
            assert_eq!(offset.millis(), stated - 1_000);
        }
    }
}
