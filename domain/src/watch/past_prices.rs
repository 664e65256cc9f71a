//! The past prices that the entries and holdings of watched addresses need.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, AssetId, Job, Ports, Snapshot, StorageError, Timestamp, job::JobState};

use crate::{
    currency::reference_assets,
    job::READ_PAST_PRICES,
    ledger::{assets_of, derive::whole_ledger},
    price::{last_over, requested_from},
    watch::status::jobs,
};

/// Returns the price series that these accounts need and some source covers, as the subjects of their jobs: of what they hold at an
/// agreed price, of what their entries contain and some account moved itself, of the quote assets of markets, and of the coins that
/// amounts can be shown in.
pub(super) async fn series(ports: &Ports, accounts: &[AccountId]) -> Result<Vec<String>, StorageError> {
    if ports.past_prices.is_empty() {
        return Ok(Vec::new());
    }
    let mut assets = held(ports, accounts).await?;
    assets.extend(moved(ports, accounts).await?);
    if !assets.is_empty() {
        assets.extend(reference_assets(ports));
    }
    let roots = assets.iter().map(|asset| ports.price_series.root(asset));
    let covered: BTreeSet<&AssetId> = roots
        .filter(|root| ports.past_prices.iter().any(|source| source.covers(root)))
        .collect();
    Ok(covered.into_iter().map(ToString::to_string).collect())
}

async fn held(ports: &Ports, accounts: &[AccountId]) -> Result<Vec<AssetId>, StorageError> {
    let states = ports.stores.accounts.states(accounts).await?;
    let latest: Vec<_> = states.into_iter().filter_map(|state| state.latest).collect();
    let snapshots = ports.stores.snapshots.find(&latest).await?;
    let held: BTreeSet<&AssetId> = snapshots.iter().flat_map(Snapshot::assets).collect();
    let held: Vec<AssetId> = held.into_iter().cloned().collect();
    let priced = ports.stores.quotes.agreed(&held).await?;
    Ok(priced.into_iter().map(|agreed| agreed.asset).collect())
}

async fn moved(ports: &Ports, accounts: &[AccountId]) -> Result<Vec<AssetId>, StorageError> {
    let mut assets = BTreeSet::new();
    for head in ports.stores.entries.heads(accounts).await? {
        let _turn = whole_ledger::turn().await;
        assets.extend(assets_of(&ports.stores.entries.changed(&head.account, 0).await?));
    }
    let assets: Vec<AssetId> = assets.into_iter().collect();
    let moved = ports.stores.entry_assets.moved_of(&assets).await?;
    Ok(moved.into_iter().map(|moved| moved.asset).collect())
}

/// Requests the past prices of these series that were not read since the last day ended, and all of them if the histories have
/// changed, because further days may be needed. A request that failed keeps its back-off.
pub(super) async fn request(
    ports: &Ports,
    series: &[String],
    have_histories_changed: bool,
) -> Result<(), StorageError> {
    let now = ports.clock.now();
    let known = jobs(ports, &[READ_PAST_PRICES], series).await?;
    let known: BTreeMap<&str, &Job> = known.iter().map(|job| (job.subject.as_str(), job)).collect();
    let settled = requested_from(last_over(now));
    let is_due = |subject: &&String| {
        let job = known.get(subject.as_str());
        job.is_none_or(|job| is_due(job, settled, have_histories_changed))
    };
    let mut work = ports.storage.begin().await?;
    for subject in series.iter().filter(is_due) {
        let wanted = READ_PAST_PRICES.job(ports, subject, now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    work.commit().await
}

fn is_due(job: &Job, settled: Timestamp, have_histories_changed: bool) -> bool {
    match job.state {
        JobState::Ready | JobState::Running => false,
        JobState::Done => have_histories_changed || job.finished_at.is_none_or(|finished| finished < settled),
        JobState::Dead => job.updated_at < settled,
    }
}
