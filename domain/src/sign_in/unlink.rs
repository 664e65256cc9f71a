//! Removes a wallet with which a user signs in.

use ports::{Address, UserEmailState};

use crate::{
    caller::Caller,
    sign_in::{SignInError, SignIns},
    user::{UserView, Users},
};

impl SignIns {
    /// Removes every proof of an address from the wallets with which the caller signs in. The portfolio keeps watching it.
    ///
    /// It needs a recent proof, and fails with [`SignInError::LastWayIn`] where the caller could not sign in any more.
    pub async fn unlink_wallet(&self, caller: &Caller, address: &Address) -> Result<UserView, SignInError> {
        if !caller.has_recent_proof(self.ports.clock.now()) {
            return Err(SignInError::ProofRequired);
        }
        let mut work = self.ports.storage.begin().await?;
        work.users().lock(caller.user).await?.ok_or(SignInError::NotFound)?;
        let stores = &self.ports.stores;
        let linked = stores.sign_in_wallets.of_user(caller.user).await?;
        let (gone, left): (Vec<_>, Vec<_>) = linked.into_iter().partition(|wallet| wallet.address == *address);
        if gone.is_empty() {
            return Err(SignInError::NotFound);
        }
        let emails = stores.user_emails.of_user(caller.user).await?;
        if left.is_empty() && emails.iter().all(|email| email.state != UserEmailState::Verified) {
            return Err(SignInError::LastWayIn);
        }
        for wallet in &gone {
            work.sign_in_wallets()
                .unlink(caller.user, address, wallet.chain.as_ref())
                .await?;
        }
        work.commit().await?;
        Users::new(self.ports.clone())
            .get(caller)
            .await
            .map_err(|_| SignInError::NotFound)
    }
}
