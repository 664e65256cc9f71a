//! Tokens that people added by their contract address.

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, StorageError, UserId,
    added_token::{AddedToken, AddedTokenReader, AddedTokenWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::{self, MovedRows, moving},
};

fn added_token(row: &Row) -> Result<AddedToken, StorageError> {
    let row = row.of("added_tokens", &["user_id", "asset"]);
    Ok(AddedToken {
        asset: row.parsed("asset")?,
        added_at: row.time("added_at")?,
    })
}

#[async_trait]
impl MovedRows for AddedToken {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!("added_tokens", "own.asset = added_tokens.asset");
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl AddedTokenReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<AddedToken>, StorageError> {
        let text = "SELECT user_id, asset, added_at FROM added_tokens WHERE user_id = $1 ORDER BY asset";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        rows.iter().map(added_token).collect()
    }

    async fn of_watchers(&self, account: &AccountId) -> Result<Vec<AssetId>, StorageError> {
        let text = "SELECT DISTINCT added_tokens.asset AS asset FROM added_tokens \
             JOIN wallets ON wallets.user_id = added_tokens.user_id AND wallets.removed_at IS NULL \
             WHERE wallets.address = $1 AND added_tokens.chain = $2 ORDER BY asset";
        let rows = sql(text)
            .bind(account.address.as_str())
            .bind(account.chain.as_str())
            .fetch_all(self.sql())
            .await?;
        rows.iter()
            .map(|row| row.of("added_tokens", &["asset"]).parsed("asset"))
            .collect()
    }
}

#[async_trait]
impl AddedTokenWriter for SqlWork {
    async fn add(&mut self, user: UserId, token: &AddedToken) -> Result<(), StorageError> {
        let text = "INSERT INTO added_tokens (user_id, asset, chain, added_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id, asset) DO UPDATE SET added_at = excluded.added_at";
        let added = sql(text)
            .bind(user.to_string())
            .bind(token.asset.as_str())
            .bind(token.asset.chain().as_str())
            .bind(token.added_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn remove(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError> {
        let text = "DELETE FROM added_tokens WHERE user_id = $1 AND asset = $2";
        let removed = sql(text).bind(user.to_string()).bind(asset.as_str());
        Ok(removed.execute(self.tx()).await? > 0)
    }
}
