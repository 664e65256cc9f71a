//! The last comparison of each account's entries with its balances.

use async_trait::async_trait;
use ports::{
    AccountId, AccountReconciliation, StorageError,
    reconciliation::{ReconciliationReader, ReconciliationWriter},
};

use crate::{storage::MemoryStorage, tables::conflict, work::MemoryWork};

#[async_trait]
impl ReconciliationReader for MemoryStorage {
    async fn latest(&self, accounts: &[AccountId]) -> Result<Vec<AccountReconciliation>, StorageError> {
        let tables = self.tables();
        let found = accounts
            .iter()
            .filter_map(|account| tables.reconciliations.get(account));
        let mut found: Vec<AccountReconciliation> = found.cloned().collect();
        found.sort_by(|a, b| a.account.cmp(&b.account));
        found.dedup();
        Ok(found)
    }
}

#[async_trait]
impl ReconciliationWriter for MemoryWork {
    async fn set(&mut self, found: &AccountReconciliation) -> Result<(), StorageError> {
        if !self.tables.accounts.contains_key(&found.account) {
            return Err(conflict("reconciliations"));
        }
        self.tables.reconciliations.insert(found.account.clone(), found.clone());
        Ok(())
    }
}
