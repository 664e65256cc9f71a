//! The end of a run: what is missing, and whether the streams are whole.

use ports::{
    HistoryProgress, Ports, StorageError, Stream, Timestamp, UnitOfWork,
    account::Activity,
    fact::FactExtent,
    failure::Failure,
    history::{HistoryGap, HistoryGapKind},
    job::NewJob,
};

use super::{
    nonce::{self, SentTransactions, Shortage},
    rewind, same_chain,
    stream::StreamRun,
    window::{HistoryRun, is_capped},
};
use crate::{
    job::READ_ACCOUNT,
    source::failure,
    sync::handlers::{find_moved_assets, job_error::JobError, read_allowances, read_receipts::DueReceipts},
};

/// What is stored when every stream is at its end.
pub(super) struct RunResult {
    /// How many facts of each stream are stored. The facts of blocks that were read again are counted once.
    extents: Vec<Option<FactExtent>>,
    /// The sent transactions, where they changed in this run.
    sent: Option<SentTransactions>,
    /// Why the index of each stream's source is incomplete.
    index_failures: Vec<Option<Failure>>,
    /// The hash of the last final block; `None` where no node states hashes.
    final_hash: Option<String>,
    /// Searches the entries for assets whose past prices are needed, where they changed.
    search: Option<NewJob>,
    /// Reads the receipts of transactions that are final now.
    receipts: Option<DueReceipts>,
    /// Reads the balances.
    balances: Option<NewJob>,
    /// Reads what the account allows.
    allowances: Option<NewJob>,
}

impl RunResult {
    /// Loads what a unit of work cannot.
    pub(super) async fn load(ports: &Ports, run: &HistoryRun<'_>) -> Result<Self, JobError> {
        let mut extents = Vec::with_capacity(run.streams.len());
        let now = ports.clock.now();
        let mut index_failures = Vec::with_capacity(run.streams.len());
        for stream in &run.streams {
            extents.push(ports.stores.facts.extent(&run.account, stream.progress.stream).await?);
            let failure = |error| Failure {
                retry_at: None,
                ..failure::of(ports, error, 1, now)
            };
            index_failures.push(stream.index_error.as_ref().map(failure));
        }
        Ok(Self {
            extents,
            sent: sent(ports, run).await?,
            index_failures,
            final_hash: final_hash(ports, run).await?,
            search: find_moved_assets::next(ports, &run.account, now).await?,
            receipts: DueReceipts::of(ports, &run.account).await?,
            balances: balances(ports, run, now).await?,
            allowances: read_allowances::due(ports, &run.account, now).await?,
        })
    }
}

/// Returns the job that reads the balances of an account where a known history changed, if they are read only once a day otherwise.
async fn balances(ports: &Ports, run: &HistoryRun<'_>, now: Timestamp) -> Result<Option<NewJob>, StorageError> {
    let account = &run.account;
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let is_seldom = states.iter().any(|state| state.activity == Activity::Quiet);
    let is_due = is_seldom && run.was_read && run.is_changed;
    Ok(is_due.then(|| READ_ACCOUNT.job(ports, &account.to_string(), now)))
}

async fn final_hash(ports: &Ports, run: &HistoryRun<'_>) -> Result<Option<String>, JobError> {
    match same_chain::nodes(ports, &run.account) {
        Some(nodes) => Ok(nodes.block_hash(&run.account.chain, run.last_final()).await?),
        None => Ok(None),
    }
}

/// Counts the transactions that the account sent. Where neither the facts nor the number of the node changed, the last result
/// still counts.
async fn sent(ports: &Ports, run: &HistoryRun<'_>) -> Result<Option<SentTransactions>, JobError> {
    let mut streams = run.streams.iter();
    let transactions = streams.find(|stream| stream.progress.stream == Stream::Transactions);
    let (Some(stream), Some(expected)) = (transactions, run.expected) else {
        return Ok(None);
    };
    let is_missing = |gap: &HistoryGap| gap.kind == HistoryGapKind::MissingTransactions;
    // Receipts that were read since may state authorizations.
    let is_open = stream.progress.gaps.iter().any(is_missing);
    if !stream.is_completing && !is_open && stream.progress.expected == Some(expected.sent) {
        return Ok(None);
    }
    nonce::compare(ports, &run.account, expected).await.map(Some)
}

/// Stores that every stream is at its end, and what is missing.
pub(super) async fn store(
    work: &mut dyn UnitOfWork,
    run: &mut HistoryRun<'_>,
    result: RunResult,
    now: Timestamp,
) -> Result<(), StorageError> {
    let (expected, newest, last_final) = (run.expected.map(|node| node.sent), run.head.number, run.last_final());
    let failures = result.extents.into_iter().zip(result.index_failures);
    for (stream, (extent, index_failure)) in run.streams.iter_mut().zip(failures) {
        set_extent(&mut stream.progress, extent);
        if stream.progress.through == Some(last_final) {
            stream.progress.final_hash.clone_from(&result.final_hash);
        }
        let is_counted = stream.progress.stream == Stream::Transactions && result.sent.is_some();
        let failure = match result.sent.as_ref().filter(|_| is_counted) {
            Some(sent) => missing(stream, sent, newest, now),
            None => stream
                .progress
                .failure
                .take()
                .filter(|failure| failure.retry_at.is_some()),
        };
        let progress = &mut stream.progress;
        progress.failure = joined(index_failure, failure);
        progress.expected = expected.filter(|_| progress.stream == Stream::Transactions);
        progress.gaps.retain(|gap| gap.kind != HistoryGapKind::Cap);
        progress.gaps.extend(is_capped(progress).then_some(HistoryGap {
            kind: HistoryGapKind::Cap,
            blocks: Some((stream.from, newest)),
        }));
        progress.target = Some(newest);
        progress.updated_at = now;
        // A stream becomes whole once its facts are compared with balances.
        stream.progress.is_whole &= stream.is_read_to_the_end();
        work.history_progress().set(&stream.progress).await?;
    }
    for job in result.search.iter().chain(&result.balances).chain(&result.allowances) {
        work.jobs().enqueue(job, now).await?;
    }
    match result.receipts {
        Some(receipts) => receipts.enqueue(work, now).await,
        None => Ok(()),
    }
}

fn set_extent(progress: &mut HistoryProgress, extent: Option<FactExtent>) {
    progress.newest = extent.as_ref().map(|extent| extent.last.0);
    if let Some(extent) = extent {
        progress.facts = extent.facts;
        progress.oldest = Some(extent.first.1);
    }
}

/// States whether transactions are missing that the account sent. Returns when they are looked for again.
fn missing(stream: &mut StreamRun<'_>, sent: &SentTransactions, newest: u64, now: Timestamp) -> Option<Failure> {
    let progress = &mut stream.progress;
    let failure = match sent.shortage {
        Some(Shortage::Missing(_)) => Some(rewind::missing_failure(progress, sent, stream.is_completing, now)),
        Some(Shortage::Contract) | None => None,
    };
    progress.sent = sent.found;
    let is_of_count = |kind| {
        matches!(
            kind,
            HistoryGapKind::MissingTransactions | HistoryGapKind::ContractAccount
        )
    };
    progress.gaps.retain(|gap| !is_of_count(gap.kind));
    progress.gaps.extend(sent.shortage.map(|shortage| match shortage {
        Shortage::Contract => HistoryGap {
            kind: HistoryGapKind::ContractAccount,
            blocks: None,
        },
        Shortage::Missing(from) => HistoryGap {
            kind: HistoryGapKind::MissingTransactions,
            blocks: Some((from, newest)),
        },
    }));
    failure
}

/// Joins what is known of the index with what is known of the sent transactions.
fn joined(index: Option<Failure>, missing: Option<Failure>) -> Option<Failure> {
    match (index, missing) {
        (Some(index), Some(missing)) => Some(Failure {
            text: format!("{} {}", index.text, missing.text),
            ..missing
        }),
        (index, missing) => index.or(missing),
    }
}
