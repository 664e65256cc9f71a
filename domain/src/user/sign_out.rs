//! Ends the caller's session, and with it what nobody can come back to.

use crate::{
    caller::Caller,
    user::{UserError, Users},
};

impl Users {
    /// Ends the session that the call came with. The key that the user was made under opens no session any more. An anonymous
    /// user, who cannot come back, leaves: every session and the share link end, and addresses that nobody else watches are
    /// read no more.
    pub async fn sign_out(&self, caller: &Caller) -> Result<(), UserError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(UserError::NotFound)?;
        work.idempotency().forget_user(user.id).await?;
        if user.registered_at.is_some() {
            work.sessions().remove(caller.session).await?;
        } else {
            work.sessions().remove_of(user.id).await?;
            work.shares().remove(user.id).await?;
            work.users().leave(user.id, now).await?;
        }
        Ok(work.commit().await?)
    }
}
