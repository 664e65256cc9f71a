//! What an account has or had, as far as this server knows.

use std::{collections::BTreeSet, sync::Arc};

use ports::{
    AccountAsset, AccountId, AssetId, Clock, MappedCodeReader, StorageError, Stores, TransactionId,
    fact::{FactBody, FactReader},
    snapshot::SnapshotReader,
};

/// The most events whose stored rows are loaded at once.
const BATCH: u32 = 1_000;

/// Finds the assets of an account: those of its newest balances, and those in the stored rows of its history.
pub struct AccountAssets {
    facts: Arc<dyn FactReader>,
    snapshots: Arc<dyn SnapshotReader>,
    codes: Arc<dyn MappedCodeReader>,
    clock: Arc<dyn Clock>,
}

impl AccountAssets {
    /// Finds them in these stores.
    #[must_use]
    pub fn new(stores: &Stores, clock: Arc<dyn Clock>) -> Self {
        Self {
            facts: stores.facts.clone(),
            snapshots: stores.snapshots.clone(),
            codes: stores.mapped_codes.clone(),
            clock,
        }
    }

    /// Returns the assets of an account, each once.
    pub(super) async fn of(&self, account: &AccountId) -> Result<Vec<AccountAsset>, StorageError> {
        let mut held = self.held(account).await?;
        // Balances have what their owner states that a code means.
        let mapped = self.codes.of_accounts(std::slice::from_ref(account)).await?;
        held.extend(mapped.into_iter().map(|one| one.code));
        let mut assets = held.clone();
        let mut after = None;
        loop {
            let found = self.facts.transactions(account, after.as_ref(), BATCH).await?;
            let Some(last) = found.last().cloned() else {
                let with_origin = |asset| AccountAsset {
                    is_held: held.contains(&asset),
                    asset,
                };
                return Ok(assets.into_iter().map(with_origin).collect());
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
