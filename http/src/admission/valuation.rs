//! The limit on portfolio valuations that run at the same time. Requests above it wait in FIFO order.

use std::num::NonZero;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::App;
use crate::problem::Problem;

/// The smallest number of permits: more than an SQLite file has reading connections, so that a core has work while other
/// valuations wait for the database. With many more, the gathered inputs of the valuations would evict each other from the CPU
/// caches (decision 29).
const MIN_PERMITS: usize = 8;
const PERMITS_PER_CORE: usize = 4;

/// The permits for valuing portfolios.
pub struct ValuationPermits(Arc<Semaphore>);

impl Default for ValuationPermits {
    /// As many permits as the cores of this machine can serve.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self(Arc::new(Semaphore::new(MIN_PERMITS.max(PERMITS_PER_CORE * cores))))
    }
}

impl ValuationPermits {
    /// The semaphore behind the permits.
    pub fn semaphore(&self) -> &Arc<Semaphore> {
        &self.0
    }
}

/// Permission to value a portfolio. A handler takes it as an argument and holds it until it returns.
pub struct ValuationPermit {
    _permit: OwnedSemaphorePermit,
}

impl ValuationPermit {
    async fn acquire(semaphore: &Arc<Semaphore>) -> Result<Self, Problem> {
        let permit = Arc::clone(semaphore).acquire_owned().await;
        // The semaphore is never closed, so acquiring does not fail.
        permit
            .map(|permit| Self { _permit: permit })
            .map_err(|_| Problem::Internal)
    }
}

impl FromRequestParts<App> for ValuationPermit {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, Problem> {
        Self::acquire(app.admission().valuations.semaphore()).await
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn valuations_above_the_limit_wait_in_fifo_order() {
        let semaphore = Arc::new(Semaphore::new(2));
        let acquire = || ValuationPermit::acquire(&semaphore);
        let held = (acquire().await.ok(), acquire().await.ok());
        assert!(held.0.is_some() && held.1.is_some());
        let (mut first, mut second) = (acquire().boxed(), acquire().boxed());
        assert!(futures::poll!(&mut first).is_pending());
        assert!(futures::poll!(&mut second).is_pending());
        drop(held.1);
        assert!(futures::poll!(&mut second).is_pending(), "another one came first");
        // A request that is cancelled while it waits does not delay the others.
        drop(first);
        assert!(second.now_or_never().is_some_and(|permit| permit.is_ok()));
        assert_eq!(semaphore.available_permits(), 1);
        drop(held.0);
        assert_eq!(semaphore.available_permits(), 2);
    }
}
