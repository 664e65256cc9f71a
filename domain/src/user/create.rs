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
/// How long a repeated call with the same idempotency key returns the same user.
const KNOWN_FOR: Duration = Duration::from_hours(24);

/// A new user with the token of their first session.
pub struct Created {
    /// The user with their wallets.
    pub view: UserView,
    /// The session's token. It is returned only here and stored as a hash.
    pub token: Token,
}

/// A user who was created with an idempotency key, by this call or an earlier one with the same key.
pub struct CreatedOnce {
    /// The user as they are now, and the token of a new session.
    pub created: Created,
    /// How many more users may be created now under the limits; `None` if an earlier call created the user.
    pub left: Option<u32>,
}

/// A claimed idempotency key.
struct ClaimedKey<'a> {
    attempt: &'a IdempotentCall,
    claim: ClaimId,
}

impl Users {
    /// Creates an anonymous user who watches these addresses. The list may be empty.
    pub async fn create(&self, list: &ListWallets) -> Result<Created, UserError> {
        self.make(list, None).await
    }

    /// Creates an anonymous user with an idempotency key.
    ///
    /// Repeated calls create only one user, whose current state they return, and count only once under `limits`. The user
    /// is stored with their id under the key in one unit of work, so a crash leaves either both or none.
    pub async fn create_once(
        &self,
        list: &ListWallets,
        attempt: &IdempotentCall,
        limits: &[RateLimit],
    ) -> Result<CreatedOnce, UserError> {
        let (now, claim) = (self.ports.clock.now(), ClaimId::new(self.ports.ids.next()));
        let mut work = self.ports.storage.begin().await?;
        let claimed = work
            .idempotency()
            .claim(attempt, claim, now, now.plus(LOST_AFTER))
            .await?;
        match claimed {
            ClaimOutcome::OtherBody => Err(UserError::OtherBody),
            ClaimOutcome::InProgress => Err(UserError::InProgress),
            ClaimOutcome::Before { user } => {
                let (session, token) = open_session(&self.ports, user, now);
                work.sessions().add(&session).await?;
                work.commit().await?;
                let view = self.current_view(user).await?;
                Ok(CreatedOnce {
                    created: Created { view, token },
                    left: None,
                })
            }
            ClaimOutcome::Ours => {
                // Counted only here, because a repeated call creates no user and must not count.
                let left = match take_in(work.as_mut(), limits, now).await? {
                    RateDecision::Passed { left } => left,
                    RateDecision::Refused { retry_after } => return Err(UserError::TooOften { retry_after }),
                };
                work.commit().await?;
                let key = ClaimedKey { attempt, claim };
                let made = self.make(list, Some(&key)).await;
                if made.is_err() {
                    self.release(&key).await?;
                }
                made.map(|created| CreatedOnce {
                    created,
                    left: Some(left),
                })
            }
        }
    }

    async fn release(&self, key: &ClaimedKey<'_>) -> Result<(), StorageError> {
        let mut work = self.ports.storage.begin().await?;
        work.idempotency().release(key.attempt, key.claim).await?;
        work.commit().await
    }

    async fn make(&self, list: &ListWallets, key: Option<&ClaimedKey<'_>>) -> Result<Created, UserError> {
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
        if let Some(ClaimedKey { attempt, claim }) = key {
            let kept = work.idempotency().keep(attempt, *claim, user.id, now.plus(KNOWN_FOR));
            if !kept.await? {
                return Err(UserError::InProgress);
            }
        }
        work.commit().await?;
        let view = self.view(user, change.rows);
        Ok(Created { view, token })
    }
}
