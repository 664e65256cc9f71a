//! Reads the balances of an account from its chain: all of them, or only whether there is activity.

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt, channel::mpsc, future::join};
use ports::{
    AccountId, Asset, AssetId, ChainReader, Day, Ports, Position, ProtocolReading, Snapshot, StorageError, Timestamp,
    account::Activity,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
    job::Lease,
    snapshot::{SnapshotId, SnapshotRow},
};

use crate::{
    code_map::CodeMap,
    job::READ_QUIET_EVERY,
    sync::handlers::{
        job_error::JobError,
        read_account::metadata::{decimals_after, read_metadata},
        read_derived,
    },
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
pub(super) struct AccountReading<'a> {
    pub(super) account: &'a AccountId,
    pub(super) reading: Reading,
    /// Whether only activity was checked.
    pub(super) probe: bool,
    /// The usage of the address, if it was derived from an extended public key.
    pub(super) usage: Option<read_derived::AddressUsage>,
    pub(super) known: BTreeMap<AssetId, Asset>,
    pub(super) metadata: BTreeMap<AssetId, Metadata>,
}

impl AccountReading<'_> {
    /// Returns what the account has in protocols, with each amount as `stored` returns it.
    fn protocols(&self, stored: impl Fn(&Position) -> Position) -> ProtocolReading {
        let mut protocols = self.reading.protocols.clone();
        for leg in protocols.positions.iter_mut().flat_map(|position| &mut position.legs) {
            leg.position = stored(&leg.position);
        }
        protocols
    }

    pub(super) fn snapshot(&self, id: SnapshotId, now: Timestamp) -> Snapshot {
        let decimals = |asset: &AssetId| {
            // The contract was queried just now, so its answer applies even without decimals, whatever a list states.
            match self.metadata.get(asset) {
                Some(metadata) => decimals_after(self.known.get(asset), metadata),
                None => self.known.get(asset).and_then(|asset| asset.metadata.decimals),
            }
        };
        let rows = self.reading.balances.iter().map(|(asset, raw)| SnapshotRow {
            asset: asset.clone(),
            raw: *raw,
            decimals: decimals(asset),
        });
        let position = |position: &Position| Position {
            decimals: position.decimals.or_else(|| decimals(&position.asset)),
            ..position.clone()
        };
        Snapshot {
            id,
            account: self.account.clone(),
            rows: rows.collect(),
            positions: self.reading.positions.iter().map(position).collect(),
            protocols: self.protocols(position),
            block: self.reading.block.clone(),
            source: self.reading.source.clone(),
            host: self.reading.host.clone(),
            taken_at: now,
            probe: self.probe,
            unreadable: self.reading.unreadable.clone(),
        }
    }
}

/// Reads all balances of the account.
pub(super) async fn whole<'a>(
    ports: &Ports,
    lease: &Lease,
    reader: &dyn ChainReader,
    account: &'a AccountId,
) -> Result<(AccountReading<'a>, Activity), JobError> {
    let reading = read_whole(ports, lease, reader, account).await?;
    let known = known(ports, &reading).await?;
    let is_new_day = is_first_of_day(ports, account).await?;
    let metadata = read_metadata(reader, account, &known, &reading, is_new_day).await?;
    let always = ports.chains.get(&account.chain).is_none_or(|chain| chain.large);
    let empty = reading.is_empty();
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

/// Returns whether all balances were last read on another day. Contracts are then asked for their decimals again, which some can
/// change.
async fn is_first_of_day(ports: &Ports, account: &AccountId) -> Result<bool, StorageError> {
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let last = states.first().and_then(|state| state.whole_at);
    Ok(last.is_some_and(|last| Day::of(last) != Day::of(ports.clock.now())))
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
pub(super) async fn derived<'a>(
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
pub(super) async fn quiet<'a>(
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
pub(super) async fn probes(ports: &Ports, account: &AccountId) -> Result<bool, StorageError> {
    if ports.chains.get(&account.chain).is_none_or(|chain| chain.large) {
        return Ok(false);
    }
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let now = ports.clock.now();
    Ok(states.first().is_none_or(|state| match state.activity {
        Activity::Unknown => true,
        Activity::Quiet => state.whole_at.is_some_and(|at| now.within(READ_QUIET_EVERY, at)),
        Activity::Active | Activity::Filed => false,
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
    let mut reading = reading?;
    let codes = CodeMap::load(ports, account).await?;
    reading.positions = codes.applied_to_positions(reading.positions);
    Ok(reading)
}

async fn known(ports: &Ports, reading: &Reading) -> Result<BTreeMap<AssetId, Asset>, StorageError> {
    let ids: Vec<_> = reading.assets().cloned().collect();
    Ok(ports
        .stores
        .assets
        .find(&ids)
        .await?
        .into_iter()
        .map(|asset| (asset.id.clone(), asset))
        .collect())
}
