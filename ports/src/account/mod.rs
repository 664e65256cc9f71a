//! Accounts: an address on a chain, and the state of reading it.

pub mod snapshot;

pub use snapshot::{Snapshot, SnapshotReader, SnapshotWriter};

use async_trait::async_trait;

use crate::{
    account::snapshot::SnapshotId, address::Address, chain::WaitingTransactions, ids::chain::ChainId,
    source::failure::Failure, storage::StorageError, time::clock::Timestamp,
};

pub use crate::ids::account::{AccountId, ParseAccountIdError};

/// The state of reading an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountState {
    /// Which account.
    pub id: AccountId,
    /// The newest snapshot.
    pub latest: Option<SnapshotId>,
    /// When that snapshot was taken.
    pub read_at: Option<Timestamp>,
    /// When all balances were last read; before the first full reading, when the account was first probed.
    pub whole_at: Option<Timestamp>,
    /// How it is read next.
    pub activity: Activity,
    /// The number of its transactions when it was last read; `None` where it was not counted.
    pub transactions: Option<u64>,
    /// The failure since the newest snapshot, if any; the snapshot is then stale.
    pub failure: Option<Failure>,
    /// The transactions that waited for a block when it was last read.
    pub waiting: WaitingTransactions,
}

/// How an account is read next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    /// Not read yet: it is probed first.
    #[default]
    Unknown,
    /// Empty when it was last read: it is read once a day.
    Quiet,
    /// It holds assets, or a user requested it: all balances are read.
    Active,
    /// It is an account at an exchange that consists of imported files alone: it is not read.
    Filed,
}

/// Reads account states.
#[async_trait]
pub trait AccountReader: Send + Sync {
    /// Returns the states of these accounts; unknown accounts are left out.
    async fn states(&self, ids: &[AccountId]) -> Result<Vec<AccountState>, StorageError>;

    /// Returns up to `limit` watched accounts that are due: those whose last full reading was before `before` (before
    /// `quiet_before` for quiet ones), or never. A reading dated after `now` comes from a wrong clock, so the account is
    /// due. A failed account is due at the time of its next try, or, where it has none, once its failure is not after
    /// `before`. The accounts are ordered by their last try, so that failing ones do not delay the others. [`Activity::Filed`] ones
    /// are never due. An account is watched while a wallet that is not removed has its address, in any spelling, or a key it was derived from, and the
    /// wallet's user has a session or shares the portfolio.
    async fn due(
        &self,
        before: Timestamp,
        quiet_before: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<AccountId>, StorageError>;

    /// Returns up to `limit` active accounts of this chain that were read at or after `since`, the latest first.
    async fn active(&self, chain: &ChainId, since: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError>;

    /// Returns whether an account is watched, or a visitor's session shows its address. A [`Activity::Filed`] one is not wanted.
    async fn is_wanted(&self, id: &AccountId) -> Result<bool, StorageError>;
}

/// Writes account states.
#[async_trait]
pub trait AccountWriter: Send {
    /// Adds those of these accounts that are new.
    async fn add(&mut self, ids: &[AccountId], now: Timestamp) -> Result<(), StorageError>;

    /// Records alternative spellings of the addresses of accounts.
    async fn written(&mut self, writings: &[(Address, AccountId)]) -> Result<(), StorageError>;

    /// Makes a stored snapshot the newest one, replaces what waits for a block, and clears the failure. The snapshot itself says whether
    /// all balances were read.
    async fn read(
        &mut self,
        id: &AccountId,
        snapshot: SnapshotId,
        at: Timestamp,
        activity: Activity,
        waiting: &WaitingTransactions,
    ) -> Result<(), StorageError>;

    /// Sets the number of the account's transactions.
    async fn counted(&mut self, id: &AccountId, transactions: u64) -> Result<(), StorageError>;

    /// Sets how accounts are read next. [`Activity::Active`] holds for all but [`Activity::Filed`] ones, and [`Activity::Unknown`] for these
    /// alone, which are read from then on. No account is made [`Activity::Quiet`] without a reading.
    async fn set_activity(&mut self, ids: &[AccountId], activity: Activity, now: Timestamp)
    -> Result<(), StorageError>;

    /// Records a failed reading; the newest snapshot stays.
    async fn failed(&mut self, id: &AccountId, failure: &Failure) -> Result<(), StorageError>;

    /// Erases up to `limit` accounts that no wallet and no visitor's session refers to (removed wallets and wallets of users
    /// without a session still count), with their snapshots, jobs and privacy ledger rows. Returns how many.
    async fn erase_unwatched(&mut self, limit: u32) -> Result<u64, StorageError>;
}
