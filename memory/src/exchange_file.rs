//! Files of exchanges that were imported into accounts.

use async_trait::async_trait;
use ports::{AccountId, ExchangeFile, ExchangeFileId, ExchangeFileReader, ExchangeFileWriter, StorageError};

use crate::{
    storage::MemoryStorage,
    tables::{check_unique, conflict},
    work::MemoryWork,
};

#[async_trait]
impl ExchangeFileReader for MemoryStorage {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<ExchangeFile>, StorageError> {
        let tables = self.tables();
        let own = tables
            .exchange_files
            .values()
            .filter(|file| accounts.contains(&file.account));
        let mut files: Vec<ExchangeFile> = own.cloned().collect();
        files.sort_by(|a, b| (&a.account, a.imported_at, a.id).cmp(&(&b.account, b.imported_at, b.id)));
        Ok(files)
    }
}

#[async_trait]
impl ExchangeFileWriter for MemoryWork {
    async fn add(&mut self, file: &ExchangeFile) -> Result<(), StorageError> {
        if !self.tables.accounts.contains_key(&file.account) {
            return Err(conflict("exchange_files"));
        }
        check_unique("exchange_files", self.tables.exchange_files.contains_key(&file.id))?;
        self.tables.exchange_files.insert(file.id, file.clone());
        Ok(())
    }

    async fn remove(&mut self, account: &AccountId, id: ExchangeFileId) -> Result<bool, StorageError> {
        let is_own = self
            .tables
            .exchange_files
            .get(&id)
            .is_some_and(|file| file.account == *account);
        if is_own {
            self.tables.exchange_files.remove(&id);
        }
        Ok(is_own)
    }
}
