//! Finds tokens of an active account that no list includes: an explorer names candidates, and a node states the
//! balances.
//!
//! If the explorer states how many addresses hold a token, the number is stored with the token.
//!
//! This is a job separate from reading the account: a slow explorer delays no figure, and a failing one only shows as a
//! row on the health page.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use async_trait::async_trait;
use ports::{
    AccountId, Asset, AssetId, ChainReader, NamedToken, Ports, RemoteError, SourceId, StorageError, Timestamp,
    asset::{Holders, Metadata},
    chain::Progress,
    job::{Job, JobState, Lease, NewJob},
};

use crate::{
    job::{FIND_TOKENS, JobKind, READ_ACCOUNT},
    source::{failure, in_backoff},
    sync::handlers::{
        end_unread::end_unread,
        handler::JobHandler,
        job_error::{JobError, account_of},
    },
};

/// An explorer is queried about an account at most this often.
const EVERY: Duration = Duration::from_hours(24);
/// The most candidate tokens per account. A reader queries about 200 of them in one call.
const MOST: usize = 1000;

/// Discards progress, because no user waits for this reading.
struct Unseen;

impl Progress for Unseen {
    fn report(&self, _done: u32, _total: u32) {}
}

/// Handles jobs of [`FIND_TOKENS`].
pub struct FindTokens;

#[async_trait]
impl JobHandler for FindTokens {
    fn kind(&self) -> JobKind {
        FIND_TOKENS
    }

    /// Queries the explorers in order and then the node for the balances of unknown tokens.
    ///
    /// Enqueues a reading of the account if it holds any of them, or if its newest reading lacks a token that is known by
    /// now.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account = account_of(lease)?;
        if !ports.stores.accounts.is_wanted(&account).await? {
            return end_unread(ports, lease).await;
        }
        let (finder, named) = named(ports, &account).await?;
        let known = known(ports, &account).await?;
        let new = unknown(&account, &named, &known);
        let found = match reader(ports, &account) {
            Some(reader) if !new.is_empty() => match held(reader, &account, &new).await {
                Ok(found) => found,
                Err(error) => return Err(unread(ports, &finder, reader, &account, error).await?),
            },
            Some(_) | None => vec![],
        };
        let reads_again = !found.is_empty() || misses(ports, &account, &named, &known).await?;
        let counts = Counts::of(finder, named, ports.clock.now());
        keep(ports, lease, (&account, reads_again), &counts, known, found).await
    }
}

/// Returns whether the newest reading of the account lacks a named and known token. That includes tokens that the
/// account has given away since: one extra reading per day costs less than detecting this.
async fn misses(
    ports: &Ports,
    account: &AccountId,
    named: &[NamedToken],
    known: &BTreeMap<AssetId, Asset>,
) -> Result<bool, StorageError> {
    let state = ports.stores.accounts.states(std::slice::from_ref(account)).await?.pop();
    let Some(snapshot) = state.and_then(|state| state.latest) else {
        return Ok(false);
    };
    let snapshots = ports.stores.snapshots.find(&[snapshot]).await?;
    let read = snapshots.iter().flat_map(|snapshot| {
        let unreadable = snapshot.unreadable.iter().map(|(asset, _)| asset);
        snapshot.rows.iter().map(|row| &row.asset).chain(unreadable)
    });
    let read: BTreeSet<&AssetId> = read.collect();
    let mut named = named.iter().map(|token| &token.id);
    Ok(named.any(|token| known.contains_key(token) && !read.contains(token)))
}

/// The numbers of holders that an explorer states for the tokens it names.
struct Counts {
    by: SourceId,
    holders: BTreeMap<AssetId, Holders>,
}

impl Counts {
    fn of(by: SourceId, named: Vec<NamedToken>, at: Timestamp) -> Self {
        let counted = |NamedToken { id, holders }| {
            let by = by.clone();
            Some((id, holders.map(|count| Holders { count, by, at })?))
        };
        let holders = named.into_iter().filter_map(counted).collect();
        Self { by, holders }
    }

    /// Returns the new asset for a token that the account holds according to the node.
    fn found(&self, (id, metadata): &(AssetId, Metadata)) -> Asset {
        Asset {
            id: id.clone(),
            metadata: metadata.clone(),
            group: id.to_string(),
            origin: format!("explorer:{}", self.by),
            confirmed: true,
            unreadable_since: None,
            listed: false,
            holders: self.holders.get(id).cloned(),
            assumed: None,
        }
    }

    /// Returns a known asset with the new number of holders, if the explorer states one.
    fn again(&self, known: Asset) -> Option<Asset> {
        let holders = Some(self.holders.get(&known.id)?.clone());
        Some(Asset { holders, ..known })
    }
}

/// Returns the tokens named by the first explorer that answers. Explorers in back-off are skipped and each failure is
/// stored. If all fail, the result is the last error; if all are in back-off, the earliest end.
async fn named(ports: &Ports, account: &AccountId) -> Result<(SourceId, Vec<NamedToken>), JobError> {
    let in_backoff = in_backoff(ports).await?;
    let (mut last, mut backoff_until) = (None, None);
    for finder in ports
        .finders
        .iter()
        .filter(|finder| finder.chains().contains(&account.chain))
    {
        let id = finder.profile().id;
        if let Some(until) = in_backoff.get(&id) {
            backoff_until = Some(backoff_until.map_or(*until, |first: Timestamp| first.min(*until)));
            continue;
        }
        match finder.tokens(account).await {
            Ok(tokens) => return Ok((id, tokens)),
            Err(error) => {
                failure::note(ports, &id, Some(&error)).await?;
                last = Some(error);
            }
        }
    }
    Err(match (last, backoff_until) {
        (Some(error), _) => JobError::Remote(error),
        (None, Some(until)) => JobError::InBackoff(until),
        (None, None) => JobError::Invalid("no explorer covers this chain".to_owned()),
    })
}

/// Returns the token universe of the account's chain.
async fn known(ports: &Ports, account: &AccountId) -> Result<BTreeMap<AssetId, Asset>, StorageError> {
    let universe = ports.stores.assets.universe(&account.chain).await?;
    Ok(universe.into_iter().map(|asset| (asset.id.clone(), asset)).collect())
}

fn unknown(account: &AccountId, named: &[NamedToken], known: &BTreeMap<AssetId, Asset>) -> Vec<AssetId> {
    let is_new = |token: &&AssetId| token.chain() == account.chain && !known.contains_key(*token);
    let named = named.iter().map(|token| &token.id);
    named.filter(is_new).take(MOST).cloned().collect()
}

fn reader<'a>(ports: &'a Ports, account: &AccountId) -> Option<&'a dyn ChainReader> {
    let covers = |reader: &&std::sync::Arc<dyn ChainReader>| reader.chains().contains(&account.chain);
    ports.readers.iter().find(covers).map(AsRef::as_ref)
}

/// Returns the tokens that the account holds according to the node, with the metadata from their contracts.
async fn held(
    reader: &dyn ChainReader,
    account: &AccountId,
    tokens: &[AssetId],
) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
    let reading = reader.balances(account, tokens, &Unseen).await?;
    let balances = reading.balances.into_iter().map(|(asset, _)| asset);
    let held: Vec<AssetId> = balances.filter(|asset| !asset.is_native()).collect();
    if held.is_empty() {
        return Ok(vec![]);
    }
    reader.metadata(&account.chain, &held).await
}

/// Stores that the explorer answered and that the node failed.
async fn unread(
    ports: &Ports,
    finder: &SourceId,
    reader: &dyn ChainReader,
    account: &AccountId,
    error: RemoteError,
) -> Result<JobError, StorageError> {
    failure::note(ports, finder, None).await?;
    failure::note(ports, &reader.profile().id.at(&account.chain), Some(&error)).await?;
    Ok(error.into())
}

async fn keep(
    ports: &Ports,
    lease: &Lease,
    (account, reads_again): (&AccountId, bool),
    counts: &Counts,
    known: BTreeMap<AssetId, Asset>,
    found: Vec<(AssetId, Metadata)>,
) -> Result<(), JobError> {
    let now = ports.clock.now();
    let again = known.into_values().filter_map(|asset| counts.again(asset));
    let assets: Vec<Asset> = found.iter().map(|one| counts.found(one)).chain(again).collect();
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    work.assets().add(&assets).await?;
    work.assets().confirm(&found).await?;
    work.sources().answered(&counts.by, now).await?;
    if reads_again {
        let wanted = READ_ACCOUNT.job(ports, &account.to_string(), now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(work.commit().await?)
}

/// Returns the job for an account if an explorer covers its chain and the last answer is at least a day old. Called
/// before a unit of work is opened.
pub async fn due(ports: &Ports, account: &AccountId, now: Timestamp) -> Result<Option<NewJob>, StorageError> {
    if !ports
        .finders
        .iter()
        .any(|finder| finder.chains().contains(&account.chain))
    {
        return Ok(None);
    }
    let subject = account.to_string();
    let jobs = &ports.stores.jobs;
    let known = jobs
        .of_subjects(&[FIND_TOKENS.name.to_owned()], std::slice::from_ref(&subject))
        .await?;
    let is_due = |job: &Job| match job.state {
        JobState::Ready | JobState::Running => false,
        JobState::Done | JobState::Dead => !now.within(EVERY, job.updated_at),
    };
    let wanted = known.first().is_none_or(is_due);
    Ok(wanted.then(|| FIND_TOKENS.job(ports, &subject, now)))
}
