//! Flawed stores, each with one fault on top of the in-memory stores; the kit must name the requirement that each violates.

mod cache;
mod ledger;
mod reading;
mod writing;

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use conformance::{
    Report,
    store::{self, Harness, TestStorage},
};
use memory::MemoryStorage;
use ports::{Storage, StorageError, UnitOfWork, job::Lease};

/// The fault of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A commit reports success and stores nothing.
    LosesCommits,
    /// A dropped unit is committed.
    KeepsDropped,
    /// A second user with the same id and settings of an unknown user are accepted silently.
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
    /// Facts that are stored already are reported as new.
    RepeatsFacts,
    /// Facts outside of the range are withdrawn too.
    WithdrawsEverything,
    /// Equal entries are counted as added.
    CountsEqualEntries,
    /// Every entry is returned whatever the ledger revision.
    IgnoresRevision,
    /// Entries are returned in the order of their ids.
    OrdersByTransaction,
    /// Only the first thousand entries are returned.
    LosesEntries,
    /// Older revisions of an entry are not kept.
    EditsEntries,
    /// Accounts without progress come last.
    OldestFirst,
    /// An annotation that is removed stays.
    KeepsAnnotations,
    /// A merge replaces the settings of its target.
    ReplacesSettings,
    /// The last day of a range is left out.
    LeavesOutLastDay,
    /// A method of the reading side is cached, by every part of the call but this one; an empty part is none.
    Caches(&'static str, &'static str),
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
            cache: cache::Cache::default(),
        });
        stores.jobs = faulty.clone();
        stores.wallets = faulty.clone();
        stores.accounts = faulty.clone();
        stores.snapshots = faulty.clone();
        stores.entries = faulty.clone();
        stores.history_progress = faulty.clone();
        stores.past_prices = faulty.clone();
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
    cache: cache::Cache,
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
    facts_that_are_always_new: RepeatsFacts violates fact "equal facts are stored once",
    facts_that_are_withdrawn_outside_of_the_range: WithdrawsEverything violates fact
        "only facts of the range that was read again are withdrawn",
    equal_entries_that_are_counted: CountsEqualEntries violates entry "an equal entry adds no revision",
    entries_of_every_revision: IgnoresRevision violates entry "only what changed after a ledger revision is returned",
    entries_of_every_time: IgnoresRevision violates entry_since "only entries with a later time are returned",
    accounts_of_every_decoder: IgnoresRevision violates entry "accounts with entries of older decoders are found",
    entries_in_another_order: OrdersByTransaction violates entry "the arrival order of entries does not matter",
    entries_beyond_a_page: LosesEntries violates entry_segment "thousands of entries are read back in order",
    entries_that_are_edited: EditsEntries violates entry "a changed entry adds a revision and edits none",
    accounts_without_progress_last: OldestFirst violates history "accounts without progress are due first, then the oldest",
    labels_of_a_user_who_is_not_erased: ErasesNothing violates own_label "labels are erased with their user",
    settings_that_are_lost: LosesCommits violates user_settings "settings belong to one user and are replaced",
    settings_of_a_dropped_unit: KeepsDropped violates user_settings "a dropped unit of work leaves no settings",
    settings_of_a_user_who_is_not_erased: ErasesNothing violates user_settings "settings are erased with their user",
    settings_of_an_unknown_user: HidesConflicts violates user_settings
        "settings of a user who does not exist are a conflict",
    settings_that_a_merge_replaces: ReplacesSettings violates user_settings
        "a merge moves settings only where the target has none",
    allowances_that_are_lost: LosesCommits violates allowance "the last allowances of each account are read back",
    comparisons_that_are_lost: LosesCommits violates reconciliation "the last comparison of each account is read back",
    annotations_that_stay: KeepsAnnotations violates annotation "an annotation belongs to one user",
    annotations_of_a_user_who_is_not_erased: ErasesNothing violates erase_ledger
        "annotations are erased with their user, and with the accounts that they name",
    a_last_day_that_is_left_out: LeavesOutLastDay violates past_price "past prices are read back by day and source",
    snapshots_of_the_future: IgnoresTime violates snapshot "the newest snapshot before a time is found",
}
