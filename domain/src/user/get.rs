//! Returns the caller's own data.

use ports::UserId;

use crate::{
    caller::Caller,
    user::{UserError, UserView, Users},
};

impl Users {
    /// Returns the caller's user, wallets and plan.
    pub async fn get(&self, caller: &Caller) -> Result<UserView, UserError> {
        self.current_view(caller.user).await
    }

    /// Returns a user with their wallets and plan, as they are stored now.
    pub(super) async fn current_view(&self, id: UserId) -> Result<UserView, UserError> {
        let stores = &self.ports.stores;
        let user = stores.users.find(id).await?.ok_or(UserError::NotFound)?;
        let wallets = stores.wallets.of_user(id).await?;
        Ok(self.whole_view(user, wallets).await?)
    }
}
