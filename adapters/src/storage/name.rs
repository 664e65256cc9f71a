//! Names that were resolved.

use async_trait::async_trait;
use ports::{
    Name, StorageError, Timestamp,
    name::{NameStore, NameWrites, Resolution},
};

use super::{database::Database, erase, sql::sql, work::Work};

#[async_trait]
impl NameStore for Database {
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
}

#[async_trait]
impl NameWrites for Work {
    async fn add(&mut self, resolution: &Resolution) -> Result<(), StorageError> {
        let text = "INSERT INTO names (name, resolved_at, address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let added = sql(text)
            .bind(resolution.name.as_str())
            .bind(resolution.resolved_at)
            .bind(resolution.address.as_str());
        added.execute(self.tx()).await.map(drop)
    }

    async fn erase_unused(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let found = sql("SELECT DISTINCT name FROM names WHERE resolved_at < $1").bind(before);
        let found = found.fetch_all(self.tx()).await?;
        erase::names(self.tx(), &found).await
    }
}
