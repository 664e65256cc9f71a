//! The e-mail addresses of users. An address is sealed with its user's key and found by a keyed hash.

use async_trait::async_trait;
use ports::{
    EmailAddress, StorageError, UserEmail, UserEmailState, UserId,
    user_email::{UserEmailReader, UserEmailWriter},
};

use super::{
    database::{
        Database, Keyring, SqlWork,
        sql::{On, Row, Sql, sql},
    },
    owned::not_moved,
};
use crate::seal::SealedPlace;

/// Returns the keyed hash by which an address is found.
pub(super) fn lookup(keyring: &Keyring, address: &EmailAddress) -> Result<Vec<u8>, StorageError> {
    let hash = keyring.instance().keyed_hash("email", address.as_str());
    hash.map(|hash| hash.to_vec()).map_err(|_| corrupt("lookup", ""))
}

fn corrupt(column: &str, id: &str) -> StorageError {
    StorageError::Corrupt {
        table: "user_emails".to_owned(),
        column: column.to_owned(),
        id: id.to_owned(),
    }
}

/// The place of an address. The row is named by its user and state, so that a pending address cannot become the verified one.
fn place(row: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "user_emails",
        column: "sealed",
        row,
    }
}

fn row_key(user: UserId, state: UserEmailState) -> String {
    format!("{user} {}", state.as_str())
}

fn user_email(keyring: &Keyring, row: &Row) -> Result<UserEmail, StorageError> {
    let row = row.of("user_emails", &["user_id", "state"]);
    let (user, state): (UserId, UserEmailState) = (row.parsed("user_id")?, row.parsed("state")?);
    let (wrapped, sealed): (Vec<u8>, Vec<u8>) = (row.get("data_key")?, row.get("sealed")?);
    let opened = keyring
        .unwrap(user, &wrapped)?
        .open(place(&row_key(user, state)), &sealed);
    let opened = opened.map_err(|_| row.corrupt("sealed"))?;
    let text = std::str::from_utf8(&opened).map_err(|_| row.corrupt("sealed"))?;
    Ok(UserEmail {
        user,
        address: text.parse().map_err(|_| row.corrupt("sealed"))?,
        state,
        set_at: row.time("set_at")?,
    })
}

async fn owner(
    keyring: &Keyring,
    on: impl Into<On<'_>>,
    address: &EmailAddress,
) -> Result<Option<UserId>, StorageError> {
    let text = "SELECT user_id FROM user_emails WHERE lookup = $1 AND state = 'verified'";
    let found = sql(text).bind(lookup(keyring, address)?).fetch_optional(on).await?;
    found
        .map(|row| row.of("user_emails", &["user_id"]).parsed("user_id"))
        .transpose()
}

/// Returns whether an address is the verified one of a user.
pub(super) async fn is_verified(
    keyring: &Keyring,
    on: &Sql,
    user: UserId,
    address: &EmailAddress,
) -> Result<bool, StorageError> {
    Ok(owner(keyring, on, address).await? == Some(user))
}

// An address belongs to a registered user, and the source is anonymous.
not_moved!(UserEmail);

#[async_trait]
impl UserEmailReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<UserEmail>, StorageError> {
        let text = "SELECT user_id, state, sealed, set_at, users.data_key FROM user_emails \
             JOIN users ON users.id = user_emails.user_id WHERE user_id = $1 ORDER BY state DESC";
        let rows = sql(text).bind(user.to_string()).fetch_all(self.sql()).await?;
        rows.iter().map(|row| user_email(self.keyring(), row)).collect()
    }

    async fn owner(&self, address: &EmailAddress) -> Result<Option<UserId>, StorageError> {
        owner(self.keyring(), self.sql(), address).await
    }
}

#[async_trait]
impl UserEmailWriter for SqlWork {
    async fn owner(&mut self, address: &EmailAddress) -> Result<Option<UserId>, StorageError> {
        let keyring = self.keyring();
        owner(&keyring, self.tx(), address).await
    }

    async fn set(&mut self, email: &UserEmail) -> Result<(), StorageError> {
        let (keyring, row) = (self.keyring(), row_key(email.user, email.state));
        let key = self.user_key(email.user).await?;
        let sealed = key.seal(place(&row), email.address.as_str().as_bytes());
        let text = "INSERT INTO user_emails (user_id, state, lookup, sealed, set_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (user_id, state) DO UPDATE SET lookup = excluded.lookup, sealed = excluded.sealed, \
             set_at = excluded.set_at";
        let set = sql(text)
            .bind(email.user.to_string())
            .bind(email.state.as_str())
            .bind(lookup(&keyring, &email.address)?)
            .bind(sealed.map_err(|_| corrupt("sealed", &row))?)
            .bind(email.set_at);
        set.execute(self.tx()).await.map(drop)
    }

    async fn clear(&mut self, user: UserId, state: UserEmailState) -> Result<bool, StorageError> {
        let cleared = sql("DELETE FROM user_emails WHERE user_id = $1 AND state = $2")
            .bind(user.to_string())
            .bind(state.as_str());
        Ok(cleared.execute(self.tx()).await? == 1)
    }
}
