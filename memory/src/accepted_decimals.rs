//! Accepted decimals.

use async_trait::async_trait;
use ports::{
    AssetId, StorageError, Timestamp, UserId,
    accepted_decimals::{AcceptedDecimals, AcceptedDecimalsReader, AcceptedDecimalsWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for AcceptedDecimals {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.accepted_decimals, source, target, |_| {});
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.accepted_decimals.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl AcceptedDecimalsReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<AcceptedDecimals>, StorageError> {
        let tables = self.tables();
        let own = tables.accepted_decimals.iter().filter(|((owner, _), _)| *owner == user);
        let accepted = |((_, asset), decimals): (&(UserId, AssetId), &u8)| AcceptedDecimals {
            asset: asset.clone(),
            decimals: *decimals,
        };
        Ok(own.map(accepted).collect())
    }
}

#[async_trait]
impl AcceptedDecimalsWriter for MemoryWork {
    async fn accept(&mut self, user: UserId, accepted: &AcceptedDecimals, _now: Timestamp) -> Result<(), StorageError> {
        self.tables.owned("accepted_decimals", user)?;
        let key = (user, accepted.asset.clone());
        self.tables.accepted_decimals.insert(key, accepted.decimals);
        Ok(())
    }

    async fn withdraw(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError> {
        Ok(self.tables.accepted_decimals.remove(&(user, asset.clone())).is_some())
    }
}
