//! Exchange rates.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    Day, Fixing, StorageError,
    currency::{CurrencyReader, CurrencyWriter, FixingId},
};

use crate::{
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

/// Returns the last received fixing of a source and day.
fn last<'a>(tables: &'a Tables, like: &Fixing) -> Option<&'a Arc<Fixing>> {
    let all = tables.fixings.values();
    let same = all.filter(|one| one.source == like.source && one.day == like.day);
    same.max_by_key(|one| (one.received_at, one.id))
}

#[async_trait]
impl CurrencyReader for MemoryStorage {
    async fn find(&self, id: FixingId) -> Result<Option<Fixing>, StorageError> {
        Ok(self.tables().fixings.get(&id).map(|fixing| Fixing::clone(fixing)))
    }

    async fn latest(&self, day: Day) -> Result<Option<Fixing>, StorageError> {
        let tables = self.tables();
        let until = tables.fixings.values().filter(|fixing| fixing.day <= day);
        let latest = until.max_by_key(|fixing| (fixing.day, fixing.received_at, fixing.id));
        Ok(latest.map(|fixing| Fixing::clone(fixing)))
    }
}

#[async_trait]
impl CurrencyWriter for MemoryWork {
    async fn add(&mut self, fixings: &[Fixing]) -> Result<(), StorageError> {
        // Fixings added here come after those already stored, whatever their time of receipt.
        let before = self.tables.clone();
        let mut added: Vec<&Fixing> = vec![];
        for fixing in fixings {
            let same = |one: &&&Fixing| one.source == fixing.source && one.day == fixing.day;
            let newest = added.iter().rev().find(same).copied();
            let newest = newest.or_else(|| last(&before, fixing).map(|known| &**known));
            if newest.is_some_and(|known| known.rates == fixing.rates) {
                continue;
            }
            check_unique("fixings", self.tables.fixings.contains_key(&fixing.id))?;
            added.push(fixing);
            self.tables.fixings.insert(fixing.id, Arc::new(fixing.clone()));
        }
        Ok(())
    }
}
