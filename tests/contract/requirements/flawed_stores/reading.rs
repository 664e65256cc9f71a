//! The faults of the reading side: jobs, wallets, accounts and snapshots.

use async_trait::async_trait;
use ports::{
    AccountId, AccountReader, AccountState, ChainId, Job, JobQueue, Snapshot, SnapshotReader, StorageError, Timestamp,
    UserId, Wallet, WalletReader,
    job::{Lease, RetryState},
    snapshot::SnapshotId,
};

use super::{Fault, FaultyStorage};

#[async_trait]
impl JobQueue for FaultyStorage {
    async fn of_subjects(&self, kinds: &[String], subjects: &[String]) -> Result<Vec<Job>, StorageError> {
        self.inner.of_subjects(kinds, subjects).await
    }

    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError> {
        self.inner.next_due().await
    }

    async fn claim(
        &self,
        worker: &str,
        limit: u32,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        let mut leases = JobQueue::claim(&self.inner, worker, limit, now, until).await?;
        let mut given = self.leases.lock().unwrap();
        if self.has(Fault::LeasesTwice) {
            leases.append(&mut given);
        }
        given.extend(leases.iter().cloned());
        Ok(leases)
    }

    async fn claim_subjects(
        &self,
        worker: &str,
        subjects: &[String],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        self.inner.claim_subjects(worker, subjects, now, until).await
    }

    async fn renew(&self, lease: &Lease, now: Timestamp, until: Timestamp) -> Result<bool, StorageError> {
        Ok(self.inner.renew(lease, now, until).await? || self.has(Fault::RenewsExpired))
    }

    async fn progress(&self, lease: &Lease, done: u32, total: u32, now: Timestamp) -> Result<(), StorageError> {
        self.inner.progress(lease, done, total, now).await
    }

    async fn release(&self, worker: &str, now: Timestamp) -> Result<(), StorageError> {
        JobQueue::release(&self.inner, worker, now).await
    }
}

#[async_trait]
impl WalletReader for FaultyStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<Wallet>, StorageError> {
        let read = WalletReader::of_user(&self.inner, user);
        let mut wallets = self.read("wallets", &[("user", format!("{user:?}"))], read).await?;
        if self.has(Fault::ReversesWallets) {
            wallets.reverse();
        }
        Ok(wallets)
    }

    async fn names_due(
        &self,
        before: Timestamp,
        tried: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<ports::Name>, StorageError> {
        self.inner.names_due(before, tried, now, limit).await
    }

    async fn addresses(&self, after: &str, limit: u32) -> Result<Vec<ports::Address>, StorageError> {
        self.inner.addresses(after, limit).await
    }

    async fn has_name(&self, name: &ports::Name) -> Result<bool, StorageError> {
        self.inner.has_name(name).await
    }
}

#[async_trait]
impl AccountReader for FaultyStorage {
    async fn states(&self, ids: &[AccountId]) -> Result<Vec<AccountState>, StorageError> {
        let parts = [("accounts", format!("{ids:?}"))];
        self.read("states", &parts, self.inner.states(ids)).await
    }

    async fn due(
        &self,
        before: Timestamp,
        quiet_before: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<AccountId>, StorageError> {
        let mut due = self.inner.due(before, quiet_before, now, limit).await?;
        if self.has(Fault::ReversesDue) {
            due.reverse();
        }
        Ok(due)
    }

    async fn active(&self, chain: &ChainId, since: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        self.inner.active(chain, since, limit).await
    }

    async fn is_wanted(&self, id: &AccountId) -> Result<bool, StorageError> {
        self.inner.is_wanted(id).await
    }
}

#[async_trait]
impl SnapshotReader for FaultyStorage {
    async fn find(&self, ids: &[SnapshotId]) -> Result<Vec<Snapshot>, StorageError> {
        let mut found = SnapshotReader::find(&self.inner, ids).await?;
        for row in found.iter_mut().flat_map(|snapshot| &mut snapshot.rows) {
            if self.has(Fault::RoundsBalances) {
                let digits = row.raw.to_string();
                row.raw = format!("{}0", &digits[..digits.len() - 1]).parse().unwrap();
            }
        }
        Ok(found)
    }

    async fn before(&self, accounts: &[AccountId], at: Timestamp) -> Result<Vec<SnapshotId>, StorageError> {
        let at = if self.has(Fault::IgnoresTime) {
            Timestamp::from_millis(i64::MAX)
        } else {
            at
        };
        let parts = [("accounts", format!("{accounts:?}")), ("time", at.to_string())];
        self.read("snapshots", &parts, self.inner.before(accounts, at)).await
    }

    async fn held_assets(&self) -> Result<Vec<ports::AssetId>, StorageError> {
        self.inner.held_assets().await
    }
}
