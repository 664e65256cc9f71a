//! Users' decisions to hide or show an asset.

use async_trait::async_trait;
use ports::{
    AssetId, StorageError, Timestamp, UserId,
    hidden_asset::{HiddenAsset, HiddenAssetReader, HiddenAssetWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::{self, MovedRows, moving},
};

fn hidden_asset(row: &Row) -> Result<HiddenAsset, StorageError> {
    let row = row.of("hidden_assets", &["user_id", "asset"]);
    Ok(HiddenAsset {
        asset: row.parsed("asset")?,
        hidden: row.get("hidden")?,
    })
}

#[async_trait]
impl MovedRows for HiddenAsset {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!("hidden_assets", "own.asset = hidden_assets.asset");
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl HiddenAssetReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<HiddenAsset>, StorageError> {
        let text = "SELECT user_id, asset, hidden FROM hidden_assets WHERE user_id = $1 ORDER BY asset";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        rows.iter().map(hidden_asset).collect()
    }
}

#[async_trait]
impl HiddenAssetWriter for SqlWork {
    async fn set(&mut self, user: UserId, choice: &HiddenAsset, now: Timestamp) -> Result<(), StorageError> {
        let text = "INSERT INTO hidden_assets (user_id, asset, hidden, decided_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id, asset) DO UPDATE SET hidden = excluded.hidden, decided_at = excluded.decided_at";
        let set = sql(text)
            .bind(user.to_string())
            .bind(choice.asset.as_str())
            .bind(choice.hidden)
            .bind(now);
        set.execute(self.tx()).await.map(drop)
    }

    async fn forget(&mut self, user: UserId, asset: &AssetId) -> Result<(), StorageError> {
        let text = "DELETE FROM hidden_assets WHERE user_id = $1 AND asset = $2";
        let gone = sql(text).bind(user.to_string()).bind(asset.as_str());
        gone.execute(self.tx()).await.map(drop)
    }
}
