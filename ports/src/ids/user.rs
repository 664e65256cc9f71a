//! User ids.

crate::id!(
    /// A user's id.
    UserId
);
