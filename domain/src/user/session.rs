//! Opens sessions, and extends those that are in use.

use std::time::Duration;

use ports::{Ports, Session, StorageError, Timestamp, Token, TokenKind, UserId, session::SessionId};

use crate::user::Users;

/// An anonymous session expires after this time without use: 90 days.
const ANONYMOUS_IDLE: Duration = Duration::from_hours(2160);
/// A session of a registered user expires after this time without use: 30 days.
const REGISTERED_IDLE: Duration = Duration::from_hours(720);
/// A session of a registered user ends after this time in any case: 90 days.
const REGISTERED_LONGEST: Duration = Duration::from_hours(2160);

/// Returns a new session of an anonymous user, and its token.
pub fn open_session(ports: &Ports, user: UserId, now: Timestamp) -> (Session, Token) {
    let token = Token::new(TokenKind::Session, &ports.entropy.bytes());
    let session = Session {
        id: SessionId::new(ports.ids.next()),
        user,
        token_hash: token.hash(),
        created_at: now,
        used_at: now,
        expires_at: now.plus(ANONYMOUS_IDLE),
        proved_at: None,
        device: None,
        network: None,
    };
    (session, token)
}

/// Returns when a session expires that is used at `now`.
pub fn expiry(session: &Session, now: Timestamp) -> Timestamp {
    match session.proved_at {
        None => now.plus(ANONYMOUS_IDLE),
        Some(_) => now
            .plus(REGISTERED_IDLE)
            .min(session.created_at.plus(REGISTERED_LONGEST)),
    }
}

impl Users {
    /// Extends a session that is in use, at most once per hour.
    pub(super) async fn keep_alive(&self, session: &Session, now: Timestamp) -> Result<(), StorageError> {
        if now.since(session.used_at) < Duration::from_hours(1) {
            return Ok(());
        }
        let mut work = self.ports.storage.begin().await?;
        work.sessions().touch(session.id, now, expiry(session, now)).await?;
        work.commit().await
    }
}
