//! The days of which past prices are needed.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, AssetId, ChainId, Day, Ports, StorageError, Timestamp};

use super::held::is_held;
use crate::currency::reference_assets;

/// The needed days, by the asset of their price series.
pub(super) type NeededDays = BTreeMap<AssetId, BTreeSet<Day>>;

/// The most accounts of a chain whose histories are considered.
const MOST_ACCOUNTS: u32 = 10_000;
/// The days since 1970 of 2011-08-18, before which no source has a price.
const FIRST: i64 = 15_204;

/// Returns the days up to `last` of which prices are needed, by the asset of their price series. The days are the same for all
/// users.
pub(super) async fn needed(ports: &Ports, root: &AssetId, last: Day) -> Result<NeededDays, StorageError> {
    let mut needed = NeededDays::new();
    let Some((first, last)) = range(ports, root, last).await? else {
        return Ok(needed);
    };
    for number in first.number().max(FIRST)..=last.number() {
        let day = last.plus(number - last.number());
        if let Ok(series) = ports.price_series.on(root, day) {
            needed.entry(series.asset).or_default().insert(day);
        }
    }
    Ok(needed)
}

/// Returns the first and the last needed day: of what accounts moved, nobody holds with a price and no other asset needs, the days of
/// the entries with it, and of others all since the first known activity of an account that can hold an asset of the series, or since the
/// first entry with one. Days before it existed are answered by its sources without a price.
async fn range(ports: &Ports, root: &AssetId, last: Day) -> Result<Option<(Day, Day)>, StorageError> {
    let members = ports.price_series.members(root);
    let moved = ports.stores.entry_assets.moved_of(&members).await?;
    let days = moved.iter().map(|moved| (moved.first, moved.last));
    let days = days.reduce(|(first, end), (other, later)| (first.min(other), end.max(later)));
    let is_reference = is_reference(ports, root);
    match days {
        Some((first, end)) if !is_reference && !is_held(ports, root).await? => Ok(Some((first, end.min(last)))),
        // Of what is held at an exchange, no account of its own chain says since when.
        days => {
            let since = first_day(ports, root).await?.into_iter();
            let since = since.chain(days.map(|(first, _)| first)).min();
            Ok(since.map(|first| (first, last)))
        }
    }
}

/// Returns whether past prices of a series are needed to value every other asset.
fn is_reference(ports: &Ports, root: &AssetId) -> bool {
    let mut assets = reference_assets(ports).into_iter();
    assets.any(|asset| ports.price_series.root(&asset) == root)
}

/// Returns the day of the earliest stored fact about an account that can hold an asset of a series. For those that are needed to
/// value others every chain counts.
async fn first_day(ports: &Ports, root: &AssetId) -> Result<Option<Day>, StorageError> {
    let chains: BTreeSet<ChainId> = if is_reference(ports, root) {
        ports.chains.all().iter().map(|chain| chain.id.clone()).collect()
    } else {
        let members = ports.price_series.members(root);
        members.iter().map(AssetId::chain).collect()
    };
    let mut accounts: Vec<AccountId> = Vec::new();
    for chain in &chains {
        let since = Timestamp::from_millis(0);
        accounts.extend(ports.stores.accounts.active(chain, since, MOST_ACCOUNTS).await?);
    }
    let progress = ports.stores.history_progress.of_accounts(&accounts).await?;
    Ok(progress.iter().filter_map(|one| one.oldest).min().map(Day::of))
}
