//! The caller of a use case.

use std::time::Duration;

use ports::{Timestamp, UserId, api_key::ApiKeyId, session::SessionId};

/// A proof of this age still permits what only its user may do: 10 minutes.
const RECENT: Duration = Duration::from_mins(10);

/// What authenticated a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A session.
    Session(SessionId),
    /// An API key, which only reads.
    ApiKey(ApiKeyId),
}

/// The authenticated user of a call. Use cases accept no user id from any other source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The user's id.
    pub user: UserId,
    /// What authenticated the call.
    pub credential: Credential,
    /// When the user of the session last proved who they are; `None` for anonymous users and for API keys.
    pub proved_at: Option<Timestamp>,
}

impl Caller {
    /// Returns whether the user is registered. Only registered users have API keys.
    #[must_use]
    pub fn is_registered(&self) -> bool {
        self.proved_at.is_some() || self.is_api_key()
    }

    /// Returns the session of the call; `None` if an API key authenticated it.
    #[must_use]
    pub fn session(&self) -> Option<SessionId> {
        match self.credential {
            Credential::Session(id) => Some(id),
            Credential::ApiKey(_) => None,
        }
    }

    /// Returns whether an API key authenticated the call, so that it must not change anything.
    #[must_use]
    pub fn is_api_key(&self) -> bool {
        matches!(self.credential, Credential::ApiKey(_))
    }

    /// Returns whether the user proved who they are lately, as changes of their access require.
    #[must_use]
    pub fn has_recent_proof(&self, now: Timestamp) -> bool {
        self.proved_at
            .is_some_and(|at| now.since(at) <= RECENT && at.since(now) <= RECENT)
    }
}
