//! How often something that has to stay rare was tried.

use std::sync::Arc;

use ports::{
    Ports, StorageError, Timestamp, UnitOfWork,
    counter::{RateDecision, RateLimit},
};

/// Counters of tries.
pub struct Counters {
    ports: Arc<Ports>,
}

impl Counters {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Counts one try under every one of these limits and says whether it passes them all. It stays counted whatever becomes
    /// of what was tried; a failure is no permission.
    pub async fn take(&self, limits: &[RateLimit]) -> Result<RateDecision, StorageError> {
        let mut work = self.ports.storage.begin().await?;
        let counted = take_in(work.as_mut(), limits, self.ports.clock.now()).await?;
        if matches!(counted, RateDecision::Passed { .. }) {
            work.commit().await?;
        }
        Ok(counted)
    }
}

/// The same within a unit of work, which must be dropped where it is refused: then none of them counts.
pub(crate) async fn take_in(
    work: &mut dyn UnitOfWork,
    limits: &[RateLimit],
    now: Timestamp,
) -> Result<RateDecision, StorageError> {
    let mut least = u32::MAX;
    for RateLimit { counter, rate } in limits {
        match work.counters().take(counter, *rate, now).await? {
            RateDecision::Passed { left } => least = least.min(left),
            refused @ RateDecision::Refused { .. } => return Ok(refused),
        }
    }
    Ok(RateDecision::Passed { left: least })
}
