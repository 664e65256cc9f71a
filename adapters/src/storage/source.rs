//! The states of sources.

use async_trait::async_trait;
use ports::{
    SourceId, SourceState, StorageError, Timestamp,
    failure::Failure,
    source::{SourceReader, SourceWriter},
};

use super::{
    database::Database,
    fields::json,
    sql::{Row, sql},
    work::SqlWork,
};

fn state(row: &Row) -> Result<SourceState, StorageError> {
    let row = row.of("sources", &["id"]);
    Ok(SourceState {
        id: row.parsed("id")?,
        ok_at: row.maybe_time("ok_at")?,
        failure: row.maybe_json("failure")?,
    })
}

#[async_trait]
impl SourceReader for Database {
    async fn all(&self) -> Result<Vec<SourceState>, StorageError> {
        let rows = sql("SELECT id, ok_at, failure FROM sources ORDER BY id");
        rows.fetch_all(self.sql()).await?.iter().map(state).collect()
    }
}

#[async_trait]
impl SourceWriter for SqlWork {
    async fn answered(&mut self, id: &SourceId, at: Timestamp) -> Result<(), StorageError> {
        let text = "INSERT INTO sources (id, ok_at) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET ok_at = excluded.ok_at, failure = NULL";
        sql(text).bind(id.as_str()).bind(at).execute(self.tx()).await.map(drop)
    }

    async fn failed(&mut self, id: &SourceId, failure: &Failure) -> Result<(), StorageError> {
        let text = "INSERT INTO sources (id, failure) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET failure = excluded.failure";
        let failed = sql(text).bind(id.as_str()).bind(json("sources", failure)?);
        failed.execute(self.tx()).await.map(drop)
    }
}
