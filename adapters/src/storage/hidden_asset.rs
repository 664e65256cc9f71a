//! Assets that people hid.

use async_trait::async_trait;
use ports::{
    AssetId, StorageError, Timestamp, UserId,
    hidden_asset::{HiddenAssetStore, HiddenAssetWrites},
};

use super::{database::Database, sql::sql, work::Work};

#[async_trait]
impl HiddenAssetStore for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<AssetId>, StorageError> {
        let text = "SELECT user_id, asset FROM hidden_assets WHERE user_id = $1 ORDER BY asset";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        let asset = |row: &super::sql::Row| row.of("hidden_assets", &["user_id", "asset"]).parsed("asset");
        rows.iter().map(asset).collect()
    }
}

#[async_trait]
impl HiddenAssetWrites for Work {
    async fn hide(&mut self, user: UserId, asset: &AssetId, now: Timestamp) -> Result<(), StorageError> {
        let text = "INSERT INTO hidden_assets (user_id, asset, hidden_at) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, asset) DO NOTHING";
        let hidden = sql(text).bind(user.to_string()).bind(asset.as_str()).bind(now);
        hidden.execute(self.tx()).await.map(drop)
    }

    async fn show(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError> {
        let shown = sql("DELETE FROM hidden_assets WHERE user_id = $1 AND asset = $2")
            .bind(user.to_string())
            .bind(asset.as_str());
        Ok(shown.execute(self.tx()).await? > 0)
    }
}
