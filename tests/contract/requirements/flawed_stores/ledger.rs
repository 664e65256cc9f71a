//! The faults of ledgers: facts, entries, progress, annotations and past prices.

use async_trait::async_trait;
use ports::{
    AccountId, Annotation, AssetId, ChainId, Day, Entry, EntryId, Fact, HistoryProgress, PastPrice, StorageError,
    Stream, Timestamp, TransactionId, UserId,
    annotation::AnnotationWriter,
    entry::{EntryReader, EntryWriter, LedgerHead, StoredEntry},
    fact::{FactId, FactWriter},
    history::HistoryProgressReader,
    past_price::PastPriceReader,
};

use super::{Fault, FaultyStorage, FaultyUnit};

#[async_trait]
impl FactWriter for FaultyUnit {
    async fn add(&mut self, facts: &[Fact], at: Timestamp) -> Result<Vec<TransactionId>, StorageError> {
        let changed = self.inner().facts().add(facts, at).await?;
        if self.fault == Fault::RepeatsFacts {
            return Ok(facts.iter().map(|fact| fact.transaction.clone()).collect());
        }
        Ok(changed)
    }

    async fn withdraw_others(
        &mut self,
        account: &AccountId,
        stream: Stream,
        blocks: (u64, u64),
        kept: &[FactId],
        at: Timestamp,
    ) -> Result<Vec<TransactionId>, StorageError> {
        let blocks = match self.fault {
            Fault::WithdrawsEverything => (0, u64::MAX),
            _ => blocks,
        };
        let facts = self.inner().facts();
        facts.withdraw_others(account, stream, blocks, kept, at).await
    }
}

#[async_trait]
impl EntryWriter for FaultyUnit {
    async fn append(&mut self, entries: &[Entry], at: Timestamp) -> Result<u64, StorageError> {
        let added = self.inner().entries().append(entries, at).await?;
        Ok(match self.fault {
            Fault::CountsEqualEntries => entries.len() as u64,
            _ => added,
        })
    }

    async fn withdraw(&mut self, ids: &[EntryId], at: Timestamp) -> Result<u64, StorageError> {
        self.inner().entries().withdraw(ids, at).await
    }
}

#[async_trait]
impl AnnotationWriter for FaultyUnit {
    async fn set(&mut self, annotation: &Annotation) -> Result<(), StorageError> {
        self.inner().annotations().set(annotation).await
    }

    async fn clear(&mut self, user: UserId, entry: &EntryId, key: &str) -> Result<bool, StorageError> {
        if self.fault == Fault::KeepsAnnotations {
            return Ok(true);
        }
        self.inner().annotations().clear(user, entry, key).await
    }
}

#[async_trait]
impl EntryReader for FaultyStorage {
    async fn heads(&self, accounts: &[AccountId]) -> Result<Vec<LedgerHead>, StorageError> {
        self.inner.heads(accounts).await
    }

    async fn changed(&self, account: &AccountId, after: u64) -> Result<Vec<StoredEntry>, StorageError> {
        let after = if self.has(Fault::IgnoresRevision) { 0 } else { after };
        let parts = [("account", account.to_string()), ("revision", after.to_string())];
        let read = self.inner.changed(account, after);
        let mut changed = self.read("entries", &parts, read).await?;
        if self.has(Fault::OrdersByTransaction) {
            changed.sort_by(|a, b| a.entry.id.cmp(&b.entry.id));
        }
        if self.has(Fault::LosesEntries) {
            changed.truncate(1_000);
        }
        Ok(changed)
    }

    async fn since(&self, account: &AccountId, at: Timestamp) -> Result<Vec<StoredEntry>, StorageError> {
        if self.has(Fault::IgnoresRevision) {
            return self.inner.changed(account, 0).await;
        }
        let parts = [("account", account.to_string()), ("time", at.to_string())];
        self.read("entries since", &parts, self.inner.since(account, at)).await
    }

    async fn outdated(&self, version: u32, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let version = if self.has(Fault::IgnoresRevision) {
            u32::MAX
        } else {
            version
        };
        self.inner.outdated(version, limit).await
    }

    async fn revisions(&self, id: &EntryId) -> Result<Vec<StoredEntry>, StorageError> {
        let mut revisions = self.inner.revisions(id).await?;
        if self.has(Fault::EditsEntries) {
            revisions.drain(..revisions.len().saturating_sub(1));
        }
        Ok(revisions)
    }
}

#[async_trait]
impl HistoryProgressReader for FaultyStorage {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<HistoryProgress>, StorageError> {
        let parts = [("accounts", format!("{accounts:?}"))];
        self.read("progress", &parts, self.inner.of_accounts(accounts)).await
    }

    async fn due(&self, chains: &[ChainId], before: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let mut due = HistoryProgressReader::due(&self.inner, chains, before, limit).await?;
        if self.has(Fault::OldestFirst) {
            due.reverse();
        }
        Ok(due)
    }
}

#[async_trait]
impl PastPriceReader for FaultyStorage {
    async fn of_asset(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<PastPrice>, StorageError> {
        let to = if self.has(Fault::LeavesOutLastDay) {
            to.plus(-1)
        } else {
            to
        };
        let days = [("first day", from.to_string()), ("last day", to.to_string())];
        let parts = [[("asset", asset.to_string())].as_slice(), days.as_slice()].concat();
        self.read("past prices", &parts, self.inner.of_asset(asset, from, to))
            .await
    }
}
