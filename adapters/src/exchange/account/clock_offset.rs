//! The difference between the clock of an exchange and that of this server.

use std::sync::atomic::{AtomicI64, Ordering};

use ports::Timestamp;

/// By how many milliseconds the clock of an exchange is ahead of this server's, as last measured.
#[derive(Default)]
pub(crate) struct ClockOffset(AtomicI64);

impl ClockOffset {
    /// Returns the time of the exchange.
    pub(crate) fn time(&self, now: Timestamp) -> Timestamp {
        let offset = self.0.load(Ordering::Relaxed);
        Timestamp::from_millis(now.millis().saturating_add(offset))
    }

    /// Keeps the difference to a time that the exchange just stated. Returns by how many milliseconds it changed.
    pub(crate) fn measure(&self, stated: Timestamp, now: Timestamp) -> u64 {
        let offset = stated.millis().saturating_sub(now.millis());
        self.0.swap(offset, Ordering::Relaxed).abs_diff(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_measured_difference_counts() {
        let (offset, now) = (ClockOffset::default(), Timestamp::from_millis(1_000));
        assert_eq!(offset.time(now), now);
        assert_eq!(offset.measure(Timestamp::from_millis(400), now), 600);
        assert_eq!(offset.time(now).millis(), 400);
        assert_eq!(offset.measure(Timestamp::from_millis(1_400), now), 1_000);
        assert_eq!(offset.time(now).millis(), 1_400);
    }
}
