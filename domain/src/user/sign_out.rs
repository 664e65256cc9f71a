//! Signs the caller out.

use crate::{
    caller::Caller,
    user::{UserError, Users},
};

impl Users {
    /// Ends the caller's session.
    ///
    /// The idempotency key that the user was created with no longer opens a session. An anonymous user cannot come back
    /// and therefore leaves: all their sessions and their share end, and addresses that no other user watches are no
    /// longer read.
    pub async fn sign_out(&self, caller: &Caller) -> Result<(), UserError> {
        let now = self.ports.clock.now();
        let session = caller.session().ok_or(UserError::NotFound)?;
        let mut work = self.ports.storage.begin().await?;
        let Some(user) = work.users().lock(caller.user).await? else {
            // Signing in elsewhere has merged the user meanwhile, which ended the session.
            return Ok(());
        };
        work.idempotency().forget_user(user.id).await?;
        if user.registered_at.is_some() {
            work.sessions().remove(user.id, session).await?;
        } else {
            work.sessions().remove_of(user.id, None).await?;
            work.shares().remove(user.id).await?;
            work.users().leave(user.id, now).await?;
        }
        Ok(work.commit().await?)
    }
}
