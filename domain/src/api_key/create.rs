//! Creates API keys.

use std::{collections::BTreeSet, time::Duration};

use ports::{ApiKey, Token, TokenKind, api_key::ApiKeyId, api_key::ApiKeyScope};

use crate::{
    api_key::{ApiKeyError, ApiKeys, MOST_KEYS, UNUSED_KEYS},
    caller::Caller,
};

/// How long a key is valid: 30, 90 or 365 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiKeyLifetime(u16);

/// Why a number of days is not the lifetime of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A key is valid for 30, 90 or 365 days, or without an end.")]
pub struct ParseLifetimeError;

impl TryFrom<i64> for ApiKeyLifetime {
    type Error = ParseLifetimeError;

    fn try_from(days: i64) -> Result<Self, Self::Error> {
        match days {
            30 => Ok(Self(30)),
            90 => Ok(Self(90)),
            365 => Ok(Self(365)),
            _ => Err(ParseLifetimeError),
        }
    }
}

impl ApiKeyLifetime {
    fn duration(self) -> Duration {
        Duration::from_hours(u64::from(self.0) * 24)
    }
}

/// The key that a user wants.
#[derive(Clone, Debug)]
pub struct NewApiKey {
    /// What the user calls it.
    pub name: String,
    /// What it may read.
    pub scopes: BTreeSet<ApiKeyScope>,
    /// How long it is valid; `None` for a key without an end.
    pub lifetime: Option<ApiKeyLifetime>,
}

/// A key that was created, with its token.
pub struct CreatedApiKey {
    /// The key.
    pub key: ApiKey,
    /// The token. It is returned only here and stored as a hash.
    pub token: Token,
}

impl ApiKeys {
    /// Creates a key of the caller, who must have signed in within the last ten minutes.
    pub async fn create(&self, caller: &Caller, wanted: NewApiKey) -> Result<CreatedApiKey, ApiKeyError> {
        let now = self.ports.clock.now();
        let name = wanted.name.parse()?;
        if wanted.scopes.is_empty() {
            return Err(ApiKeyError::NoScope);
        }
        if !caller.has_recent_proof(now) {
            return Err(ApiKeyError::ProofRequired);
        }
        let token = Token::new(TokenKind::ApiKey, &self.ports.entropy.bytes());
        let key = ApiKey {
            id: ApiKeyId::new(self.ports.ids.next()),
            user: caller.user,
            name,
            token_start: token.shown_start().to_owned(),
            token_hash: token.hash(),
            scopes: wanted.scopes,
            created_at: now,
            used_at: None,
            expires_at: wanted.lifetime.map(|lifetime| now.plus(lifetime.duration())),
        };
        let mut work = self.ports.storage.begin().await?;
        // The lock makes concurrent calls count one after the other.
        work.users().lock(caller.user).await?.ok_or(ApiKeyError::NotFound)?;
        work.api_keys().remove_ended(now, now.minus(UNUSED_KEYS)).await?;
        if work.api_keys().count(caller.user).await? >= MOST_KEYS {
            return Err(ApiKeyError::TooMany);
        }
        work.api_keys().add(&key).await?;
        work.commit().await?;
        Ok(CreatedApiKey { key, token })
    }
}
