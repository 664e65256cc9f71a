//! Ends the caller's session.

use crate::{
    caller::Caller,
    user::{UserError, Users},
};

impl Users {
    /// Ends the session that the call came with; the user and the wallets stay. The key that the user was made under opens
    /// no session any more.
    pub async fn sign_out(&self, caller: &Caller) -> Result<(), UserError> {
        let mut work = self.ports.storage.begin().await?;
        work.sessions().remove(caller.session).await?;
        work.idempotency().forget_user(caller.user).await?;
        Ok(work.commit().await?)
    }
}
