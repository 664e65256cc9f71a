//! How often something that has to stay rare was tried.

use std::sync::Arc;

use ports::{
    Ports, StorageError,
    counter::{Counted, Counter, Rate},
};

/// Counters of tries.
pub struct Counters {
    ports: Arc<Ports>,
}

impl Counters {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Counts one try and says whether it passes. It stays counted whatever becomes of what was tried; a failure is no
    /// permission.
    pub async fn take(&self, counter: &Counter, rate: Rate) -> Result<Counted, StorageError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let counted = work.counters().take(counter, rate, now).await?;
        work.commit().await?;
        Ok(counted)
    }
}
