//! Creates an anonymous user with a list of wallets.

use std::time::Duration;

use ports::{
    StorageError, Token, User, UserId,
    counter::{RateDecision, RateLimit},
    idempotency::{ClaimId, ClaimOutcome, IdempotentCall},
};

use crate::{
    counter::take_in,
    user::{UserError, UserView, Users, session::open_session},
    wallet::{ListWallets, replace},
};

/// A call with an idempotency key that did not end within this time is considered lost.
const LOST_AFTER: Duration = Duration::from_mins(1);
/// How long a repeated call with the same idempotency key gets the same response.
const ANSWERED_FOR: Duration = Duration::from_hours(24);

/// A new user with the token of their first session.
pub struct Created {
    /// The user with their wallets.
    pub view: UserView,
    /// The session's token. It is returned only here and stored as a hash.
    pub token: Token,
}

/// The result of creating a user with an idempotency key.
pub enum Once {
    /// The user was created by this call.
    New {
        /// The user and the token of their session.
        made: Box<Created>,
        /// How many more users may be created now under the limits.
        left: u32,
    },
    /// The user was created by an earlier call with the same key.
    Again {
        /// The response stored by that call.
        answer: String,
        /// The token of a new session of that user.
        token: Token,
    },
}

/// Formats the response that is stored for repeated calls. It does not contain the token.
pub type ResponseFormatter<'a> = &'a (dyn Fn(&UserView) -> String + Send + Sync);

/// A claimed idempotency key, and the function that formats the response.
struct Keep<'a> {
    attempt: &'a IdempotentCall,
    claim: ClaimId,
    answer: ResponseFormatter<'a>,
}

impl Users {
    /// Creates an anonymous user who watches these addresses. The list may be empty.
    pub async fn create(&self, list: &ListWallets) -> Result<Created, UserError> {
        self.make(list, None).await
    }

    /// Creates an anonymous user with an idempotency key.
    ///
    /// Repeated calls create only one user and count only once under `limits`. The user and the response are stored in
    /// one unit of work, so a crash leaves either both or none.
    pub async fn create_once(
        &self,
        list: &ListWallets,
        attempt: &IdempotentCall,
        answer: ResponseFormatter<'_>,
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
                let (session, token) = open_session(&self.ports, user, now);
                work.sessions().add(&session).await?;
                work.commit().await?;
                Ok(Once::Again { answer, token })
            }
            ClaimOutcome::Ours => {
                // Counted only here, because a repeated call creates no user and must not count.
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
        // The creation time is taken before names are resolved, so that these look-ups count as made for the user.
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
            signed_up_from: None,
            delete_at: None,
        };
        let change = replace::decide(&self.ports, user.id, &[], &inputs, list, now)?;
        replace::check_limits(&self.ports, &self.plan(), change.rows.len())?;
        let lately = replace::read_lately(&self.ports, &inputs).await?;
        let (session, token) = open_session(&self.ports, user.id, now);
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
}
