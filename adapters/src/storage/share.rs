//! Shares and visitors' sessions.

use async_trait::async_trait;
use ports::{
    Address, Share, StorageError, Timestamp, UserId,
    share::{ShareLink, ShareReader, ShareSession, ShareTarget, ShareWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::not_moved,
};

fn share(row: &Row) -> Result<Share, StorageError> {
    let row = row.of("shares", &["user_id"]);
    Ok(Share {
        user: row.parsed("user_id")?,
        slug: row.parsed("slug")?,
        created_at: row.time("created_at")?,
    })
}

fn session(row: &Row) -> Result<ShareSession, StorageError> {
    let row = row.of("share_sessions", &["id"]);
    let target = match row.maybe_parsed("user_id")? {
        Some(user) => ShareTarget::Portfolio(user),
        None => ShareTarget::Address(row.parsed("address")?),
    };
    Ok(ShareSession {
        id: row.parsed("id")?,
        target,
        opened_at: row.time("opened_at")?,
        expires_at: row.time("expires_at")?,
    })
}

// A link shows the portfolio for which it was made.
not_moved!(Share);

#[async_trait]
impl ShareReader for Database {
    async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<ShareSession>, StorageError> {
        let text = "SELECT id, user_id, address, opened_at, expires_at FROM share_sessions \
             LEFT JOIN shares ON shares.slug = share_sessions.share WHERE token_hash = $1";
        let found = sql(text).bind(token_hash.to_vec()).fetch_optional(self.sql()).await?;
        found.as_ref().map(session).transpose()
    }
}

#[async_trait]
impl ShareWriter for SqlWork {
    async fn find(&mut self, slug: &ShareLink) -> Result<Option<Share>, StorageError> {
        let found = sql("SELECT user_id, slug, created_at FROM shares WHERE slug = $1").bind(slug.as_str());
        found.fetch_optional(self.tx()).await?.as_ref().map(share).transpose()
    }

    /// Deletes the previous row first, and with it the sessions opened by its link.
    async fn put(&mut self, share: &Share) -> Result<(), StorageError> {
        ShareWriter::remove(self, share.user).await?;
        let put = sql("INSERT INTO shares (user_id, slug, created_at) VALUES ($1, $2, $3)")
            .bind(share.user.to_string())
            .bind(share.slug.as_str())
            .bind(share.created_at);
        put.execute(self.tx()).await.map(drop)
    }

    async fn remove(&mut self, user: UserId) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM shares WHERE user_id = $1").bind(user.to_string());
        removed.execute(self.tx()).await.map(drop)
    }

    async fn open(
        &mut self,
        session: &ShareSession,
        slug: &ShareLink,
        token_hash: &[u8; 32],
    ) -> Result<bool, StorageError> {
        let text = "INSERT INTO share_sessions (id, token_hash, share, opened_at, expires_at) \
             SELECT $1, $2, slug, $3, $4 FROM shares WHERE slug = $5";
        let opened = sql(text)
            .bind(session.id.to_string())
            .bind(token_hash.to_vec())
            .bind(session.opened_at)
            .bind(session.expires_at)
            .bind(slug.as_str());
        Ok(opened.execute(self.tx()).await? == 1)
    }

    async fn open_address(
        &mut self,
        session: &ShareSession,
        address: &Address,
        token_hash: &[u8; 32],
    ) -> Result<(), StorageError> {
        let text = "INSERT INTO share_sessions (id, token_hash, address, opened_at, expires_at) \
             VALUES ($1, $2, $3, $4, $5)";
        let opened = sql(text)
            .bind(session.id.to_string())
            .bind(token_hash.to_vec())
            .bind(address.as_str())
            .bind(session.opened_at)
            .bind(session.expires_at);
        opened.execute(self.tx()).await.map(drop)
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM share_sessions WHERE expires_at <= $1").bind(now);
        removed.execute(self.tx()).await.map(drop)
    }
}
