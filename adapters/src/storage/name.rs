//! Resolved names and reverse names.

use async_trait::async_trait;
use ports::{
    Address, Name, StorageError, Timestamp,
    job::RetryState,
    name::{NameReader, NameWriter, Resolution, ReverseName},
};

use super::{
    database::Database,
    erase,
    sql::{listed, sql},
    wallet::{present, untried},
    work::SqlWork,
};

#[async_trait]
impl NameReader for Database {
    async fn latest(&self, name: &Name, now: Timestamp) -> Result<Option<Resolution>, StorageError> {
        let text = "SELECT name, address, resolved_at FROM names WHERE name = $1 AND resolved_at <= $2 \
             ORDER BY resolved_at DESC, address LIMIT 1";
        let newest = sql(text).bind(name.as_str()).bind(now);
        let Some(row) = newest.fetch_optional(self.sql()).await? else {
            return Ok(None);
        };
        let row = row.of("names", &["name"]);
        Ok(Some(Resolution {
            name: row.parsed("name")?,
            address: row.parsed("address")?,
            resolved_at: row.time("resolved_at")?,
        }))
    }

    async fn reverse(
        &self,
        addresses: &[Address],
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<ReverseName>, StorageError> {
        let text = listed!(
            "SELECT address, name, checked_at FROM reverse_names WHERE checked_at > $1 AND checked_at <= $2 AND address IN ",
            3,
            " ORDER BY address"
        );
        let found = sql(text).bind(since).bind(now).bind_list(addresses);
        let rows = found.fetch_all(self.sql()).await?;
        let reverse_name = |row: &super::sql::Row| {
            let row = row.of("reverse_names", &["address"]);
            Ok(ReverseName {
                address: row.parsed("address")?,
                name: row.maybe_parsed("name")?,
                checked_at: row.time("checked_at")?,
            })
        };
        rows.iter().map(reverse_name).collect()
    }

    async fn reverse_due(
        &self,
        before: Timestamp,
        tried: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Address>, StorageError> {
        let text = concat!(
            "SELECT wallets.address AS address FROM wallets \
             LEFT JOIN reverse_names ON reverse_names.address = wallets.address \
             WHERE removed_at IS NULL AND wallets.name IS NULL AND wallets.address LIKE '0x%' \
             AND (checked_at IS NULL OR checked_at < $1 OR checked_at > $2) \
             AND ",
            untried!("wallets.address"),
            " AND ",
            present!(),
            " GROUP BY wallets.address ORDER BY MIN(COALESCE(checked_at, 0)), wallets.address LIMIT $3"
        );
        let rows = sql(text)
            .bind(before)
            .bind(now)
            .bind(limit)
            .bind(tried.kind.as_str())
            .bind(tried.since)
            .fetch_all(self.sql())
            .await?;
        rows.iter()
            .map(|row| row.of("wallets", &["address"]).parsed("address"))
            .collect()
    }

    async fn is_reverse_wanted(&self, address: &Address) -> Result<bool, StorageError> {
        let text = concat!(
            "SELECT id FROM wallets WHERE address = $1 AND name IS NULL AND removed_at IS NULL AND ",
            present!(),
            " LIMIT 1"
        );
        let found = sql(text).bind(address.as_str()).fetch_optional(self.sql()).await?;
        Ok(found.is_some())
    }
}

#[async_trait]
impl NameWriter for SqlWork {
    async fn add(&mut self, resolution: &Resolution) -> Result<(), StorageError> {
        let text = "INSERT INTO names (name, resolved_at, address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let added = sql(text)
            .bind(resolution.name.as_str())
            .bind(resolution.resolved_at)
            .bind(resolution.address.as_str());
        added.execute(self.tx()).await.map(drop)
    }

    async fn keep_reverse(&mut self, found: &ReverseName) -> Result<(), StorageError> {
        let text = "INSERT INTO reverse_names (address, name, checked_at) VALUES ($1, $2, $3) \
             ON CONFLICT (address) DO UPDATE SET name = excluded.name, checked_at = excluded.checked_at";
        let kept = sql(text)
            .bind(found.address.as_str())
            .bind(found.name.as_ref().map(Name::as_str))
            .bind(found.checked_at);
        kept.execute(self.tx()).await.map(drop)
    }

    async fn erase_unused(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let found = sql("SELECT DISTINCT name FROM names WHERE resolved_at < $1").bind(before);
        let found = found.fetch_all(self.tx()).await?;
        erase::names(self.tx(), &found).await?;
        let text = "DELETE FROM reverse_names \
             WHERE address NOT IN (SELECT address FROM wallets WHERE address IS NOT NULL)";
        sql(text).execute(self.tx()).await?;
        erase::unused_name_disclosures(self.tx(), before).await
    }
}
