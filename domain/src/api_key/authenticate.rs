//! Authenticates a caller by an API key.

use std::{collections::BTreeSet, time::Duration};

use ports::{
    ApiKey, StorageError, Timestamp, Token, TokenKind,
    api_key::{ApiKeyId, ApiKeyScope},
};

use crate::{
    api_key::{ApiKeys, UNUSED_KEYS, is_over},
    caller::{Caller, Credential},
    user::AuthenticateError,
};

/// A use of a key is recorded at most this often.
const RECORD_EVERY: Duration = Duration::from_mins(1);

/// The user of an API key, and what the key may read.
#[derive(Clone, Debug)]
pub struct AuthenticatedKey {
    /// Which key.
    pub id: ApiKeyId,
    /// The user. Use cases that change something must not be called with it.
    pub caller: Caller,
    /// What the key may read.
    pub scopes: BTreeSet<ApiKeyScope>,
}

impl ApiKeys {
    /// Returns the user of a key. A key with a wrong checksum is rejected without a database query.
    ///
    /// The use is recorded. It does not count as presence of the user and requests no reads of their accounts.
    pub async fn authenticate(&self, token: &str) -> Result<AuthenticatedKey, AuthenticateError> {
        let token: Token = token.parse().map_err(|_| AuthenticateError::Invalid)?;
        if token.kind() != TokenKind::ApiKey {
            return Err(AuthenticateError::Invalid);
        }
        let found = self.ports.stores.api_keys.find(&token.hash()).await?;
        let key = found.ok_or(AuthenticateError::Invalid)?;
        let now = self.ports.clock.now();
        if is_over(&key, now) {
            // Ended keys are deleted, so that they do not become valid again if the clock is set back.
            let mut work = self.ports.storage.begin().await?;
            work.api_keys().remove_ended(now, now.minus(UNUSED_KEYS)).await?;
            work.commit().await?;
            return Err(AuthenticateError::Invalid);
        }
        self.record_use(&key, now).await?;
        Ok(AuthenticatedKey {
            id: key.id,
            caller: Caller {
                user: key.user,
                credential: Credential::ApiKey(key.id),
                proved_at: None,
            },
            scopes: key.scopes,
        })
    }

    async fn record_use(&self, key: &ApiKey, now: Timestamp) -> Result<(), StorageError> {
        if key.used_at.is_some_and(|at| now.since(at) < RECORD_EVERY) {
            return Ok(());
        }
        let mut work = self.ports.storage.begin().await?;
        work.api_keys().touch(key.id, now).await?;
        work.commit().await
    }
}
