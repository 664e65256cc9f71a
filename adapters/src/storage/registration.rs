//! Registering and merging users.

use async_trait::async_trait;
use ports::{Merge, StorageError, Timestamp, UserId, registration::RegistrationWriter};

use super::{
    database::{Keyring, SqlWork, sql::sql},
    erase,
    owned::{self, not_moved},
};

/// Returns the keyed hash of a user who is erased.
fn source_hash(keyring: &Keyring, source: UserId) -> Result<Vec<u8>, StorageError> {
    let hash = keyring.instance().keyed_hash("merged user", &source.to_string());
    hash.map(|hash| hash.to_vec()).map_err(|_| StorageError::Corrupt {
        table: "merges".to_owned(),
        column: "source".to_owned(),
        id: String::new(),
    })
}

// An anonymous user was merged with nobody.
not_moved!(Merge);

#[async_trait]
impl RegistrationWriter for SqlWork {
    async fn register(&mut self, user: UserId, at: Timestamp, from: Option<&str>) -> Result<bool, StorageError> {
        let text = "UPDATE users SET registered_at = $2, signed_up_from = $3 WHERE id = $1 AND registered_at IS NULL";
        let registered = sql(text).bind(user.to_string()).bind(at).bind(from.map(str::to_owned));
        Ok(registered.execute(self.tx()).await? == 1)
    }

    async fn set_deletion(&mut self, user: UserId, at: Option<Timestamp>) -> Result<(), StorageError> {
        let set = sql("UPDATE users SET delete_at = $2 WHERE id = $1 AND registered_at IS NOT NULL")
            .bind(user.to_string())
            .bind(at);
        set.execute(self.tx()).await.map(drop)
    }

    async fn erase_due(&mut self, now: Timestamp, limit: u32) -> Result<u64, StorageError> {
        let text = erase::held!("SELECT id FROM users WHERE delete_at <= $1 ORDER BY delete_at, id LIMIT $2");
        let found = sql(text).bind(now).bind(limit).fetch_all(self.tx()).await?;
        erase::users(self.tx(), &found).await
    }

    async fn move_data(&mut self, source: UserId, target: UserId) -> Result<(), StorageError> {
        owned::move_all(self, source, target).await
    }

    async fn add_merge(&mut self, merge: &Merge) -> Result<(), StorageError> {
        let source = source_hash(&self.keyring(), merge.source)?;
        let text = "INSERT INTO merges (user_id, source, wallets, frozen, merged_at) VALUES ($1, $2, $3, $4, $5)";
        let added = sql(text)
            .bind(merge.user.to_string())
            .bind(source)
            .bind(merge.wallets)
            .bind(merge.frozen)
            .bind(merge.merged_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn merge(&mut self, user: UserId, source: UserId) -> Result<Option<Merge>, StorageError> {
        let text = "SELECT wallets, frozen, merged_at FROM merges WHERE user_id = $1 AND source = $2";
        let hash = source_hash(&self.keyring(), source)?;
        let found = sql(text).bind(user.to_string()).bind(hash);
        let Some(row) = found.fetch_optional(self.tx()).await? else {
            return Ok(None);
        };
        let row = row.of("merges", &[]);
        Ok(Some(Merge {
            user,
            source,
            wallets: row.number("wallets")?,
            frozen: row.number("frozen")?,
            merged_at: row.time("merged_at")?,
        }))
    }

    async fn forget_merges(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let removed = sql("DELETE FROM merges WHERE merged_at < $1").bind(before);
        removed.execute(self.tx()).await.map(drop)
    }
}
