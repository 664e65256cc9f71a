//! API keys: tokens with which a user's own programs read their data.

use std::{collections::BTreeSet, str::FromStr};

use async_trait::async_trait;

use crate::{chain::asset::clean, ids::user::UserId, storage::StorageError, text_type::text, time::clock::Timestamp};

crate::id!(
    /// An API key's id.
    ApiKeyId
);

/// A part of a user's data that an API key may read. No scope permits a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ApiKeyScope {
    /// Balances, the change of a day, and the explanations of figures.
    Portfolio,
    /// Transactions and their facts, costs and notes, and the comparison of history and balances.
    Ledger,
    /// The issues of the data, the state of sources, and the progress of reads.
    Health,
}

/// Why a text is not a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a scope; use portfolio, ledger or health")]
pub struct ParseScopeError;

impl ApiKeyScope {
    /// Every scope.
    pub const ALL: [Self; 3] = [Self::Portfolio, Self::Ledger, Self::Health];

    /// Returns its stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Portfolio => "portfolio",
            Self::Ledger => "ledger",
            Self::Health => "health",
        }
    }
}

impl FromStr for ApiKeyScope {
    type Err = ParseScopeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|scope| scope.as_str() == text);
        named.ok_or(ParseScopeError)
    }
}

/// What a user calls an API key: 1 to 60 characters, with control and invisible characters removed.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKeyName(String);

/// Why a text is not the name of an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseApiKeyNameError {
    /// No visible character.
    #[error("Give the key a name, such as Spreadsheet.")]
    Empty,
    /// Over 60 characters.
    #[error("A name can have up to 60 characters.")]
    TooLong,
}

impl ApiKeyName {
    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ApiKeyName {
    type Err = ParseApiKeyNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let shown = clean(text, 61);
        match shown.chars().count() {
            0 => Err(ParseApiKeyNameError::Empty),
            61 => Err(ParseApiKeyNameError::TooLong),
            _ => Ok(Self(shown)),
        }
    }
}

text!(ApiKeyName);

/// An API key of a user. The token itself is not stored, only its hash and its first characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// Which key.
    pub id: ApiKeyId,
    /// Whose data it reads.
    pub user: UserId,
    /// What the user calls it.
    pub name: ApiKeyName,
    /// The first characters of the token, by which people recognize it (see [`Token::shown_start`](crate::secret::token::Token::shown_start)).
    pub token_start: String,
    /// SHA-256 of the token.
    pub token_hash: [u8; 32],
    /// What it may read.
    pub scopes: BTreeSet<ApiKeyScope>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last used, to the minute; `None` where it was never used.
    pub used_at: Option<Timestamp>,
    /// When it expires; `None` for a key without an end.
    pub expires_at: Option<Timestamp>,
}

/// Reads API keys.
#[async_trait]
pub trait ApiKeyReader: Send + Sync {
    /// Returns the key with this token hash, expired or not.
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<ApiKey>, StorageError>;

    /// Returns the keys of a user, expired or not, the newest first.
    async fn of_user(&self, user: UserId) -> Result<Vec<ApiKey>, StorageError>;
}

/// Writes API keys.
#[async_trait]
pub trait ApiKeyWriter: Send {
    /// Adds a key. A second key with the same token hash, or one of an unknown user, is a [`StorageError::Conflict`].
    async fn add(&mut self, key: &ApiKey) -> Result<(), StorageError>;

    /// Returns how many keys a user has, including those that this unit of work added.
    async fn count(&mut self, user: UserId) -> Result<u32, StorageError>;

    /// Records a use of a key.
    async fn touch(&mut self, id: ApiKeyId, used_at: Timestamp) -> Result<(), StorageError>;

    /// Removes a key of a user. Returns `false` where the user has no such key.
    async fn remove(&mut self, user: UserId, id: ApiKeyId) -> Result<bool, StorageError>;

    /// Removes every key of a user.
    async fn remove_of(&mut self, user: UserId) -> Result<(), StorageError>;

    /// Removes the keys that expired by `now`, and those that were neither created nor used since `unused_since`.
    async fn remove_ended(&mut self, now: Timestamp, unused_since: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_shown_text_of_at_most_60_characters() {
        let parse = |text: &str| text.parse::<ApiKeyName>();
        assert_eq!(parse("  Home\u{202e} server\n").unwrap().as_str(), "Home server");
        assert_eq!(parse(" \u{200b} "), Err(ParseApiKeyNameError::Empty));
        assert!(parse(&"é".repeat(60)).is_ok());
        assert_eq!(parse(&"é".repeat(61)), Err(ParseApiKeyNameError::TooLong));
    }

    #[test]
    fn scopes_are_read_by_the_name_they_are_written_with() {
        for scope in ApiKeyScope::ALL {
            assert_eq!(scope.as_str().parse(), Ok(scope));
        }
        assert_eq!("Portfolio".parse::<ApiKeyScope>(), Err(ParseScopeError));
    }
}
