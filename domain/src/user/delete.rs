//! Deletes the caller.

use crate::{
    account::erase_unwatched,
    caller::Caller,
    user::{UserError, Users},
};

/// The text that a user types to confirm deleting all their data.
pub const CONFIRMATION: &str = "delete";

impl Users {
    /// Erases the caller with all their data immediately, from the database and its files: wallets including removed
    /// ones, sessions, the share, manual prices and choices.
    ///
    /// The data of addresses that no other user watches is erased too. Fails with [`UserError::NotConfirmed`] if
    /// `confirmation` is not [`CONFIRMATION`].
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
