//! What a reading says about assets.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Asset, AssetId, Snapshot, StorageError, Timestamp, UnitOfWork, asset::Metadata, chain::is_silent};

/// The assets that are known from this reading on, with what their contracts state.
pub fn new_assets(known: &BTreeMap<AssetId, Asset>, metadata: &BTreeMap<AssetId, Metadata>) -> Vec<Asset> {
    let new = metadata.iter().filter(|(asset, _)| !known.contains_key(*asset));
    new.map(|(asset, metadata)| Asset {
        id: asset.clone(),
        metadata: metadata.clone(),
        group: asset.to_string(),
        origin: "chain".to_owned(),
        confirmed: true,
        unreadable_since: None,
        listed: false,
        holders: None,
        assumed: None,
    })
    .collect()
}

/// Contracts that do not answer are read last next time, and those that only lists name are not read at all. One that
/// answers not a balance is still read: somebody may hold it.
pub async fn mark(work: &mut dyn UnitOfWork, snapshot: &Snapshot, now: Timestamp) -> Result<(), StorageError> {
    let silent = snapshot.unreadable.iter().filter(|(_, why)| is_silent(why));
    let bad: BTreeSet<AssetId> = silent.map(|(asset, _)| asset.clone()).collect();
    let good: Vec<AssetId> = snapshot
        .rows
        .iter()
        .map(|row| row.asset.clone())
        .filter(|asset| !bad.contains(asset))
        .collect();
    work.assets()
        .mark_unreadable(&bad.into_iter().collect::<Vec<_>>(), Some(now))
        .await?;
    work.assets().mark_unreadable(&good, None).await
}
