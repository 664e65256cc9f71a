//! The keys of a database: of the instance, and of each person.

use ports::{StorageError, UserId};

use super::{
    location::{DatabaseLocation, OpenError, OpenOptions},
    sql::{Sql, Tx, sql},
};
use crate::seal::{DataKey, MasterKeys, OpenSealedError};

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
    pub(crate) async fn open(on: &Sql, location: &DatabaseLocation, opening: &OpenOptions) -> Result<Self, OpenError> {
        let source = &opening.master_keys;
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

    /// Returns the key of a user, which is created when it is first needed. `None` for an unknown user.
    pub(crate) async fn of_user(&self, tx: &mut Tx, user: UserId) -> Result<Option<DataKey>, StorageError> {
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
