//! The caller of a use case.

use std::time::Duration;

use ports::{Timestamp, UserId, session::SessionId};

/// A proof of this age still permits what only its user may do: 10 minutes.
const RECENT: Duration = Duration::from_mins(10);

/// The authenticated user of a call. Use cases accept no user id from any other source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The user's id.
    pub user: UserId,
    /// The session that authenticated the call.
    pub session: SessionId,
    /// When the user of the session last proved who they are; `None` for anonymous users.
    pub proved_at: Option<Timestamp>,
}

impl Caller {
    /// Returns whether the user is registered.
    #[must_use]
    pub fn is_registered(&self) -> bool {
        self.proved_at.is_some()
    }

    /// Returns whether the user proved who they are lately, as changes of their access require.
    #[must_use]
    pub fn has_recent_proof(&self, now: Timestamp) -> bool {
        self.proved_at
            .is_some_and(|at| now.since(at) <= RECENT && at.since(now) <= RECENT)
    }
}
