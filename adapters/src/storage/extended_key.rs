//! Addresses derived from extended public keys.

use async_trait::async_trait;
use ports::{
    AccountId, StorageError, Wallet, WalletId,
    extended_key::{DerivationPath, ExtendedKeyReader, ExtendedKeyWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Value, insert_many, sql},
    },
    wallet::{add_derived, select, wallets},
};

#[async_trait]
impl ExtendedKeyReader for Database {
    async fn wallet(&self, id: WalletId) -> Result<Option<Wallet>, StorageError> {
        let text = select!(
            "WHERE id = $1 AND removed_at IS NULL AND extended_key IS NOT NULL",
            present
        );
        let rows = sql(text).bind(id.to_string()).fetch_all(self.sql()).await?;
        let mut found = wallets(self.keyring(), &rows)?;
        add_derived(self.sql(), &mut found).await?;
        Ok(found.pop())
    }

    async fn holders(&self, account: &AccountId) -> Result<Vec<WalletId>, StorageError> {
        let text = "SELECT DISTINCT wallet FROM derived_addresses WHERE account = $1 ORDER BY wallet";
        let rows = sql(text).bind(account.to_string()).fetch_all(self.sql()).await?;
        rows.iter()
            .map(|row| row.of("derived_addresses", &["wallet"]).parsed("wallet"))
            .collect()
    }
}

#[async_trait]
impl ExtendedKeyWriter for SqlWork {
    /// An update without effect locks the wallet's row until the end of the unit of work, so that it is not removed meanwhile.
    async fn derive(&mut self, wallet: WalletId, paths: &[(DerivationPath, AccountId)]) -> Result<bool, StorageError> {
        let text =
            "UPDATE wallets SET removed_at = NULL WHERE id = $1 AND removed_at IS NULL AND extended_key IS NOT NULL";
        if sql(text).bind(wallet.to_string()).execute(self.tx()).await? == 0 {
            return Ok(false);
        }
        let row = |(path, account): &(DerivationPath, AccountId)| -> Vec<Value> {
            let DerivationPath { script, branch, index } = path;
            vec![
                wallet.to_string().into(),
                script.code().into(),
                branch.number().into(),
                (*index).into(),
                account.to_string().into(),
            ]
        };
        let head = "INSERT INTO derived_addresses (wallet, script, branch, address_index, account)";
        let rows = paths.iter().map(row).collect();
        let tail = "ON CONFLICT (wallet, script, branch, address_index) DO NOTHING";
        insert_many(self.tx(), head, rows, tail).await?;
        Ok(true)
    }

    async fn forget(&mut self, wallet: WalletId) -> Result<(), StorageError> {
        let forgotten = sql("DELETE FROM derived_addresses WHERE wallet = $1").bind(wallet.to_string());
        forgotten.execute(self.tx()).await.map(drop)
    }
}
