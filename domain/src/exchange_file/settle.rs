//! Makes the rows of files count that no list of the exchange has.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Entry, EntryId, ExchangeFile, ExchangeFileId, Fact, HistoryProgress, MarketState, Ports, StorageError,
    Stream, Timestamp, TransactionId,
    amount::AmountError,
    fact::{FactId, StoredFact},
};

use super::status::{ImportStatus, JudgedRow, MarketAssets, ReadTimes, judge, row_of};
use crate::{
    code_map::CodeMap,
    ledger::derive::{self, redecode},
};

/// The most facts or events that are loaded at once.
const BATCH: u32 = 1_000;
/// All times that a storage can hold.
const ALL: (u64, u64) = (0, u64::MAX >> 1);

/// What is known of an account: what was read from the exchange, and the files.
pub(super) struct KnownRows {
    pub(super) listed: Vec<StoredFact>,
    pub(super) progress: Vec<HistoryProgress>,
    pub(super) files: Vec<ExchangeFile>,
    markets: Option<Vec<MarketAssets>>,
}

impl KnownRows {
    pub(super) async fn load(ports: &Ports, account: &AccountId) -> Result<Self, StorageError> {
        let of = std::slice::from_ref(account);
        Ok(Self {
            listed: listed(ports, account).await?,
            progress: ports.stores.history_progress.of_accounts(of).await?,
            files: ports.stores.exchange_files.of_accounts(of).await?,
            markets: markets(ports, account).await?,
        })
    }

    /// Returns the times that are read from the exchange.
    pub(super) fn times(&self) -> ReadTimes<'_> {
        ReadTimes {
            progress: &self.progress,
            markets: self.markets.as_deref(),
        }
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
    let codes = CodeMap::load(ports, account).await?;
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
    let entries = derive::entries(ports, account, &codes, &facts);
    work.entries().append(&entries, now).await?;
    let gone = gone(account, &changed, &entries);
    work.entries().withdraw(&gone, now).await?;
    work.commit().await?;
    derive::tokens::learn(ports, account, &entries).await?;
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

/// The rows of the files of one form, each with whether its file counts also what lists do not have.
struct FormRows {
    form: String,
    rows: Vec<(Fact, bool)>,
}

/// Returns the rows of files that count, each once.
async fn counting(
    ports: &Ports,
    account: &AccountId,
    (known, change): (&KnownRows, FileChange<'_>),
) -> Result<Vec<Fact>, StorageError> {
    let is_kept = |file: &&ExchangeFile| !matches!(change, FileChange::Remove(id) if id == file.id);
    let mut forms = Vec::new();
    for file in known.files.iter().filter(is_kept) {
        add(&mut forms, file, of_file(ports, account, file).await?);
    }
    if let FileChange::Add(file, facts) = change {
        add(&mut forms, file, facts.to_vec());
    }
    counting_of(forms, known).map_err(|_| unreadable(account))
}

/// Returns the rows of the files of other forms that count, which are the same events in other words.
pub(super) async fn counting_of_others(
    ports: &Ports,
    account: &AccountId,
    (known, form): (&KnownRows, &str),
) -> Result<Vec<Fact>, StorageError> {
    let mut forms = Vec::new();
    for file in known.files.iter().filter(|file| file.form != form) {
        add(&mut forms, file, of_file(ports, account, file).await?);
    }
    counting_of(forms, known).map_err(|_| unreadable(account))
}

fn add(forms: &mut Vec<FormRows>, file: &ExchangeFile, facts: Vec<Fact>) {
    let rows = facts.into_iter().map(|fact| (fact, file.counts_unlisted));
    match forms.iter_mut().find(|one| one.form == file.form) {
        Some(own) => own.rows.extend(rows),
        None => forms.push(FormRows {
            form: file.form.clone(),
            rows: rows.collect(),
        }),
    }
}

/// Compares the rows of each form with what is read from the exchange and with the rows of the forms before it that count: files of two forms
/// state the same events in different rows.
fn counting_of(forms: Vec<FormRows>, known: &KnownRows) -> Result<Vec<Fact>, AmountError> {
    let (mut listed, mut counting) = (known.listed_facts(), Vec::new());
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for FormRows { mut rows, .. } in forms {
        // What any file of a row chooses holds for the row, which counts once.
        rows.sort_by_key(|(_, counts_unlisted)| !counts_unlisted);
        rows.retain(|(fact, _)| row_of(fact).is_some_and(|row| seen.insert(row.id.clone())));
        let judged = rows.iter().map(|(fact, counts_unlisted)| JudgedRow {
            fact,
            counts_unlisted: *counts_unlisted,
        });
        let judged: Vec<JudgedRow<'_>> = judged.collect();
        let statuses = judge(&judged, &listed, &known.times())?;
        let own = rows.into_iter().zip(statuses);
        let own = own.filter(|(_, status)| *status == ImportStatus::Counts);
        let own: Vec<Fact> = own.map(|((fact, _), _)| fact).collect();
        listed.extend(own.iter().cloned());
        counting.extend(own);
    }
    Ok(counting)
}

/// Returns the markets of an account; `None` where its exchange lists the trades of all markets at once. One of a code that is no code is of no
/// row.
async fn markets(ports: &Ports, account: &AccountId) -> Result<Option<Vec<MarketAssets>>, StorageError> {
    let mut readers = ports.exchanges.iter();
    let reader = readers.find(|reader| reader.profile().id == account.chain);
    let Some(lookup) = reader.and_then(|reader| reader.markets()) else {
        return Ok(None);
    };
    let stored = &ports.stores.exchange_markets;
    let stored = stored.of_accounts(std::slice::from_ref(account)).await?;
    let listed = stored.iter().filter_map(|market| {
        Some(MarketAssets {
            assets: [lookup.asset(&market.name.base)?, lookup.asset(&market.name.quote)?],
            is_missing: market.state() != MarketState::Read,
        })
    });
    Ok(Some(listed.collect()))
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
