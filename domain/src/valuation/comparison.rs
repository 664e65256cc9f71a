//! Compares two valuations: the assets that have a value in both, and the difference.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, AssetId, Timestamp};

use crate::valuation::{compute::fold::Folded, inputs::types::Inputs};

/// Returns the assets whose holdings all have a value on both days. An asset that is not held on one day needs a value
/// on the other day only. Where a position was read on one day and its receipt was counted on the other, the assets of both are left
/// out: what was supplied would look like a gain.
pub fn comparable(today: &Folded, then: &Folded) -> BTreeSet<AssetId> {
    let valued = |folded: &Folded| -> BTreeMap<AssetId, bool> {
        let mut assets = BTreeMap::new();
        for holding in &folded.holdings {
            *assets.entry(holding.asset.clone()).or_insert(true) &= holding.valued().is_some();
        }
        assets
    };
    let otherwise = |one: &Folded, other: &Folded| -> BTreeSet<AssetId> {
        let replaced = one.replaced.iter();
        replaced.flat_map(|of| of.counted_otherwise(other)).cloned().collect()
    };
    let mut unlike = otherwise(today, then);
    unlike.extend(otherwise(then, today));
    let (today, then) = (valued(today), valued(then));
    let good = |days: &BTreeMap<AssetId, bool>, asset: &AssetId| days.get(asset).copied().unwrap_or(true);
    today
        .keys()
        .chain(then.keys())
        .filter(|asset| good(&today, asset) && good(&then, asset) && !unlike.contains(*asset))
        .cloned()
        .collect()
}

/// Returns the inputs reduced to these assets.
pub fn only(inputs: &Inputs, assets: &BTreeSet<AssetId>) -> Inputs {
    let mut inputs = inputs.clone();
    for snapshot in inputs
        .accounts
        .iter_mut()
        .filter_map(|account| account.snapshot.as_mut())
    {
        snapshot.rows.retain(|row| assets.contains(&row.asset));
        snapshot.positions.retain(|one| assets.contains(&one.asset));
        for position in &mut snapshot.protocols.positions {
            position.legs.retain(|leg| assets.contains(&leg.position.asset));
        }
        snapshot.unreadable.clear();
    }
    inputs
}

/// Returns the value now minus the value then, and the value then, of these assets. All their holdings must have a
/// value.
pub fn difference(now: &Folded, then: &Folded, assets: &BTreeSet<AssetId>) -> Option<(Amount, Amount)> {
    let (now, then) = (now.known_of(assets)?, then.known_of(assets)?);
    Some((now.sub(then).ok()?, then))
}

/// Returns the assets that have a value now and cannot be compared, with the time they were last read.
pub fn missing(today: &Folded, comparable: &BTreeSet<AssetId>) -> BTreeMap<AssetId, Timestamp> {
    let mut missing = BTreeMap::new();
    let holdings = today.holdings.iter().filter(|one| one.valued().is_some());
    for holding in holdings.filter(|one| !comparable.contains(&one.asset)) {
        let read_at = missing.entry(holding.asset.clone()).or_insert(holding.read_at);
        *read_at = holding.read_at.max(*read_at);
    }
    missing
}
