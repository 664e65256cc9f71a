//! Facts that sources reported about accounts.

use std::{collections::BTreeSet, ops::Bound, sync::Arc};

use async_trait::async_trait;
use ports::{
    AccountId, Fact, SourceId, StorageError, Stream, Timestamp, TransactionId,
    fact::{FactExtent, FactId, FactReader, FactWriter, StoredFact},
};

use crate::{
    rows::AccountFacts,
    storage::MemoryStorage,
    tables::{conflict, most},
    work::MemoryWork,
};

fn counting(facts: &[Arc<StoredFact>]) -> impl Iterator<Item = &Arc<StoredFact>> {
    facts.iter().filter(|stored| stored.withdrawn_at.is_none())
}

fn first_block(facts: &[Arc<StoredFact>]) -> Option<u64> {
    counting(facts).map(|stored| stored.fact.block.number).min()
}

/// The sort key of facts.
fn order(stored: &StoredFact) -> (u64, &TransactionId, Stream, FactId) {
    let fact = &stored.fact;
    (fact.block.number, &fact.transaction, fact.body.stream(), stored.id)
}

impl AccountFacts {
    /// Returns the transactions without a fact of this stream that counts.
    fn without(&self, stream: Stream) -> impl Iterator<Item = &(u64, TransactionId)> {
        let lacks = move |id: &TransactionId| !self.by_transaction.get(id).is_some_and(|own| has_stream(own, stream));
        self.in_order.iter().filter(move |(_, id)| lacks(id))
    }

    /// Changes the facts of a transaction. Returns whether the change says that those that count are others.
    fn change(&mut self, transaction: &TransactionId, change: impl FnOnce(&mut Vec<Arc<StoredFact>>) -> bool) -> bool {
        let facts = self.by_transaction.entry(transaction.clone()).or_default();
        let before = first_block(facts);
        let is_changed = change(facts);
        let after = first_block(facts);
        if let Some(block) = before {
            self.in_order.remove(&(block, transaction.clone()));
        }
        if let Some(block) = after {
            self.in_order.insert((block, transaction.clone()));
        }
        is_changed
    }
}

fn has_stream(facts: &[Arc<StoredFact>], stream: Stream) -> bool {
    counting(facts).any(|stored| stored.fact.body.stream() == stream)
}

/// Adds a fact, or makes a withdrawn one count again. Returns whether anything changed.
fn add(facts: &mut Vec<Arc<StoredFact>>, id: FactId, fact: &Fact, at: Timestamp) -> bool {
    match facts.iter_mut().find(|stored| stored.id == id) {
        Some(stored) if stored.withdrawn_at.is_none() => false,
        Some(stored) => {
            Arc::make_mut(stored).withdrawn_at = None;
            true
        }
        None => {
            facts.push(Arc::new(StoredFact {
                id,
                fact: fact.clone(),
                read_at: at,
                withdrawn_at: None,
            }));
            true
        }
    }
}

#[async_trait]
impl FactReader for MemoryStorage {
    async fn of_transactions(
        &self,
        account: &AccountId,
        transactions: &[TransactionId],
    ) -> Result<Vec<StoredFact>, StorageError> {
        let tables = self.tables();
        let Some(own) = tables.facts.get(account) else {
            return Ok(vec![]);
        };
        let transactions: BTreeSet<&TransactionId> = transactions.iter().collect();
        let found = transactions.into_iter().filter_map(|id| own.by_transaction.get(id));
        let found = found.flat_map(|facts| counting(facts));
        let mut found: Vec<StoredFact> = found.map(|stored| StoredFact::clone(stored)).collect();
        found.sort_by(|a, b| order(a).cmp(&order(b)));
        Ok(found)
    }

    async fn transactions<'a>(
        &self,
        account: &AccountId,
        after: Option<&'a (u64, TransactionId)>,
        limit: u32,
    ) -> Result<Vec<(u64, TransactionId)>, StorageError> {
        let tables = self.tables();
        let Some(own) = tables.facts.get(account) else {
            return Ok(vec![]);
        };
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let found = own.in_order.range((from, Bound::Unbounded));
        Ok(found.take(most(limit)).cloned().collect())
    }

    async fn transactions_without<'a>(
        &self,
        account: &AccountId,
        stream: Stream,
        after: Option<&'a (u64, TransactionId)>,
        limit: u32,
    ) -> Result<Vec<(u64, TransactionId)>, StorageError> {
        let tables = self.tables();
        let own = tables.facts.get(account).into_iter();
        let found = own.flat_map(|own| own.without(stream));
        let found = found.filter(|one| after.is_none_or(|after| *one > after));
        Ok(found.take(most(limit)).cloned().collect())
    }

    async fn count_without(
        &self,
        account: &AccountId,
        stream: Stream,
        last: &(u64, TransactionId),
    ) -> Result<u64, StorageError> {
        let tables = self.tables();
        let own = tables.facts.get(account).into_iter();
        let found = own.flat_map(|own| own.without(stream)).filter(|one| *one <= last);
        Ok(found.count() as u64)
    }

    async fn accounts<'a>(&self, after: Option<&'a AccountId>, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let tables = self.tables();
        let after = after.map(ToString::to_string).unwrap_or_default();
        let mut found: Vec<(String, &AccountId)> = tables
            .facts
            .iter()
            .filter(|(_, own)| !own.by_transaction.is_empty())
            .map(|(account, _)| (account.to_string(), account))
            .filter(|(text, _)| *text > after)
            .collect();
        found.sort();
        Ok(found
            .into_iter()
            .take(most(limit))
            .map(|(_, account)| account.clone())
            .collect())
    }

    async fn of_source(
        &self,
        account: &AccountId,
        source: &SourceId,
        after: Option<FactId>,
        limit: u32,
    ) -> Result<Vec<StoredFact>, StorageError> {
        let tables = self.tables();
        let own = tables.facts.get(account);
        let own = own.iter().flat_map(|own| own.by_transaction.values()).flatten();
        let found = own.filter(|stored| stored.fact.source == *source && after.is_none_or(|after| stored.id > after));
        let mut found: Vec<StoredFact> = found.map(|stored| stored.as_ref().clone()).collect();
        found.sort_by_key(|stored| stored.id);
        found.truncate(limit as usize);
        Ok(found)
    }

    async fn extent(&self, account: &AccountId, stream: Stream) -> Result<Option<FactExtent>, StorageError> {
        let tables = self.tables();
        let own = tables.facts.get(account);
        let own = own.iter().flat_map(|own| own.by_transaction.values());
        let blocks = own.flat_map(|facts| counting(facts)).filter_map(|stored| {
            let block = &stored.fact.block;
            (stored.fact.body.stream() == stream).then_some((block.number, block.time))
        });
        let blocks: Vec<(u64, Timestamp)> = blocks.collect();
        let ends = blocks.iter().min().zip(blocks.iter().max());
        Ok(ends.map(|(first, last)| FactExtent {
            facts: blocks.len() as u64,
            first: *first,
            last: *last,
        }))
    }
}

#[async_trait]
impl FactWriter for MemoryWork {
    async fn add(&mut self, facts: &[Fact], at: Timestamp) -> Result<Vec<TransactionId>, StorageError> {
        let accounts = &self.tables.accounts;
        if facts.iter().any(|fact| !accounts.contains_key(&fact.account)) {
            return Err(conflict("ledgers"));
        }
        let mut changed = BTreeSet::new();
        for fact in facts {
            let id = fact.id().map_err(|_| StorageError::Corrupt {
                table: "facts".to_owned(),
                column: "content".to_owned(),
                id: fact.transaction.to_string(),
            })?;
            let own = self.tables.facts.entry(fact.account.clone()).or_default();
            if own.change(&fact.transaction, |known| add(known, id, fact, at)) {
                changed.insert(fact.transaction.clone());
            }
        }
        Ok(changed.into_iter().collect())
    }

    async fn withdraw_others(
        &mut self,
        account: &AccountId,
        stream: Stream,
        blocks: (u64, u64),
        kept: &[FactId],
        at: Timestamp,
    ) -> Result<Vec<TransactionId>, StorageError> {
        let kept: BTreeSet<&FactId> = kept.iter().collect();
        let is_gone = |stored: &StoredFact| {
            let is_within = (blocks.0..=blocks.1).contains(&stored.fact.block.number);
            let counts = stored.withdrawn_at.is_none();
            counts && is_within && stored.fact.body.stream() == stream && !kept.contains(&stored.id)
        };
        let Some(own) = self.tables.facts.get_mut(account) else {
            return Ok(vec![]);
        };
        let found = own.by_transaction.iter();
        let found = found.filter(|(_, facts)| facts.iter().any(|stored| is_gone(stored)));
        let found: Vec<TransactionId> = found.map(|(id, _)| id.clone()).collect();
        for transaction in &found {
            own.change(transaction, |facts| {
                for stored in facts.iter_mut().filter(|stored| is_gone(stored)) {
                    Arc::make_mut(stored).withdrawn_at = Some(at);
                }
                true
            });
        }
        Ok(found)
    }
}
