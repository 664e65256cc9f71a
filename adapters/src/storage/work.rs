//! Units of work.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AcceptedDecimalsWrites, AddedTokenWrites, AssetId, AssetWrites, CounterWrites, CurrencyWrites, ExtendedKeyWrites,
    HiddenAssetWrites, IdempotencyWrites, JobWrites, ManualPriceWrites, NameWrites, QuoteWrites, SessionWrites,
    ShareWrites, SnapshotWrites, StorageError, TokenListWrites, UnitOfWork, UserWrites, WalletWrites,
    account::AccountWrites, source::SourceWrites,
};

use super::{asset_memory, counter_key::CounterKey, job::revise, snapshot_memory::SnapshotMemory, sql::Tx};

/// A transaction with every noun's writing side.
pub(super) struct Work {
    tx: Tx,
    changed_jobs: Vec<String>,
    changed_assets: BTreeSet<AssetId>,
    snapshots: SnapshotMemory,
    thinned: bool,
    counter_key: CounterKey,
}

impl Work {
    pub(super) fn new(tx: Tx, snapshots: &SnapshotMemory, counter_key: CounterKey) -> Self {
        Self {
            tx,
            changed_jobs: vec![],
            changed_assets: BTreeSet::new(),
            snapshots: snapshots.clone(),
            thinned: false,
            counter_key,
        }
    }

    pub(super) fn counter_key(&self) -> CounterKey {
        self.counter_key
    }

    pub(super) fn tx(&mut self) -> &mut Tx {
        &mut self.tx
    }

    /// Notes jobs that this unit changed, for the revision they get at its end; whether there are any.
    pub(super) fn changed(&mut self, jobs: Vec<String>) -> bool {
        let any = !jobs.is_empty();
        self.changed_jobs.extend(jobs);
        any
    }

    /// Notes that snapshots were deleted: those in memory may be among them.
    pub(super) fn thinned(&mut self) {
        self.thinned = true;
    }

    /// Notes assets of which this unit changed something that is kept in memory, for the revision they get at its end.
    pub(super) fn changed_assets<'a>(&mut self, assets: impl IntoIterator<Item = &'a AssetId>) {
        self.changed_assets.extend(assets.into_iter().cloned());
    }
}

/// Empties the memory of snapshots whether or not anybody waits for the end of the commit.
struct ClearWhenDone(SnapshotMemory);

impl Drop for ClearWhenDone {
    fn drop(&mut self) {
        self.0.clear();
    }
}

#[async_trait]
impl UnitOfWork for Work {
    fn users(&mut self) -> &mut dyn UserWrites {
        self
    }
    fn sessions(&mut self) -> &mut dyn SessionWrites {
        self
    }
    fn wallets(&mut self) -> &mut dyn WalletWrites {
        self
    }
    fn extended_keys(&mut self) -> &mut dyn ExtendedKeyWrites {
        self
    }
    fn accounts(&mut self) -> &mut dyn AccountWrites {
        self
    }
    fn names(&mut self) -> &mut dyn NameWrites {
        self
    }
    fn assets(&mut self) -> &mut dyn AssetWrites {
        self
    }
    fn token_lists(&mut self) -> &mut dyn TokenListWrites {
        self
    }
    fn snapshots(&mut self) -> &mut dyn SnapshotWrites {
        self
    }
    fn quotes(&mut self) -> &mut dyn QuoteWrites {
        self
    }
    fn currencies(&mut self) -> &mut dyn CurrencyWrites {
        self
    }
    fn manual_prices(&mut self) -> &mut dyn ManualPriceWrites {
        self
    }
    fn hidden_assets(&mut self) -> &mut dyn HiddenAssetWrites {
        self
    }
    fn accepted_decimals(&mut self) -> &mut dyn AcceptedDecimalsWrites {
        self
    }
    fn added_tokens(&mut self) -> &mut dyn AddedTokenWrites {
        self
    }
    fn jobs(&mut self) -> &mut dyn JobWrites {
        self
    }
    fn sources(&mut self) -> &mut dyn SourceWrites {
        self
    }
    fn counters(&mut self) -> &mut dyn CounterWrites {
        self
    }
    fn idempotency(&mut self) -> &mut dyn IdempotencyWrites {
        self
    }
    fn shares(&mut self) -> &mut dyn ShareWrites {
        self
    }
    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        revise(&mut self.tx, &self.changed_jobs).await?;
        asset_memory::revise(&mut self.tx, &self.changed_assets).await?;
        let _cleared = self.thinned.then(|| ClearWhenDone(self.snapshots.clone()));
        self.tx.commit().await
    }
}
