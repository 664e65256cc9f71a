//! The assets in the entries of accounts.

use std::collections::BTreeMap;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Day, EntryAsset, StorageError, Timestamp,
    entry_asset::{EntryAssetReader, EntryAssetWriter},
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, Value, insert_many, listed, sql},
    },
    ledger::stored_number,
};

const EPOCH: Day = Day::of(Timestamp::from_millis(0));

fn entry_asset(row: &Row) -> Result<EntryAsset, StorageError> {
    let row = row.of("entry_assets", &["asset"]);
    Ok(EntryAsset {
        asset: row.parsed("asset")?,
        first: EPOCH.plus(row.int("first_day")?),
        last: EPOCH.plus(row.int("last_day")?),
        is_moved: row.get("is_moved")?,
    })
}

/// Reads assets, sorted here because the databases sort texts differently.
fn entry_assets(rows: &[Row]) -> Result<Vec<EntryAsset>, StorageError> {
    let mut found = rows.iter().map(entry_asset).collect::<Result<Vec<_>, _>>()?;
    found.sort_by(|a, b| a.asset.cmp(&b.asset));
    Ok(found)
}

#[async_trait]
impl EntryAssetReader for Database {
    async fn moved(&self) -> Result<Vec<EntryAsset>, StorageError> {
        let rows = sql("SELECT asset, first_day, last_day, is_moved FROM entry_assets WHERE is_moved");
        entry_assets(&rows.fetch_all(self.sql()).await?)
    }

    async fn moved_of(&self, assets: &[AssetId]) -> Result<Vec<EntryAsset>, StorageError> {
        let text = listed!(
            "SELECT asset, first_day, last_day, is_moved FROM entry_assets WHERE is_moved AND asset IN ",
            1,
            ""
        );
        entry_assets(&sql(text).bind_list(assets).fetch_all(self.sql()).await?)
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

fn row(moved: &EntryAsset) -> Vec<Value> {
    vec![
        moved.asset.as_str().into(),
        moved.first.number().into(),
        moved.last.number().into(),
        moved.is_moved.into(),
    ]
}

#[async_trait]
impl EntryAssetWriter for SqlWork {
    async fn add(&mut self, assets: &[EntryAsset]) -> Result<(), StorageError> {
        // Each once, because a statement cannot change a row twice.
        let mut merged: BTreeMap<&AssetId, EntryAsset> = BTreeMap::new();
        for moved in assets {
            let known = merged.entry(&moved.asset).or_insert_with(|| moved.clone());
            known.first = known.first.min(moved.first);
            known.last = known.last.max(moved.last);
            known.is_moved |= moved.is_moved;
        }
        insert_many(
            self.tx(),
            "INSERT INTO entry_assets (asset, first_day, last_day, is_moved)",
            merged.values().map(row).collect(),
            "ON CONFLICT (asset) DO UPDATE SET \
             first_day = CASE WHEN excluded.first_day < entry_assets.first_day THEN excluded.first_day \
             ELSE entry_assets.first_day END, \
             last_day = CASE WHEN excluded.last_day > entry_assets.last_day THEN excluded.last_day \
             ELSE entry_assets.last_day END, \
             is_moved = entry_assets.is_moved OR excluded.is_moved",
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
