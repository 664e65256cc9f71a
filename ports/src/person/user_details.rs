//! What users state about themselves.

use std::fmt;

use async_trait::async_trait;

use crate::{ids::user::UserId, person::email::EmailAddress, storage::StorageError, time::clock::Timestamp};

/// What a user states about themselves. Its `Debug` hides it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct UserDetails {
    /// The first name, at most 250 characters.
    pub first_name: Option<String>,
    /// The last name, at most 250 characters.
    pub last_name: Option<String>,
    /// The mobile number as it was typed.
    pub mobile: Option<String>,
    /// The address to which the operator may send news.
    pub mailing_list: Option<MailingListEntry>,
}

/// An address on the mailing list of the operator. Its `Debug` hides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailingListEntry {
    /// The address, which may not be proven.
    pub address: EmailAddress,
    /// Where on the page it was entered.
    pub from: Option<String>,
    /// When it was entered.
    pub joined_at: Timestamp,
}

impl UserDetails {
    /// Returns these details, completed by those of another user where they state nothing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            first_name: self.first_name.or(other.first_name),
            last_name: self.last_name.or(other.last_name),
            mobile: self.mobile.or(other.mobile),
            mailing_list: self.mailing_list.or(other.mailing_list),
        }
    }
}

impl fmt::Debug for UserDetails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserDetails").finish_non_exhaustive()
    }
}

/// Reads what users state about themselves.
#[async_trait]
pub trait UserDetailsReader: Send + Sync {
    /// Returns the details of a user; empty ones where the user states none or is unknown.
    async fn of_user(&self, user: UserId) -> Result<UserDetails, StorageError>;
}

/// Writes what users state about themselves.
#[async_trait]
pub trait UserDetailsWriter: Send {
    /// Returns the details of a user; empty ones where the user states none or is unknown.
    async fn of_user(&mut self, user: UserId) -> Result<UserDetails, StorageError>;

    /// Replaces the details of a user. Details of an unknown user are a [`StorageError::Conflict`]. An implementer MUST store
    /// them encrypted, with a key of the user that is erased with them, where it stores them outside of this process.
    async fn set(&mut self, user: UserId, details: &UserDetails) -> Result<(), StorageError>;
}
