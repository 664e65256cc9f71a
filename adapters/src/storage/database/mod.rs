//! What the SQL of all nouns uses: an open [`Database`], its units of work, statements, migrations, files and caches.

pub(crate) mod asset_cache;
pub(crate) mod backup;
mod counter_key;
pub(crate) mod file;
pub(crate) mod instance;
mod job_revision;
pub(crate) mod keyring;
pub(crate) mod location;
pub(crate) mod migrations;
pub(crate) mod postgres;
mod snapshot_cache;
pub(crate) mod sql;
pub(crate) mod sqlite;
pub(crate) mod timeouts;
mod work;

use std::sync::Arc;

use async_trait::async_trait;
use ports::{Storage, StorageError, Stores, UnitOfWork};

use self::{
    asset_cache::AssetCache,
    file::Lock,
    instance::Instance,
    snapshot_cache::SnapshotCache,
    sql::{Sql, TimeLimit, sql},
};
pub(crate) use self::{
    counter_key::CounterKey,
    job_revision::revise_jobs,
    keyring::{Keyring, UserKeys},
    work::SqlWork,
};

/// An open database. It implements all readers and opens units of work.
#[derive(Debug)]
pub struct Database {
    sql: Sql,
    instance: Instance,
    assets: AssetCache,
    snapshots: SnapshotCache,
    counter_key: CounterKey,
    keyring: Arc<Keyring>,
    _lock: Option<Lock>,
}

impl Database {
    /// Returns a database whose schema is current.
    pub(crate) fn new(
        sql: Sql,
        instance: Instance,
        counter_key: CounterKey,
        keyring: Keyring,
        lock: Option<Lock>,
    ) -> Self {
        Self {
            sql,
            instance,
            counter_key,
            keyring: Arc::new(keyring),
            assets: AssetCache::default(),
            snapshots: SnapshotCache::default(),
            _lock: lock,
        }
    }

    /// Returns the connections.
    pub(crate) fn sql(&self) -> &Sql {
        &self.sql
    }

    /// Returns the keys under which values are sealed.
    pub(crate) fn keyring(&self) -> &Keyring {
        &self.keyring
    }

    /// Returns the cache of assets.
    pub(crate) fn asset_cache(&self) -> &AssetCache {
        &self.assets
    }

    /// Returns the cache of snapshots.
    pub(crate) fn snapshots(&self) -> &SnapshotCache {
        &self.snapshots
    }

    /// Returns the mark of the database.
    pub fn instance(&self) -> Instance {
        self.instance
    }

    /// Returns all readers.
    pub fn stores(self: &Arc<Self>) -> Stores {
        Stores::of(self)
    }

    /// Closes every connection; on SQLite the log is checkpointed into the file.
    pub async fn close(&self) {
        self.sql.close().await;
    }
}

#[async_trait]
impl Storage for Database {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let tx = self.sql.begin().await?;
        Ok(Box::new(SqlWork::new(
            tx,
            &self.snapshots,
            self.counter_key,
            self.keyring.clone(),
        )))
    }

    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let tx = self.sql.begin_within(TimeLimit::None).await?;
        Ok(Box::new(SqlWork::new(
            tx,
            &self.snapshots,
            self.counter_key,
            self.keyring.clone(),
        )))
    }

    /// Only SQLite needs this: Postgres maintains its log itself, and overwrites deleted rows in its own time.
    async fn scrub(&self) -> Result<(), StorageError> {
        if let Some(file) = self.sql.file() {
            sqlite::truncate_log(&self.sql, file).await?;
        }
        Ok(())
    }

    fn kind(&self) -> &'static str {
        self.sql.kind()
    }

    async fn check_keys(&self) -> Result<(), StorageError> {
        self.keyring.check(&self.sql).await
    }

    async fn room(&self) -> Result<Option<u64>, StorageError> {
        self.sql.file().map(|file| file.room()).transpose()
    }

    async fn check(&self) -> Result<(), StorageError> {
        if let Some(file) = self.sql.file() {
            file.check()?;
        }
        let wrote = sql("UPDATE instance SET checks = checks + 1")
            .execute(&self.sql)
            .await?;
        let row = sql("SELECT COUNT(*) AS marks FROM instance")
            .fetch_one(&self.sql)
            .await?;
        if wrote == 1 && row.of("instance", &[]).int("marks")? == 1 {
            Ok(())
        } else {
            Err(StorageError::Corrupt {
                table: "instance".to_owned(),
                column: "one".to_owned(),
                id: "1".to_owned(),
            })
        }
    }
}
