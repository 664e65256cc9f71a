//! What users state about themselves, sealed with the user's key.

use async_trait::async_trait;
use ports::{
    MailingListEntry, StorageError, Timestamp, UserDetails, UserId,
    user_details::{UserDetailsReader, UserDetailsWriter},
};
use serde::{Deserialize, Serialize};

use super::{
    ReadOnlyDatabase,
    database::{
        Database, Keyring, SqlWork,
        sql::{On, sql},
    },
    owned::not_moved,
    user_email::is_verified,
};
use crate::seal::SealedPlace;

/// The sealed form.
#[derive(Serialize, Deserialize)]
struct StoredDetails {
    first_name: Option<String>,
    last_name: Option<String>,
    mobile: Option<String>,
    #[serde(default)]
    mailing_list: Option<StoredMailingListEntry>,
}

#[derive(Serialize, Deserialize)]
struct StoredMailingListEntry {
    address: String,
    from: Option<String>,
    joined_at: i64,
}

impl From<MailingListEntry> for StoredMailingListEntry {
    fn from(entry: MailingListEntry) -> Self {
        Self {
            address: entry.address.as_str().to_owned(),
            from: entry.from,
            joined_at: entry.joined_at.millis(),
        }
    }
}

impl StoredMailingListEntry {
    fn entry(self) -> Option<MailingListEntry> {
        Some(MailingListEntry {
            address: self.address.parse().ok()?,
            from: self.from,
            joined_at: Timestamp::from_millis(self.joined_at),
        })
    }
}

fn place(user: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "user_details",
        column: "sealed",
        row: user,
    }
}

fn corrupt(user: &str) -> StorageError {
    StorageError::Corrupt {
        table: "user_details".to_owned(),
        column: "sealed".to_owned(),
        id: user.to_owned(),
    }
}

async fn of_user(keyring: &Keyring, on: impl Into<On<'_>>, user: UserId) -> Result<UserDetails, StorageError> {
    let text = "SELECT sealed, users.data_key FROM user_details JOIN users ON users.id = user_details.user_id \
         WHERE user_id = $1";
    let id = user.to_string();
    let Some(row) = sql(text).bind(id).fetch_optional(on).await? else {
        return Ok(UserDetails::default());
    };
    let row = row.of("user_details", &[]);
    let (wrapped, sealed): (Vec<u8>, Vec<u8>) = (row.get("data_key")?, row.get("sealed")?);
    opened(keyring, user, &wrapped, &sealed)
}

/// Returns the details of a user from the columns of their row.
fn opened(keyring: &Keyring, user: UserId, wrapped: &[u8], sealed: &[u8]) -> Result<UserDetails, StorageError> {
    let id = user.to_string();
    let opened = keyring.unwrap(user, wrapped)?.open(place(&id), sealed);
    let opened = opened.map_err(|_| corrupt(&id))?;
    let StoredDetails {
        first_name,
        last_name,
        mobile,
        mailing_list,
    } = serde_json::from_slice(&opened).map_err(|_| corrupt(&id))?;
    Ok(UserDetails {
        first_name,
        last_name,
        mobile,
        mailing_list: match mailing_list {
            Some(stored) => Some(stored.entry().ok_or_else(|| corrupt(&id))?),
            None => None,
        },
    })
}

/// An address on the mailing list, for the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailingListMember {
    /// The address, and when and where it was entered.
    pub entry: MailingListEntry,
    /// Whether the user who entered it proved that it is theirs.
    pub is_verified: bool,
}

impl ReadOnlyDatabase {
    /// Returns the addresses on the mailing list, in the order of the users who entered them. Left out are those of users who
    /// left or will be deleted.
    pub async fn mailing_list(&self) -> Result<Vec<MailingListMember>, StorageError> {
        let text = "SELECT user_id, sealed, users.data_key FROM user_details JOIN users ON users.id = user_details.user_id \
             WHERE (users.left_at IS NULL OR users.registered_at IS NOT NULL) AND users.delete_at IS NULL \
             ORDER BY user_id";
        let mut members = Vec::new();
        for row in sql(text).fetch_all(self.sql()).await? {
            let row = row.of("user_details", &["user_id"]);
            let user: UserId = row.parsed("user_id")?;
            let (wrapped, sealed): (Vec<u8>, Vec<u8>) = (row.get("data_key")?, row.get("sealed")?);
            let Some(entry) = opened(self.keyring(), user, &wrapped, &sealed)?.mailing_list else {
                continue;
            };
            let is_verified = is_verified(self.keyring(), self.sql(), user, &entry.address).await?;
            members.push(MailingListMember { entry, is_verified });
        }
        Ok(members)
    }
}

// The details of the target stay.
not_moved!(UserDetails);

#[async_trait]
impl UserDetailsReader for Database {
    async fn of_user(&self, user: UserId) -> Result<UserDetails, StorageError> {
        of_user(self.keyring(), self.sql(), user).await
    }
}

#[async_trait]
impl UserDetailsWriter for SqlWork {
    async fn of_user(&mut self, user: UserId) -> Result<UserDetails, StorageError> {
        let keyring = self.keyring();
        of_user(&keyring, self.tx(), user).await
    }

    async fn set(&mut self, user: UserId, details: &UserDetails) -> Result<(), StorageError> {
        let key = self.user_key(user).await?;
        let UserDetails {
            first_name,
            last_name,
            mobile,
            mailing_list,
        } = details.clone();
        let stored = StoredDetails {
            first_name,
            last_name,
            mobile,
            mailing_list: mailing_list.map(Into::into),
        };
        let id = user.to_string();
        let stored = serde_json::to_vec(&stored).map_err(|_| corrupt(&id))?;
        let sealed = key.seal(place(&id), &stored).map_err(|_| corrupt(&id))?;
        let text = "INSERT INTO user_details (user_id, sealed) VALUES ($1, $2) \
             ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed";
        sql(text).bind(id).bind(sealed).execute(self.tx()).await.map(drop)
    }
}
