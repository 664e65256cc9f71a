//! What people state that codes of assets at exchanges mean.

use async_trait::async_trait;
use ports::{AccountId, AssetId, MappedCode, MappedCodeReader, MappedCodeWriter, StorageError};

use super::database::{
    Database, SqlWork,
    sql::{Row, listed, sql},
};

fn mapped(row: &Row) -> Result<MappedCode, StorageError> {
    let row = row.of("mapped_codes", &["account", "code"]);
    Ok(MappedCode {
        account: row.kept("account", AccountId::kept)?,
        code: row.kept("code", AssetId::kept)?,
        asset: row.maybe_parsed("asset")?,
        stated_at: row.time("stated_at")?,
    })
}

#[async_trait]
impl MappedCodeReader for Database {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<MappedCode>, StorageError> {
        let text = listed!(
            "SELECT account, code, asset, stated_at FROM mapped_codes WHERE account IN ",
            1,
            ""
        );
        let rows = sql(text).bind_list(accounts).fetch_all(self.sql()).await?;
        let mut found = rows.iter().map(mapped).collect::<Result<Vec<_>, _>>()?;
        found.sort_by(|a, b| (&a.account, &a.code).cmp(&(&b.account, &b.code)));
        Ok(found)
    }
}

#[async_trait]
impl MappedCodeWriter for SqlWork {
    async fn set(&mut self, mapped: &MappedCode) -> Result<(), StorageError> {
        let text = "INSERT INTO mapped_codes (account, code, asset, stated_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (account, code) DO UPDATE SET asset = excluded.asset, stated_at = excluded.stated_at";
        let set = sql(text)
            .bind(mapped.account.to_string())
            .bind(mapped.code.as_str())
            .bind(mapped.asset.as_ref().map(AssetId::as_str))
            .bind(mapped.stated_at);
        set.execute(self.tx()).await.map(drop)
    }
}
