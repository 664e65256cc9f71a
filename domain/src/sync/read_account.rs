//! Reads the balances of one account: one snapshot at one block.

mod found_assets;
mod retry;

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt, channel::mpsc, future::join};
use ports::{
    AccountId, Asset, AssetId, ChainReader, Ports, Snapshot, SourceId, StorageError, Timestamp, UnitOfWork,
    account::Activity,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
    job::Lease,
    snapshot::{SnapshotId, SnapshotRow},
};

use found_assets::{mark, new_assets};
pub use retry::{failed, postponed, source};

use crate::{
    job::{READ_ACCOUNT, READ_QUIET_EVERY, enqueue_quotes},
    source::{failure, in_backoff},
    sync::{end_unread::end_unread, find_tokens, job_error::JobError, read_derived, reader::reader},
};

/// Forwards progress without waiting for the database.
struct ProgressSender(mpsc::UnboundedSender<(u32, u32)>);

impl Progress for ProgressSender {
    fn report(&self, done: u32, total: u32) {
        // The receiver lives as long as the reading. A report after that has no receiver and is dropped.
        let _ = self.0.unbounded_send((done, total));
    }
}

/// The result of a reading, to be stored.
struct AccountReading<'a> {
    account: &'a AccountId,
    reading: Reading,
    /// Whether only activity was checked.
    probe: bool,
    /// The usage of the address, if it was derived from an extended public key.
    usage: Option<read_derived::AddressUsage>,
    known: BTreeMap<AssetId, Asset>,
    metadata: BTreeMap<AssetId, Metadata>,
}

/// Reads the account, requests the metadata of new tokens, and stores the snapshot together with the end of the job.
///
/// For an account that may be inactive, activity is checked first, and tokens are read only if there is any.
pub async fn run(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let account: AccountId = lease
        .job
        .subject
        .parse()
        .map_err(|_| JobError::Invalid("not an account".to_owned()))?;
    let reader = reader(ports, &account).ok_or_else(|| JobError::Invalid("no reader covers this chain".to_owned()))?;
    if !ports.stores.accounts.is_wanted(&account).await? {
        return end_unread(ports, lease).await;
    }
    if let Some(until) = retry::in_backoff_until(ports, lease).await? {
        return Err(JobError::InBackoff(until));
    }
    let began = ports.clock.now();
    if let Some((found, activity)) = derived(ports, reader, &account).await? {
        return keep(ports, lease, found, activity, began).await;
    }
    if probes(ports, &account).await?
        && let Some(quiet) = quiet(ports, lease, reader, &account).await?
    {
        return keep(ports, lease, quiet, Activity::Quiet, began).await;
    }
    let (found, activity) = whole(ports, lease, reader, &account).await?;
    keep(ports, lease, found, activity, began).await
}

/// Reads all balances of the account.
async fn whole<'a>(
    ports: &Ports,
    lease: &Lease,
    reader: &dyn ChainReader,
    account: &'a AccountId,
) -> Result<(AccountReading<'a>, Activity), JobError> {
    let reading = read_whole(ports, lease, reader, account).await?;
    let known = known(ports, &reading).await?;
    let metadata = read_metadata(reader, account, &known, &reading).await?;
    let always = ports.chains.get(&account.chain).is_none_or(|chain| chain.large);
    let empty = reading.balances.is_empty() && reading.unreadable.is_empty();
    let activity = if empty && !always {
        Activity::Quiet
    } else {
        Activity::Active
    };
    let found = AccountReading {
        account,
        reading,
        probe: false,
        usage: None,
        known,
        metadata,
    };
    Ok((found, activity))
}

/// Reads the balances of every token that is looked for.
async fn read_whole(
    ports: &Ports,
    lease: &Lease,
    reader: &dyn ChainReader,
    account: &AccountId,
) -> Result<Reading, JobError> {
    let requested = tokens(ports, account).await?;
    let reading = read(ports, lease, reader, account, &requested).await?;
    let now_named = tokens(ports, account).await?;
    let requested: BTreeSet<_> = requested.iter().collect();
    if now_named.iter().all(|token| requested.contains(token)) {
        return Ok(reading);
    }
    // A list or a user added a token while the account was being read. The reading would be incomplete without it.
    read(ports, lease, reader, account, &now_named).await
}

/// Returns the tokens to look for in an account: the token universe of its chain and the tokens added by users who
/// watch it.
async fn tokens(ports: &Ports, account: &AccountId) -> Result<Vec<AssetId>, StorageError> {
    let universe = ports.stores.assets.universe(&account.chain).await?;
    let mut added = ports.stores.added_tokens.of_watchers(account).await?;
    added.retain(|token| universe.iter().all(|asset| asset.id != *token));
    Ok(universe.into_iter().map(|asset| asset.id).chain(added).collect())
}

/// Reads an account if its address was derived from an extended public key.
async fn derived<'a>(
    ports: &Ports,
    reader: &dyn ChainReader,
    account: &'a AccountId,
) -> Result<Option<(AccountReading<'a>, Activity)>, JobError> {
    let Some(read) = read_derived::read(ports, reader, account).await? else {
        return Ok(None);
    };
    let found = AccountReading {
        account,
        known: known(ports, &read.reading).await?,
        reading: read.reading,
        probe: false,
        usage: Some(read.usage),
        metadata: BTreeMap::new(),
    };
    Ok(Some((found, read.activity)))
}

/// Probes an account and returns the result if there is no activity.
async fn quiet<'a>(
    ports: &Ports,
    lease: &Lease,
    reader: &dyn ChainReader,
    account: &'a AccountId,
) -> Result<Option<AccountReading<'a>>, JobError> {
    // Zero of zero tokens: the user sees that activity is being checked.
    ports.stores.jobs.progress(lease, 0, 0, ports.clock.now()).await?;
    let probe = reader.probe(account).await?.filter(Probe::is_quiet);
    Ok(probe.map(|probe| AccountReading {
        account,
        reading: probe.reading,
        probe: true,
        usage: None,
        known: BTreeMap::new(),
        metadata: BTreeMap::new(),
    }))
}

/// Returns whether activity is checked first: on chains where few accounts hold only tokens, for new accounts, and for
/// quiet accounts between their daily readings.
async fn probes(ports: &Ports, account: &AccountId) -> Result<bool, StorageError> {
    if ports.chains.get(&account.chain).is_none_or(|chain| chain.large) {
        return Ok(false);
    }
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let now = ports.clock.now();
    Ok(states.first().is_none_or(|state| match state.activity {
        Activity::Unknown => true,
        Activity::Quiet => state.whole_at.is_some_and(|at| now.within(READ_QUIET_EVERY, at)),
        Activity::Active => false,
    }))
}

async fn read(
    ports: &Ports,
    lease: &Lease,
    reader: &dyn ChainReader,
    account: &AccountId,
    tokens: &[AssetId],
) -> Result<Reading, JobError> {
    let (sender, mut reports) = mpsc::unbounded();
    let progress = ProgressSender(sender);
    let reading = async move { reader.balances(account, tokens, &progress).await };
    let shown = async {
        while let Some((mut done, mut total)) = reports.next().await {
            while let Ok(newer) = reports.try_recv() {
                (done, total) = newer;
            }
            ports
                .stores
                .jobs
                .progress(lease, done, total, ports.clock.now())
                .await?;
        }
        Ok::<(), StorageError>(())
    };
    let (reading, shown) = join(reading, shown).await;
    shown?;
    Ok(reading?)
}

async fn known(ports: &Ports, reading: &Reading) -> Result<BTreeMap<AssetId, Asset>, StorageError> {
    let ids: Vec<_> = reading.balances.iter().map(|(asset, _)| asset.clone()).collect();
    Ok(ports
        .stores
        .assets
        .find(&ids)
        .await?
        .into_iter()
        .map(|asset| (asset.id.clone(), asset))
        .collect())
}

/// Requests the metadata of each token from its contract until the contract has stated its decimals.
async fn read_metadata(
    reader: &dyn ChainReader,
    account: &AccountId,
    known: &BTreeMap<AssetId, Asset>,
    reading: &Reading,
) -> Result<BTreeMap<AssetId, Metadata>, JobError> {
    let is_known = |asset: &Asset| asset.confirmed && asset.metadata.decimals.is_some();
    let unconfirmed = |asset: &AssetId| !known.get(asset).is_some_and(is_known);
    let tokens = reading
        .balances
        .iter()
        .map(|(asset, _)| asset)
        .filter(|asset| !asset.is_native());
    let unconfirmed_tokens: Vec<AssetId> = tokens.filter(|asset| unconfirmed(asset)).cloned().collect();
    if unconfirmed_tokens.is_empty() {
        return Ok(BTreeMap::new());
    }
    let metadata = reader.metadata(&account.chain, &unconfirmed_tokens).await?.into_iter();
    let named = |(asset, metadata): (AssetId, Metadata)| match known.get(&asset) {
        Some(known) => (asset, bridged(known, metadata)),
        None => (asset, metadata),
    };
    Ok(metadata.map(named).collect())
}

/// Keeps the list's name for a bridged token whose contract uses the symbol of the native one. Otherwise two tokens of
/// a chain would both be called USDC and could not be told apart.
fn bridged(known: &Asset, metadata: Metadata) -> Metadata {
    let is_told_apart = known.listed && known.metadata.symbol.strip_suffix(".e") == Some(metadata.symbol.as_str());
    if !is_told_apart {
        return metadata;
    }
    Metadata {
        decimals: metadata.decimals,
        ..known.metadata.clone()
    }
}

impl AccountReading<'_> {
    fn snapshot(&self, id: SnapshotId, now: Timestamp) -> Snapshot {
        let decimals = |asset: &AssetId| {
            // The contract was queried just now, so its answer applies even without decimals, whatever a list states.
            match self.metadata.get(asset) {
                Some(metadata) => metadata.decimals,
                None => self.known.get(asset).and_then(|asset| asset.metadata.decimals),
            }
        };
        let rows = self.reading.balances.iter().map(|(asset, raw)| SnapshotRow {
            asset: asset.clone(),
            raw: *raw,
            decimals: decimals(asset),
        });
        Snapshot {
            id,
            account: self.account.clone(),
            rows: rows.collect(),
            block: self.reading.block.clone(),
            source: self.reading.source.clone(),
            host: self.reading.host.clone(),
            taken_at: now,
            probe: self.probe,
            unreadable: self.reading.unreadable.clone(),
        }
    }
}

/// Stores the result of a reading that began at `began`. Rejects it if its block was not recent at that time, also for
/// readers that do not check their node themselves.
async fn keep(
    ports: &Ports,
    lease: &Lease,
    found: AccountReading<'_>,
    activity: Activity,
    began: Timestamp,
) -> Result<(), JobError> {
    if let Some(chain) = ports.chains.get(&found.account.chain) {
        chain.check_head(&found.reading.block, began, &found.reading.host)?;
    }
    let now = ports.clock.now();
    let snapshot = found.snapshot(SnapshotId::new(ports.ids.next()), now);
    let AccountReading {
        account,
        usage,
        known,
        metadata,
        ..
    } = found;
    let in_backoff = in_backoff(ports).await?;
    let source = snapshot.source.at(&account.chain);
    let recovered = failure::before(ports, &source).await?.is_some();
    let find = match activity {
        Activity::Active => find_tokens::due(ports, account, now).await?,
        Activity::Quiet | Activity::Unknown => None,
    };
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    work.snapshots().add(&snapshot).await?;
    work.accounts().read(account, snapshot.id, now, activity).await?;
    if let Some(usage) = &usage {
        read_derived::keep(ports, work.as_mut(), account, usage, now).await?;
    }
    work.assets().add(&new_assets(&known, &metadata)).await?;
    let confirmed: Vec<_> = metadata.into_iter().collect();
    work.assets().confirm(&confirmed).await?;
    mark(work.as_mut(), &snapshot, now).await?;
    answered(work.as_mut(), account, &source, recovered, now).await?;
    enqueue_quotes(ports, work.as_mut(), &in_backoff, now).await?;
    if let Some(wanted) = &find {
        work.jobs().enqueue(wanted, now).await?;
    }
    Ok(work.commit().await?)
}

/// Records that a source answers. If it failed before, the jobs that wait for it are due immediately.
async fn answered(
    work: &mut dyn UnitOfWork,
    account: &AccountId,
    source: &SourceId,
    recovered: bool,
    now: Timestamp,
) -> Result<(), StorageError> {
    work.sources().answered(source, now).await?;
    if recovered {
        let accounts = format!("{}:", account.chain);
        work.jobs().retry_now(READ_ACCOUNT, &accounts, now).await?;
    }
    Ok(())
}
