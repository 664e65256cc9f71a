//! The held assets whose past prices are needed up to the last day.

use ports::{AssetId, Ports, StorageError};

/// Returns everything that is held and has an agreed price.
pub(super) async fn priced_holdings(ports: &Ports) -> Result<Vec<AssetId>, StorageError> {
    let held = ports.stores.snapshots.held_assets().await?;
    let priced = ports.stores.quotes.agreed(&held).await?;
    Ok(priced.into_iter().map(|agreed| agreed.asset).collect())
}

/// Returns whether an asset of a price series is held and has an agreed price.
pub(super) async fn is_held(ports: &Ports, root: &AssetId) -> Result<bool, StorageError> {
    let mut members = ports.price_series.members(root);
    let held = ports.stores.snapshots.held_assets().await?;
    members.retain(|member| held.contains(member));
    Ok(!ports.stores.quotes.agreed(&members).await?.is_empty())
}
