//! A batch of receipts: which transactions need one, and the entries that follow from them.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Entry, EntryId, Fact, Ports, RemoteError, SourceId, Timestamp, TransactionId,
    entry::EntryKind,
    fact::{FactBody, StoredFact},
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};

use crate::{
    code_map::CodeMap,
    ledger::derive,
    source::{failure, in_backoff},
    sync::handlers::job_error::JobError,
};

/// The most receipts that are requested for one batch.
const MOST: usize = 100;

/// The facts of several transactions.
type FactsByTransaction = BTreeMap<TransactionId, Vec<StoredFact>>;

/// What one batch changes.
pub(super) struct ReceiptBatch {
    pub(super) facts: Vec<Fact>,
    pub(super) entries: Vec<Entry>,
    /// The entries that no longer follow from the facts.
    pub(super) withdrawn: Vec<EntryId>,
    /// The last transaction that was looked at.
    pub(super) last: (u64, TransactionId),
    /// How many transactions of the batch have no receipt: they need none, or no node has it.
    pub(super) left_out: u64,
    /// The first and the last block with a receipt that no node has.
    pub(super) missing: Option<(u64, u64)>,
    /// Who was asked; `None` where no receipt was needed.
    pub(super) source: Option<SourceId>,
    pub(super) at: Timestamp,
}

impl ReceiptBatch {
    /// Returns the number of receipts.
    pub(super) fn receipts(&self) -> u64 {
        u64::try_from(self.facts.len()).unwrap_or(u64::MAX)
    }
}

/// Reads the receipts of the first of these transactions that need one. `None` where no node serves receipts.
pub(super) async fn read(
    ports: &Ports,
    account: &AccountId,
    listed: &[(u64, TransactionId)],
) -> Result<Option<ReceiptBatch>, JobError> {
    let ids: Vec<TransactionId> = listed.iter().map(|(_, id)| id.clone()).collect();
    let stored = by_transaction(ports.stores.facts.of_transactions(account, &ids).await?);
    let (needed, looked_at) = needed(ports, account, listed, &stored);
    let Some(last) = listed.get(..looked_at).and_then(<[_]>::last) else {
        return Err(JobError::Invalid("no transaction was read".to_owned()));
    };
    let (found, source) = if needed.is_empty() {
        (FoundReceipts::default(), None)
    } else {
        match request(ports, account, &needed).await? {
            Some((found, source)) => (found, Some(source)),
            None => return Ok(None),
        }
    };
    let missing: BTreeSet<&TransactionId> = found.missing.iter().collect();
    let blocks = needed.iter().filter(|one| missing.contains(&one.id));
    let blocks: Vec<u64> = blocks.map(|one| one.block.number).collect();
    let at = ports.clock.now();
    let (entries, withdrawn) = derive_again(ports, account, stored, &found.facts, at)?;
    let left_out = looked_at.saturating_sub(found.facts.len());
    Ok(Some(ReceiptBatch {
        entries,
        withdrawn,
        last: last.clone(),
        left_out: u64::try_from(left_out).unwrap_or(u64::MAX),
        missing: blocks.iter().copied().min().zip(blocks.iter().copied().max()),
        source,
        facts: found.facts,
        at,
    }))
}

/// Returns the first transactions that need a receipt, at most [`MOST`], and how many had to be looked at: those that the account
/// sent, and arrivals that are no spam. Receipts of the many others would say nothing about the account.
fn needed(
    ports: &Ports,
    account: &AccountId,
    listed: &[(u64, TransactionId)],
    stored: &FactsByTransaction,
) -> (Vec<LocatedTransaction>, usize) {
    let entries = derive::entries(ports, account, &CodeMap::default(), stored);
    let is_spam = |entry: &&Entry| matches!(entry.kind, EntryKind::Spam | EntryKind::Airdrop);
    let wanted = entries.iter().filter(|entry| !is_spam(entry));
    let wanted: BTreeSet<&TransactionId> = wanted.map(|entry| &entry.id.transaction).collect();
    let mut needed = Vec::new();
    let mut looked_at = 0;
    for (_, id) in listed {
        if needed.len() == MOST {
            break;
        }
        looked_at += 1;
        let facts = stored.get(id).map_or(&[][..], Vec::as_slice);
        if wanted.contains(id) || is_sent_by(account, facts) {
            needed.extend(located(id, facts));
        }
    }
    (needed, looked_at)
}

fn is_sent_by(account: &AccountId, facts: &[StoredFact]) -> bool {
    facts.iter().any(|stored| match &stored.fact.body {
        FactBody::Transaction(one) => one.from == account.address,
        _ => false,
    })
}

/// Returns a transaction with the block of its facts. What happened outside of any transaction has no receipt.
fn located(id: &TransactionId, facts: &[StoredFact]) -> Option<LocatedTransaction> {
    let is_outside = |stored: &&StoredFact| matches!(stored.fact.body, FactBody::Withdrawal(_));
    let own = facts.iter().filter(|stored| !is_outside(stored));
    let block = own.max_by_key(|stored| (stored.fact.block.hash.is_some(), stored.read_at))?;
    Some(LocatedTransaction {
        id: id.clone(),
        block: block.fact.block.clone(),
    })
}

/// Requests receipts from the first reader that answers. `None` where no reader can ever serve them.
async fn request(
    ports: &Ports,
    account: &AccountId,
    needed: &[LocatedTransaction],
) -> Result<Option<(FoundReceipts, SourceId)>, JobError> {
    let in_backoff = in_backoff(ports).await?;
    let mut later = None;
    let readers = ports.transaction_receipts.iter();
    for reader in readers.filter(|reader| reader.chains().contains(&account.chain)) {
        let source = reader.profile().id;
        let at_chain = source.at(&account.chain);
        if let Some(until) = in_backoff.get(&source).max(in_backoff.get(&at_chain)) {
            later = later.or(Some(JobError::InBackoff(*until)));
            continue;
        }
        match reader.receipts(account, needed).await {
            Ok(found) => {
                failure::clear(ports, &at_chain).await?;
                return Ok(Some((found, source)));
            }
            Err(error) => {
                failure::note(ports, &at_chain, Some(&error)).await?;
                later = later.or_else(|| is_temporary(&error).then_some(JobError::Remote(error)));
            }
        }
    }
    later.map_or(Ok(None), Err)
}

/// Returns whether the same request may succeed later. A refusal of the chain, the plan or the key is answered the same tomorrow.
fn is_temporary(error: &RemoteError) -> bool {
    !matches!(
        error,
        RemoteError::Unsupported { .. } | RemoteError::KeyRequired { .. } | RemoteError::Refused { .. }
    )
}

/// Derives the entries of the transactions whose receipts were found. Returns them, and those that no longer exist.
fn derive_again(
    ports: &Ports,
    account: &AccountId,
    stored: FactsByTransaction,
    receipts: &[Fact],
    at: Timestamp,
) -> Result<(Vec<Entry>, Vec<EntryId>), JobError> {
    let changed: BTreeSet<&TransactionId> = receipts.iter().map(|fact| &fact.transaction).collect();
    let mut counting = stored;
    counting.retain(|id, _| changed.contains(id));
    for fact in receipts {
        let id = fact
            .id()
            .map_err(|_| JobError::Invalid("a fact cannot be written as JSON".to_owned()))?;
        counting.entry(fact.transaction.clone()).or_default().push(StoredFact {
            id,
            fact: fact.clone(),
            read_at: at,
            withdrawn_at: None,
        });
    }
    // Accounts with receipts are on chains, which have no codes.
    let entries = derive::entries(ports, account, &CodeMap::default(), &counting);
    let current: BTreeSet<&TransactionId> = entries.iter().map(|entry| &entry.id.transaction).collect();
    let gone = changed.into_iter().filter(|id| !current.contains(id));
    let withdrawn = gone.map(|transaction| EntryId {
        account: account.clone(),
        transaction: transaction.clone(),
    });
    let withdrawn = withdrawn.collect();
    Ok((entries, withdrawn))
}

fn by_transaction(facts: Vec<StoredFact>) -> FactsByTransaction {
    let mut found = FactsByTransaction::new();
    for fact in facts {
        found.entry(fact.fact.transaction.clone()).or_default().push(fact);
    }
    found
}
