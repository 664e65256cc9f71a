//! Who asks.

use ports::{UserId, session::SessionId};

/// The person behind a call. There is no other way to a user's id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The user.
    pub user: UserId,
    /// The session that the call came with.
    pub session: SessionId,
}
