//! Opens accounts at exchanges that consist of imported files, without a key.

use ports::{AccountId, ChainId, account::Activity, wallet::Nickname};

use crate::{
    account::open,
    caller::Caller,
    connection::{
        ConnectAccount, Connections,
        check::exchange,
        connect::of_account,
        error::ConnectionError,
        rows::{connected, is_named},
    },
};

impl Connections {
    /// Returns the id of a new account at an exchange; an error where the caller has one there with this name.
    pub(crate) async fn new_account(
        &self,
        caller: &Caller,
        exchange_id: &ChainId,
        name: &Nickname,
    ) -> Result<AccountId, ConnectionError> {
        let (chain, _) = exchange(&self.ports, exchange_id)?;
        let rows = connected(self.ports.stores.wallets.of_user(caller.user).await?, &chain);
        if rows.iter().any(|row| row.nickname.as_ref() == Some(name)) {
            return Err(ConnectionError::NameTaken(name.as_str().to_owned()));
        }
        let address = self.new_address(&chain)?;
        let account = chain.account(&address);
        account.ok_or_else(|| ConnectionError::NotRead(exchange_id.clone()))
    }

    /// Stores the row of an account without a key. Nothing of it is read from its exchange.
    pub(crate) async fn open_filed(
        &self,
        caller: &Caller,
        account: &AccountId,
        name: &Nickname,
    ) -> Result<(), ConnectionError> {
        self.registered(caller).await?;
        let (chain, _) = exchange(&self.ports, &account.chain)?;
        let now = self.ports.clock.now();
        let codes = self.codes(caller, &chain).await?;
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(ConnectionError::NoUser)?;
        let mut rows = work.wallets().of_user(user.id, now).await?;
        rows.retain(|row| row.removed_at.is_none());
        if rows.iter().any(|row| is_named(row, &chain, name)) {
            return Err(ConnectionError::NameTaken(name.as_str().to_owned()));
        }
        let request = ConnectAccount {
            exchange: account.chain.clone(),
            name: name.clone(),
            accepts_warnings: false,
        };
        self.new_row(work.as_mut(), caller, (account.address.clone(), &request), rows.len())
            .await?;
        work.users().set_version(user.id, user.version + 1).await?;
        open(&self.ports, work.as_mut(), &[&account.address], now).await?;
        let of_file = std::slice::from_ref(account);
        work.accounts().set_activity(of_file, Activity::Filed, now).await?;
        for code in of_account(&codes, account) {
            work.mapped_codes().set(&code).await?;
        }
        Ok(work.commit().await?)
    }
}
