//! Removes an account at an exchange, and takes that back.

use ports::{ChainId, ExchangeCredential, Wallet, wallet::Nickname};

use crate::{
    account::open,
    caller::Caller,
    connection::{
        Connections,
        error::ConnectionError,
        rows::{connected, is_named},
    },
    job::{self, KEY_UNDO},
};

impl Connections {
    /// Removes an account: it counts in nothing any more. Its key is erased after [`KEY_UNDO`].
    pub async fn disconnect(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: &Nickname,
    ) -> Result<(), ConnectionError> {
        let chain = self.chain(exchange)?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(ConnectionError::NoUser)?;
        let rows = connected(work.wallets().of_user(user.id, now).await?, chain);
        let row = rows.into_iter().find(|row| row.nickname.as_ref() == Some(name));
        let row = Wallet {
            removed_at: Some(now),
            ..row.ok_or(ConnectionError::NotFound)?
        };
        work.wallets().save(&row).await?;
        work.users().set_version(user.id, user.version + 1).await?;
        job::enqueue_key_erasure(&self.ports, work.as_mut(), row.id, now).await?;
        Ok(work.commit().await?)
    }

    /// Takes back the removal of an account, with its key. Fails with [`ConnectionError::NotFound`] after [`KEY_UNDO`], and where the same account
    /// was connected under another name since.
    pub async fn restore(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: &Nickname,
    ) -> Result<Wallet, ConnectionError> {
        let chain = self.chain(exchange)?;
        let now = self.ports.clock.now();
        let credentials = self.ports.stores.exchange_credentials.of_user(caller.user).await?;
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(ConnectionError::NoUser)?;
        let undone = now.minus(KEY_UNDO);
        let rows = work.wallets().of_user(user.id, undone).await?;
        let is_removed = |row: &&Wallet| row.removed_at.is_some_and(|at| at > undone) && is_named(row, chain, name);
        let removed = rows.iter().filter(is_removed).max_by_key(|row| row.removed_at);
        let row = Wallet {
            removed_at: None,
            ..removed.ok_or(ConnectionError::NotFound)?.clone()
        };
        if rows
            .iter()
            .any(|row| row.removed_at.is_none() && is_named(row, chain, name))
        {
            return Err(ConnectionError::NameTaken(name.as_str().to_owned()));
        }
        if let Some(same) = same_account(&credentials, &row, &connected(rows, chain)) {
            return Err(ConnectionError::KeyTaken(same.label()));
        }
        work.wallets().save(&row).await?;
        work.users().set_version(user.id, user.version + 1).await?;
        let address = row.address.clone().ok_or(ConnectionError::NotFound)?;
        let accounts = open(&self.ports, work.as_mut(), &[&address], now).await?;
        job::enqueue_readings(&self.ports, work.as_mut(), &accounts, now).await?;
        work.commit().await?;
        Ok(row)
    }
}

/// Returns which of these rows is the same account at the exchange as a row.
fn same_account<'a>(credentials: &[ExchangeCredential], row: &Wallet, others: &'a [Wallet]) -> Option<&'a Wallet> {
    let of = |row: &Wallet| credentials.iter().find(|one| one.wallet == row.id);
    let own = of(row)?;
    others
        .iter()
        .find(|other| of(other).is_some_and(|one| one.is_of_same_account(own)))
}
