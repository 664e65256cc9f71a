//! Units of work.

use std::collections::BTreeSet;

use async_trait::async_trait;
use futures::lock::OwnedMutexGuard;
use ports::{
    AcceptedDecimalsWrites, AccountWrites, AddedTokenWrites, AssetWrites, CounterWrites, CurrencyWrites,
    ExtendedKeyWrites, HiddenAssetWrites, IdempotencyWrites, JobWrites, ManualPriceWrites, NameWrites, QuoteWrites,
    SessionWrites, ShareWrites, SnapshotWrites, StorageError, TokenListWrites, UnitOfWork, UserWrites, WalletWrites,
    job::JobId, source::SourceWrites,
};

use crate::{counter::CounterKey, job::revise, storage::MemoryStorage, tables::Tables};

/// A unit of work: a private version of the tables, with the writing side of every store.
pub(crate) struct Work {
    pub(crate) tables: Tables,
    pub(crate) changed_jobs: BTreeSet<JobId>,
    pub(crate) counter_key: CounterKey,
    storage: MemoryStorage,
    /// Held until the unit is committed or dropped.
    _writer: OwnedMutexGuard<()>,
}

impl Work {
    pub(crate) fn new(
        storage: MemoryStorage,
        tables: Tables,
        counter_key: CounterKey,
        writer: OwnedMutexGuard<()>,
    ) -> Self {
        Self {
            tables,
            changed_jobs: BTreeSet::new(),
            counter_key,
            storage,
            _writer: writer,
        }
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
        revise(&mut self.tables, &self.changed_jobs);
        self.storage.commit(self.tables);
        Ok(())
    }
}
