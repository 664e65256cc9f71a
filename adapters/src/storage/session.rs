//! Sessions.

use async_trait::async_trait;
use ports::{
    Session, StorageError, Timestamp, UserId,
    session::{SessionId, SessionReader, SessionWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::not_moved,
};

/// The start of a query for all columns.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, user_id, token_hash, created_at, used_at, expires_at, proved_at, device, network FROM sessions ",
            $rest
        )
    };
}

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
        proved_at: row.maybe_time("proved_at")?,
        device: row.get("device")?,
        network: row.get("network")?,
    })
}

// A session is of the user who signed in.
not_moved!(Session);

#[async_trait]
impl SessionReader for Database {
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StorageError> {
        let text = select!("WHERE token_hash = $1");
        let found = sql(text).bind(token_hash.to_vec()).fetch_optional(self.sql()).await?;
        found.as_ref().map(session).transpose()
    }

    async fn of_user(&self, user: UserId, now: Timestamp) -> Result<Vec<Session>, StorageError> {
        let text = select!("WHERE user_id = $1 AND expires_at > $2 ORDER BY used_at DESC, created_at DESC, id DESC");
        let found = sql(text).bind(user.to_string()).bind(now);
        found.fetch_all(self.sql()).await?.iter().map(session).collect()
    }
}

#[async_trait]
impl SessionWriter for SqlWork {
    async fn add(&mut self, session: &Session) -> Result<(), StorageError> {
        let back = sql("UPDATE users SET left_at = NULL WHERE id = $1 AND left_at IS NOT NULL");
        back.bind(session.user.to_string()).execute(self.tx()).await?;
        let text = "INSERT INTO sessions (id, user_id, token_hash, created_at, used_at, expires_at, proved_at, device, \
             network) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let added = sql(text)
            .bind(session.id.to_string())
            .bind(session.user.to_string())
            .bind(session.token_hash.to_vec())
            .bind(session.created_at)
            .bind(session.used_at)
            .bind(session.expires_at)
            .bind(session.proved_at)
            .bind(session.device.clone())
            .bind(session.network.clone());
        added.execute(self.tx()).await.map(drop)
    }

    async fn touch(&mut self, id: SessionId, used_at: Timestamp, expires_at: Timestamp) -> Result<(), StorageError> {
        let touched = sql("UPDATE sessions SET used_at = $1, expires_at = $2 WHERE id = $3")
            .bind(used_at)
            .bind(expires_at)
            .bind(id.to_string());
        touched.execute(self.tx()).await.map(drop)
    }

    async fn prove(&mut self, id: SessionId, at: Timestamp) -> Result<(), StorageError> {
        let proved = sql("UPDATE sessions SET proved_at = $1 WHERE id = $2")
            .bind(at)
            .bind(id.to_string());
        proved.execute(self.tx()).await.map(drop)
    }

    async fn remove(&mut self, user: UserId, id: SessionId) -> Result<bool, StorageError> {
        let removed = sql("DELETE FROM sessions WHERE id = $1 AND user_id = $2")
            .bind(id.to_string())
            .bind(user.to_string());
        Ok(removed.execute(self.tx()).await? == 1)
    }

    async fn remove_of(&mut self, user: UserId, except: Option<SessionId>) -> Result<(), StorageError> {
        let kept = except.map_or_else(String::new, |id| id.to_string());
        let removed = sql("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
            .bind(user.to_string())
            .bind(kept);
        removed.execute(self.tx()).await.map(drop)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE users SET left_at = $1 WHERE left_at IS NULL AND registered_at IS NULL \
             AND id IN (SELECT user_id FROM sessions WHERE expires_at <= $1) \
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id AND expires_at > $1)";
        sql(text).bind(now).execute(self.tx()).await?;
        let removed = sql("DELETE FROM sessions WHERE expires_at <= $1").bind(now);
        removed.execute(self.tx()).await.map(drop)
    }
}
