//! Puts wallets into a group, or takes them out of theirs.

use std::collections::BTreeSet;

use ports::{Wallet, WalletGroup, WalletId};

use crate::{
    caller::Caller,
    wallet::{WalletError, Wallets},
};

impl Wallets {
    /// Sets the group of these wallets of the caller, or removes it, and returns all wallets of the caller in order. Fails with
    /// [`WalletError::NotFound`] if the caller lacks one of them; nothing is changed then. Groups change no figure.
    pub async fn set_group(
        &self,
        caller: &Caller,
        ids: &BTreeSet<WalletId>,
        group: Option<&WalletGroup>,
    ) -> Result<Vec<Wallet>, WalletError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        work.users().lock(caller.user).await?.ok_or(WalletError::NotFound)?;
        let mut wallets = work.wallets().of_user(caller.user, now).await?;
        wallets.retain(|wallet| wallet.removed_at.is_none());
        let chosen = |wallet: &Wallet| ids.contains(&wallet.id);
        if wallets.iter().filter(|wallet| chosen(wallet)).count() != ids.len() {
            return Err(WalletError::NotFound);
        }
        for wallet in wallets.iter_mut().filter(|wallet| chosen(wallet)) {
            if wallet.group.as_ref() != group {
                wallet.group = group.cloned();
                work.wallets().save(wallet).await?;
            }
        }
        work.commit().await?;
        Ok(wallets)
    }
}
