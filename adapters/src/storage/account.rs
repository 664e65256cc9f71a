//! Accounts.

use async_trait::async_trait;
use ports::{
    AccountId, AccountState, StorageError, Timestamp,
    account::{AccountStore, AccountWrites, Failure},
    snapshot::SnapshotId,
};

use super::{
    database::Database,
    fields::json,
    snapshot,
    sql::{Row, Value, insert_many, listed, sql},
    work::Work,
};

fn state(row: &Row) -> Result<AccountState, StorageError> {
    let row = row.of("accounts", &["id"]);
    Ok(AccountState {
        id: row.parsed("id")?,
        latest: row.maybe_parsed("latest")?,
        read_at: row.maybe_time("read_at")?,
        failure: row.maybe_json("failure")?,
    })
}

#[async_trait]
impl AccountStore for Database {
    async fn states(&self, ids: &[AccountId]) -> Result<Vec<AccountState>, StorageError> {
        let text = listed!(
            "SELECT id, latest, read_at, failure FROM accounts WHERE id IN ",
            1,
            " ORDER BY id"
        );
        let rows = sql(text).bind_list(ids).fetch_all(self.sql()).await?;
        rows.iter().map(state).collect()
    }

    async fn due(&self, before: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let text = "SELECT id FROM accounts WHERE COALESCE(read_at, 0) < $1 AND EXISTS \
             (SELECT 1 FROM wallets WHERE wallets.address = accounts.address AND wallets.removed_at IS NULL) \
             ORDER BY COALESCE(read_at, 0), id LIMIT $2";
        let rows = sql(text).bind(before).bind(limit).fetch_all(self.sql()).await?;
        rows.iter()
            .map(|row| row.of("accounts", &["id"]).parsed("id"))
            .collect()
    }
}

#[async_trait]
impl AccountWrites for Work {
    async fn add(&mut self, ids: &[AccountId], now: Timestamp) -> Result<(), StorageError> {
        let row =
            |id: &AccountId| -> Vec<Value> { vec![id.to_string().into(), id.address.as_str().into(), now.into()] };
        let rows = ids.iter().map(row).collect();
        let head = "INSERT INTO accounts (id, address, added_at)";
        insert_many(self.tx(), head, rows, "ON CONFLICT (id) DO NOTHING")
            .await
            .map(drop)
    }

    async fn read(&mut self, id: &AccountId, snapshot: SnapshotId, at: Timestamp) -> Result<(), StorageError> {
        let read = sql("UPDATE accounts SET latest = $1, read_at = $2, failure = NULL WHERE id = $3")
            .bind(snapshot.to_string())
            .bind(at)
            .bind(id.to_string());
        read.execute(self.tx()).await?;
        snapshot::hold(self.tx(), id, snapshot).await
    }

    async fn failed(&mut self, id: &AccountId, failure: &Failure) -> Result<(), StorageError> {
        let failed = sql("UPDATE accounts SET failure = $1 WHERE id = $2")
            .bind(json("accounts", failure)?)
            .bind(id.to_string());
        failed.execute(self.tx()).await.map(drop)
    }
}
