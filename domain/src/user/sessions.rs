//! The sessions of the caller.

use ports::{Session, session::SessionId};

use crate::{
    caller::Caller,
    user::{UserError, Users},
};

impl Users {
    /// Returns the caller's sessions, the last used first.
    pub async fn sessions(&self, caller: &Caller) -> Result<Vec<Session>, UserError> {
        let now = self.ports.clock.now();
        Ok(self.ports.stores.sessions.of_user(caller.user, now).await?)
    }

    /// Ends one of the caller's sessions.
    pub async fn revoke_session(&self, caller: &Caller, id: SessionId) -> Result<(), UserError> {
        let mut work = self.ports.storage.begin().await?;
        if !work.sessions().remove(caller.user, id).await? {
            return Err(UserError::NotFound);
        }
        Ok(work.commit().await?)
    }

    /// Ends all of the caller's sessions except the one of this call. Fails with [`UserError::NotFound`] where there is none.
    pub async fn revoke_other_sessions(&self, caller: &Caller) -> Result<(), UserError> {
        let kept = caller.session().ok_or(UserError::NotFound)?;
        let mut work = self.ports.storage.begin().await?;
        work.sessions().remove_of(caller.user, Some(kept)).await?;
        Ok(work.commit().await?)
    }
}
