//! A database that is open.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{Storage, StorageError, Stores, UnitOfWork};

use super::{
    asset_memory::AssetMemory,
    connection::TimeLimit,
    counter_key::CounterKey,
    instance::{self, Instance},
    job_lease::free_all,
    lock::Lock,
    migrations::STEPS,
    place::{OpenError, Opening, Place},
    postgres,
    snapshot_memory::SnapshotMemory,
    sql::{Sql, sql},
    sqlite,
    work::Work,
};

/// An open database: every store's reading side, and the door to units of work.
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
    /// Opens a database and brings its schema up to date; a file is backed up first. Refuses a newer or a damaged one, one
    /// that holds the other world, and a file that another process has.
    pub async fn open(place: &Place, opening: &Opening) -> Result<Self, OpenError> {
        let (sql, lock) = match place {
            Place::Memory => (
                sqlite::open_memory(STEPS).await.map_err(OpenError::storage(place))?,
                None,
            ),
            Place::File(path) => {
                let (sql, lock) = sqlite::open_file(path, STEPS, opening.now).await?;
                (sql, Some(lock))
            }
            Place::Postgres(url) => (
                postgres::open(url.reveal(), place, STEPS, opening.have_backup).await?,
                None,
            ),
        };
        match Self::of(sql.clone(), lock, place, opening).await {
            Ok(database) => Ok(database),
            Err(why) => {
                sql.close().await;
                Err(why)
            }
        }
    }

    async fn of(sql: Sql, lock: Option<Lock>, place: &Place, opening: &Opening) -> Result<Self, OpenError> {
        let instance = instance::mark(&sql, place, opening).await?;
        if let Some(lock) = &lock {
            lock.remember(instance.id)?;
            free_all(&sql, opening.now).await.map_err(OpenError::storage(place))?;
        }
        if let Some(file) = sql.file()
            && let Some(revision) = instance::revision(&sql, true)
                .await
                .map_err(OpenError::storage(place))?
        {
            file.watch(revision)?;
        }
        let counter_key = CounterKey::of(&sql).await.map_err(OpenError::storage(place))?;
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

    /// What is kept in memory of the assets here.
    pub(super) fn memory(&self) -> &AssetMemory {
        &self.memory
    }

    /// The snapshots that are kept in memory.
    pub(super) fn snapshots(&self) -> &SnapshotMemory {
        &self.snapshots
    }

    /// What this database is.
    pub fn instance(&self) -> Instance {
        self.instance
    }

    /// The reading side of every store.
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

    /// Ends every connection; on SQLite the log is folded into the file.
    pub async fn close(&self) {
        self.sql.close().await;
    }
}

#[async_trait]
impl Storage for Database {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let tx = self.sql.begin().await?;
        Ok(Box::new(Work::new(tx, &self.snapshots, self.counter_key)))
    }

    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        let tx = self.sql.begin_within(TimeLimit::None).await?;
        Ok(Box::new(Work::new(tx, &self.snapshots, self.counter_key)))
    }

    /// Postgres keeps its log itself, and overwrites what was deleted in its own time.
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
