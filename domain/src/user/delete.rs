//! Deletes the caller.

use crate::{
    account::erase_unwatched,
    caller::Caller,
    user::{UserError, Users},
};

/// What somebody writes to confirm that everything of theirs is to be deleted.
pub const CONFIRMATION: &str = "delete";

impl Users {
    /// Erases the caller with everything of theirs, now and from the files too: wallets, removed ones included, sessions, the
    /// share, prices and choices. What is known of addresses that nobody else watches goes with them.
    pub async fn delete(&self, caller: &Caller, confirmation: &str) -> Result<(), UserError> {
        if !confirmation.trim().eq_ignore_ascii_case(CONFIRMATION) {
            return Err(UserError::NotConfirmed);
        }
        let mut work = self.ports.storage.begin_unlimited().await?;
        let user = work.users().lock(caller.user).await?.ok_or(UserError::NotFound)?;
        if !work.users().erase(user.id).await? {
            return Err(UserError::Registered);
        }
        work.commit().await?;
        Ok(erase_unwatched(&self.ports).await?)
    }
}
