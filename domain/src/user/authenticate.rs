//! From a bearer token to a caller.

use ports::{StorageError, Timestamp, Token, TokenKind};

use crate::{caller::Caller, user::Users};

/// Why a token opens nothing.
#[derive(Debug, thiserror::Error)]
pub enum AuthenticateError {
    /// Missing, mistyped, unknown, revoked or expired: one answer.
    #[error("Please sign in again")]
    Invalid,
    /// Storage failed, so nobody knows.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Users {
    /// The caller behind a token. A token whose checksum is wrong costs no look-up.
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
            session: session.id,
        })
    }

    /// Removes what has ended: it does not come back to life when the clock is set back.
    async fn bury(&self, now: Timestamp) -> Result<(), StorageError> {
        let mut work = self.ports.storage.begin().await?;
        work.sessions().remove_expired(now).await?;
        work.commit().await
    }
}
