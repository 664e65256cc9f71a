//! What people state that codes of assets at exchanges mean.

use async_trait::async_trait;
use ports::{AccountId, MappedCode, MappedCodeReader, MappedCodeWriter, StorageError};

use crate::{storage::MemoryStorage, tables::conflict, work::MemoryWork};

#[async_trait]
impl MappedCodeReader for MemoryStorage {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<MappedCode>, StorageError> {
        let tables = self.tables();
        let own = tables
            .mapped_codes
            .values()
            .filter(|mapped| accounts.contains(&mapped.account));
        Ok(own.cloned().collect())
    }
}

#[async_trait]
impl MappedCodeWriter for MemoryWork {
    async fn set(&mut self, mapped: &MappedCode) -> Result<(), StorageError> {
        if !self.tables.accounts.contains_key(&mapped.account) {
            return Err(conflict("mapped_codes"));
        }
        let key = (mapped.account.clone(), mapped.code.clone());
        self.tables.mapped_codes.insert(key, mapped.clone());
        Ok(())
    }
}
