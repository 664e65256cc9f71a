//! What a feature provides so that housekeeping deletes what the feature no longer needs.

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp, UnitOfWork};

/// Deletes what a feature no longer needs. Housekeeping runs each step for all features, in the order of its list, before it
/// runs the next step. A step that fails ends the run with its error.
#[async_trait]
pub trait Cleanup: Send + Sync {
    /// Runs before anything is deleted, for what is stored outside of units of work and for what has to remain of rows that
    /// are about to be deleted.
    async fn prepare(&self, _ports: &Ports, _now: Timestamp) -> Result<(), StorageError> {
        Ok(())
    }

    /// Deletes rows in the unit of work in which the job ends, so that a worker that lost its lease deletes nothing.
    async fn delete(&self, _work: &mut dyn UnitOfWork, _now: Timestamp) -> Result<(), StorageError> {
        Ok(())
    }

    /// Erases, after that unit of work is committed, in units of work of its own and in batches, so that other writers do not
    /// wait long. What refers to the rows of another feature follows that feature in the list.
    async fn erase(&self, _ports: &Ports, _now: Timestamp) -> Result<(), StorageError> {
        Ok(())
    }
}
