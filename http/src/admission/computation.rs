//! Requests that compute for long, such as the valuation of a portfolio: how many run at the same time.

use std::num::NonZero;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// The smallest number of permits: more than an SQLite file has reading connections, so that a core has work while other
/// computations wait for the database. With many more, the gathered inputs of the computations would evict each other from the
/// CPU caches (decision 29).
const MIN_PERMITS: usize = 8;
const PERMITS_PER_CORE: usize = 4;

/// The permits of requests that compute for long. Requests above the limit wait in FIFO order.
pub struct ComputationPermits(Arc<Semaphore>);

impl Default for ComputationPermits {
    /// As many permits as the cores of this machine can serve.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self(Arc::new(Semaphore::new(MIN_PERMITS.max(PERMITS_PER_CORE * cores))))
    }
}

impl ComputationPermits {
    /// The semaphore behind the permits.
    pub fn semaphore(&self) -> &Arc<Semaphore> {
        &self.0
    }

    /// Waits for a permit.
    pub async fn acquire(&self) -> Result<OwnedSemaphorePermit, Problem> {
        // The semaphore is never closed, so acquiring does not fail.
        Arc::clone(&self.0).acquire_owned().await.map_err(|_| Problem::Internal)
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn computations_above_the_limit_wait_in_fifo_order() {
        let permits = ComputationPermits(Arc::new(Semaphore::new(2)));
        let held = (permits.acquire().await.ok(), permits.acquire().await.ok());
        assert!(held.0.is_some() && held.1.is_some());
        let (mut first, mut second) = (permits.acquire().boxed(), permits.acquire().boxed());
        assert!(futures::poll!(&mut first).is_pending());
        assert!(futures::poll!(&mut second).is_pending());
        drop(held.1);
        assert!(futures::poll!(&mut second).is_pending(), "another one came first");
        // A request that is cancelled while it waits does not delay the others.
        drop(first);
        assert!(second.now_or_never().is_some_and(|permit| permit.is_ok()));
        assert_eq!(permits.semaphore().available_permits(), 1);
        drop(held.0);
        assert_eq!(permits.semaphore().available_permits(), 2);
    }
}
