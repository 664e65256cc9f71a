//! Decimals that contracts do not state: what lists state in their place, and what a person accepted of that.

use std::collections::BTreeMap;

use ports::{
    Amount, Asset, AssetId, Ports, Snapshot, StorageError,
    snapshot::{SnapshotId, SnapshotRow},
};

use crate::valuation::inputs::viewpoint::Viewpoint;

/// The decimals that a list states for a token whose contract states none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Digits behind the point of one whole unit.
    pub decimals: u8,
    /// Who states them, for people.
    pub by: String,
}

/// The decimals that a balance is counted by: the contract's, or those that the person accepted.
#[must_use]
pub fn of_row(row: &SnapshotRow, accepted: &BTreeMap<AssetId, u8>) -> Option<u8> {
    row.decimals.or_else(|| accepted.get(&row.asset).copied())
}

/// What the person accepted of these assets. A decision holds as long as the list states the same decimals; nobody's
/// holds for a visitor.
pub async fn accepted(
    ports: &Ports,
    from: &Viewpoint,
    assets: &BTreeMap<AssetId, Asset>,
) -> Result<Vec<(AssetId, u8)>, StorageError> {
    let Some(user) = from.words_of else {
        return Ok(Vec::new());
    };
    let all = ports.stores.accepted_decimals.of_user(user).await?;
    let assumed = |asset: &AssetId| assets.get(asset)?.assumed.as_ref().map(|assumed| assumed.decimals);
    let holds = all.into_iter().filter(|one| assumed(&one.asset) == Some(one.decimals));
    Ok(holds.map(|one| (one.asset, one.decimals)).collect())
}

/// What lists state of these assets where contracts state nothing.
pub fn assumptions(ports: &Ports, assets: &BTreeMap<AssetId, Asset>) -> BTreeMap<AssetId, Assumption> {
    let assumed = assets.values().filter_map(|asset| {
        let assumed = asset.assumed.as_ref()?;
        let assumption = Assumption {
            decimals: assumed.decimals,
            by: name(ports, &assumed.by),
        };
        Some((asset.id.clone(), assumption))
    });
    assumed.collect()
}

/// The name of an origin for people.
fn name(ports: &Ports, origin: &str) -> String {
    let lists = ports.lists.iter().map(|list| list.profile());
    if let Some(list) = lists.into_iter().find(|list| list.id.as_str() == origin) {
        return format!("{}'s token list", list.name);
    }
    let finders = ports.finders.iter().map(|finder| finder.profile());
    let found = origin.strip_prefix("explorer:");
    match finders.into_iter().find(|finder| Some(finder.id.as_str()) == found) {
        Some(finder) => finder.name,
        None if origin == "start-list" => "Spyhop's token list".to_owned(),
        None => origin.to_owned(),
    }
}

/// How much of each asset is held over all accounts, in whole units. What cannot be counted is left out.
pub fn quantities(
    snapshots: &BTreeMap<SnapshotId, Snapshot>,
    accepted: &BTreeMap<AssetId, u8>,
) -> BTreeMap<AssetId, Amount> {
    let mut sums: BTreeMap<AssetId, Amount> = BTreeMap::new();
    for row in snapshots.values().flat_map(|snapshot| &snapshot.rows) {
        let Some(quantity) = of_row(row, accepted).and_then(|places| row.raw.in_units(places).ok()) else {
            continue;
        };
        let sum = sums.entry(row.asset.clone()).or_insert(Amount::ZERO);
        *sum = sum.add(quantity).unwrap_or(*sum);
    }
    sums
}
