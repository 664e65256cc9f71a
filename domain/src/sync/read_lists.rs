//! Imports the tokens of a published token list, once a day.

use std::{collections::BTreeSet, time::Duration};

use ports::{
    AccountId, Asset, AssetId, ChainId, ListedToken, Ports, SourceId, SourceState, StorageError, Timestamp, TokenList,
    TokenListSource, UnitOfWork, added_token,
    failure::Failure,
    job::{Lease, NewJob},
};

use crate::{
    job::{READ_LISTS, enqueue_whole_readings, job},
    sync::job_error::JobError,
};

/// Lists change slowly, so a day without their newest tokens is acceptable.
const EVERY: Duration = Duration::from_hours(24);

/// Reads the list and stores what is new, together with the end of the job and the job for the next day.
pub async fn run(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let source = list(ports, &lease.job.subject)
        .ok_or_else(|| JobError::Invalid("this token list is no longer configured".to_owned()))?;
    let id = source.profile().id;
    let TokenList { tokens, left_out } = source.tokens().await?;
    let tokens = readable(ports, tokens);
    let count = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
    let now = ports.clock.now();
    let jobs = &ports.stores.jobs;
    jobs.progress(lease, count, count.saturating_add(left_out), now).await?;
    let ids: Vec<AssetId> = tokens.iter().map(|token| token.id.clone()).collect();
    let known = ports.stores.assets.find(&ids).await?;
    let new = new_assets(&id, tokens, &known);
    let chains = chains_with_news(ports, &id, &ids, &new).await?;
    let change = TokenListChange {
        chains,
        new,
        again: broken(&known),
        ids,
    };
    keep(ports, lease, &id, &change).await
}

/// The changes that a list makes.
struct TokenListChange {
    /// Everything that the list includes, in its order.
    ids: Vec<AssetId>,
    /// Tokens that were unknown before.
    new: Vec<Asset>,
    /// Tokens that could not be read last time. They are tried again once a day.
    again: Vec<AssetId>,
    /// Chains for which the list includes tokens that it did not include before.
    chains: BTreeSet<ChainId>,
}

/// The most accounts that are read again because of a list. The others are read when they are due.
const MOST: u32 = 10_000;
/// An account that was not read within this time is due anyway.
const READ_SINCE: Duration = Duration::from_hours(1);

/// Returns the chains with tokens that were unknown before, and the chains that the list covers for the first time.
async fn chains_with_news(
    ports: &Ports,
    list: &SourceId,
    named: &[AssetId],
    new: &[Asset],
) -> Result<BTreeSet<ChainId>, StorageError> {
    let states = ports.stores.sources.all().await?;
    let known: BTreeSet<&SourceId> = states.iter().map(|state| &state.id).collect();
    let new: BTreeSet<ChainId> = new.iter().map(|asset| asset.id.chain()).collect();
    let chains: BTreeSet<ChainId> = named.iter().map(AssetId::chain).collect();
    let has_news = |chain: &ChainId| new.contains(chain) || !known.contains(&list.at(chain));
    Ok(chains.into_iter().filter(has_news).collect())
}

/// Returns the accounts of these chains that were last read without the new tokens. They are read again immediately;
/// otherwise a total would be shown as complete without the new tokens until their next reading.
async fn read_without(
    ports: &Ports,
    chains: &BTreeSet<ChainId>,
    now: Timestamp,
) -> Result<Vec<AccountId>, StorageError> {
    let mut without = Vec::new();
    for chain in chains.iter().filter(|chain| chain.evm_number().is_some()) {
        let accounts = &ports.stores.accounts;
        without.extend(accounts.active(chain, now.minus(READ_SINCE), MOST).await?);
    }
    Ok(without)
}

fn list<'a>(ports: &'a Ports, id: &str) -> Option<&'a dyn TokenListSource> {
    let found = ports.lists.iter().find(|list| list.profile().id.as_str() == id);
    found.map(AsRef::as_ref)
}

/// Returns the tokens of configured chains, each once.
fn readable(ports: &Ports, mut tokens: Vec<ListedToken>) -> Vec<ListedToken> {
    let mut seen = BTreeSet::new();
    tokens.retain(|token| {
        let is_token = token.id.contract().is_some() || token.id.minted_by().is_some();
        let known = is_token && ports.chains.get(&token.id.chain()).is_some();
        known && seen.insert(token.id.clone())
    });
    tokens
}

/// Returns the assets to store. A known token is skipped, unless its contract states no decimals and the list may
/// supply them. A token known only because a user added it becomes known to all users.
fn new_assets(list: &SourceId, tokens: Vec<ListedToken>, known: &[Asset]) -> Vec<Asset> {
    let lacks_decimals = |asset: &Asset| asset.metadata.decimals.is_none() && asset.assumed.is_none();
    let known: BTreeSet<&AssetId> = known
        .iter()
        .filter(|asset| !lacks_decimals(asset) && asset.origin != added_token::ORIGIN)
        .map(|asset| &asset.id)
        .collect();
    let new = tokens.into_iter().filter(|token| !known.contains(&token.id));
    new.map(|ListedToken { id, metadata }| Asset {
        group: id.to_string(),
        id,
        metadata,
        origin: list.to_string(),
        confirmed: false,
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    })
    .collect()
}

fn broken(known: &[Asset]) -> Vec<AssetId> {
    let broken = known
        .iter()
        .filter(|asset| asset.only_listed() && asset.unreadable_since.is_some());
    broken.map(|asset| asset.id.clone()).collect()
}

async fn keep(ports: &Ports, lease: &Lease, list: &SourceId, change: &TokenListChange) -> Result<(), JobError> {
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    work.assets().add(&change.new).await?;
    work.assets().mark_unreadable(&change.again, None).await?;
    work.token_lists().replace(list, &change.ids).await?;
    work.sources().answered(list, now).await?;
    for chain in &change.chains {
        work.sources().answered(&list.at(chain), now).await?;
    }
    work.jobs().enqueue(&tomorrow(ports, list, now), now).await?;
    work.commit().await?;
    // Readings that begin after this point include the new tokens.
    let without = read_without(ports, &change.chains, now).await?;
    Ok(enqueue_whole_readings(ports, &without).await?)
}

fn tomorrow(ports: &Ports, list: &SourceId, now: Timestamp) -> NewJob {
    job(ports, READ_LISTS, list.as_str(), now.plus(EVERY))
}

/// Returns the next reading of each list: a day after the last successful one, and not during back-off. A list whose
/// chains were not stored, as in a database of an earlier version, is read immediately.
pub async fn due(ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
    let states = ports.stores.sources.all().await?;
    let names_chains = |list: &SourceId| {
        let prefix = format!("{list}:");
        states.iter().any(|state| state.id.as_str().starts_with(&prefix))
    };
    let next = |state: &SourceState| {
        let rested = state.failure.as_ref().and_then(|failure| failure.retry_at);
        let read_at = state.ok_at.filter(|_| names_chains(&state.id));
        rested.max(read_at.map(|at| at.plus(EVERY)))
    };
    let wanted = |list: SourceId| {
        let state = states.iter().find(|state| state.id == list);
        let at = state.and_then(next).map_or(now, |at| at.max(now));
        job(ports, READ_LISTS, list.as_str(), at)
    };
    Ok(ports.lists.iter().map(|list| wanted(list.profile().id)).collect())
}

/// Enqueues the readings, and removes the entries of lists that are no longer configured.
pub async fn want(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    due: &[NewJob],
    now: Timestamp,
) -> Result<(), StorageError> {
    let lists: Vec<SourceId> = ports.lists.iter().map(|list| list.profile().id).collect();
    work.token_lists().keep_only(&lists).await?;
    for job in due {
        work.jobs().enqueue(job, now).await?;
    }
    Ok(())
}

/// Stores the failure. After the last attempt, it enqueues the list for the next day.
pub async fn failed(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    lease: &Lease,
    failure: &Failure,
) -> Result<(), StorageError> {
    let Some(list) = list(ports, &lease.job.subject).map(|list| list.profile().id) else {
        return Ok(());
    };
    work.sources().failed(&list, failure).await?;
    if lease.job.attempts >= lease.job.max_attempts || failure.retry_at.is_none() {
        work.jobs()
            .enqueue(&tomorrow(ports, &list, failure.at), failure.at)
            .await?;
    }
    Ok(())
}
