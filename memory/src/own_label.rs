//! What users call addresses that are none of their wallets.

use async_trait::async_trait;
use ports::{
    LabelPlace, OwnLabel, StorageError, UserId,
    own_label::{OwnLabelReader, OwnLabelWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for OwnLabel {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.own_labels, source, target, |label| label.user = target);
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.own_labels.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl OwnLabelReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<OwnLabel>, StorageError> {
        let tables = self.tables();
        let own = tables.own_labels.values().filter(|label| label.user == user);
        Ok(own.cloned().collect())
    }
}

#[async_trait]
impl OwnLabelWriter for MemoryWork {
    async fn set(&mut self, label: &OwnLabel) -> Result<(), StorageError> {
        self.tables.owned("own_labels", label.user)?;
        let key = (label.user, label.place.clone());
        self.tables.own_labels.insert(key, label.clone());
        Ok(())
    }

    async fn clear(&mut self, user: UserId, place: &LabelPlace) -> Result<bool, StorageError> {
        Ok(self.tables.own_labels.remove(&(user, place.clone())).is_some())
    }
}
