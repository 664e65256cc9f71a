//! The sources that are in back-off.

use std::collections::BTreeMap;

use ports::{Ports, SourceId, SourceState, StorageError, Timestamp};

/// Returns the sources in back-off, each with its end. They are not queried sooner by any job. Called before a unit of
/// work is opened.
pub async fn in_backoff(ports: &Ports) -> Result<BTreeMap<SourceId, Timestamp>, StorageError> {
    let now = ports.clock.now();
    let states = ports.stores.sources.all().await?;
    let rest = |state: SourceState| {
        let failure = state.failure.filter(|failure| failure.in_backoff(now))?;
        Some((state.id, failure.retry_at?))
    };
    Ok(states.into_iter().filter_map(rest).collect())
}
