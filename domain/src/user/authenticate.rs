//! Authenticates a caller by a bearer token.

use ports::{StorageError, Timestamp, Token, TokenKind};

use crate::{
    caller::{Caller, Credential},
    user::Users,
};

/// Why a token was rejected.
#[derive(Debug, thiserror::Error)]
pub enum AuthenticateError {
    /// The token is missing, mistyped, unknown, revoked or expired. The error does not tell these apart.
    #[error("Please sign in again")]
    Invalid,
    /// The storage failed, so the token could not be checked.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Users {
    /// Returns the caller that a token belongs to. A token with a wrong checksum is rejected without a database query.
    pub async fn authenticate(&self, token: &str) -> Result<Caller, AuthenticateError> {
        let token: Token = token.parse().map_err(|_| AuthenticateError::Invalid)?;
        if token.kind() != TokenKind::Session {
            return Err(AuthenticateError::Invalid);
        }
        let found = self.ports.stores.sessions.find(&token.hash()).await?;
        let session = found.ok_or(AuthenticateError::Invalid)?;
        let now = self.ports.clock.now();
        if session.expires_at <= now {
            self.bury(now).await?;
            return Err(AuthenticateError::Invalid);
        }
        self.keep_alive(&session, now).await?;
        Ok(Caller {
            user: session.user,
            credential: Credential::Session(session.id),
            proved_at: session.proved_at,
        })
    }

    /// Deletes expired sessions, so that they do not become valid again if the clock is set back.
    async fn bury(&self, now: Timestamp) -> Result<(), StorageError> {
        let mut work = self.ports.storage.begin().await?;
        work.sessions().remove_expired(now).await?;
        work.commit().await
    }
}
