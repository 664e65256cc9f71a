//! What an account has or had, as far as this server knows.

use std::{collections::BTreeSet, sync::Arc};

use ports::{
    AccountId, AssetId, Clock, StorageError, TransactionId,
    fact::{FactBody, FactReader},
    snapshot::SnapshotReader,
};

/// The most events whose stored rows are loaded at once.
const BATCH: u32 = 1_000;

/// Finds the assets of an account: those of its newest balances, and those in the stored rows of its history.
pub struct AccountAssets {
    facts: Arc<dyn FactReader>,
    snapshots: Arc<dyn SnapshotReader>,
    clock: Arc<dyn Clock>,
}

impl AccountAssets {
    /// Finds them in these stores.
    #[must_use]
    pub fn new(facts: Arc<dyn FactReader>, snapshots: Arc<dyn SnapshotReader>, clock: Arc<dyn Clock>) -> Self {
        Self {
            facts,
            snapshots,
            clock,
        }
    }

    pub(super) async fn of(&self, account: &AccountId) -> Result<Vec<AssetId>, StorageError> {
        let mut assets = self.held(account).await?;
        let mut after = None;
        loop {
            let found = self.facts.transactions(account, after.as_ref(), BATCH).await?;
            let Some(last) = found.last().cloned() else {
                return Ok(assets.into_iter().collect());
            };
            let events: Vec<TransactionId> = found.into_iter().map(|(_, event)| event).collect();
            for stored in self.facts.of_transactions(account, &events).await? {
                if let FactBody::ExchangeRow(row) = stored.fact.body {
                    assets.extend(row.amounts.into_iter().map(|amount| amount.asset));
                }
            }
            after = Some(last);
        }
    }

    async fn held(&self, account: &AccountId) -> Result<BTreeSet<AssetId>, StorageError> {
        let of = std::slice::from_ref(account);
        let newest = self.snapshots.before(of, self.clock.now()).await?;
        let snapshots = self.snapshots.find(&newest).await?;
        Ok(snapshots
            .iter()
            .flat_map(|snapshot| snapshot.assets().cloned())
            .collect())
    }
}
