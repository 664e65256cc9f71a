//! Prices that people set.

use async_trait::async_trait;
use ports::{
    AssetId, ManualPrice, StorageError, UserId,
    manual_price::{ManualPriceReader, ManualPriceWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::{self, MovedRows, moving},
};

fn manual_price(row: &Row) -> Result<ManualPrice, StorageError> {
    let row = row.of("manual_prices", &["user_id", "asset"]);
    Ok(ManualPrice {
        user: row.parsed("user_id")?,
        asset: row.parsed("asset")?,
        price: row.parsed("price")?,
        set_at: row.time("set_at")?,
    })
}

#[async_trait]
impl MovedRows for ManualPrice {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!("manual_prices", "own.asset = manual_prices.asset");
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl ManualPriceReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<ManualPrice>, StorageError> {
        let text = "SELECT user_id, asset, price, set_at FROM manual_prices WHERE user_id = $1 ORDER BY asset";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        rows.iter().map(manual_price).collect()
    }
}

#[async_trait]
impl ManualPriceWriter for SqlWork {
    async fn set(&mut self, price: &ManualPrice) -> Result<(), StorageError> {
        let text = "INSERT INTO manual_prices (user_id, asset, price, set_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id, asset) DO UPDATE SET price = excluded.price, set_at = excluded.set_at";
        let set = sql(text)
            .bind(price.user.to_string())
            .bind(price.asset.as_str())
            .bind(price.price.to_string())
            .bind(price.set_at);
        set.execute(self.tx()).await.map(drop)
    }

    async fn clear(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError> {
        let cleared = sql("DELETE FROM manual_prices WHERE user_id = $1 AND asset = $2")
            .bind(user.to_string())
            .bind(asset.as_str());
        Ok(cleared.execute(self.tx()).await? > 0)
    }
}
