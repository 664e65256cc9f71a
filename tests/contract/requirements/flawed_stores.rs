//! Flawed stores, each with one fault on top of the in-memory stores; the kit must name the requirement that each violates.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use conformance::{
    Report,
    store::{self, Harness, TestStorage},
};
use futures::FutureExt as _;
use memory::MemoryStorage;
use ports::{
    AccountId, AccountReader, AccountState, ChainId, Job, JobQueue, Snapshot, SnapshotReader, Storage, StorageError,
    Timestamp, UnitOfWork, User, UserId, UserWriter, Wallet, WalletReader, job::Lease, job::RetryState,
    snapshot::SnapshotId,
};

/// The fault of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A commit reports success and stores nothing.
    LosesCommits,
    /// A dropped unit is committed.
    KeepsDropped,
    /// A second user with the same id is accepted silently.
    HidesConflicts,
    /// Erasing a user reports success and does nothing.
    ErasesNothing,
    /// A leased job is leased to the next worker as well.
    LeasesTwice,
    /// An expired lease is renewed.
    RenewsExpired,
    /// Wallets are returned in reverse order.
    ReversesWallets,
    /// Due accounts are returned in reverse order.
    ReversesDue,
    /// The last digit of balances is read as zero.
    RoundsBalances,
    /// The newest snapshot is found whatever the requested time.
    IgnoresTime,
}

/// Opens flawed stores.
struct FaultyStores(Fault);

#[async_trait]
impl Harness for FaultyStores {
    fn name(&self) -> String {
        format!("{:?}", self.0)
    }

    async fn open(&self) -> TestStorage {
        let storage = MemoryStorage::new();
        let mut stores = storage.stores();
        let faulty = Arc::new(FaultyStorage {
            inner: storage,
            fault: self.0,
            leases: Mutex::default(),
        });
        stores.jobs = faulty.clone();
        stores.wallets = faulty.clone();
        stores.accounts = faulty.clone();
        stores.snapshots = faulty.clone();
        TestStorage {
            storage: faulty,
            stores,
        }
    }
}

/// The in-memory stores, with one fault.
struct FaultyStorage {
    inner: MemoryStorage,
    fault: Fault,
    /// Every lease so far.
    leases: Mutex<Vec<Lease>>,
}

impl FaultyStorage {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

#[async_trait]
impl Storage for FaultyStorage {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        Ok(Box::new(FaultyUnit {
            inner: Some(self.inner.begin().await?),
            fault: self.fault,
        }))
    }

    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.begin().await
    }

    async fn scrub(&self) -> Result<(), StorageError> {
        self.inner.scrub().await
    }

    fn kind(&self) -> &'static str {
        self.inner.kind()
    }

    async fn check(&self) -> Result<(), StorageError> {
        self.inner.check().await
    }
}

/// A unit of work with the fault of its storage.
struct FaultyUnit {
    /// `None` after the unit has ended.
    inner: Option<Box<dyn UnitOfWork>>,
    fault: Fault,
}

impl FaultyUnit {
    fn inner(&mut self) -> &mut dyn UnitOfWork {
        self.inner.as_mut().unwrap().as_mut()
    }
}

impl Drop for FaultyUnit {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take().filter(|_| self.fault == Fault::KeepsDropped) {
            // A commit in memory never waits.
            inner.commit().now_or_never().unwrap().unwrap();
        }
    }
}

/// The stores whose writing side has no fault.
macro_rules! delegate {
    ($($noun:ident: $writes:path),+ $(,)?) => {
        $(
            fn $noun(&mut self) -> &mut dyn $writes {
                self.inner().$noun()
            }
        )+
    };
}

#[async_trait]
impl UnitOfWork for FaultyUnit {
    fn users(&mut self) -> &mut dyn UserWriter {
        self
    }

    delegate! {
        sessions: ports::SessionWriter,
        wallets: ports::WalletWriter,
        extended_keys: ports::ExtendedKeyWriter,
        accounts: ports::AccountWriter,
        names: ports::NameWriter,
        assets: ports::AssetWriter,
        token_lists: ports::TokenListWriter,
        snapshots: ports::SnapshotWriter,
        quotes: ports::QuoteWriter,
        currencies: ports::CurrencyWriter,
        manual_prices: ports::ManualPriceWriter,
        hidden_assets: ports::HiddenAssetWriter,
        accepted_decimals: ports::AcceptedDecimalsWriter,
        added_tokens: ports::AddedTokenWriter,
        jobs: ports::JobWriter,
        sources: ports::source::SourceWriter,
        counters: ports::CounterWriter,
        shares: ports::ShareWriter,
        idempotency: ports::IdempotencyWriter,
    }

    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        match self.inner.take() {
            Some(inner) if self.fault != Fault::LosesCommits => inner.commit().await,
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl UserWriter for FaultyUnit {
    async fn add(&mut self, user: &User) -> Result<(), StorageError> {
        match self.inner().users().add(user).await {
            Err(StorageError::Conflict { .. }) if self.fault == Fault::HidesConflicts => Ok(()),
            added => added,
        }
    }

    async fn lock(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        self.inner().users().lock(id).await
    }

    async fn set_version(&mut self, id: UserId, version: i64) -> Result<(), StorageError> {
        self.inner().users().set_version(id, version).await
    }

    async fn set_uploads(&mut self, id: UserId, uploads: u32) -> Result<(), StorageError> {
        self.inner().users().set_uploads(id, uploads).await
    }

    async fn leave(&mut self, id: UserId, now: Timestamp) -> Result<bool, StorageError> {
        self.inner().users().leave(id, now).await
    }

    async fn erase(&mut self, id: UserId) -> Result<bool, StorageError> {
        if self.fault == Fault::ErasesNothing {
            return Ok(true);
        }
        self.inner().users().erase(id).await
    }

    async fn erase_left(&mut self, before: Timestamp, limit: u32) -> Result<u64, StorageError> {
        self.inner().users().erase_left(before, limit).await
    }
}

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
        let mut wallets = WalletReader::of_user(&self.inner, user).await?;
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
        self.inner.states(ids).await
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
        self.inner.before(accounts, at).await
    }

    async fn held_assets(&self) -> Result<Vec<ports::AssetId>, StorageError> {
        self.inner.held_assets().await
    }
}

fn assert_violates(report: &Report, requirement: &str) {
    let broken: Vec<&str> = report.violations().iter().map(|one| one.requirement).collect();
    assert!(broken.contains(&requirement), "{requirement} is not among {broken:#?}");
}

/// Checks a module of the kit on stores with a fault.
macro_rules! violates {
    ($($test:ident: $fault:ident violates $module:ident $requirement:literal),+ $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                let report = store::$module::check(&FaultyStores(Fault::$fault)).await;
                assert_violates(&report, concat!(stringify!($module), ": ", $requirement));
            }
        )+
    };
}

violates! {
    a_commit_that_loses_everything: LosesCommits violates user "a user is read back as it was added",
    a_dropped_unit_that_is_kept: KeepsDropped violates user "a unit of work that is dropped changes nothing",
    a_conflict_that_is_hidden: HidesConflicts violates user "adding a user again is a conflict",
    a_user_who_is_not_erased: ErasesNothing violates erase "erasing a user erases what only that user watched",
    a_lease_that_is_given_twice: LeasesTwice violates job "a claimed job is leased to one worker and done once",
    a_lease_that_is_renewed_too_late: RenewsExpired violates job "an expired lease cannot end its job",
    wallets_in_reverse: ReversesWallets violates wallet "wallets come in the user's order, removed ones last",
    accounts_in_reverse: ReversesDue violates account "watched accounts are due, the oldest first",
    balances_that_are_rounded: RoundsBalances violates snapshot "every digit of a balance is read back",
    snapshots_of_the_future: IgnoresTime violates snapshot "the newest snapshot before a time is found",
}
