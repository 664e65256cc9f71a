//! Returns the caller's own data.

use crate::{
    caller::Caller,
    user::{UserError, UserView, Users},
};

impl Users {
    /// Returns the caller's user, wallets and plan.
    pub async fn get(&self, caller: &Caller) -> Result<UserView, UserError> {
        let user = self
            .ports
            .stores
            .users
            .find(caller.user)
            .await?
            .ok_or(UserError::NotFound)?;
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        Ok(self.whole_view(user, wallets).await?)
    }
}
