//! A short-lived cache of token metadata.

use std::{collections::HashMap, time::Duration};

use ports::{AssetId, asset::Metadata};
use tokio::{
    sync::{Mutex, MutexGuard},
    time::Instant,
};

/// How long metadata is cached.
const MAX_AGE: Duration = Duration::from_mins(1);

/// Metadata with the time of its reading.
type MetadataByAsset = HashMap<AssetId, (Instant, Metadata)>;

/// The cached metadata of one chain.
#[derive(Default)]
pub(super) struct CachedMetadata(Mutex<MetadataByAsset>);

impl CachedMetadata {
    /// Returns the rows that are not expired. The lock is held during a request, so that concurrent readers of the same
    /// token wait for one request instead of sending their own.
    pub(super) async fn lock(&self) -> MutexGuard<'_, MetadataByAsset> {
        let mut rows = self.0.lock().await;
        rows.retain(|_, (at, _)| at.elapsed() < MAX_AGE);
        rows
    }
}
