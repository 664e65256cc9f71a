//! The e-mail addresses of users.

use std::str::FromStr;

use async_trait::async_trait;

use crate::{ids::user::UserId, person::email::EmailAddress, storage::StorageError, time::clock::Timestamp};

/// An e-mail address of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserEmail {
    /// Whose.
    pub user: UserId,
    /// The address.
    pub address: EmailAddress,
    /// Whether the user proved that they receive its mail.
    pub state: UserEmailState,
    /// When it got that state.
    pub set_at: Timestamp,
}

/// Whether a user proved that they receive the mail of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UserEmailState {
    /// Yes. The user signs in with it; no other user has it.
    Verified,
    /// Not yet. It does not sign anyone in, and several users may have it.
    Pending,
}

/// Why a text is not the state of an e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the state of an e-mail address")]
pub struct ParseUserEmailStateError;

impl UserEmailState {
    /// Returns the text under which it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Pending => "pending",
        }
    }
}

impl FromStr for UserEmailState {
    type Err = ParseUserEmailStateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = [Self::Verified, Self::Pending].into_iter();
        all.find(|one| one.as_str() == text).ok_or(ParseUserEmailStateError)
    }
}

/// Reads the e-mail addresses of users.
#[async_trait]
pub trait UserEmailReader: Send + Sync {
    /// Returns the addresses of a user, the verified one first.
    async fn of_user(&self, user: UserId) -> Result<Vec<UserEmail>, StorageError>;

    /// Returns the user who has verified this address.
    async fn owner(&self, address: &EmailAddress) -> Result<Option<UserId>, StorageError>;
}

/// Writes the e-mail addresses of users.
#[async_trait]
pub trait UserEmailWriter: Send {
    /// Returns the user who has verified this address.
    async fn owner(&mut self, address: &EmailAddress) -> Result<Option<UserId>, StorageError>;

    /// Sets an address of a user, in place of the user's previous one with the same state. An address that another user has
    /// verified, or one of an unknown user, is a [`StorageError::Conflict`]. An implementer MUST store the address encrypted,
    /// with a key of the user that is erased with them, where it stores it outside of this process.
    async fn set(&mut self, email: &UserEmail) -> Result<(), StorageError>;

    /// Removes the address of a user with this state. Returns `false` where there was none.
    async fn clear(&mut self, user: UserId, state: UserEmailState) -> Result<bool, StorageError>;
}
