//! API keys, with which a user's own programs read their data.
//!
//! A key reads what its scopes name and changes nothing. It is shown once, when it is created.

mod authenticate;
mod cleanup;
mod create;

use std::{sync::Arc, time::Duration};

use ports::{
    ApiKey, Ports, StorageError, Timestamp,
    api_key::{ApiKeyId, ParseApiKeyNameError},
};

use crate::caller::Caller;

pub use authenticate::AuthenticatedKey;
pub(crate) use cleanup::ApiKeyCleanup;
pub use create::{ApiKeyLifetime, CreatedApiKey, NewApiKey, ParseLifetimeError};

/// A key ends after this time without use: 365 days.
pub(crate) const UNUSED_KEYS: Duration = Duration::from_hours(365 * 24);
/// The most keys of one user.
pub const MOST_KEYS: u32 = 20;

/// Use cases on API keys.
pub struct ApiKeys {
    ports: Arc<Ports>,
}

/// Why an API key was not created or revoked.
#[derive(Debug, thiserror::Error)]
pub enum ApiKeyError {
    /// The name has no visible character or too many.
    #[error(transparent)]
    Name(#[from] ParseApiKeyNameError),
    /// The key would read nothing.
    #[error("Choose what the key may read: portfolio, ledger or health.")]
    NoScope,
    /// The user has as many keys as one user may have.
    #[error("You have {MOST_KEYS} API keys. Revoke one before you create another.")]
    TooMany,
    /// Creating a key needs a user who signed in within the last minutes.
    #[error("Please confirm that it's you: sign in again, then retry.")]
    ProofRequired,
    /// The user has no such key.
    #[error("There is no such API key.")]
    NotFound,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl ApiKeys {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Returns the caller's keys that are valid, the newest first.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<ApiKey>, ApiKeyError> {
        let now = self.ports.clock.now();
        let mut keys = self.ports.stores.api_keys.of_user(caller.user).await?;
        keys.retain(|key| !is_over(key, now));
        Ok(keys)
    }

    /// Ends one of the caller's keys immediately. It needs no recent proof, so that a lost key can be ended at once.
    pub async fn revoke(&self, caller: &Caller, id: ApiKeyId) -> Result<(), ApiKeyError> {
        let mut work = self.ports.storage.begin().await?;
        if !work.api_keys().remove(caller.user, id).await? {
            return Err(ApiKeyError::NotFound);
        }
        Ok(work.commit().await?)
    }
}

/// Returns whether a key expired or was not used for [`UNUSED_KEYS`].
fn is_over(key: &ApiKey, now: Timestamp) -> bool {
    key.expires_at.is_some_and(|at| at <= now) || now.since(key.used_at.unwrap_or(key.created_at)) > UNUSED_KEYS
}
