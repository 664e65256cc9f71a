//! The caller of a use case.

use ports::{UserId, session::SessionId};

/// The authenticated user of a call. Use cases accept no user id from any other source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The user's id.
    pub user: UserId,
    /// The session that authenticated the call.
    pub session: SessionId,
}
