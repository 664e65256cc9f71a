//! The assets whose past prices the entries of an account need.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AssetId, Day, Entry, EntryAsset,
    entry::{EntryKind, Leg, LegRole, StoredEntry},
};

/// Returns the assets of entries that count, with the days of the first and the last entry with each. An account moved itself:
/// native coins, everything in a transaction that it paid for, what it gave away after receiving it, and what it received in
/// exchange.
///
/// A token that only arrived is not moved: most are spam, and requests for their prices would be in vain. Neither is a token that
/// left without having arrived, because false tokens report transfers in the name of accounts that never held them. `known` are
/// assets that some account moved: they are moved wherever they are part of an entry.
pub(crate) fn entry_assets(entries: &[StoredEntry], known: &BTreeSet<AssetId>) -> Vec<EntryAsset> {
    let entries = || counted(entries);
    let arrived = entries().flat_map(|entry| of_role(entry, LegRole::In));
    let arrived: BTreeSet<&AssetId> = arrived.chain(known).collect();
    let moved = entries().flat_map(|entry| moved_in(entry, &arrived));
    let moved: BTreeSet<&AssetId> = moved.chain(known).collect();
    let mut days: BTreeMap<&AssetId, (Day, Day)> = BTreeMap::new();
    for entry in entries() {
        let day = Day::of(entry.time);
        for leg in &entry.legs {
            let (first, last) = days.entry(&leg.asset).or_insert((day, day));
            (*first, *last) = (day.min(*first), day.max(*last));
        }
    }
    let days = days.into_iter();
    days.map(|(asset, (first, last))| EntryAsset {
        asset: asset.clone(),
        first,
        last,
        is_moved: moved.contains(asset),
    })
    .collect()
}

/// Returns whether only the earlier entries of the account tell what these entries moved: an asset leaves or is moved that is not known.
/// It may have arrived long before.
pub(crate) fn moves_unknown(entries: &[StoredEntry], known: &BTreeSet<AssetId>) -> bool {
    let found = entry_assets(entries, known);
    let moved = found.iter().filter(|asset| asset.is_moved).map(|moved| &moved.asset);
    let left = counted(entries).flat_map(|entry| of_role(entry, LegRole::Out));
    moved.chain(left).any(|asset| !known.contains(asset))
}

/// Returns the assets of entries that count.
pub(crate) fn assets_of(entries: &[StoredEntry]) -> BTreeSet<AssetId> {
    let legs = counted(entries).flat_map(|entry| &entry.legs);
    legs.map(|leg| leg.asset.clone()).collect()
}

fn counted(entries: &[StoredEntry]) -> impl Iterator<Item = &Entry> {
    let entries = entries
        .iter()
        .filter(|stored| !stored.withdrawn)
        .map(|stored| &stored.entry);
    entries.filter(|entry| entry.kind != EntryKind::Spam)
}

fn of_role(entry: &Entry, role: LegRole) -> impl Iterator<Item = &AssetId> {
    let legs = entry.legs.iter().filter(move |leg| leg.role == role);
    legs.map(|leg| &leg.asset)
}

/// Returns the assets that the account moved in one entry.
fn moved_in<'a>(entry: &'a Entry, arrived: &BTreeSet<&AssetId>) -> Vec<&'a AssetId> {
    let is_paid = entry.legs.iter().any(|leg| leg.role == LegRole::Fee);
    let gave = of_role(entry, LegRole::Out).any(|asset| asset.is_native() || arrived.contains(asset));
    let is_moved = |leg: &&Leg| {
        let is_real = leg.role != LegRole::Out || arrived.contains(&leg.asset);
        leg.asset.is_native() || is_paid || (gave && is_real)
    };
    entry.legs.iter().filter(is_moved).map(|leg| &leg.asset).collect()
}

#[cfg(test)]
mod tests;
