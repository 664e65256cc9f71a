//! Deletes recipes that are no longer pinned, and inputs of valuations that newer data replaced.

use std::time::Duration;

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp, UnitOfWork};

use crate::cleanup::Cleanup;

/// The inputs of a pinned valuation are kept a little longer than the pin.
const PINNED: Duration = Duration::from_hours(25);

/// Deletes recipes, snapshots and quotes.
pub struct PinnedInputCleanup;

#[async_trait]
impl Cleanup for PinnedInputCleanup {
    async fn prepare(&self, ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
        ports.stores.recipes.forget(now.minus(PINNED)).await.map(drop)
    }

    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.snapshots().thin(now.minus(PINNED)).await?;
        work.quotes().thin(now.minus(PINNED)).await.map(drop)
    }
}
