//! Requests for a person's consent at an exchange that were not answered yet.

use async_trait::async_trait;

use crate::{
    ids::{chain::ChainId, user::UserId},
    person::{session::SessionId, wallet::Nickname},
    secret::pkce::PkceVerifier,
    storage::StorageError,
    time::clock::Timestamp,
};

/// A request for a person's consent at an exchange (OAuth 2.0, RFC 6749). The state itself is not stored, only its hash.
pub struct OAuthState {
    /// SHA-256 of the state.
    pub hash: [u8; 32],
    /// Who requested it.
    pub user: UserId,
    /// The session in which it was requested.
    pub session: SessionId,
    /// The row of the exchange.
    pub exchange: ChainId,
    /// What the user calls the account.
    pub name: Nickname,
    /// The verifier of the code.
    pub verifier: PkceVerifier,
    /// When it was requested.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// Writes requests for consent.
#[async_trait]
pub trait OAuthStateWriter: Send {
    /// Adds a request. A user or a session that does not exist is a [`StorageError::Conflict`]. An implementer MUST store the name and the
    /// verifier encrypted, where it stores them outside of this process.
    async fn add(&mut self, state: &OAuthState) -> Result<(), StorageError>;

    /// Removes the request with this hash and returns it, expired or not, so that it is used once. Of several concurrent uses one
    /// receives it.
    async fn take(&mut self, hash: &[u8; 32]) -> Result<Option<OAuthState>, StorageError>;

    /// Removes the expired requests.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}
