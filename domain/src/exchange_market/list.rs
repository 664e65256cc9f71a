//! The markets of an account.

use ports::{ChainId, ExchangeMarket, MarketState, Stream, Timestamp, wallet::Nickname};

use super::{ExchangeMarketError, ExchangeMarkets};
use crate::caller::Caller;

/// The markets of an account, and how far its trades are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountMarkets {
    /// The markets in the order of their names.
    pub markets: Vec<ExchangeMarket>,
    /// When the trades of all of them were last read to their end; `None` before the first time.
    pub read_at: Option<Timestamp>,
}

impl AccountMarkets {
    /// Returns how many markets are in a state.
    #[must_use]
    pub fn count(&self, state: MarketState) -> usize {
        self.markets.iter().filter(|market| market.state() == state).count()
    }
}

impl ExchangeMarkets {
    /// Returns the markets of an account.
    pub async fn list(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: &Nickname,
    ) -> Result<AccountMarkets, ExchangeMarketError> {
        let (account, _) = self.account(caller, (exchange, name)).await?;
        let of = std::slice::from_ref(&account);
        let progress = self.ports.stores.history_progress.of_accounts(of).await?;
        let trades = progress.into_iter().find(|one| one.stream == Stream::MarketTrades);
        let ended = trades.filter(|one| one.through.is_some() && one.continuation.is_none());
        Ok(AccountMarkets {
            markets: self.ports.stores.exchange_markets.of_accounts(of).await?,
            read_at: ended.map(|one| one.updated_at),
        })
    }
}
