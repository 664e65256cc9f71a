//! Replaces the whole list of a user's wallets.

use ports::Wallet;

use crate::{
    caller::Caller,
    chain::look_ups,
    job::ReadLately,
    user::{UserError, UserView, Users},
    wallet::{
        ListWallets, UNDO, WalletInput, is_named,
        replace::{
            WalletListError, check_limits, decide, entered, keep, read_lately, recognize_all, unchanged_input,
            with_exchange_accounts,
        },
    },
};

impl From<WalletListError> for UserError {
    fn from(error: WalletListError) -> Self {
        match error {
            WalletListError::Rows(rows) => Self::Rows(rows),
            WalletListError::Nicknames(nicknames) => Self::Nicknames(nicknames),
            WalletListError::PlanLimit {
                limit,
                used,
                upgrade_trigger,
            } => Self::PlanLimit {
                limit,
                used,
                upgrade_trigger,
            },
            WalletListError::TooManyWallets { limit } => Self::TooManyWallets { limit },
            WalletListError::Storage(error) => Self::Storage(error),
        }
    }
}

impl Users {
    /// Returns how many names of a list would have to be resolved. Fails if the list is rejected before that.
    pub async fn look_ups(&self, caller: Option<&Caller>, list: &ListWallets) -> Result<usize, UserError> {
        self.admit(caller, list).await?;
        Ok(look_ups(&self.ports, list.inputs().map(|(_, text)| text)).await?)
    }

    pub(super) async fn admit(&self, caller: Option<&Caller>, list: &ListWallets) -> Result<(), UserError> {
        let current = match caller {
            Some(caller) => entered(&self.ports.stores.wallets.of_user(caller.user).await?),
            None => 0,
        };
        Ok(list.admit(&self.ports, &self.plan(), current)?)
    }

    /// Replaces the caller's list of wallets.
    ///
    /// Wallets that are missing from the list are removed and can be restored unchanged for a day; accounts at exchanges stay.
    /// A list in which every row has a problem is rejected, unless one of its rows is already a wallet or was removed recently.
    pub async fn list_wallets(&self, caller: &Caller, list: &ListWallets) -> Result<UserView, UserError> {
        self.admit(Some(caller), list).await?;
        let parsed = recognize_all(&self.ports, list).await?;
        let lately = read_lately(&self.ports, &parsed.inputs).await?;
        self.change(caller, list, &lately, |existing| {
            let is_known = |one: &WalletInput| existing.iter().any(|wallet| wallet.text == one.text);
            let inputs = if parsed.inputs.iter().any(is_known) {
                parsed.inputs.clone()
            } else {
                parsed.clone().or_refused()?
            };
            Ok(with_exchange_accounts(inputs, existing))
        })
        .await
    }

    /// Removes one wallet by its address, name or text.
    pub async fn delete_wallet(&self, caller: &Caller, text: &str) -> Result<UserView, UserError> {
        let names = |wallet: &Wallet| is_named(wallet, text);
        let current = self.ports.stores.wallets.of_user(caller.user).await?;
        if !current.iter().any(&names) {
            return Err(UserError::NotFound);
        }
        let inputs: Vec<_> = current.iter().map(unchanged_input).collect();
        let lately = read_lately(&self.ports, &inputs).await?;
        let list = ListWallets {
            allow_empty: true,
            ..ListWallets::default()
        };
        self.change(caller, &list, &lately, |existing| {
            let stays = |row: &&Wallet| row.removed_at.is_none() && !names(row);
            Ok(existing.iter().filter(stays).map(unchanged_input).collect())
        })
        .await
    }

    /// Changes the list in one unit of work. `stated` returns the new list for the user's rows, including those removed
    /// recently.
    async fn change(
        &self,
        caller: &Caller,
        list: &ListWallets,
        lately: &ReadLately,
        inputs: impl Fn(&[Wallet]) -> Result<Vec<WalletInput>, UserError> + Send,
    ) -> Result<UserView, UserError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let mut user = work.users().lock(caller.user).await?.ok_or(UserError::NotFound)?;
        if list.expected_version.is_some_and(|version| version != user.version) {
            return Err(UserError::Stale);
        }
        let existing = work.wallets().of_user(caller.user, now.minus(UNDO)).await?;
        let change = decide(&self.ports, caller.user, &existing, &inputs(&existing)?, list, now)?;
        let (before, after) = (entered(&existing), entered(&change.rows));
        if after == 0 && before > 0 && !list.allow_empty {
            return Err(UserError::WouldEmpty);
        }
        if after > before {
            check_limits(&self.ports, &self.plan(), after)?;
        }
        user.version += 1;
        work.users().set_version(user.id, user.version).await?;
        keep(&self.ports, work.as_mut(), &change, lately, now).await?;
        work.commit().await?;
        Ok(self.whole_view(user, change.rows).await?)
    }
}
