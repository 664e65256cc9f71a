//! Snapshots: what an account held at one block. An observation, never changed.

use async_trait::async_trait;

use crate::{
    account::AccountId, amount::RawAmount, asset::AssetId, chain::Block, clock::Timestamp, source::SourceId,
    storage::StorageError,
};

crate::id!(
    /// A snapshot's id.
    SnapshotId
);

/// What an account held at one block, and who said so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Which snapshot.
    pub id: SnapshotId,
    /// Of which account.
    pub account: AccountId,
    /// The one block it was read at.
    pub block: Block,
    /// Who answered.
    pub source: SourceId,
    /// The host that answered.
    pub host: String,
    /// When we had the answer.
    pub taken_at: Timestamp,
    /// Whether only activity was looked for: no token was asked about.
    pub probe: bool,
    /// What was held; zero balances are left out.
    pub rows: Vec<SnapshotRow>,
    /// Tokens whose contract gave no usable answer, with the reason. Only those that the account was known to hold, or
    /// that nobody ever read, matter to a total.
    pub unreadable: Vec<(AssetId, String)>,
}

impl Snapshot {
    /// The moment that its balances are of: the time of its block. A block that is dated after the answer counts as of
    /// the answer, because clocks of nodes run ahead a little.
    #[must_use]
    pub fn as_of(&self) -> Timestamp {
        self.block.time.min(self.taken_at)
    }
}

/// One balance of a snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotRow {
    /// The asset.
    pub asset: AssetId,
    /// How much, in the asset's smallest unit.
    pub raw: RawAmount,
    /// Places of the smallest unit as known when the snapshot was taken; `None` where the contract does not say.
    pub decimals: Option<u8>,
}

/// Reads snapshots.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait SnapshotStore: Send + Sync {
    /// These snapshots, in no particular order; those that are gone are absent.
    async fn find(&self, ids: &[SnapshotId]) -> Result<Vec<Snapshot>, StorageError>;

    /// For each account its newest snapshot taken at or before `at`; accounts without one are absent.
    async fn before(&self, accounts: &[AccountId], at: Timestamp) -> Result<Vec<SnapshotId>, StorageError>;

    /// The assets of the newest snapshots of every account: what has to be priced. Never grouped by account.
    async fn held_assets(&self) -> Result<Vec<AssetId>, StorageError>;
}

/// Keeps snapshots.
#[async_trait]
pub trait SnapshotWrites: Send {
    /// Adds a snapshot with its rows.
    async fn add(&mut self, snapshot: &Snapshot) -> Result<(), StorageError>;

    /// Deletes snapshots that a newer one of the same account replaced before `before`, but keeps the last one of each
    /// UTC day. What a pinned valuation points at is younger than that.
    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError>;
}
