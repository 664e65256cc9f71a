//! How long calls wait for a database.

use std::time::Duration;

/// How long calls wait for a database. One time limit, from which all others follow in proportion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatabaseTimeouts {
    call: Duration,
}

impl Default for DatabaseTimeouts {
    /// An error reaches a person within five seconds.
    fn default() -> Self {
        Self::new(Duration::from_secs(5))
    }
}

impl DatabaseTimeouts {
    /// Returns the timeouts with which a call fails soon enough that its error is answered within `call`.
    #[must_use]
    pub const fn new(call: Duration) -> Self {
        Self { call }
    }

    /// How long a request or a job waits for a connection.
    pub(crate) fn acquire(self) -> Duration {
        self.call * 3 / 5
    }

    /// How long a request waits for a connection and its first statement together.
    pub(crate) fn statement(self) -> Duration {
        self.call * 9 / 10
    }

    /// The longest wait in a queue that makes progress.
    pub(crate) fn queue(self) -> Duration {
        self.call * 4
    }

    /// How long opening a SQLite file may take, because its log is replayed.
    pub(crate) fn open_file(self) -> Duration {
        self.call * 12
    }

    /// How long connecting to a Postgres server may take.
    pub(crate) fn connect(self) -> Duration {
        self.call * 2
    }

    /// The Postgres server's own timeouts, to end statements whose caller has given up.
    pub(crate) fn of_server(self) -> [(&'static str, String); 3] {
        let text = |limit: Duration| format!("{}ms", limit.as_millis());
        [
            ("statement_timeout", text(self.call)),
            ("lock_timeout", text(self.call * 4 / 5)),
            // A node that is frozen inside a unit of work must not lock rows of the other nodes for long.
            ("idle_in_transaction_session_timeout", text(self.call * 2)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_default_an_error_is_answered_within_five_seconds() {
        let timeouts = DatabaseTimeouts::default();
        assert_eq!(timeouts.acquire(), Duration::from_secs(3));
        assert_eq!(timeouts.statement(), Duration::from_millis(4_500));
        assert_eq!(timeouts.queue(), Duration::from_secs(20));
        assert_eq!(timeouts.open_file(), Duration::from_mins(1));
        assert_eq!(timeouts.connect(), Duration::from_secs(10));
        let server = timeouts.of_server().map(|(name, limit)| format!("{name}={limit}"));
        let expected = [
            "statement_timeout=5000ms",
            "lock_timeout=4000ms",
            "idle_in_transaction_session_timeout=10000ms",
        ];
        assert_eq!(server, expected);
    }
}
