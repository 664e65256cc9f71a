//! A new anonymous user with a list of wallets.

use std::time::Duration;

use ports::{
    Session, StorageError, Timestamp, Token, TokenKind, User, UserId,
    counter::{RateDecision, RateLimit},
    idempotency::{ClaimId, ClaimOutcome, IdempotentCall},
    session::SessionId,
};

use crate::{
    counter::take_in,
    user::{UserError, UserView, Users},
    wallet::{ListWallets, replace},
};

/// An anonymous session ends when it was not used for this long.
pub const ANONYMOUS_IDLE: Duration = Duration::from_hours(2160);
/// A call under a key that did not end within this time is taken for lost.
const LOST_AFTER: Duration = Duration::from_mins(1);
/// For this long the same call under the same key has the same answer.
const ANSWERED_FOR: Duration = Duration::from_hours(24);

/// A new user and the token of their first session.
pub struct Created {
    /// The user.
    pub view: UserView,
    /// Handed out once.
    pub token: Token,
}

/// What making a user under a key comes to.
pub enum Once {
    /// The user is new.
    New {
        /// The user and their session.
        made: Box<Created>,
        /// How many more users may be made now under the limits.
        left: u32,
    },
    /// The user was made before.
    Again {
        /// The answer that was kept then.
        answer: String,
        /// Of a new session of that user.
        token: Token,
    },
}

/// What is kept of a user who is made under a key: what is answered about them, without their token.
pub type Answer<'a> = &'a (dyn Fn(&UserView) -> String + Send + Sync);

/// A key that is ours, and how the answer is written.
struct Keep<'a> {
    attempt: &'a IdempotentCall,
    claim: ClaimId,
    answer: Answer<'a>,
}

impl Users {
    /// Makes a new anonymous user who watches these addresses. The list may be empty.
    pub async fn create(&self, list: &ListWallets) -> Result<Created, UserError> {
        self.make(list, None).await
    }

    /// The same under a key: however often it is called, there is one user, and one try is counted under `limits`. The user and the answer are kept together, so
    /// whenever the process ends there are both or neither.
    pub async fn create_once(
        &self,
        list: &ListWallets,
        attempt: &IdempotentCall,
        answer: Answer<'_>,
        limits: &[RateLimit],
    ) -> Result<Once, UserError> {
        let (now, claim) = (self.ports.clock.now(), ClaimId::new(self.ports.ids.next()));
        let mut work = self.ports.storage.begin().await?;
        let claimed = work
            .idempotency()
            .claim(attempt, claim, now, now.plus(LOST_AFTER))
            .await?;
        match claimed {
            ClaimOutcome::OtherBody => Err(UserError::OtherBody),
            ClaimOutcome::InProgress => Err(UserError::InProgress),
            ClaimOutcome::Before { user, answer } => {
                let (session, token) = self.open_session(user, now);
                work.sessions().add(&session).await?;
                work.commit().await?;
                Ok(Once::Again { answer, token })
            }
            ClaimOutcome::Ours => {
                // Counted here, because the same call again makes nobody and costs nothing.
                let left = match take_in(work.as_mut(), limits, now).await? {
                    RateDecision::Passed { left } => left,
                    RateDecision::Refused { retry_after } => return Err(UserError::TooOften { retry_after }),
                };
                work.commit().await?;
                let keep = Keep { attempt, claim, answer };
                let made = self.make(list, Some(&keep)).await;
                if made.is_err() {
                    self.give_back(&keep).await?;
                }
                made.map(|created| Once::New {
                    made: Box::new(created),
                    left,
                })
            }
        }
    }

    async fn give_back(&self, keep: &Keep<'_>) -> Result<(), StorageError> {
        let mut work = self.ports.storage.begin().await?;
        work.idempotency().release(keep.attempt, keep.claim).await?;
        work.commit().await
    }

    async fn make(&self, list: &ListWallets, keep: Option<&Keep<'_>>) -> Result<Created, UserError> {
        // The person is here from the moment they asked: a name that is looked up now is looked up for them.
        let now = self.ports.clock.now();
        self.admit(None, list).await?;
        let inputs = replace::recognize_all(&self.ports, list).await?.or_refused()?;
        let user = User {
            id: UserId::new(self.ports.ids.next()),
            version: 1,
            link: None,
            uploads: 0,
            created_at: now,
            registered_at: None,
        };
        let change = replace::decide(&self.ports, user.id, &[], &inputs, list, now)?;
        replace::check_limits(&self.ports, &self.plan(), change.rows.len())?;
        let lately = replace::read_lately(&self.ports, &inputs).await?;
        let (session, token) = self.open_session(user.id, now);
        let mut work = self.ports.storage.begin().await?;
        work.users().add(&user).await?;
        work.sessions().add(&session).await?;
        replace::keep(&self.ports, work.as_mut(), &change, &lately, now).await?;
        let view = self.view(user, change.rows);
        if let Some(Keep { attempt, claim, answer }) = keep {
            let (text, until) = (answer(&view), now.plus(ANSWERED_FOR));
            let kept = work.idempotency().keep(attempt, *claim, view.user.id, &text, until);
            if !kept.await? {
                return Err(UserError::InProgress);
            }
        }
        work.commit().await?;
        Ok(Created { view, token })
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
