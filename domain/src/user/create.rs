//! A new anonymous user with a list of wallets.

use std::time::Duration;

use ports::{Session, StorageError, Timestamp, Token, TokenKind, User, UserId, session::SessionId};

use crate::user::{ListWallets, UserError, UserView, Users, list_wallets};

/// An anonymous session ends when it was not used for this long.
pub const ANONYMOUS_IDLE: Duration = Duration::from_hours(2160);

/// A new user and the token of their first session.
pub struct Created {
    /// The user.
    pub view: UserView,
    /// Handed out once.
    pub token: Token,
}

impl Users {
    /// Makes a new anonymous user who watches these addresses. The list may be empty.
    pub async fn create(&self, list: &ListWallets) -> Result<Created, UserError> {
        // The person is here from the moment they asked: a name that is looked up now is looked up for them.
        let now = self.ports.clock.now();
        let stated = list_wallets::recognise_all(&self.ports, list).await?;
        let user = User {
            id: UserId::new(self.ports.ids.next()),
            version: 1,
            created_at: now,
        };
        let listing = list_wallets::decide(&self.ports, user.id, &[], &stated, list, now)?;
        list_wallets::check_limit(&self.plan(), &listing)?;
        let lately = list_wallets::read_lately(&self.ports, &stated).await?;
        let (session, token) = self.open_session(user.id, now);
        let mut work = self.ports.storage.begin().await?;
        work.users().add(&user).await?;
        work.sessions().add(&session).await?;
        list_wallets::keep(&self.ports, work.as_mut(), &listing, &lately, now).await?;
        work.commit().await?;
        Ok(Created {
            view: self.view(user, listing.rows),
            token,
        })
    }

    fn open_session(&self, user: UserId, now: Timestamp) -> (Session, Token) {
        let token = Token::new(TokenKind::Session, &self.ports.entropy.bytes());
        let session = Session {
            id: SessionId::new(self.ports.ids.next()),
            user,
            token_hash: token.hash(),
            created_at: now,
            used_at: now,
            expires_at: now.plus(ANONYMOUS_IDLE),
        };
        (session, token)
    }

    /// Moves the end of a session that is in use, at most once an hour.
    pub(super) async fn keep_alive(&self, session: &Session, now: Timestamp) -> Result<(), StorageError> {
        if now.since(session.used_at) < Duration::from_hours(1) {
            return Ok(());
        }
        let mut work = self.ports.storage.begin().await?;
        work.sessions().touch(session.id, now, now.plus(ANONYMOUS_IDLE)).await?;
        work.commit().await
    }
}
