//! The settings of the HTTP client.

use std::time::Duration;

use ports::json::Bounds;

/// The bounds of JSON responses.
pub(crate) const ANSWER: Bounds = Bounds {
    depth: 64,
    values: 500_000,
};

/// Timeouts and limits of the client. The defaults suit public providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpClientSettings {
    /// Timeout for connecting.
    pub connect: Duration,
    /// Timeout between two chunks of a response.
    pub read: Duration,
    /// Timeout of one attempt as a whole.
    pub total: Duration,
    /// The same two timeouts for a request that is known to take long.
    pub slow: Duration,
    /// The first pause before a retry; it doubles, with full jitter.
    pub backoff: Duration,
    /// The longest wait inside one call, for the rate limit or for a retry.
    pub patience: Duration,
    /// Consecutive failures after which the circuit breaker of a host opens.
    pub failures: u32,
    /// How long the circuit breaker stays open before one request is admitted.
    pub rest: Duration,
    /// The upper limit for pauses that hosts request, because some request absurd ones.
    pub longest: Duration,
    /// The maximum size of a response in bytes.
    pub answer: usize,
    /// Whether only hosts marked as the operator's own are allowed.
    pub own_only: bool,
}

impl Default for HttpClientSettings {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            read: Duration::from_secs(15),
            total: Duration::from_secs(30),
            slow: Duration::from_secs(60),
            backoff: Duration::from_millis(250),
            patience: Duration::from_secs(5),
            failures: 5,
            rest: Duration::from_secs(30),
            longest: Duration::from_hours(1),
            answer: 8 << 20,
            own_only: false,
        }
    }
}
