//! The system clock, and one that tests advance.

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use ports::{Clock, Timestamp};

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// Returns 1970 for a clock before 1970; calls are then answered with status 503.
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The system clock, ahead by as many seconds as a file says. Tests of the whole program write the file to let time pass without
/// waiting. It never goes back: a file that is missing, unreadable or has a smaller number changes nothing.
#[derive(Debug)]
pub struct AdvancedClock {
    file: PathBuf,
    seconds: AtomicU64,
}

impl AdvancedClock {
    /// Returns the clock for a file, which need not exist yet.
    #[must_use]
    pub fn new(file: PathBuf) -> Self {
        Self {
            file,
            seconds: AtomicU64::new(0),
        }
    }
}

impl Clock for AdvancedClock {
    fn now(&self) -> Timestamp {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        let written = text.trim().parse().unwrap_or(0);
        let before = self.seconds.fetch_max(written, Ordering::Relaxed);
        SystemClock.now().plus(Duration::from_secs(before.max(written)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_with_a_file_is_ahead_and_never_goes_back() {
        let file = std::env::temp_dir().join(format!("spyhop-test-clock-{}", std::process::id()));
        let clock = AdvancedClock::new(file.clone());
        let ahead = || clock.now().since(SystemClock.now()).as_secs();
        assert_eq!(ahead(), 0);
        for (text, expected) in [("31\n", 31), ("3600", 3600), ("31", 3600), ("soon", 3600), ("", 3600)] {
            fs::write(&file, text).unwrap();
            // The two clocks are read one after the other.
            assert!((expected - 1..=expected).contains(&ahead()), "{text:?}");
        }
        fs::remove_file(&file).unwrap();
        assert!(ahead() >= 3599);
    }
}
