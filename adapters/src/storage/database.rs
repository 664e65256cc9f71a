//! An open database.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{Storage, StorageError, Stores, UnitOfWork};

use super::{
    asset_memory::AssetMemory,
    connection::TimeLimit,
    counter_key::CounterKey,
    instance::{self, Instance},
    job_lease::free_all,
    location::{DatabaseLocation, OpenError, OpenOptions},
    lock::Lock,
    migrations::STEPS,
    postgres,
    snapshot_memory::SnapshotMemory,
    sql::{Sql, sql},
    sqlite,
    work::SqlWork,
};

/// An open database. It implements all readers and opens units of work.
#[derive(Debug)]
pub struct Database {
    sql: Sql,
    instance: Instance,
    memory: AssetMemory,
    snapshots: SnapshotMemory,
    counter_key: CounterKey,
    _lock: Option<Lock>,
}

impl Database {
    /// Opens a database and migrates its schema, after a backup where it is a file. Fails for a newer or damaged database, for
    /// one with live instead of demo data or the reverse, and for a file that another process uses.
    pub async fn open(location: &DatabaseLocation, opening: &OpenOptions) -> Result<Self, OpenError> {
        let (sql, lock) = match location {
            DatabaseLocation::Memory => (
                sqlite::open_memory(STEPS).await.map_err(OpenError::storage(location))?,
                None,
            ),
            DatabaseLocation::File(path) => {
                let (sql, lock) = sqlite::open_file(path, STEPS, opening.now).await?;
                (sql, Some(lock))
            }
            DatabaseLocation::Postgres(url) => (
                postgres::open(url.reveal(), location, STEPS, opening.have_backup).await?,
                None,
            ),
        };
        match Self::of(sql.clone(), lock, location, opening).await {
            Ok(database) => Ok(database),
            Err(why) => {
                sql.close().await;
                Err(why)
            }
        }
    }

    async fn of(
        sql: Sql,
        lock: Option<Lock>,
        location: &DatabaseLocation,
        opening: &OpenOptions,
    ) -> Result<Self, OpenError> {
        let instance = instance::mark(&sql, location, opening).await?;
        if let Some(lock) = &lock {
            lock.remember(instance.id)?;
            free_all(&sql, opening.now)
                .await
                .map_err(OpenError::storage(location))?;
        }
        if let Some(file) = sql.file()
            && let Some(revision) = instance::revision(&sql, true)
                .await
                .map_err(OpenError::storage(location))?
        {
            file.watch(revision)?;
        }
        let counter_key = CounterKey::of(&sql).await.map_err(OpenError::storage(location))?;
        Ok(Self {
            sql,
            instance,
            counter_key,
            memory: AssetMemory::default(),
            snapshots: SnapshotMemory::default(),
            _lock: lock,
        })
    }

    pub(super) fn sql(&self) -> &Sql {
        &self.sql
    }

    /// Returns the cache of assets.
    pub(super) fn memory(&self) -> &AssetMemory {
        &self.memory
    }

    /// Returns the cache of snapshots.
    pub(super) fn snapshots(&self) -> &SnapshotMemory {
        &self.snapshots
    }

    /// Returns the mark of the database.
    pub fn instance(&self) -> Instance {
        self.instance
    }

    /// Returns all readers.
    pub fn stores(self: &Arc<Self>) -> Stores {
        Stores {
            users: self.clone(),
            sessions: self.clone(),
            shares: self.clone(),
            wallets: self.clone(),
            extended_keys: self.clone(),
            accounts: self.clone(),
            names: self.clone(),
            assets: self.clone(),
            snapshots: self.clone(),
            quotes: self.clone(),
            currencies: self.clone(),
            manual_prices: self.clone(),
            hidden_assets: self.clone(),
            accepted_decimals: self.clone(),
            added_tokens: self.clone(),
            recipes: self.clone(),
            jobs: self.clone(),
            job_changes: self.clone(),
            disclosures: self.clone(),
            sources: self.clone(),
        }
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
        Ok(Box::new(SqlWork::new(tx, &self.snapshots, self.counter_key)))
    }

    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let tx = self.sql.begin_within(TimeLimit::None).await?;
        Ok(Box::new(SqlWork::new(tx, &self.snapshots, self.counter_key)))
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
