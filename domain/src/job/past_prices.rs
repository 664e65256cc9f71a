//! Enqueues requests for past prices.

use std::collections::BTreeSet;

use ports::{AssetId, Ports, StorageError, Timestamp, UnitOfWork};

use crate::job::kind::READ_PAST_PRICES;

/// Enqueues the reading of the missing past prices of these assets, once for each price series. Assets that no source covers
/// are left out.
pub async fn enqueue_past_prices(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    assets: &[AssetId],
    now: Timestamp,
) -> Result<(), StorageError> {
    for root in roots(ports, assets) {
        let wanted = READ_PAST_PRICES.job(ports, root.as_str(), now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// Returns the roots of the price series of these assets that some source covers.
fn roots(ports: &Ports, assets: &[AssetId]) -> BTreeSet<AssetId> {
    let roots = assets.iter().map(|asset| ports.price_series.root(asset).clone());
    let is_covered = |root: &AssetId| ports.past_prices.iter().any(|source| source.covers(root));
    roots.filter(is_covered).collect()
}
