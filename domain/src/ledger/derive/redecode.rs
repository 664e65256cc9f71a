//! Derives entries again from stored facts. No source is queried.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, EntryId, Ports, StorageError, TransactionId,
    fact::{FactId, StoredFact},
};

use crate::{
    code_map::CodeMap,
    ledger::{
        Ledgers,
        derive::{self, check},
    },
};

/// The number of transactions whose entries are derived in one unit of work.
pub(crate) const BATCH: u32 = 1000;
/// The number of accounts per query.
const ACCOUNTS: u32 = 1000;

/// What deriving entries again has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rederived {
    /// Accounts with facts.
    pub accounts: u64,
    /// Entries that were derived.
    pub entries: u64,
    /// Entries with a new revision, those that were taken back included.
    pub changed: u64,
}

impl Rederived {
    fn add(&mut self, other: Self) {
        self.accounts += other.accounts;
        self.entries += other.entries;
        self.changed += other.changed;
    }
}

impl Ledgers {
    /// Derives the entries of every account again, or of one. It is safe while histories are being read.
    pub async fn redecode(&self, only: Option<&AccountId>) -> Result<Rederived, StorageError> {
        let mut sum = Rederived::default();
        if let Some(account) = only {
            sum.add(self.redecode_account(account).await?);
            return Ok(sum);
        }
        let mut after: Option<AccountId> = None;
        loop {
            let accounts = self.ports.stores.facts.accounts(after.as_ref(), ACCOUNTS).await?;
            let Some(last) = accounts.last().cloned() else {
                return Ok(sum);
            };
            for account in &accounts {
                sum.add(self.redecode_account(account).await?);
            }
            after = Some(last);
        }
    }

    async fn redecode_account(&self, account: &AccountId) -> Result<Rederived, StorageError> {
        let mut sum = Rederived::default();
        let mut after = None;
        loop {
            let facts = &self.ports.stores.facts;
            let found = facts.transactions(account, after.as_ref(), BATCH).await?;
            let Some(last) = found.last().cloned() else {
                break;
            };
            let ids: Vec<TransactionId> = found.into_iter().map(|(_, id)| id).collect();
            sum.add(again(&self.ports, account, &ids).await?);
            after = Some(last);
        }
        if after.is_some() {
            sum.accounts = 1;
            check::keep(&self.ports, account, &[]).await?;
        }
        Ok(sum)
    }
}

/// Derives the entries of these transactions again. Entries that no longer follow from the facts are taken back.
///
/// Where facts change meanwhile, because the history is being read, they are derived once more, so that the entries stored last
/// follow from the newest facts; and so where the meaning of a code changes.
pub(crate) async fn again(
    ports: &Ports,
    account: &AccountId,
    ids: &[TransactionId],
) -> Result<Rederived, StorageError> {
    let mut facts = ports.stores.facts.of_transactions(account, ids).await?;
    let mut codes = CodeMap::load(ports, account).await?;
    let mut sum = Rederived::default();
    loop {
        let seen: Vec<FactId> = facts.iter().map(|fact| fact.id).collect();
        let derived = store(ports, (account, &codes), ids, facts).await?;
        sum.entries = derived.entries;
        sum.changed += derived.changed;
        facts = ports.stores.facts.of_transactions(account, ids).await?;
        let newest = CodeMap::load(ports, account).await?;
        if facts.iter().map(|fact| fact.id).eq(seen) && newest == codes {
            return Ok(sum);
        }
        codes = newest;
    }
}

async fn store(
    ports: &Ports,
    (account, codes): (&AccountId, &CodeMap),
    ids: &[TransactionId],
    facts: Vec<StoredFact>,
) -> Result<Rederived, StorageError> {
    let mut by_transaction: BTreeMap<TransactionId, Vec<StoredFact>> = BTreeMap::new();
    for fact in facts {
        let own = by_transaction.entry(fact.fact.transaction.clone()).or_default();
        own.push(fact);
    }
    let entries = derive::entries(ports, account, codes, &by_transaction);
    let derived: BTreeSet<&TransactionId> = entries.iter().map(|entry| &entry.id.transaction).collect();
    let of = |transaction: &TransactionId| EntryId {
        account: account.clone(),
        transaction: transaction.clone(),
    };
    let gone: Vec<EntryId> = ids.iter().filter(|id| !derived.contains(id)).map(of).collect();
    let at = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    let added = work.entries().append(&entries, at).await?;
    let withdrawn = work.entries().withdraw(&gone, at).await?;
    work.commit().await?;
    Ok(Rederived {
        accounts: 0,
        entries: u64::try_from(entries.len()).unwrap_or(u64::MAX),
        changed: added + withdrawn,
    })
}
