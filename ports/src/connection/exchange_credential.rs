//! Stored keys of exchanges. Each belongs to the row of an account, and is encrypted for its user.

use async_trait::async_trait;

use crate::{
    address::Address,
    connection::{account_id_hash::AccountIdHash, exchange_key::ExchangeKey, key_rights::KeyRights},
    ids::user::UserId,
    person::wallet::WalletId,
    storage::StorageError,
    time::clock::Timestamp,
};

/// The key with which an account at an exchange is read.
#[derive(Debug)]
pub struct ExchangeCredential {
    /// The row of the account among the user's wallets. There is one key for each.
    pub wallet: WalletId,
    /// Whose.
    pub user: UserId,
    /// The address of the account, which only the server makes.
    pub account: Address,
    /// The key.
    pub key: ExchangeKey,
    /// What the key may do, as the exchange last stated it.
    pub rights: KeyRights,
    /// What tells the account apart, as the exchange stated it when the key was entered; empty where it states nothing of the kind.
    pub id_hashes: Vec<AccountIdHash>,
    /// When the exchange stated what the key may do.
    pub checked_at: Timestamp,
    /// When the key was entered.
    pub created_at: Timestamp,
}

impl ExchangeCredential {
    /// Returns whether both read the same account at the exchange, as far as it states that.
    #[must_use]
    pub fn is_of_same_account(&self, other: &Self) -> bool {
        self.id_hashes.iter().any(|hash| other.id_hashes.contains(hash))
    }
}

/// Reads the keys of exchanges.
#[async_trait]
pub trait ExchangeCredentialReader: Send + Sync {
    /// Returns the key of an account; `None` where there is none.
    async fn of_account(&self, account: &Address) -> Result<Option<ExchangeCredential>, StorageError>;

    /// Returns all keys of a user, ordered by the time when they were entered and by their row.
    async fn of_user(&self, user: UserId) -> Result<Vec<ExchangeCredential>, StorageError>;

    /// Returns the keys of the rows that were removed at or before `before`, ordered by row.
    async fn disconnected(&self, before: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError>;

    /// Returns the keys of the users whose deletion is due at `now`, ordered by row.
    async fn of_users_to_erase(&self, now: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError>;
}

/// Writes the keys of exchanges.
#[async_trait]
pub trait ExchangeCredentialWriter: Send {
    /// Stores a key, in place of the previous one of the same row. A row of a user who does not exist is a
    /// [`StorageError::Conflict`].
    async fn save(&mut self, credential: &ExchangeCredential) -> Result<(), StorageError>;

    /// Stores what the exchange stated about a key since. Does nothing where there is no key.
    async fn checked(&mut self, wallet: WalletId, rights: &KeyRights, at: Timestamp) -> Result<(), StorageError>;

    /// Reserves the exchange of a key's tokens for new ones until `until`. Returns `false` where it is reserved by another process at `now`, or
    /// where there is no key.
    async fn begin_refresh(&mut self, wallet: WalletId, now: Timestamp, until: Timestamp)
    -> Result<bool, StorageError>;

    /// Ends the reservation until `until` and stores the new tokens, where there are any. Returns `false`, and stores nothing, where it is
    /// not reserved any more, because the key was replaced or erased.
    async fn end_refresh(
        &mut self,
        of: (UserId, WalletId),
        until: Timestamp,
        tokens: Option<&ExchangeKey>,
    ) -> Result<bool, StorageError>;

    /// Erases the key of a row. Returns `false` where there was none.
    async fn remove(&mut self, user: UserId, wallet: WalletId) -> Result<bool, StorageError>;

    /// Erases the keys of the rows that were removed at or before `before`.
    async fn remove_disconnected(&mut self, before: Timestamp) -> Result<(), StorageError>;
}
