//! Stores what a run read: facts, entries and positions.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Entry, EntryId, Fact, Ports, StorageError, Stream, Timestamp, TransactionId, UnitOfWork,
    fact::{FactBody, FactExtent, FactId, StoredFact},
    history::{HistoryGap, HistoryGapKind},
    job::Lease,
};

use super::window::{HistoryRun, Window, is_capped, is_unreported};
use crate::{
    job::READ_HISTORY,
    ledger::{check, derive, tokens},
    sync::handlers::job_error::JobError,
};

/// The most transactions whose stored facts are loaded at once.
const BATCH: u32 = 1000;

/// What a window changes.
struct WindowChanges {
    facts: Vec<Fact>,
    /// What each stream that takes part reported.
    kept: Vec<KeptPart>,
    entries: Vec<Entry>,
    withdrawn: Vec<EntryId>,
    blocks: (u64, Option<u64>),
    at: Timestamp,
}

/// The facts that a stream reported of a window.
struct KeptPart {
    stream: Stream,
    /// The first block that was read.
    from: u64,
    ids: Vec<FactId>,
}

/// Stores a window that is not the last one of its run.
pub(super) async fn window(ports: &Ports, run: &mut HistoryRun<'_>, window: Window) -> Result<(), JobError> {
    let changes = changes(ports, run, window).await?;
    let mut work = ports.storage.begin().await?;
    store(work.as_mut(), run, &changes).await?;
    work.commit().await?;
    Ok(tokens::learn(ports, &run.account, &changes.entries).await?)
}

/// Stores the last window of a run, if any, together with the end of the job. The job is enqueued again unless every
/// stream is at its end.
pub(super) async fn end(
    ports: &Ports,
    lease: &Lease,
    run: &mut HistoryRun<'_>,
    last: Option<Window>,
) -> Result<(), JobError> {
    let is_end = last.is_none();
    let changes = match last {
        Some(window) => Some(changes(ports, run, window).await?),
        None => None,
    };
    let extents = if is_end { extents(ports, run).await? } else { Vec::new() };
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    if let Some(changes) = &changes {
        store(work.as_mut(), run, changes).await?;
    }
    if is_end {
        finish(work.as_mut(), run, extents, now).await?;
    } else {
        let again = READ_HISTORY.job(ports, &run.account.to_string(), now);
        work.jobs().enqueue(&again, now).await?;
    }
    work.commit().await?;
    let entries = changes.map(|changes| changes.entries).unwrap_or_default();
    tokens::learn(ports, &run.account, &entries).await?;
    if is_end {
        check::keep(ports, &run.account).await?;
    }
    Ok(())
}

/// Derives the entries of a window from its facts and from the stored facts of the same transactions.
async fn changes(ports: &Ports, run: &HistoryRun<'_>, window: Window) -> Result<WindowChanges, JobError> {
    let blocks = window.blocks;
    let stored = stored(ports, &run.account, blocks).await?;
    let before: BTreeSet<TransactionId> = stored.iter().map(|fact| fact.fact.transaction.clone()).collect();
    let mut counting = by_transaction(unread(stored, run, &window));
    let at = ports.clock.now();
    let (mut facts, mut kept) = (Vec::new(), Vec::new());
    for part in window.parts {
        let mut ids = Vec::with_capacity(part.facts.len());
        for fact in part.facts {
            let id = fact
                .id()
                .map_err(|_| JobError::Invalid("a fact cannot be written as JSON".to_owned()))?;
            ids.push(id);
            counting.entry(fact.transaction.clone()).or_default().push(StoredFact {
                id,
                fact: fact.clone(),
                read_at: at,
                withdrawn_at: None,
            });
            facts.push(fact);
        }
        kept.push(KeptPart {
            stream: run.streams[part.at].progress.stream,
            from: part.from,
            ids,
        });
    }
    let entries = derive::entries(ports, &run.account, &counting);
    Ok(WindowChanges {
        facts,
        kept,
        withdrawn: gone(&run.account, &before, &entries),
        entries,
        blocks,
        at,
    })
}

/// Returns the stored facts that a window does not report anew.
fn unread(stored: Vec<StoredFact>, run: &HistoryRun<'_>, window: &Window) -> impl Iterator<Item = StoredFact> {
    let parts = window.parts.iter();
    let read: BTreeMap<Stream, u64> = parts
        .map(|part| (run.streams[part.at].progress.stream, part.from))
        .collect();
    let has_end = window.blocks.1.is_some();
    stored.into_iter().filter(move |fact| {
        let from = read.get(&fact.fact.body.stream()).filter(|_| has_end);
        from.is_none_or(|from| fact.fact.block.number < *from)
    })
}

fn by_transaction(facts: impl Iterator<Item = StoredFact>) -> BTreeMap<TransactionId, Vec<StoredFact>> {
    let mut found: BTreeMap<TransactionId, Vec<StoredFact>> = BTreeMap::new();
    for fact in facts {
        found.entry(fact.fact.transaction.clone()).or_default().push(fact);
    }
    found
}

/// Returns the transactions that no longer have an entry.
fn gone(account: &AccountId, before: &BTreeSet<TransactionId>, entries: &[Entry]) -> Vec<EntryId> {
    let current: BTreeSet<&TransactionId> = entries.iter().map(|entry| &entry.id.transaction).collect();
    let of = |transaction: &TransactionId| EntryId {
        account: account.clone(),
        transaction: transaction.clone(),
    };
    before.iter().filter(|id| !current.contains(id)).map(of).collect()
}

/// Returns the stored facts of a range of blocks.
async fn stored(ports: &Ports, account: &AccountId, blocks: (u64, Option<u64>)) -> Result<Vec<StoredFact>, JobError> {
    let facts = &ports.stores.facts;
    let mut after = match blocks.0.checked_sub(1) {
        Some(block) => Some((block, last_id()?)),
        None => None,
    };
    let mut all = Vec::new();
    loop {
        let found = facts.transactions(account, after.as_ref(), BATCH).await?;
        let within = found
            .iter()
            .filter(|(block, _)| blocks.1.is_none_or(|end| *block <= end));
        let ids: Vec<TransactionId> = within.map(|(_, id)| id.clone()).collect();
        let is_last = ids.len() < found.len() || found.len() < BATCH as usize;
        if !ids.is_empty() {
            all.extend(facts.of_transactions(account, &ids).await?);
        }
        if is_last {
            return Ok(all);
        }
        after = found.last().cloned();
    }
}

/// Returns an id that sorts after every other.
fn last_id() -> Result<TransactionId, JobError> {
    let text = "z".repeat(100);
    text.parse()
        .map_err(|_| JobError::Invalid("no transaction id sorts last".to_owned()))
}

async fn store(
    work: &mut dyn UnitOfWork,
    run: &mut HistoryRun<'_>,
    changes: &WindowChanges,
) -> Result<(), StorageError> {
    work.facts().add(&changes.facts, changes.at).await?;
    if let Some(end) = changes.blocks.1 {
        for KeptPart { stream, from, ids } in &changes.kept {
            let blocks = (*from, end);
            work.facts()
                .withdraw_others(&run.account, *stream, blocks, ids, changes.at)
                .await?;
        }
    }
    work.entries().append(&changes.entries, changes.at).await?;
    work.entries().withdraw(&changes.withdrawn, changes.at).await?;
    let (last_final, target) = (run.last_final(), run.target);
    for KeptPart { stream, ids, .. } in &changes.kept {
        let Some(at) = run.streams.iter().position(|one| one.progress.stream == *stream) else {
            continue;
        };
        let progress = &mut run.streams[at].progress;
        progress.target = Some(target);
        progress.updated_at = changes.at;
        progress.facts = progress
            .facts
            .saturating_add(u64::try_from(ids.len()).unwrap_or(u64::MAX));
        let own = changes.facts.iter().filter(|fact| fact.body.stream() == *stream);
        progress.oldest = own.map(|fact| fact.block.time).chain(progress.oldest).min();
        if let Some(end) = changes.blocks.1.filter(|_| !is_unreported(progress)) {
            let through = end.min(last_final);
            if *stream == Stream::Transactions {
                let of_all = sent(&changes.facts, &run.account, end);
                let of_final = sent(&changes.facts, &run.account, through);
                progress.sent = progress.sent.saturating_add(of_final);
                run.sent_lately = run.sent_lately.saturating_add(of_all.saturating_sub(of_final));
            }
            progress.through = Some(through.max(progress.through.unwrap_or_default()));
            progress.continuation = None;
        }
        work.history_progress().set(progress).await?;
    }
    Ok(())
}

/// Returns how many of the transactions up to a block the account sent itself. Deposits of an OP chain have no nonce.
fn sent(facts: &[Fact], account: &AccountId, through: u64) -> u64 {
    let own = facts.iter().filter(|fact| match &fact.body {
        FactBody::Transaction(one) => {
            fact.block.number <= through && one.from == account.address && one.envelope != Some(0x7e)
        }
        _ => false,
    });
    u64::try_from(own.count()).unwrap_or(u64::MAX)
}

/// Returns how many facts of each stream are stored. The facts of blocks that were read again are counted once.
async fn extents(ports: &Ports, run: &HistoryRun<'_>) -> Result<Vec<Option<FactExtent>>, StorageError> {
    let mut extents = Vec::with_capacity(run.streams.len());
    for stream in &run.streams {
        extents.push(ports.stores.facts.extent(&run.account, stream.progress.stream).await?);
    }
    Ok(extents)
}

/// Stores that every stream is at its end, and what is missing.
async fn finish(
    work: &mut dyn UnitOfWork,
    run: &mut HistoryRun<'_>,
    extents: Vec<Option<FactExtent>>,
    now: Timestamp,
) -> Result<(), StorageError> {
    let (reaches_head, target) = (run.reaches_head(), run.target);
    let (expected, sent_lately) = (run.expected, run.sent_lately);
    for (stream, extent) in run.streams.iter_mut().zip(extents) {
        let progress = &mut stream.progress;
        if let Some(extent) = extent {
            progress.facts = extent.facts;
            progress.oldest = Some(extent.first.1);
        }
        let cap = is_capped(progress);
        progress
            .gaps
            .retain(|gap| !matches!(gap.kind, HistoryGapKind::Cap | HistoryGapKind::MissingTransactions));
        if cap {
            progress.gaps.push(HistoryGap {
                kind: HistoryGapKind::Cap,
                blocks: Some((stream.from, target)),
            });
        }
        if progress.stream == Stream::Transactions {
            progress.expected = expected;
            if expected.is_some_and(|expected| expected > progress.sent.saturating_add(sent_lately)) {
                progress.gaps.push(HistoryGap {
                    kind: HistoryGapKind::MissingTransactions,
                    blocks: None,
                });
            }
        }
        progress.is_whole = reaches_head && progress.gaps.is_empty();
        progress.target = Some(target);
        progress.updated_at = now;
        work.history_progress().set(progress).await?;
    }
    Ok(())
}
