//! The assets that accounts moved themselves.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Day, MovedAsset, StorageError, Timestamp,
    moved_asset::{MovedAssetReader, MovedAssetWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, Value, insert_many, listed, sql},
    },
    ledger::stored_number,
};

const EPOCH: Day = Day::of(Timestamp::from_millis(0));

fn moved_asset(row: &Row) -> Result<MovedAsset, StorageError> {
    let row = row.of("moved_assets", &["asset"]);
    Ok(MovedAsset {
        asset: row.parsed("asset")?,
        first: EPOCH.plus(row.int("first_day")?),
        last: EPOCH.plus(row.int("last_day")?),
    })
}

/// Reads moved assets, sorted here because the databases sort texts differently.
fn moved_assets(rows: &[Row]) -> Result<Vec<MovedAsset>, StorageError> {
    let mut found = rows.iter().map(moved_asset).collect::<Result<Vec<_>, _>>()?;
    found.sort_by(|a, b| a.asset.cmp(&b.asset));
    Ok(found)
}

#[async_trait]
impl MovedAssetReader for Database {
    async fn all(&self) -> Result<Vec<MovedAsset>, StorageError> {
        let rows = sql("SELECT asset, first_day, last_day FROM moved_assets");
        moved_assets(&rows.fetch_all(self.sql()).await?)
    }

    async fn of_assets(&self, assets: &[AssetId]) -> Result<Vec<MovedAsset>, StorageError> {
        let text = listed!(
            "SELECT asset, first_day, last_day FROM moved_assets WHERE asset IN ",
            1,
            ""
        );
        moved_assets(&sql(text).bind_list(assets).fetch_all(self.sql()).await?)
    }

    async fn unsearched(&self, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let text = "SELECT account FROM ledgers WHERE searched_revision < revision ORDER BY account LIMIT $1";
        let rows = sql(text).bind(limit).fetch_all(self.sql()).await?;
        let account = |row: &Row| row.of("ledgers", &["account"]).kept("account", AccountId::kept);
        rows.iter().map(account).collect()
    }

    async fn searched(&self, account: &AccountId) -> Result<u64, StorageError> {
        let text = "SELECT searched_revision FROM ledgers WHERE account = $1";
        let row = sql(text).bind(account.to_string()).fetch_optional(self.sql()).await?;
        let revision = |row: Row| row.of("ledgers", &["account"]).number("searched_revision");
        Ok(row.map(revision).transpose()?.unwrap_or_default())
    }
}

fn row(moved: &MovedAsset) -> Vec<Value> {
    vec![
        moved.asset.as_str().into(),
        moved.first.number().into(),
        moved.last.number().into(),
    ]
}

#[async_trait]
impl MovedAssetWriter for SqlWork {
    async fn add(&mut self, assets: &[MovedAsset]) -> Result<(), StorageError> {
        // Each once, because a statement cannot change a row twice.
        let mut merged: BTreeMap<&AssetId, MovedAsset> = BTreeMap::new();
        for moved in assets {
            let known = merged.entry(&moved.asset).or_insert_with(|| moved.clone());
            known.first = known.first.min(moved.first);
            known.last = known.last.max(moved.last);
        }
        insert_many(
            self.tx(),
            "INSERT INTO moved_assets (asset, first_day, last_day)",
            merged.values().map(row).collect(),
            "ON CONFLICT (asset) DO UPDATE SET \
             first_day = CASE WHEN excluded.first_day < moved_assets.first_day THEN excluded.first_day \
             ELSE moved_assets.first_day END, \
             last_day = CASE WHEN excluded.last_day > moved_assets.last_day THEN excluded.last_day \
             ELSE moved_assets.last_day END",
        )
        .await
        .map(drop)
    }

    async fn set_searched(&mut self, account: &AccountId, ledger_revision: u64) -> Result<(), StorageError> {
        let text = "UPDATE ledgers SET searched_revision = $1 WHERE account = $2 AND searched_revision < $1";
        let set = sql(text).bind(stored_number(ledger_revision)).bind(account.to_string());
        set.execute(self.tx()).await.map(drop)
    }
}
