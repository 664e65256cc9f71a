//! What accounts allow others to move.

use async_trait::async_trait;
use ports::{AccountAllowances, AccountId, AllowanceStore, AllowanceWriter, StorageError};

use crate::{storage::MemoryStorage, tables::conflict, work::MemoryWork};

#[async_trait]
impl AllowanceStore for MemoryStorage {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<AccountAllowances>, StorageError> {
        let tables = self.tables();
        let found = accounts.iter().filter_map(|account| tables.allowances.get(account));
        let mut found: Vec<AccountAllowances> = found.cloned().collect();
        found.sort_by(|a, b| a.account.cmp(&b.account));
        found.dedup();
        Ok(found)
    }
}

#[async_trait]
impl AllowanceWriter for MemoryWork {
    async fn set(&mut self, found: &AccountAllowances) -> Result<(), StorageError> {
        if !self.tables.accounts.contains_key(&found.account) {
            return Err(conflict("allowances"));
        }
        self.tables.allowances.insert(found.account.clone(), found.clone());
        Ok(())
    }
}
