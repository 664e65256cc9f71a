//! Stores what a run read: facts, entries and positions.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Entry, EntryId, Fact, HistoryProgress, MarketUpdate, Ports, StorageError, Stream, Timestamp,
    TransactionId, UnitOfWork,
    fact::{FactId, StoredFact},
    job::Lease,
};

use super::{
    finish::{self, RunResult},
    market_trades,
    stored::{fact_id, stored},
    window::{HistoryRun, Window, WindowPart, is_unreported},
};
use crate::{
    code_map::CodeMap,
    exchange_file,
    job::READ_HISTORY,
    ledger::derive::{self, check, redecode, tokens},
    sync::handlers::job_error::JobError,
};

/// The most events whose stored rows are loaded at once.
const EVENTS: usize = 1000;

/// What a window changes.
struct WindowChanges {
    facts: Vec<Fact>,
    /// What each stream that takes part reported.
    kept: Vec<KeptPart>,
    entries: Vec<Entry>,
    withdrawn: Vec<EntryId>,
    /// What codes meant when the entries were derived.
    codes: CodeMap,
    markets: Vec<MarketUpdate>,
    blocks: (u64, Option<u64>),
    at: Timestamp,
}

/// The facts that a stream reported of a window.
struct KeptPart {
    stream: Stream,
    /// The first and the last block that was read; those after the newest block of the chain are empty.
    blocks: (u64, Option<u64>),
    ids: Vec<FactId>,
    /// How many of them were not stored before.
    added: u64,
}

/// Stores a window that is not the last one of its run.
pub(super) async fn window(ports: &Ports, run: &mut HistoryRun<'_>, window: Window) -> Result<(), JobError> {
    let changes = changes(ports, run, window).await?;
    let mut work = ports.storage.begin().await?;
    store(work.as_mut(), run, &changes).await?;
    work.commit().await?;
    follow_codes(ports, run, &changes).await?;
    Ok(tokens::learn(ports, &run.account, &changes.entries).await?)
}

/// Derives the entries of a window once more where the meaning of a code changed while it was being stored.
async fn follow_codes(ports: &Ports, run: &HistoryRun<'_>, changes: &WindowChanges) -> Result<(), StorageError> {
    if CodeMap::load(ports, &run.account).await? == changes.codes {
        return Ok(());
    }
    let ids: Vec<TransactionId> = changes.entries.iter().map(|one| one.id.transaction.clone()).collect();
    for batch in ids.chunks(EVENTS) {
        redecode::again(ports, &run.account, batch).await?;
    }
    Ok(())
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
    let result = if is_end {
        run.reload_gaps().await?;
        Some(RunResult::load(ports, run).await?)
    } else {
        None
    };
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    if let Some(changes) = &changes {
        store(work.as_mut(), run, changes).await?;
    }
    if let Some(result) = result {
        finish::store(work.as_mut(), run, result, now).await?;
    } else {
        let again = READ_HISTORY.job(ports, &run.account.to_string(), now);
        work.jobs().enqueue(&again, now).await?;
    }
    work.commit().await?;
    if let Some(changes) = &changes {
        follow_codes(ports, run, changes).await?;
    }
    let entries = changes.map(|changes| changes.entries).unwrap_or_default();
    tokens::learn(ports, &run.account, &entries).await?;
    if is_end {
        // Also where nothing was added: what is read now may be what a file stated, or show that there was nothing.
        exchange_file::settle(ports, &run.account).await?;
        check::keep(ports, &run.account, &run.at_their_end()).await?;
    }
    Ok(())
}

/// Derives the entries of a window from its facts and from the stored facts of the same transactions.
async fn changes(ports: &Ports, run: &HistoryRun<'_>, window: Window) -> Result<WindowChanges, JobError> {
    let blocks = window.blocks;
    let stored = stored(ports, &run.account, window.stored_blocks(&run.account)).await?;
    let before: BTreeSet<_> = stored.iter().map(|fact| fact.fact.transaction.clone()).collect();
    let known: BTreeSet<FactId> = stored.iter().map(|fact| fact.id).collect();
    let mut unread = unread(stored, run, &window);
    let at = ports.clock.now();
    let (mut reported, mut kept, mut markets) = (Vec::new(), Vec::new(), Vec::new());
    for mut part in window.parts {
        markets.append(&mut part.markets);
        let stream = run.streams[part.at].progress.stream;
        let read = (part.from, part.end(blocks.1).filter(|_| !part.is_rest));
        let own = of_part(part, at)?;
        kept.push(kept_part((stream, read), &own, &unread, &known));
        reported.extend(own);
    }
    unread.extend(earlier_rows(ports, &run.account, &mut reported, &known).await?);
    let facts = reported.iter().map(|fact| fact.fact.clone()).collect();
    let codes = CodeMap::load(ports, &run.account).await?;
    let counting = by_transaction(unread.into_iter().chain(reported));
    let entries = derive::entries(ports, &run.account, &codes, &counting);
    Ok(WindowChanges {
        facts,
        kept,
        withdrawn: gone(&run.account, &before, &entries),
        entries,
        codes,
        markets,
        blocks,
        at,
    })
}

/// Returns what a stream reported of these blocks: what it reported now, and what is stored and not read anew.
fn kept_part(
    (stream, blocks): (Stream, (u64, Option<u64>)),
    own: &[StoredFact],
    unread: &[StoredFact],
    known: &BTreeSet<FactId>,
) -> KeptPart {
    let mut ids: Vec<FactId> = own.iter().map(|fact| fact.id).collect();
    let added = ids.iter().filter(|id| !known.contains(id)).count();
    let of_stream = unread.iter().filter(|fact| fact.fact.body.stream() == stream);
    ids.extend(of_stream.map(|fact| fact.id));
    KeptPart {
        stream,
        blocks,
        ids,
        added: u64::try_from(added).unwrap_or(u64::MAX),
    }
}

/// Returns the stored rows of reported events of an exchange that are outside of the window: an event may end days after it began, such
/// as a withdrawal that fails. Reported trades that are among them are taken out, whatever else the exchange states about them now.
async fn earlier_rows(
    ports: &Ports,
    account: &AccountId,
    reported: &mut Vec<StoredFact>,
    known: &BTreeSet<FactId>,
) -> Result<Vec<StoredFact>, JobError> {
    if !account.chain.is_exchange() {
        return Ok(Vec::new());
    }
    let events: BTreeSet<&TransactionId> = reported.iter().map(|fact| &fact.fact.transaction).collect();
    let events: Vec<TransactionId> = events.into_iter().cloned().collect();
    let ids: BTreeSet<FactId> = reported.iter().map(|fact| fact.id).collect();
    let mut stored = Vec::new();
    for batch in events.chunks(EVENTS) {
        stored.extend(ports.stores.facts.of_transactions(account, batch).await?);
    }
    stored.retain(|fact| !known.contains(&fact.id) && !ids.contains(&fact.id));
    let trades = market_trades::of(stored.iter().map(|fact: &StoredFact| &fact.fact));
    reported.retain(|fact| !market_trades::is_among(&trades, &fact.fact));
    Ok(stored)
}

/// Returns the facts of a part as they are stored.
fn of_part(part: WindowPart, at: Timestamp) -> Result<Vec<StoredFact>, JobError> {
    let stored = |fact: Fact| {
        Ok(StoredFact {
            id: fact_id(&fact)?,
            fact,
            read_at: at,
            withdrawn_at: None,
        })
    };
    part.facts.into_iter().map(stored).collect()
}

/// Returns the stored facts that a window does not report anew. While missing transactions are looked for, those are among them
/// that another source reported and this one leaves out.
fn unread(stored: Vec<StoredFact>, run: &HistoryRun<'_>, window: &Window) -> Vec<StoredFact> {
    let has_end = window.blocks.1.is_some();
    let last_final = run.last_final();
    let of = |stream: Stream| {
        let mut parts = window.parts.iter();
        parts.find(|part| has_end && !part.is_rest && run.streams[part.at].progress.stream == stream)
    };
    let reported: BTreeSet<(Stream, &TransactionId)> = window
        .parts
        .iter()
        .filter(|part| run.streams[part.at].is_completing)
        .flat_map(|part| part.facts.iter().map(|fact| (fact.body.stream(), &fact.transaction)))
        .collect();
    let is_left_out = |part: &WindowPart, fact: &Fact| {
        run.streams[part.at].is_completing
            && fact.block.number <= last_final
            && !reported.contains(&(fact.body.stream(), &fact.transaction))
    };
    let is_after = |fact: &Fact| window.blocks.1.is_some_and(|end| fact.block.number > end);
    let trades = market_trades::of(window.parts.iter().flat_map(|part| &part.facts));
    let is_unread = |fact: &Fact| match of(fact.body.stream()) {
        // A market that was left out or closed reports no trades any more. Those that are stored stay.
        _ if fact.body.stream() == Stream::MarketTrades => !market_trades::is_among(&trades, fact),
        Some(part) if part.is_last && run.is_of_shorter_branch(fact) => false,
        Some(part) => fact.block.number < part.from || is_after(fact) || is_left_out(part, fact),
        None => true,
    };
    stored.into_iter().filter(|fact| is_unread(&fact.fact)).collect()
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

async fn store(
    work: &mut dyn UnitOfWork,
    run: &mut HistoryRun<'_>,
    changes: &WindowChanges,
) -> Result<(), StorageError> {
    let added = work.facts().add(&changes.facts, changes.at).await?;
    let mut is_changed = !added.is_empty();
    for KeptPart {
        stream, blocks, ids, ..
    } in &changes.kept
    {
        if let Some(end) = blocks.1 {
            let (account, blocks) = (&run.account, (blocks.0, end));
            let others = work.facts().withdraw_others(account, *stream, blocks, ids, changes.at);
            is_changed |= !others.await?.is_empty();
        }
    }
    run.is_changed |= is_changed;
    for update in &changes.markets {
        work.exchange_markets().update(&run.account, update, changes.at).await?;
    }
    work.entries().append(&changes.entries, changes.at).await?;
    work.entries().withdraw(&changes.withdrawn, changes.at).await?;
    for kept in &changes.kept {
        if let Some(progress) = advance(run, changes, kept, is_changed) {
            work.history_progress().set(progress).await?;
        }
    }
    Ok(())
}

/// Moves the progress of a stream to the end of a window.
fn advance<'r>(
    run: &'r mut HistoryRun<'_>,
    changes: &WindowChanges,
    kept: &KeptPart,
    is_changed: bool,
) -> Option<&'r HistoryProgress> {
    let (last_final, target) = (run.last_final_of(kept.stream), run.head.number);
    let mut streams = run.streams.iter_mut();
    let progress = &mut streams.find(|one| one.progress.stream == kept.stream)?.progress;
    progress.target = Some(target);
    // The sent transactions are counted again at the end, which may be in a later job.
    progress.expected = progress.expected.filter(|_| !is_changed);
    progress.updated_at = changes.at;
    progress.facts = progress.facts.saturating_add(kept.added);
    let own = changes.facts.iter().filter(|fact| fact.body.stream() == kept.stream);
    progress.oldest = own.map(|fact| fact.block.time).chain(progress.oldest).min();
    if let Some(end) = changes.blocks.1.filter(|_| !is_unreported(progress)) {
        let through = Some(end.min(last_final).max(progress.through.unwrap_or_default()));
        progress.final_hash = progress.final_hash.take().filter(|_| progress.through == through);
        progress.through = through;
        progress.continuation = None;
    }
    Some(progress)
}
