//! Accepted decimals.

use async_trait::async_trait;
use ports::{
    AssetId, StorageError, Timestamp, UserId,
    accepted_decimals::{AcceptedDecimals, AcceptedDecimalsReader, AcceptedDecimalsWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, sql},
    },
    owned::{self, MovedRows, moving},
};

fn accepted(row: &Row) -> Result<AcceptedDecimals, StorageError> {
    let row = row.of("accepted_decimals", &["user_id", "asset"]);
    Ok(AcceptedDecimals {
        asset: row.parsed("asset")?,
        decimals: row.number("decimals")?,
    })
}

#[async_trait]
impl MovedRows for AcceptedDecimals {
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let text = moving!("accepted_decimals", "own.asset = accepted_decimals.asset");
        owned::run(work, text, source, target).await
    }
}

#[async_trait]
impl AcceptedDecimalsReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<AcceptedDecimals>, StorageError> {
        let text = "SELECT user_id, asset, decimals FROM accepted_decimals WHERE user_id = $1 ORDER BY asset";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        rows.iter().map(accepted).collect()
    }
}

#[async_trait]
impl AcceptedDecimalsWriter for SqlWork {
    async fn accept(&mut self, user: UserId, accepted: &AcceptedDecimals, now: Timestamp) -> Result<(), StorageError> {
        let text = "INSERT INTO accepted_decimals (user_id, asset, decimals, accepted_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id, asset) DO UPDATE SET decimals = excluded.decimals, accepted_at = excluded.accepted_at";
        let kept = sql(text)
            .bind(user.to_string())
            .bind(accepted.asset.as_str())
            .bind(i64::from(accepted.decimals))
            .bind(now);
        kept.execute(self.tx()).await.map(drop)
    }

    async fn withdraw(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError> {
        let gone = sql("DELETE FROM accepted_decimals WHERE user_id = $1 AND asset = $2")
            .bind(user.to_string())
            .bind(asset.as_str());
        Ok(gone.execute(self.tx()).await? > 0)
    }
}
