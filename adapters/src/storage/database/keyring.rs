//! The keys of a database: of the instance, and of each person.

use std::collections::{BTreeMap, btree_map::Entry};

use ports::{StorageError, UserId};

use super::{
    location::{DatabaseLocation, OpenError},
    sql::{Fields, Sql, Tx, sql},
};
use crate::seal::{DataKey, MasterKeySource, MasterKeys, OpenSealedError};

/// The owner of the key for what belongs to no person.
const INSTANCE: &str = "instance";

/// The master keys with the key of the instance. Its `Debug` hides them.
#[derive(Clone, Debug)]
pub(crate) struct Keyring {
    masters: MasterKeys,
    instance: DataKey,
}

impl Keyring {
    /// Opens the keys of a database, or creates them for a database that has none. Fails where the database has keys and the
    /// master key is missing or another one, because what is sealed could not be read.
    pub(crate) async fn open(
        on: &Sql,
        location: &DatabaseLocation,
        source: &MasterKeySource,
    ) -> Result<Self, OpenError> {
        let wrong = |why: String| OpenError::MasterKey {
            location: location.to_string(),
            why,
        };
        let stored = read(on).await.map_err(OpenError::storage(location))?;
        let masters = match &stored {
            Some(_) => MasterKeys::load(source),
            None => MasterKeys::load_or_create(source),
        };
        let masters = masters.map_err(|why| wrong(why.to_string()))?;
        let wrapped = match stored {
            Some(wrapped) => wrapped,
            None => create(on, &masters).await.map_err(OpenError::storage(location))?,
        };
        let instance = masters.unwrap(&wrapped, INSTANCE);
        let instance = instance.map_err(|_| wrong(format!("{source} has another key")))?;
        Ok(Self { masters, instance })
    }

    /// Returns the key for what belongs to no person.
    pub(crate) fn instance(&self) -> &DataKey {
        &self.instance
    }

    /// Fails unless the master key still opens the stored key of the instance, and that is the key in memory. It does not where
    /// the keys were encrypted with a new master key, or the database was replaced, while this process runs.
    pub(crate) async fn check(&self, on: &Sql) -> Result<(), StorageError> {
        let wrapped = read(on).await?.ok_or_else(|| corrupt(INSTANCE))?;
        let opened = self.masters.unwrap(&wrapped, INSTANCE).map_err(|_| corrupt(INSTANCE))?;
        if opened.bytes() == self.instance.bytes() {
            Ok(())
        } else {
            Err(corrupt(INSTANCE))
        }
    }

    /// Returns the key of a user, which is created when it is first needed. `None` for an unknown user.
    async fn of_user(&self, tx: &mut Tx, user: UserId) -> Result<Option<DataKey>, StorageError> {
        let owner = user.to_string();
        let text = "SELECT data_key FROM users WHERE id = $1";
        let Some(row) = sql(text).bind(owner.as_str()).fetch_optional(&mut *tx).await? else {
            return Ok(None);
        };
        let stored: Option<Vec<u8>> = row.of("users", &["id"]).get("data_key")?;
        if let Some(wrapped) = stored {
            return self.unwrap(user, &wrapped).map(Some);
        }
        let key = DataKey::random();
        let wrapped = self.masters.wrap(&key, &owner).map_err(|_| corrupt(&owner))?;
        let text = "UPDATE users SET data_key = $2 WHERE id = $1 AND data_key IS NULL RETURNING id";
        let made = sql(text).bind(owner.as_str()).bind(wrapped);
        if made.fetch_optional(&mut *tx).await?.is_some() {
            return Ok(Some(key));
        }
        let text = "SELECT data_key FROM users WHERE id = $1";
        let row = sql(text).bind(owner.as_str()).fetch_one(&mut *tx).await?;
        let wrapped: Vec<u8> = row.of("users", &["id"]).get("data_key")?;
        self.unwrap(user, &wrapped).map(Some)
    }

    /// Returns the key of a user from the column `users.data_key`.
    pub(crate) fn unwrap(&self, user: UserId, wrapped: &[u8]) -> Result<DataKey, StorageError> {
        let owner = user.to_string();
        self.masters
            .unwrap(wrapped, &owner)
            .map_err(|OpenSealedError| corrupt(&owner))
    }
}

/// How many users are read at a time.
const PAGE: u32 = 500;

/// Encrypts the keys of the instance and of all users again, with the newest of these master keys. Returns the number of users.
pub(crate) async fn rewrap(tx: &mut Tx, masters: &MasterKeys) -> Result<u64, StorageError> {
    let row = sql("SELECT data_key FROM instance").fetch_one(&mut *tx).await?;
    let wrapped: Vec<u8> = row.of("instance", &[]).get("data_key")?;
    let wrapped = masters.rewrap(&wrapped, INSTANCE).map_err(|_| corrupt(INSTANCE))?;
    let set = sql("UPDATE instance SET data_key = $1").bind(wrapped);
    set.execute(&mut *tx).await?;
    let (mut last, mut count) = (String::new(), 0);
    loop {
        let text = "SELECT id, data_key FROM users WHERE data_key IS NOT NULL AND id > $1 ORDER BY id LIMIT $2";
        let rows = sql(text).bind(last.as_str()).bind(PAGE).fetch_all(&mut *tx).await?;
        if rows.is_empty() {
            return Ok(count);
        }
        for row in &rows {
            let row = row.of("users", &["id"]);
            let (id, wrapped): (String, Vec<u8>) = (row.get("id")?, row.get("data_key")?);
            let wrapped = masters.rewrap(&wrapped, &id).map_err(|_| corrupt(&id))?;
            let set = sql("UPDATE users SET data_key = $2 WHERE id = $1")
                .bind(id.as_str())
                .bind(wrapped);
            count += set.execute(&mut *tx).await?;
            last = id;
        }
    }
}

/// Returns whether the newest of these master keys encrypted the key of the instance.
pub(crate) async fn is_newest(on: &Sql, masters: &MasterKeys) -> Result<bool, StorageError> {
    let wrapped = read(on).await?.ok_or_else(|| corrupt(INSTANCE))?;
    Ok(masters.is_newest(&wrapped, INSTANCE))
}

/// Keys of users, each decrypted once.
#[derive(Debug, Default)]
pub(crate) struct UserKeys(BTreeMap<UserId, DataKey>);

impl UserKeys {
    /// Returns the key of the user of a row, which has the columns `user_id` and `data_key`.
    pub(crate) fn of_row(&mut self, keyring: &Keyring, row: &Fields<'_>) -> Result<&DataKey, StorageError> {
        let user = row.parsed("user_id")?;
        match self.0.entry(user) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let wrapped: Vec<u8> = row.get("data_key")?;
                Ok(place.insert(keyring.unwrap(user, &wrapped)?))
            }
        }
    }

    /// Returns the key of a user, which is created when it is first needed. A user who does not exist is a conflict.
    pub(crate) async fn of_user(
        &mut self,
        keyring: &Keyring,
        tx: &mut Tx,
        user: UserId,
    ) -> Result<&DataKey, StorageError> {
        match self.0.entry(user) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(place) => {
                let key = keyring.of_user(tx, user).await?;
                Ok(place.insert(key.ok_or_else(|| StorageError::Conflict {
                    what: "users".to_owned(),
                })?))
            }
        }
    }
}

async fn read(on: &Sql) -> Result<Option<Vec<u8>>, StorageError> {
    let row = sql("SELECT data_key FROM instance").fetch_one(on).await?;
    row.of("instance", &[]).get("data_key")
}

/// Creates the key of the instance; of concurrent processes only one does.
async fn create(on: &Sql, masters: &MasterKeys) -> Result<Vec<u8>, StorageError> {
    let wrapped = masters
        .wrap(&DataKey::random(), INSTANCE)
        .map_err(|_| corrupt(INSTANCE))?;
    let text = "UPDATE instance SET data_key = $1 WHERE data_key IS NULL";
    sql(text).bind(wrapped).execute(on).await?;
    read(on).await?.ok_or_else(|| corrupt(INSTANCE))
}

fn corrupt(owner: &str) -> StorageError {
    StorageError::Corrupt {
        table: "users".to_owned(),
        column: "data_key".to_owned(),
        id: owner.to_owned(),
    }
}
