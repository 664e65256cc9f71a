//! API keys.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    ApiKey, StorageError, Timestamp, UserId,
    api_key::{ApiKeyId, ApiKeyReader, ApiKeyScope, ApiKeyWriter},
};

use super::{
    database::{
        Database, Keyring, SqlWork, UserKeys,
        sql::{Row, sql},
    },
    owned::not_moved,
    sealed_column::KEY_NAME,
};

/// The start of a query for all columns.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT api_keys.id, user_id, sealed_name, token_start, token_hash, scopes, api_keys.created_at, used_at, ",
            "expires_at, users.data_key FROM api_keys JOIN users ON users.id = api_keys.user_id ",
            $rest
        )
    };
}

fn api_key(keyring: &Keyring, keys: &mut UserKeys, row: &Row) -> Result<ApiKey, StorageError> {
    let row = row.of("api_keys", &["id"]);
    let user = row.parsed("user_id")?;
    let name = KEY_NAME.open(keys.of_row(keyring, &row)?, user, &row)?;
    let hash: Vec<u8> = row.get("token_hash")?;
    let scopes = row.text("scopes")?;
    let scopes: Result<BTreeSet<ApiKeyScope>, _> = scopes.split(',').map(str::parse).collect();
    Ok(ApiKey {
        id: row.parsed("id")?,
        user,
        name: name.parse().map_err(|_| row.corrupt(KEY_NAME.column))?,
        token_start: row.text("token_start")?,
        token_hash: hash.try_into().map_err(|_| row.corrupt("token_hash"))?,
        scopes: scopes.map_err(|_| row.corrupt("scopes"))?,
        created_at: row.time("created_at")?,
        used_at: row.maybe_time("used_at")?,
        expires_at: row.maybe_time("expires_at")?,
    })
}

// Only registered users have keys, and the source is anonymous.
not_moved!(ApiKey);

#[async_trait]
impl ApiKeyReader for Database {
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<ApiKey>, StorageError> {
        let text = select!("WHERE token_hash = $1");
        let found = sql(text).bind(token_hash.to_vec()).fetch_optional(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        let key = found.map(|row| api_key(keyring, &mut keys, &row));
        key.transpose()
    }

    async fn of_user(&self, user: UserId) -> Result<Vec<ApiKey>, StorageError> {
        let text = select!("WHERE user_id = $1 ORDER BY api_keys.created_at DESC, api_keys.id DESC");
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let (keyring, mut keys) = (self.keyring(), UserKeys::default());
        rows.iter().map(|row| api_key(keyring, &mut keys, row)).collect()
    }
}

#[async_trait]
impl ApiKeyWriter for SqlWork {
    async fn add(&mut self, key: &ApiKey) -> Result<(), StorageError> {
        let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.as_str()).collect();
        let id = key.id.to_string();
        let by = self.user_key(key.user).await?;
        let sealed = KEY_NAME.seal(&by, key.user, &[&id], key.name.as_str())?;
        let text = "INSERT INTO api_keys (id, user_id, sealed_name, token_start, token_hash, scopes, created_at, used_at, \
             expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let added = sql(text)
            .bind(id)
            .bind(key.user.to_string())
            .bind(sealed)
            .bind(key.token_start.as_str())
            .bind(key.token_hash.to_vec())
            .bind(scopes.join(","))
            .bind(key.created_at)
            .bind(key.used_at)
            .bind(key.expires_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn count(&mut self, user: UserId) -> Result<u32, StorageError> {
        let counted = sql("SELECT COUNT(*) AS count FROM api_keys WHERE user_id = $1").bind(user.to_string());
        counted.fetch_one(self.tx()).await?.of("api_keys", &[]).number("count")
    }

    async fn touch(&mut self, id: ApiKeyId, used_at: Timestamp) -> Result<(), StorageError> {
        let touched = sql("UPDATE api_keys SET used_at = $1 WHERE id = $2")
            .bind(used_at)
            .bind(id.to_string());
        touched.execute(self.tx()).await.map(drop)
    }

    async fn remove(&mut self, user: UserId, id: ApiKeyId) -> Result<bool, StorageError> {
        let removed = sql("DELETE FROM api_keys WHERE id = $1 AND user_id = $2")
            .bind(id.to_string())
            .bind(user.to_string());
        Ok(removed.execute(self.tx()).await? == 1)
    }

    async fn remove_of(&mut self, user: UserId) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM api_keys WHERE user_id = $1").bind(user.to_string());
        removed.execute(self.tx()).await.map(drop)
    }

    async fn remove_ended(&mut self, now: Timestamp, unused_since: Timestamp) -> Result<(), StorageError> {
        let text = "DELETE FROM api_keys WHERE expires_at <= $1 OR COALESCE(used_at, created_at) < $2";
        let removed = sql(text).bind(now).bind(unused_since);
        removed.execute(self.tx()).await.map(drop)
    }
}
