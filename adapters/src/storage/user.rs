//! Users.

use async_trait::async_trait;
use ports::{
    StorageError, Timestamp, User, UserId,
    user::{UserReader, UserWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, dialects, sql},
    },
    erase,
};

fn user(row: &Row) -> Result<User, StorageError> {
    let row = row.of("users", &["id"]);
    Ok(User {
        id: row.parsed("id")?,
        version: row.int("version")?,
        link: row.maybe_parsed("link")?,
        uploads: row.number("uploads")?,
        created_at: row.time("created_at")?,
        registered_at: row.maybe_time("registered_at")?,
        signed_up_from: row.get("signed_up_from")?,
        delete_at: row.maybe_time("delete_at")?,
    })
}

#[async_trait]
impl UserReader for Database {
    async fn find(&self, id: UserId) -> Result<Option<User>, StorageError> {
        let text = "SELECT id, version, (SELECT slug FROM shares WHERE user_id = users.id) AS link, uploads, created_at, \
             registered_at, signed_up_from, delete_at FROM users WHERE id = $1";
        let found = sql(text).bind(id.to_string());
        found.fetch_optional(self.sql()).await?.as_ref().map(user).transpose()
    }
}

#[async_trait]
impl UserWriter for SqlWork {
    async fn add(&mut self, user: &User) -> Result<(), StorageError> {
        let added =
            sql("INSERT INTO users (id, version, uploads, created_at, registered_at) VALUES ($1, $2, $3, $4, $5)")
                .bind(user.id.to_string())
                .bind(user.version)
                .bind(user.uploads)
                .bind(user.created_at)
                .bind(user.registered_at);
        added.execute(self.tx()).await.map(drop)
    }

    /// On SQLite the single writer already serializes these calls.
    async fn lock(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        let text = dialects!(
            "SELECT id, version, (SELECT slug FROM shares WHERE user_id = users.id) AS link, uploads, created_at, \
             registered_at, signed_up_from, delete_at FROM users WHERE id = $1",
            sqlite: "",
            postgres: " FOR UPDATE",
            ""
        );
        let found = sql(text).bind(id.to_string()).fetch_optional(self.tx()).await?;
        found.as_ref().map(user).transpose()
    }

    async fn set_version(&mut self, id: UserId, version: i64) -> Result<(), StorageError> {
        let set = sql("UPDATE users SET version = $1 WHERE id = $2")
            .bind(version)
            .bind(id.to_string());
        set.execute(self.tx()).await.map(drop)
    }

    async fn set_uploads(&mut self, id: UserId, uploads: u32) -> Result<(), StorageError> {
        let set = sql("UPDATE users SET uploads = $1 WHERE id = $2")
            .bind(uploads)
            .bind(id.to_string());
        set.execute(self.tx()).await.map(drop)
    }

    async fn leave(&mut self, id: UserId, now: Timestamp) -> Result<bool, StorageError> {
        let text = "UPDATE users SET left_at = $2 WHERE id = $1 \
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = $1 AND expires_at > $2)";
        let left = sql(text).bind(id.to_string()).bind(now);
        Ok(left.execute(self.tx()).await? == 1)
    }

    async fn erase(&mut self, id: UserId) -> Result<bool, StorageError> {
        let text = dialects!(
            "SELECT id FROM users WHERE id = $1 AND registered_at IS NULL",
            sqlite: "",
            postgres: " FOR UPDATE",
            ""
        );
        let found = sql(text).bind(id.to_string()).fetch_all(self.tx()).await?;
        Ok(erase::users(self.tx(), &found).await? == 1)
    }

    async fn erase_left(&mut self, before: Timestamp, limit: u32) -> Result<u64, StorageError> {
        let text = erase::held!(
            "SELECT id FROM users WHERE left_at < $1 AND registered_at IS NULL ORDER BY left_at, id LIMIT $2"
        );
        let found = sql(text).bind(before).bind(limit).fetch_all(self.tx()).await?;
        erase::users(self.tx(), &found).await
    }
}
