//! Persistent rate limits for rare actions.

mod cleanup;

use std::{num::NonZeroU32, sync::Arc};

use ports::{
    Ports, StorageError, Timestamp, UnitOfWork,
    counter::{RateDecision, RateLimit},
};

pub(crate) use cleanup::CounterCleanup;

/// Use cases on rate limit counters.
pub struct Counters {
    ports: Arc<Ports>,
}

impl Counters {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Counts this number of attempts against all of these limits and returns whether every limit allows all of them.
    ///
    /// The attempts stay counted whether or not the action succeeds later. Rejected attempts are not counted. Callers
    /// must treat a storage error as a rejection.
    pub async fn take(&self, limits: &[RateLimit], attempts: NonZeroU32) -> Result<RateDecision, StorageError> {
        let mut work = self.ports.storage.begin().await?;
        let counted = take_several_in(work.as_mut(), limits, attempts, self.ports.clock.now()).await?;
        if matches!(counted, RateDecision::Passed { .. }) {
            work.commit().await?;
        }
        Ok(counted)
    }
}

/// Does the same as [`Counters::take`] for one attempt, within a unit of work. The caller must drop the unit of work if
/// the attempt is rejected, so that none of the limits counts it.
pub(crate) async fn take_in(
    work: &mut dyn UnitOfWork,
    limits: &[RateLimit],
    now: Timestamp,
) -> Result<RateDecision, StorageError> {
    take_several_in(work, limits, NonZeroU32::MIN, now).await
}

async fn take_several_in(
    work: &mut dyn UnitOfWork,
    limits: &[RateLimit],
    attempts: NonZeroU32,
    now: Timestamp,
) -> Result<RateDecision, StorageError> {
    let mut least = u32::MAX;
    for RateLimit { counter, rate } in limits {
        match work.counters().take(counter, *rate, attempts, now).await? {
            RateDecision::Passed { left } => least = least.min(left),
            refused @ RateDecision::Refused { .. } => return Ok(refused),
        }
    }
    Ok(RateDecision::Passed { left: least })
}
