//! Wallets with which users sign in.

use async_trait::async_trait;

use crate::{address::Address, chain::ChainId, ids::user::UserId, storage::StorageError, time::clock::Timestamp};

/// A wallet with which a user signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInWallet {
    /// Its address.
    pub address: Address,
    /// The chain on which a contract proved the address; `None` where its key did, which is valid on all chains.
    pub chain: Option<ChainId>,
    /// Whose.
    pub user: UserId,
    /// When it was linked.
    pub linked_at: Timestamp,
}

/// A message to sign that was issued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInChallenge {
    /// The random text in the message.
    pub nonce: String,
    /// The address that is to sign it.
    pub address: Address,
    /// The chain in the message.
    pub chain: ChainId,
    /// The user whose session requested it; `None` where there was no session.
    pub requested_by: Option<UserId>,
    /// When the message is no longer accepted.
    pub expires_at: Timestamp,
}

/// Reads wallets with which users sign in.
#[async_trait]
pub trait SignInWalletReader: Send + Sync {
    /// Returns the wallets of a user, the first linked first.
    async fn of_user(&self, user: UserId) -> Result<Vec<SignInWallet>, StorageError>;
}

/// Writes wallets with which users sign in, and the messages that they sign.
#[async_trait]
pub trait SignInWalletWriter: Send {
    /// Stores a message that was issued. One that an unknown user requested is a [`StorageError::Conflict`]; it is erased with its user.
    async fn issue(&mut self, challenge: &SignInChallenge) -> Result<(), StorageError>;

    /// Returns the message with this nonce, unless it has expired. It can still be taken.
    async fn issued(&mut self, nonce: &str, now: Timestamp) -> Result<Option<SignInChallenge>, StorageError>;

    /// Removes and returns the message with this nonce, unless it has expired. Of several concurrent calls one returns it.
    async fn take(&mut self, nonce: &str, now: Timestamp) -> Result<Option<SignInChallenge>, StorageError>;

    /// Removes expired messages.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;

    /// Returns the user who signs in with an address that was proven in this way.
    async fn owner(&mut self, address: &Address, chain: Option<&ChainId>) -> Result<Option<UserId>, StorageError>;

    /// Links a wallet to its user. One that is linked to a user already, or of an unknown user, is a
    /// [`StorageError::Conflict`].
    async fn link(&mut self, wallet: &SignInWallet) -> Result<(), StorageError>;

    /// Removes a wallet of a user. Returns `false` where the user has none like it.
    async fn unlink(&mut self, user: UserId, address: &Address, chain: Option<&ChainId>) -> Result<bool, StorageError>;
}
