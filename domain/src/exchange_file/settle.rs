//! Makes the rows of files count that no list of the exchange has.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Entry, EntryId, ExchangeFile, ExchangeFileId, Fact, HistoryProgress, Ports, StorageError, Stream,
    Timestamp, TransactionId,
    fact::{FactId, StoredFact},
};

use super::status::{ImportStatus, JudgedRow, ReadTimes, judge, row_of};
use crate::ledger::derive::{self, redecode};

/// The most facts or events that are loaded at once.
const BATCH: u32 = 1_000;
/// All times that a storage can hold.
const ALL: (u64, u64) = (0, u64::MAX >> 1);

/// What is known of an account: what was read from the exchange, and the files.
pub(super) struct KnownRows {
    pub(super) listed: Vec<StoredFact>,
    pub(super) progress: Vec<HistoryProgress>,
    pub(super) files: Vec<ExchangeFile>,
}

impl KnownRows {
    pub(super) async fn load(ports: &Ports, account: &AccountId) -> Result<Self, StorageError> {
        let of = std::slice::from_ref(account);
        Ok(Self {
            listed: listed(ports, account).await?,
            progress: ports.stores.history_progress.of_accounts(of).await?,
            files: ports.stores.exchange_files.of_accounts(of).await?,
        })
    }

    /// Returns the facts that were read from the exchange.
    pub(super) fn listed_facts(&self) -> Vec<Fact> {
        self.listed.iter().map(|stored| stored.fact.clone()).collect()
    }
}

/// A change of the files of an account.
#[derive(Clone, Copy)]
pub(super) enum FileChange<'a> {
    /// None: something was read from the exchange.
    None,
    /// A file is added, which states these facts.
    Add(&'a ExchangeFile, &'a [Fact]),
    /// A file is removed.
    Remove(ExchangeFileId),
}

/// Compares the rows of all files of an account with what is read from the exchange, and lets those count that are nowhere else. Called when
/// something was read.
pub(crate) async fn settle(ports: &Ports, account: &AccountId) -> Result<(), StorageError> {
    let of = std::slice::from_ref(account);
    if ports.stores.exchange_files.of_accounts(of).await?.is_empty() {
        return Ok(());
    }
    settle_with(ports, account, FileChange::None).await.map(drop)
}

/// Changes the files of an account and does what [`settle`] does, in one unit of work. Returns `false` where there is no file to remove.
pub(super) async fn settle_with(
    ports: &Ports,
    account: &AccountId,
    change: FileChange<'_>,
) -> Result<bool, StorageError> {
    let known = KnownRows::load(ports, account).await?;
    let counting = counting(ports, account, (&known, change)).await?;
    let ids: Result<Vec<FactId>, _> = counting.iter().map(Fact::id).collect();
    let ids = ids.map_err(|_| unreadable(account))?;
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    let mut changed: BTreeSet<TransactionId> = BTreeSet::new();
    match change {
        FileChange::None => {}
        FileChange::Add(file, facts) => {
            work.exchange_files().add(file).await?;
            for batch in facts.chunks(BATCH as usize) {
                changed.extend(work.facts().add(batch, now).await?);
            }
        }
        FileChange::Remove(id) if !work.exchange_files().remove(account, id).await? => return Ok(false),
        FileChange::Remove(_) => {}
    }
    changed.extend(work.facts().add(&counting, now).await?);
    let withdrawn = work
        .facts()
        .withdraw_others(account, Stream::ExchangeFiles, ALL, &ids, now);
    changed.extend(withdrawn.await?);
    let facts = facts_of(&changed, known.listed, counting.into_iter().zip(ids), now);
    let entries = derive::entries(ports, account, &facts);
    work.entries().append(&entries, now).await?;
    let gone = gone(account, &changed, &entries);
    work.entries().withdraw(&gone, now).await?;
    work.commit().await?;
    // What was read from the exchange meanwhile counts too.
    let changed: Vec<TransactionId> = changed.into_iter().collect();
    for batch in changed.chunks(BATCH as usize) {
        redecode::again(ports, account, batch).await?;
    }
    Ok(true)
}

/// Returns the facts of these events that count now.
fn facts_of(
    events: &BTreeSet<TransactionId>,
    listed: Vec<StoredFact>,
    counting: impl Iterator<Item = (Fact, FactId)>,
    now: Timestamp,
) -> BTreeMap<TransactionId, Vec<StoredFact>> {
    let of_files = counting.map(|(fact, id)| StoredFact {
        id,
        fact,
        read_at: now,
        withdrawn_at: None,
    });
    let mut facts: BTreeMap<TransactionId, Vec<StoredFact>> = BTreeMap::new();
    for stored in listed.into_iter().chain(of_files) {
        if events.contains(&stored.fact.transaction) {
            let own = facts.entry(stored.fact.transaction.clone()).or_default();
            own.push(stored);
        }
    }
    facts
}

/// Returns the entries of events that are none any more.
fn gone(account: &AccountId, events: &BTreeSet<TransactionId>, entries: &[Entry]) -> Vec<EntryId> {
    let derived: BTreeSet<&TransactionId> = entries.iter().map(|entry| &entry.id.transaction).collect();
    let gone = events.iter().filter(|id| !derived.contains(id)).map(|id| EntryId {
        account: account.clone(),
        transaction: id.clone(),
    });
    gone.collect()
}

/// Returns the rows of files that count, each once.
async fn counting(
    ports: &Ports,
    account: &AccountId,
    (known, change): (&KnownRows, FileChange<'_>),
) -> Result<Vec<Fact>, StorageError> {
    let mut rows: Vec<(Fact, bool)> = Vec::new();
    let is_kept = |file: &&ExchangeFile| !matches!(change, FileChange::Remove(id) if id == file.id);
    for file in known.files.iter().filter(is_kept) {
        let facts = of_file(ports, account, file).await?;
        rows.extend(facts.into_iter().map(|fact| (fact, file.counts_unlisted)));
    }
    if let FileChange::Add(file, facts) = change {
        rows.extend(facts.iter().map(|fact| (fact.clone(), file.counts_unlisted)));
    }
    // What any file of a row chooses holds for the row, which counts once.
    rows.sort_by_key(|(_, counts_unlisted)| !counts_unlisted);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    rows.retain(|(fact, _)| row_of(fact).is_some_and(|row| seen.insert(row.id.clone())));
    let judged = rows.iter().map(|(fact, counts_unlisted)| JudgedRow {
        fact,
        counts_unlisted: *counts_unlisted,
    });
    let judged: Vec<JudgedRow<'_>> = judged.collect();
    let times = ReadTimes {
        progress: &known.progress,
    };
    let statuses = judge(&judged, &known.listed_facts(), &times).map_err(|_| unreadable(account))?;
    let counting = rows.into_iter().zip(statuses);
    let counting = counting.filter(|(_, status)| *status == ImportStatus::Counts);
    Ok(counting.map(|((fact, _), _)| fact).collect())
}

/// Returns the facts of a file, also those that do not count.
pub(super) async fn of_file(
    ports: &Ports,
    account: &AccountId,
    file: &ExchangeFile,
) -> Result<Vec<Fact>, StorageError> {
    let source = file.id.source();
    let (mut facts, mut after) = (Vec::new(), None);
    loop {
        let found = ports.stores.facts.of_source(account, &source, after, BATCH).await?;
        let Some(last) = found.last().map(|stored| stored.id) else {
            return Ok(facts);
        };
        facts.extend(found.into_iter().map(|stored| stored.fact));
        after = Some(last);
    }
}

/// Returns the facts that were read from the exchange.
async fn listed(ports: &Ports, account: &AccountId) -> Result<Vec<StoredFact>, StorageError> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let found = ports.stores.facts.transactions(account, after.as_ref(), BATCH).await?;
        let Some(last) = found.last().cloned() else {
            return Ok(all);
        };
        let ids: Vec<TransactionId> = found.into_iter().map(|(_, id)| id).collect();
        let facts = ports.stores.facts.of_transactions(account, &ids).await?;
        all.extend(
            facts
                .into_iter()
                .filter(|stored| stored.fact.body.stream() != Stream::ExchangeFiles),
        );
        after = Some(last);
    }
}

/// The error for rows whose amounts do not fit, which no reader of files returns.
fn unreadable(account: &AccountId) -> StorageError {
    StorageError::Corrupt {
        table: "facts".to_owned(),
        column: "content".to_owned(),
        id: account.to_string(),
    }
}
