//! Addresses derived from extended public keys.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    AccountId, StorageError, Wallet, WalletId,
    extended_key::{Branch, DerivationPath, DerivedAddress, ExtendedKeyReader, ExtendedKeyWriter},
};

use super::{
    database::Database,
    sql::{On, Row, Value, insert_many, listed, sql},
    wallet::{select, wallet},
    work::SqlWork,
};

fn derived(row: &Row) -> Result<(WalletId, DerivedAddress), StorageError> {
    let row = row.of("derived_addresses", &["wallet", "script", "branch", "place"]);
    let branch = Branch::of(row.number("branch")?).ok_or_else(|| row.corrupt("branch"))?;
    let derived = DerivedAddress {
        path: DerivationPath {
            script: row.parsed("script")?,
            branch,
            index: row.number("place")?,
        },
        account: row.parsed("account")?,
        transactions: row.maybe_number("transactions")?,
        read_at: row.maybe_time("read_at")?,
    };
    Ok((row.parsed("wallet")?, derived))
}

/// Adds the derived addresses to wallets with a key.
pub(super) async fn fill(on: impl Into<On<'_>>, wallets: &mut [Wallet]) -> Result<(), StorageError> {
    let keyed: Vec<WalletId> = wallets
        .iter()
        .filter(|wallet| wallet.extended.is_some())
        .map(|wallet| wallet.id)
        .collect();
    if keyed.is_empty() {
        return Ok(());
    }
    let text = listed!(
        "SELECT wallet, script, branch, place, account, transactions, read_at FROM derived_addresses \
         LEFT JOIN accounts ON accounts.id = derived_addresses.account WHERE wallet IN ",
        1,
        " ORDER BY wallet, script, branch, place"
    );
    let rows = sql(text).bind_list(keyed).fetch_all(on).await?;
    let mut found: BTreeMap<WalletId, Vec<DerivedAddress>> = BTreeMap::new();
    for row in &rows {
        let (wallet, derived) = derived(row)?;
        found.entry(wallet).or_default().push(derived);
    }
    for wallet in wallets {
        if let (Some(extended), Some(own)) = (&mut wallet.extended, found.remove(&wallet.id)) {
            extended.derived = own;
        }
    }
    Ok(())
}

#[async_trait]
impl ExtendedKeyReader for Database {
    async fn wallet(&self, id: WalletId) -> Result<Option<Wallet>, StorageError> {
        let text = select!(
            "WHERE id = $1 AND removed_at IS NULL AND extended_key IS NOT NULL",
            present
        );
        let rows = sql(text).bind(id.to_string()).fetch_all(self.sql()).await?;
        let mut found = rows.iter().map(wallet).collect::<Result<Vec<_>, _>>()?;
        fill(self.sql(), &mut found).await?;
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
        let head = "INSERT INTO derived_addresses (wallet, script, branch, place, account)";
        let rows = paths.iter().map(row).collect();
        let tail = "ON CONFLICT (wallet, script, branch, place) DO NOTHING";
        insert_many(self.tx(), head, rows, tail).await?;
        Ok(true)
    }

    async fn forget(&mut self, wallet: WalletId) -> Result<(), StorageError> {
        let forgotten = sql("DELETE FROM derived_addresses WHERE wallet = $1").bind(wallet.to_string());
        forgotten.execute(self.tx()).await.map(drop)
    }
}
