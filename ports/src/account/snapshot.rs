//! Snapshots: the balances and positions of an account at one block. A snapshot never changes.

use async_trait::async_trait;

use crate::{
    amount::RawAmount,
    chain::reader::Block,
    ids::{account::AccountId, asset::AssetId, source::SourceId},
    position::Position,
    protocol::ProtocolReading,
    storage::StorageError,
    time::clock::Timestamp,
};

crate::id!(
    /// A snapshot's id.
    SnapshotId
);

/// The balances and positions of an account at one block, with the source that reported them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Which snapshot.
    pub id: SnapshotId,
    /// Which account.
    pub account: AccountId,
    /// The block at which every balance was read.
    pub block: Block,
    /// The source that answered.
    pub source: SourceId,
    /// The host that answered.
    pub host: String,
    /// When the answer was received.
    pub taken_at: Timestamp,
    /// Whether only activity was probed and no token balance was read.
    pub probe: bool,
    /// The balances, which its history explains; zero balances are left out.
    pub rows: Vec<SnapshotRow>,
    /// What it has in parts of an exchange account; positions of zero are left out.
    pub positions: Vec<Position>,
    /// What it has in protocols.
    pub protocols: ProtocolReading,
    /// Tokens whose contract gave no usable answer, with the reason. They affect a total only where the account was known to
    /// hold them, or where they were never read before.
    pub unreadable: Vec<(AssetId, String)>,
}

impl Snapshot {
    /// Returns the assets of its balances and positions; those of several are repeated.
    pub fn assets(&self) -> impl Iterator<Item = &AssetId> {
        let balances = self.rows.iter().map(|row| &row.asset);
        balances.chain(self.amounts_in_places().map(|position| &position.asset))
    }

    /// Returns what it has beside its balances: in parts of an exchange account, and in protocols.
    pub fn amounts_in_places(&self) -> impl Iterator<Item = &Position> {
        self.positions.iter().chain(self.protocols.amounts())
    }

    /// Returns what it holds or owes of each asset, in the smallest unit and without sign, with the decimals known when it was read.
    pub fn sizes(&self) -> impl Iterator<Item = (&AssetId, RawAmount, Option<u8>)> {
        let balances = self.rows.iter().map(|row| (&row.asset, row.raw, row.decimals));
        let positions = self.amounts_in_places();
        balances.chain(positions.map(|one| (&one.asset, one.raw.size(), one.decimals)))
    }

    /// Returns the time of its balances: the time of its block, or of the answer where that is earlier, because the clocks
    /// of nodes may be slightly ahead.
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
    /// The quantity in the asset's smallest unit.
    pub raw: RawAmount,
    /// The asset's decimals as known when the snapshot was taken; `None` where the contract does not state them.
    pub decimals: Option<u8>,
}

/// Reads snapshots.
#[async_trait]
pub trait SnapshotReader: Send + Sync {
    /// Returns these snapshots, in no particular order; deleted ones are left out.
    async fn find(&self, ids: &[SnapshotId]) -> Result<Vec<Snapshot>, StorageError>;

    /// Returns the newest snapshot of each account taken at or before `at`; accounts without one are left out.
    async fn before(&self, accounts: &[AccountId], at: Timestamp) -> Result<Vec<SnapshotId>, StorageError>;

    /// Returns the assets of the newest snapshots of all accounts, which need prices. They are never grouped by account.
    async fn held_assets(&self) -> Result<Vec<AssetId>, StorageError>;
}

/// Writes snapshots.
#[async_trait]
pub trait SnapshotWriter: Send {
    /// Adds a snapshot with its rows.
    async fn add(&mut self, snapshot: &Snapshot) -> Result<(), StorageError>;

    /// Deletes snapshots that a newer one of the same account replaced before `before`, except the last one of each UTC
    /// day. Returns how many. Snapshots that a stored valuation refers to are newer than that.
    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError>;
}
