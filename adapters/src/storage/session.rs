//! Sessions.

use async_trait::async_trait;
use ports::{
    Session, StorageError, Timestamp, UserId,
    session::{SessionId, SessionReader, SessionWriter},
};

use super::{
    database::Database,
    sql::{Row, sql},
    work::SqlWork,
};

fn session(row: &Row) -> Result<Session, StorageError> {
    let row = row.of("sessions", &["id"]);
    let hash: Vec<u8> = row.get("token_hash")?;
    Ok(Session {
        id: row.parsed("id")?,
        user: row.parsed("user_id")?,
        token_hash: hash.try_into().map_err(|_| row.corrupt("token_hash"))?,
        created_at: row.time("created_at")?,
        used_at: row.time("used_at")?,
        expires_at: row.time("expires_at")?,
    })
}

#[async_trait]
impl SessionReader for Database {
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StorageError> {
        let text =
            "SELECT id, user_id, token_hash, created_at, used_at, expires_at FROM sessions WHERE token_hash = $1";
        let found = sql(text).bind(token_hash.to_vec()).fetch_optional(self.sql()).await?;
        found.as_ref().map(session).transpose()
    }
}

#[async_trait]
impl SessionWriter for SqlWork {
    async fn add(&mut self, session: &Session) -> Result<(), StorageError> {
        let back = sql("UPDATE users SET left_at = NULL WHERE id = $1 AND left_at IS NOT NULL");
        back.bind(session.user.to_string()).execute(self.tx()).await?;
        let text = "INSERT INTO sessions (id, user_id, token_hash, created_at, used_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5, $6)";
        let added = sql(text)
            .bind(session.id.to_string())
            .bind(session.user.to_string())
            .bind(session.token_hash.to_vec())
            .bind(session.created_at)
            .bind(session.used_at)
            .bind(session.expires_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn touch(&mut self, id: SessionId, used_at: Timestamp, expires_at: Timestamp) -> Result<(), StorageError> {
        let touched = sql("UPDATE sessions SET used_at = $1, expires_at = $2 WHERE id = $3")
            .bind(used_at)
            .bind(expires_at)
            .bind(id.to_string());
        touched.execute(self.tx()).await.map(drop)
    }

    async fn remove(&mut self, id: SessionId) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM sessions WHERE id = $1").bind(id.to_string());
        removed.execute(self.tx()).await.map(drop)
    }

    async fn remove_of(&mut self, user: UserId) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM sessions WHERE user_id = $1").bind(user.to_string());
        removed.execute(self.tx()).await.map(drop)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE users SET left_at = $1 WHERE left_at IS NULL \
             AND id IN (SELECT user_id FROM sessions WHERE expires_at <= $1) \
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id AND expires_at > $1)";
        sql(text).bind(now).execute(self.tx()).await?;
        let removed = sql("DELETE FROM sessions WHERE expires_at <= $1").bind(now);
        removed.execute(self.tx()).await.map(drop)
    }
}
