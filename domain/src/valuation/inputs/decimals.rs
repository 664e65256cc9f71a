//! Decimals that are in doubt: those that token lists state where contracts state none, those of contracts that stated others
//! before, and those that the user accepted.

use std::collections::BTreeMap;

use ports::{Amount, Asset, AssetId, Ports, Snapshot, StorageError, snapshot::SnapshotId};

use crate::valuation::inputs::viewpoint::Viewpoint;

/// The decimals that a token list states for a token whose contract states none, or that a contract states after others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Decimal places of one whole unit.
    pub decimals: u8,
    /// Display name of the list or explorer that states them, or "the contract".
    pub by: String,
    /// The decimals that the contract stated before, where it states others now.
    pub before: Option<u8>,
}

/// Returns the decimals that a quantity is counted with: those of the contract when it was `read`, otherwise those that the user
/// accepted. If the contract has changed its decimals, only accepted ones count, whenever the balance was read.
#[must_use]
pub fn counted(
    asset: &AssetId,
    read: Option<u8>,
    (accepted, assumptions): (&BTreeMap<AssetId, u8>, &BTreeMap<AssetId, Assumption>),
) -> Option<u8> {
    let is_changed = |asset: &AssetId| assumptions.get(asset).is_some_and(|one| one.before.is_some());
    let own = read.filter(|_| !is_changed(asset));
    own.or_else(|| accepted.get(asset).copied())
}

/// Returns the decimals that the user accepted for these assets. An acceptance is valid as long as the list or the contract
/// states the same decimals. Visitors have none.
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

/// Returns the decimals that are in doubt of these assets.
pub fn assumptions(ports: &Ports, assets: &BTreeMap<AssetId, Asset>) -> BTreeMap<AssetId, Assumption> {
    let assumed = assets.values().filter_map(|asset| {
        let assumed = asset.assumed.as_ref()?;
        let assumption = Assumption {
            decimals: assumed.decimals,
            by: match assumed.before() {
                Some(_) => "the contract".to_owned(),
                None => name(ports, &assumed.by),
            },
            before: assumed.before(),
        };
        Some((asset.id.clone(), assumption))
    });
    assumed.collect()
}

/// Returns the display name of an asset's origin.
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

/// Returns the quantity of each asset over all accounts, in whole units, debts without their sign: a wrong price of what is owed is as
/// wrong as one of what is held. Assets whose quantity cannot be computed are
/// left out.
pub fn quantities(
    snapshots: &BTreeMap<SnapshotId, Snapshot>,
    accepted: &BTreeMap<AssetId, u8>,
    assumptions: &BTreeMap<AssetId, Assumption>,
) -> BTreeMap<AssetId, Amount> {
    let mut sums: BTreeMap<AssetId, Amount> = BTreeMap::new();
    for (asset, raw, read) in snapshots.values().flat_map(Snapshot::sizes) {
        let decimals = counted(asset, read, (accepted, assumptions));
        let Some(quantity) = decimals.and_then(|places| raw.in_units(places).ok()) else {
            continue;
        };
        let sum = sums.entry(asset.clone()).or_insert(Amount::ZERO);
        *sum = sum.add(quantity).unwrap_or(*sum);
    }
    sums
}
