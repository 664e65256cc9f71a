//! Codes and links that prove an e-mail address.

use std::str::FromStr;

use async_trait::async_trait;

use crate::{
    ids::user::UserId, person::email::EmailAddress, secret::Secret, storage::StorageError, time::clock::Timestamp,
};

crate::id!(
    /// The id of a code.
    EmailCodeId
);

/// How many times a code can be tried.
pub const MAX_TRIES: u32 = 5;

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailCodePurpose {
    /// Signing in, or signing up.
    SignIn,
    /// Changing the address of a user.
    Change,
}

/// Why a text is not the purpose of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the purpose of a code")]
pub struct ParseEmailCodePurposeError;

impl EmailCodePurpose {
    /// Returns the text under which it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::Change => "change",
        }
    }
}

impl FromStr for EmailCodePurpose {
    type Err = ParseEmailCodePurposeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = [Self::SignIn, Self::Change].into_iter();
        all.find(|one| one.as_str() == text).ok_or(ParseEmailCodePurposeError)
    }
}

/// A code and a link that were sent to an e-mail address. Neither is stored, only keyed hashes of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailCode {
    /// Which code.
    pub id: EmailCodeId,
    /// What it is for.
    pub purpose: EmailCodePurpose,
    /// Where it was sent.
    pub email: EmailAddress,
    /// The user who changes their address; `None` for signing in.
    pub user: Option<UserId>,
    /// The user whose session requested it; `None` where there was no session.
    pub requested_by: Option<UserId>,
    /// Where on the page the user signed up, such as `leaving`.
    pub signed_up_from: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When the code expires.
    pub expires_at: Timestamp,
    /// When the link expires.
    pub link_expires_at: Timestamp,
}

/// What a code is tried for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailCodeQuery {
    /// The address to which it was sent.
    pub email: EmailAddress,
    /// What it is for.
    pub purpose: EmailCodePurpose,
    /// The user who changes their address; `None` for signing in.
    pub user: Option<UserId>,
}

/// Writes codes.
#[async_trait]
pub trait EmailCodeWriter: Send {
    /// Adds a code. Older codes for the same address, purpose and user can no longer be used; their links can. `link` is the
    /// SHA-256 of the link's token. An unknown `user` or `requested_by` is a [`StorageError::Conflict`]; the code is erased with either.
    /// An implementer MUST store the address encrypted, and of the code only a hash under a key
    /// that is not in the database, where it stores them outside of this process.
    async fn add(&mut self, code: &EmailCode, text: &Secret<String>, link: &[u8; 32]) -> Result<(), StorageError>;

    /// Counts a try and returns the code if the text is right and has not expired. Of any number of concurrent tries at most
    /// [`MAX_TRIES`] are compared with one code. The caller MUST commit the unit of work of a wrong try, so that it counts.
    async fn try_code(
        &mut self,
        query: &EmailCodeQuery,
        text: &Secret<String>,
        now: Timestamp,
    ) -> Result<Option<EmailCode>, StorageError>;

    /// Returns the code with this link, unless the link has expired. `link` is the SHA-256 of its token. The row is locked
    /// until the unit of work ends, so that one of several concurrent uses removes it.
    async fn with_link(&mut self, link: &[u8; 32], now: Timestamp) -> Result<Option<EmailCode>, StorageError>;

    /// Removes a code with its link, because it was used.
    async fn remove(&mut self, id: EmailCodeId) -> Result<(), StorageError>;

    /// Removes the codes of an address with this purpose and user, with their links.
    async fn remove_of(&mut self, query: &EmailCodeQuery) -> Result<(), StorageError>;

    /// Removes the codes whose links have expired, and voids expired codes, which do not become valid again if the clock is set back.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}
