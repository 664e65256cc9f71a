//! The limit on requests that are handled at the same time. A request above it is refused immediately: if it waited, every
//! request of an overloaded server would be answered too late.

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::problem::Problem;

/// The permits for handling requests.
pub struct RequestPermits(Semaphore);

impl RequestPermits {
    /// Allows `count` requests to be handled at the same time.
    pub fn new(count: usize) -> Self {
        Self(Semaphore::new(count))
    }

    /// Returns a permit, or the problem to answer with when all are in use.
    pub fn try_acquire(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.0.try_acquire().map_err(|_| Problem::busy())
    }

    /// Runs `work` while holding a permit. A stream of events holds one only until the stream has started.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> Result<T, Problem> {
        let _permit = self.try_acquire()?;
        Ok(work.await)
    }

    /// Whether all permits are in use.
    pub fn are_exhausted(&self) -> bool {
        self.0.available_permits() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_above_the_limit_is_refused_immediately() {
        let permits = RequestPermits::new(1);
        let first = permits.run(permits.run(async { "second" }));
        assert_eq!(first.await, Ok(Err(Problem::busy())));
        assert_eq!(
            permits.run(async { "third" }).await,
            Ok("third"),
            "the permit was released"
        );
    }
}
