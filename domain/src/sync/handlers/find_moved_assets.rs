//! Finds the assets that an account moved itself in its entries, so that their past prices are read and the quotes near recent
//! entries are kept. No source is queried.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, AwaitedMoment, EntryAsset, Ports, StorageError, Timestamp,
    entry::StoredEntry,
    job::{Lease, NewJob},
};

use crate::{
    currency::reference_assets,
    job::{JobKind, enqueue_past_prices},
    ledger::{assets_of, derive::whole_ledger, entry_assets, moves_unknown},
    price::PastEvidence,
    sync::handlers::{
        handler::{JobHandler, ROUND_BATCH},
        job_error::{JobError, account_of},
    },
};

/// Finds the assets that an account moved. Subject: the account.
const FIND_MOVED_ASSETS: JobKind = JobKind::recurring("find-moved-assets");
/// The most assets whose prices are requested right after the search. Those beyond follow in the next rounds, after the ones of
/// other accounts.
const MOST: usize = 50;

/// Handles jobs of [`FIND_MOVED_ASSETS`].
pub struct FindMovedAssets;

#[async_trait]
impl JobHandler for FindMovedAssets {
    fn kind(&self) -> JobKind {
        FIND_MOVED_ASSETS
    }

    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account = account_of(lease)?;
        let heads = ports.stores.entries.heads(std::slice::from_ref(&account)).await?;
        // What is stored while the entries are read is searched once more.
        let revision = heads.first().map_or(0, |head| head.revision);
        let since = PastEvidence::quotes_since(ports.clock.now());
        let (found, moments) = find(ports, &account, since).await?;
        let mut new = new_days(ports, &found).await?;
        if !new.is_empty() || ports.stores.entry_assets.searched(&account).await? == 0 {
            new.extend(reference_assets(ports));
        }
        let now = ports.clock.now();
        let mut work = ports.storage.begin().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        work.entry_assets().add(&found).await?;
        work.moment_quotes().wait_for(&account, &moments).await?;
        work.entry_assets().set_searched(&account, revision).await?;
        enqueue_past_prices(ports, work.as_mut(), &new, now).await?;
        Ok(work.commit().await?)
    }

    /// Returns the accounts whose entries changed since they were searched, whatever changed them.
    async fn due(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        if ports.past_prices.is_empty() {
            return Ok(Vec::new());
        }
        let accounts = ports.stores.entry_assets.unsearched(ROUND_BATCH).await?;
        let job = |account: &AccountId| FIND_MOVED_ASSETS.job(ports, &account.to_string(), now);
        Ok(accounts.iter().map(job).collect())
    }
}

/// Returns the job that searches an account whose entries changed since they were searched, so that their prices do not wait for the
/// next round. Called before a unit of work is opened.
pub async fn next(ports: &Ports, account: &AccountId, now: Timestamp) -> Result<Option<NewJob>, StorageError> {
    if ports.past_prices.is_empty() {
        return Ok(None);
    }
    let heads = ports.stores.entries.heads(std::slice::from_ref(account)).await?;
    let searched = ports.stores.entry_assets.searched(account).await?;
    let is_due = heads.first().is_some_and(|head| head.revision > searched);
    Ok(is_due.then(|| FIND_MOVED_ASSETS.job(ports, &account.to_string(), now)))
}

/// Searches the entries that changed since the last search, and all entries only where these do not tell enough. Returns the assets,
/// and the moments from `since` on at which they moved.
async fn find(
    ports: &Ports,
    account: &AccountId,
    since: Timestamp,
) -> Result<(Vec<EntryAsset>, Vec<AwaitedMoment>), StorageError> {
    let _turn = whole_ledger::turn().await;
    let searched = ports.stores.entry_assets.searched(account).await?;
    let mut entries = ports.stores.entries.changed(account, searched).await?;
    let mut known = known(ports, &entries).await?;
    if searched > 0 && moves_unknown(&entries, &known) {
        entries = ports.stores.entries.changed(account, 0).await?;
        known = self::known(ports, &entries).await?;
    }
    let found = entry_assets(&entries, &known);
    let moments = recent_moments(&entries, &found, since);
    Ok((found, moments))
}

/// Returns the assets of these entries that some account moved.
async fn known(ports: &Ports, entries: &[StoredEntry]) -> Result<BTreeSet<AssetId>, StorageError> {
    let assets: Vec<AssetId> = assets_of(entries).into_iter().collect();
    let moved = ports.stores.entry_assets.moved_of(&assets).await?;
    Ok(moved.into_iter().map(|moved| moved.asset).collect())
}

/// Returns the moments from this time on at which moved assets are part of an entry.
fn recent_moments(entries: &[StoredEntry], found: &[EntryAsset], since: Timestamp) -> Vec<AwaitedMoment> {
    let moved: BTreeSet<&AssetId> = found
        .iter()
        .filter(|found| found.is_moved)
        .map(|found| &found.asset)
        .collect();
    let recent = entries
        .iter()
        .map(|stored| &stored.entry)
        .filter(|entry| entry.time >= since);
    let legs = recent.flat_map(|entry| entry.legs.iter().map(move |leg| (entry.time, &leg.asset)));
    let moments = legs.filter(|(_, asset)| moved.contains(asset));
    moments
        .map(|(moment, asset)| AwaitedMoment {
            moment,
            asset: asset.clone(),
        })
        .collect()
}

/// Returns the assets of which days are needed that were not needed before.
async fn new_days(ports: &Ports, found: &[EntryAsset]) -> Result<Vec<AssetId>, StorageError> {
    let moved = || found.iter().filter(|found| found.is_moved);
    let assets: Vec<AssetId> = moved().map(|moved| moved.asset.clone()).collect();
    let known = ports.stores.entry_assets.moved_of(&assets).await?;
    let known: BTreeMap<&AssetId, &EntryAsset> = known.iter().map(|known| (&known.asset, known)).collect();
    let is_new = |moved: &&EntryAsset| {
        let known = known.get(&moved.asset);
        known.is_none_or(|known| moved.first < known.first || known.last < moved.last)
    };
    let new = moved().filter(is_new);
    Ok(new.map(|moved| moved.asset.clone()).take(MOST).collect())
}
