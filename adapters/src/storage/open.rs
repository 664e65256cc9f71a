//! Opening a database.

use super::{
    database::{
        CounterKey, Database, Keyring,
        file::Lock,
        instance,
        location::{DatabaseLocation, OpenError, OpenOptions},
        migrations::STEPS,
        postgres,
        sql::Sql,
        sqlite,
    },
    idempotency::release_unfinished,
    job::release_all,
};

impl Database {
    /// Opens a database and migrates its schema, after a backup where it is a file. Fails for a newer or damaged database, for
    /// one with live instead of demo data or the reverse, and for a file that another process uses.
    pub async fn open(location: &DatabaseLocation, opening: &OpenOptions) -> Result<Self, OpenError> {
        let (sql, lock) = match location {
            DatabaseLocation::Memory => (
                sqlite::open_memory(STEPS, opening.timeouts)
                    .await
                    .map_err(OpenError::storage(location))?,
                None,
            ),
            DatabaseLocation::File(path) => {
                let (sql, lock) = sqlite::open_file(path, STEPS, opening.now, opening.timeouts).await?;
                (sql, Some(lock))
            }
            DatabaseLocation::Postgres(url) => (postgres::open(url.reveal(), location, STEPS, opening).await?, None),
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
            release_all(&sql, opening.now)
                .await
                .map_err(OpenError::storage(location))?;
        }
        if let Some(file) = sql.file()
            && let Some(revision) = instance::revision(&sql).await.map_err(OpenError::storage(location))?
        {
            file.watch(revision)?;
        }
        release_unfinished(&sql).await.map_err(OpenError::storage(location))?;
        let counter_key = CounterKey::of(&sql).await.map_err(OpenError::storage(location))?;
        let keyring = Keyring::open(&sql, location, &opening.master_keys).await?;
        Ok(Self::new(sql, instance, counter_key, keyring, lock))
    }
}
