//! What accounts allow others to move.

use async_trait::async_trait;
use ports::{AccountAllowances, AccountId, AllowanceStore, AllowanceWriter, StorageError};
use serde::de::DeserializeOwned;

use super::{
    database::{
        Database, SqlWork,
        sql::{Fields, Row, json, listed, sql},
    },
    ledger::stored_number,
};

fn parsed<T: DeserializeOwned>(row: &Fields<'_>, column: &'static str) -> Result<T, StorageError> {
    serde_json::from_str(&row.text(column)?).map_err(|_| row.corrupt(column))
}

fn allowances(row: &Row) -> Result<AccountAllowances, StorageError> {
    let row = row.of("allowances", &["account"]);
    Ok(AccountAllowances {
        account: row.kept("account", AccountId::kept)?,
        ledger_revision: row.number("ledger_revision")?,
        logged: parsed(&row, "logged")?,
        left_out: row.number("left_out")?,
        reading: parsed(&row, "reading")?,
    })
}

#[async_trait]
impl AllowanceStore for Database {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<AccountAllowances>, StorageError> {
        let text = listed!(
            "SELECT account, ledger_revision, logged, left_out, reading FROM allowances WHERE account IN ",
            1,
            ""
        );
        let rows = sql(text).bind_list(accounts).fetch_all(self.sql()).await?;
        let mut found = rows.iter().map(allowances).collect::<Result<Vec<_>, _>>()?;
        found.sort_by(|a, b| a.account.cmp(&b.account));
        Ok(found)
    }
}

#[async_trait]
impl AllowanceWriter for SqlWork {
    async fn set(&mut self, found: &AccountAllowances) -> Result<(), StorageError> {
        let text = "INSERT INTO allowances (account, ledger_revision, logged, left_out, reading) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (account) DO UPDATE SET ledger_revision = excluded.ledger_revision, logged = excluded.logged, \
             left_out = excluded.left_out, reading = excluded.reading";
        let set = sql(text)
            .bind(found.account.to_string())
            .bind(stored_number(found.ledger_revision))
            .bind(json("allowances", &found.logged)?)
            .bind(found.left_out)
            .bind(json("allowances", &found.reading)?);
        set.execute(self.tx()).await.map(drop)
    }
}
