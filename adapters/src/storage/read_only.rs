//! Reading a database that another process may use.

use super::database::{
    Keyring,
    location::{DatabaseLocation, OpenError},
    migrations::{STEPS, newest},
    postgres,
    sql::Sql,
    sqlite,
    timeouts::DatabaseTimeouts,
};
use crate::seal::MasterKeySource;

/// A database that is read while a server may use it. Nothing in it is changed.
#[derive(Debug)]
pub struct ReadOnlyDatabase {
    sql: Sql,
    keyring: Keyring,
}

impl ReadOnlyDatabase {
    /// Opens a database whose schema is current. Another one is refused, because its tables differ.
    pub async fn open(
        location: &DatabaseLocation,
        master_keys: &MasterKeySource,
        timeouts: DatabaseTimeouts,
    ) -> Result<Self, OpenError> {
        let failed = || OpenError::storage(location);
        let (sql, found) = match location {
            DatabaseLocation::Memory => {
                let location = location.to_string();
                return Err(OpenError::NotAFile { location });
            }
            DatabaseLocation::File(path) => {
                let sql = sqlite::open_to_read(path, timeouts).await?;
                let found = sqlite::version(&sql, location).await?;
                (sql, found)
            }
            DatabaseLocation::Postgres(url) => {
                let sql = postgres::connect(url.reveal(), timeouts).await.map_err(failed())?;
                let found = postgres::version(&sql).await.map_err(failed())?;
                (sql, found)
            }
        };
        let (location, known) = (location.clone(), newest(STEPS));
        if found != known {
            sql.close().await;
            let location = location.to_string();
            return Err(if found > known {
                OpenError::Newer { location, found, known }
            } else {
                OpenError::OldSchema { location, found, known }
            });
        }
        let keyring = Keyring::open(&sql, &location, master_keys).await?;
        Ok(Self { sql, keyring })
    }

    pub(super) fn sql(&self) -> &Sql {
        &self.sql
    }

    pub(super) fn keyring(&self) -> &Keyring {
        &self.keyring
    }

    /// Closes every connection.
    pub async fn close(&self) {
        self.sql.close().await;
    }
}
