//! Replacing the master key.

use ports::{Storage as _, StorageError};

use super::database::{
    Database,
    keyring::{is_newest, rewrap},
    location::{DatabaseLocation, OpenError, OpenOptions},
    postgres,
    sql::{Sql, TimeLimit},
};
use crate::seal::{MasterKeyError, MasterKeys};

/// The result of replacing the master key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyRotation {
    /// How many people have a key, which is encrypted with the new master key now.
    pub users: u64,
    /// Whether the new master key was made and written into the file; otherwise the operator had added it.
    pub is_made: bool,
}

/// Why the master key was not replaced.
#[derive(Debug, thiserror::Error)]
pub enum KeyRotationError {
    /// The database does not exist.
    #[error("{location} does not exist yet, so there are no keys")]
    Missing {
        /// Which database.
        location: String,
    },
    /// Other processes are connected to Postgres. A server would not know the new master key.
    #[error(
        "{location} is in use by {connections} other connections. Stop every Spyhop on it and end other sessions, then run this again. Nothing was changed"
    )]
    InUse {
        /// Which database.
        location: String,
        /// How many connections of others it has.
        connections: i64,
    },
    /// The database cannot be opened; a SQLite file also where a server uses it.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no new master key.
    #[error("{0}. Nothing was changed")]
    MasterKey(#[from] MasterKeyError),
    /// The database failed, or a key in it is damaged.
    #[error("{0}. Every key can still be read; run this again")]
    Storage(#[from] StorageError),
}

/// Encrypts the key of the instance and of every user with a new master key, in one transaction: the first of those in the
/// configuration where it is not in use yet, otherwise a new one, which is written into the key file before. So where this is
/// interrupted, every key can still be read, and the next call continues. The keys as they were encrypted before are removed from
/// the files of the database. The previous master keys stay in the file, because
/// backups made before need them.
pub async fn rotate_keys(location: &DatabaseLocation, opening: &OpenOptions) -> Result<KeyRotation, KeyRotationError> {
    let is_missing = match location {
        DatabaseLocation::Memory => true,
        DatabaseLocation::File(path) => !path.exists(),
        DatabaseLocation::Postgres(_) => false,
    };
    if is_missing {
        return Err(KeyRotationError::Missing {
            location: location.to_string(),
        });
    }
    let database = Database::open(location, opening).await?;
    let rotated = rotate(&database, location, opening).await;
    database.close().await;
    rotated
}

async fn rotate(
    database: &Database,
    location: &DatabaseLocation,
    opening: &OpenOptions,
) -> Result<KeyRotation, KeyRotationError> {
    if let Sql::Postgres(_) = database.sql() {
        let connections = postgres::other_connections(database.sql()).await?;
        if connections > 0 {
            let location = location.to_string();
            return Err(KeyRotationError::InUse { location, connections });
        }
    }
    let source = &opening.master_keys;
    let masters = MasterKeys::load(source)?;
    let is_made = is_newest(database.sql(), &masters).await?;
    let masters = if is_made { MasterKeys::add_new(source)? } else { masters };
    let mut tx = database.sql().begin_within(TimeLimit::None).await?;
    let users = rewrap(&mut tx, &masters).await?;
    tx.commit().await?;
    if let Sql::Postgres(pools) = database.sql() {
        postgres::rewrite(&pools.pool, &[("users", "data_key"), ("instance", "data_key")]).await?;
    }
    database.scrub().await?;
    Ok(KeyRotation { users, is_made })
}
