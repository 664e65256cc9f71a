//! The markets of a user's accounts at exchanges that list trades by market: which are requested, and why.
//!
//! The reader of the exchange derives them from the assets of an account. A person adds others, and leaves out what need not be read. A
//! market that is left out is a gap of the history; what was read of it stays.

mod edit;
mod error;
mod list;

use std::sync::Arc;

use ports::{AccountId, ChainId, ExchangeReader, Ports, wallet::Nickname};

pub use error::ExchangeMarketError;
pub use list::AccountMarkets;

use crate::{caller::Caller, connection::account_named};

/// Use cases on the markets of a user's accounts at exchanges.
pub struct ExchangeMarkets {
    ports: Arc<Ports>,
}

impl ExchangeMarkets {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Returns the account of a caller with this name, and the reader of its exchange, which has markets.
    async fn account(
        &self,
        caller: &Caller,
        (exchange, name): (&ChainId, &Nickname),
    ) -> Result<(AccountId, &dyn ExchangeReader), ExchangeMarketError> {
        let rows = self.ports.stores.wallets.of_user(caller.user).await?;
        let chain = self.ports.chains.get(exchange).ok_or(ExchangeMarketError::NotFound)?;
        let account = account_named(rows, chain, name).ok_or(ExchangeMarketError::NotFound)?;
        for reader in &self.ports.exchanges {
            let profile = reader.profile();
            if profile.id == account.chain && profile.has_markets {
                return Ok((account, reader.as_ref()));
            }
        }
        Err(ExchangeMarketError::NoMarkets(chain.name.clone()))
    }
}
