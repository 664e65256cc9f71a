//! Adds an account at an exchange to what a user tracks.

use ports::{Address, Chain, ChainId, StorageError, Wallet, WalletId, address::ExchangeAccount, wallet::Nickname};

use crate::{
    account::{open, readable},
    caller::Caller,
    chain::ParsedRow,
    connection::Connections,
    job,
    wallet::{WalletInput, new_wallet},
};

/// Why an account at an exchange was not added.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The caller's user does not exist any more.
    #[error("There is no such user.")]
    NoUser,
    /// No reader reads this exchange, or it is none.
    #[error("This server does not read {0}.")]
    NotRead(ChainId),
    /// The user has an account at the same exchange with this name.
    #[error("There is an account named {0} at this exchange already.")]
    NameTaken(String),
    /// More rows than one user may have on this server.
    #[error("One user can have up to {limit} wallets and accounts.")]
    TooMany {
        /// How many.
        limit: usize,
    },
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Connections {
    /// Adds an account at an exchange under a name, and enqueues its first reading. Its row is removed like a wallet, by its
    /// address. The reader of the exchange must know how to sign for the account.
    pub async fn connect(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: Nickname,
    ) -> Result<Wallet, ConnectionError> {
        let (chain, address) = self
            .new_address(exchange)
            .ok_or_else(|| ConnectionError::NotRead(exchange.clone()))?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(ConnectionError::NoUser)?;
        let mut rows = work.wallets().of_user(user.id, now).await?;
        rows.retain(|row| row.removed_at.is_none());
        let limit = self.ports.person_limits.wallets;
        if rows.len() >= limit {
            return Err(ConnectionError::TooMany { limit });
        }
        if rows.iter().any(|row| is_named(row, &chain, &name)) {
            return Err(ConnectionError::NameTaken(name.as_str().to_owned()));
        }
        let inputs = WalletInput {
            text: address.to_string(),
            parsed: ParsedRow::Address(address.clone()),
        };
        let wallet = Wallet {
            position: u32::try_from(rows.len()).unwrap_or(u32::MAX),
            nickname: Some(name),
            ..new_wallet(user.id, &inputs, now, WalletId::new(self.ports.ids.next()))
        };
        work.users().set_version(user.id, user.version + 1).await?;
        work.wallets().save(&wallet).await?;
        let accounts = open(&self.ports, work.as_mut(), &[&address], now).await?;
        job::enqueue_readings(&self.ports, work.as_mut(), &accounts, now).await?;
        work.commit().await?;
        Ok(wallet)
    }

    /// Returns the row of an exchange that is read, and the address of a new account there.
    fn new_address(&self, exchange: &ChainId) -> Option<(Chain, Address)> {
        let chain = readable(&self.ports).into_iter().find(|chain| chain.id == *exchange)?;
        let account = ExchangeAccount::new(chain.exchange()?, &self.ports.entropy.bytes())?;
        Some((chain, Address::exchange(&account)))
    }
}

/// Returns whether a row is an account at this exchange with this name.
fn is_named(row: &Wallet, exchange: &Chain, name: &Nickname) -> bool {
    let is_there = |address| exchange.account(address).is_some();
    row.nickname.as_ref() == Some(name) && row.address.as_ref().is_some_and(is_there)
}
