//! Loads what a viewpoint sees from the stores.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, Asset, AssetId, Ports, Snapshot, StorageError, Timestamp, snapshot::SnapshotId};

use crate::{
    currency,
    valuation::inputs::{at_moment, recipe::BodyAccount, viewpoint::Viewpoint},
};

/// Returns the snapshots of these accounts, by id, with the balances before what moved since.
pub async fn load_snapshots(
    ports: &Ports,
    accounts: &[BodyAccount],
) -> Result<BTreeMap<SnapshotId, Snapshot>, StorageError> {
    let ids: Vec<_> = accounts.iter().filter_map(|one| one.snapshot).collect();
    let found = ports.stores.snapshots.find(&ids).await?;
    let mut snapshots: BTreeMap<SnapshotId, Snapshot> = found.into_iter().map(|one| (one.id, one)).collect();
    at_moment::apply(accounts, &mut snapshots).ok_or_else(|| StorageError::Corrupt {
        table: "recipes".to_owned(),
        column: "body".to_owned(),
        id: "moved".to_owned(),
    })?;
    Ok(snapshots)
}

/// Returns the tokens added by the user of the viewpoint.
pub async fn added(ports: &Ports, from: &Viewpoint) -> Result<Vec<AssetId>, StorageError> {
    let Some(user) = from.words_of else {
        return Ok(Vec::new());
    };
    let own = ports.stores.added_tokens.of_user(user).await?;
    Ok(own.into_iter().map(|token| token.asset).collect())
}

/// The visible part of some snapshots.
pub struct Visible {
    /// The snapshots, without tokens of other users.
    pub snapshots: BTreeMap<SnapshotId, Snapshot>,
    /// The assets held, sorted.
    pub held: Vec<AssetId>,
    /// The data of these assets and of their redemption targets.
    pub assets: BTreeMap<AssetId, Asset>,
}

/// Removes tokens that are known only because other users added them, because an account is read once for all users who
/// watch it.
pub async fn visible(
    ports: &Ports,
    mut snapshots: BTreeMap<SnapshotId, Snapshot>,
    added: &[AssetId],
) -> Result<Visible, StorageError> {
    let mut held = held(&snapshots);
    let priced = with_coins(ports, held.clone());
    let mut assets = load_assets(ports, &ports.redeemables.needed(&priced)).await?;
    // Positions are read whether or not a user added their token. One that is left out would be missing from the total.
    let positions = snapshots.values().flat_map(Snapshot::amounts_in_places);
    let in_positions: BTreeSet<&AssetId> = positions.map(|position| &position.asset).collect();
    let is_of_others =
        |asset: &Asset| asset.only_added() && !added.contains(&asset.id) && !in_positions.contains(&asset.id);
    let others: BTreeSet<AssetId> = assets
        .values()
        .filter(|one| is_of_others(one))
        .map(|one| one.id.clone())
        .collect();
    if !others.is_empty() {
        for snapshot in snapshots.values_mut() {
            snapshot.rows.retain(|row| !others.contains(&row.asset));
            snapshot.unreadable.retain(|(asset, _)| !others.contains(asset));
        }
        held.retain(|asset| !others.contains(asset));
        assets.retain(|asset, _| !others.contains(asset));
    }
    Ok(Visible {
        snapshots,
        held,
        assets,
    })
}

/// Returns the data of these assets, by id.
pub async fn load_assets(ports: &Ports, held: &[AssetId]) -> Result<BTreeMap<AssetId, Asset>, StorageError> {
    Ok(ports
        .stores
        .assets
        .find(held)
        .await?
        .into_iter()
        .map(|asset| (asset.id.clone(), asset))
        .collect())
}

/// Returns every asset of these snapshots, sorted and once each.
fn held(snapshots: &BTreeMap<SnapshotId, Snapshot>) -> Vec<AssetId> {
    let read = snapshots.values().flat_map(Snapshot::assets);
    let unreadable = snapshots
        .values()
        .flat_map(|snapshot| snapshot.unreadable.iter().map(|(asset, _)| asset));
    let mut held: Vec<&AssetId> = read.chain(unreadable).collect();
    held.sort_unstable();
    held.dedup();
    held.into_iter().cloned().collect()
}

/// Adds every coin that amounts can be shown in, and sorts. The coins are loaded whichever currency is chosen: other
/// assets may be quoted in them, and prices must not depend on the currency.
pub fn with_coins(ports: &Ports, mut assets: Vec<AssetId>) -> Vec<AssetId> {
    assets.extend(currency::coins(ports));
    assets.sort();
    assets.dedup();
    assets
}

/// Returns the manual prices that the user of the viewpoint has set for held assets.
pub async fn manual(
    ports: &Ports,
    from: &Viewpoint,
    held: &[AssetId],
) -> Result<Vec<(AssetId, Amount, Timestamp)>, StorageError> {
    let Some(user) = from.words_of else {
        return Ok(Vec::new());
    };
    let all = ports.stores.manual_prices.of_user(user).await?;
    let wanted = all.into_iter().filter(|one| held.binary_search(&one.asset).is_ok());
    Ok(wanted.map(|one| (one.asset, one.price, one.set_at)).collect())
}
