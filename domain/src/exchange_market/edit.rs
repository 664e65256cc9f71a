//! Adds markets to accounts, leaves them out, and removes them.

use ports::{
    AccountId, ChainId, ExchangeMarket, ExchangeReader, MarketInput, MarketListing, MarketOrigin, StorageError,
    UnitOfWork, wallet::Nickname,
};

use super::{ExchangeMarketError, ExchangeMarkets};
use crate::{caller::Caller, job::READ_HISTORY};

/// The most markets that a person adds to an account.
const MOST: usize = 100;
/// The longest code of an asset, and the longest name of a market.
const LONGEST: usize = 40;

impl ExchangeMarkets {
    /// Adds a market that the exchange has, and reads its trades soon. One that was left out is taken back.
    pub async fn add(
        &self,
        caller: &Caller,
        of: (&ChainId, &Nickname),
        input: &MarketInput,
    ) -> Result<ExchangeMarket, ExchangeMarketError> {
        let (account, reader) = self.account(caller, of).await?;
        let input = cleaned(input).ok_or(ExchangeMarketError::NoName)?;
        let known = self.markets(&account).await?;
        let added = known.iter().filter(|one| one.origin == MarketOrigin::Person).count();
        if added >= MOST {
            return Err(ExchangeMarketError::TooMany(MOST));
        }
        let listing = listing(reader, &account, &input).await?;
        if let Some(known) = known.into_iter().find(|one| one.name.symbol == listing.name.symbol) {
            return self.take_back(known).await;
        }
        let market = ExchangeMarket {
            account: account.clone(),
            name: listing.name,
            origin: MarketOrigin::Person,
            is_open: listing.is_open,
            is_left_out: false,
            is_unknown: false,
            read_at: None,
            trades: 0,
            next_trade: None,
            added_at: self.ports.clock.now(),
        };
        let mut work = self.ports.storage.begin().await?;
        match work.exchange_markets().add(&market).await {
            // Another request added it meanwhile, or the account was erased.
            Err(StorageError::Conflict { .. }) => return Err(ExchangeMarketError::Listed(market.name.symbol)),
            added => added?,
        }
        self.commit_and_read(work, &account).await?;
        Ok(market)
    }

    /// Leaves a market out of the history of an account, or takes it back.
    pub async fn leave_out(
        &self,
        caller: &Caller,
        of: (&ChainId, &Nickname),
        (symbol, is_left_out): (&str, bool),
    ) -> Result<ExchangeMarket, ExchangeMarketError> {
        let market = self.market(caller, of, symbol).await?;
        self.set_left_out(market, is_left_out).await
    }

    /// Removes a market that the person added, and that gave no trade.
    pub async fn remove(
        &self,
        caller: &Caller,
        of: (&ChainId, &Nickname),
        symbol: &str,
    ) -> Result<(), ExchangeMarketError> {
        let market = self.market(caller, of, symbol).await?;
        if market.origin != MarketOrigin::Person || market.trades > 0 {
            return Err(ExchangeMarketError::NotRemovable(market.name.symbol));
        }
        let mut work = self.ports.storage.begin().await?;
        if !work
            .exchange_markets()
            .remove(&market.account, &market.name.symbol)
            .await?
        {
            return Err(ExchangeMarketError::NotFound);
        }
        self.commit_and_read(work, &market.account).await
    }

    async fn market(
        &self,
        caller: &Caller,
        of: (&ChainId, &Nickname),
        symbol: &str,
    ) -> Result<ExchangeMarket, ExchangeMarketError> {
        let (account, _) = self.account(caller, of).await?;
        let mut markets = self.markets(&account).await?.into_iter();
        let found = markets.find(|one| one.name.symbol == symbol.trim());
        found.ok_or(ExchangeMarketError::NotFound)
    }

    async fn markets(&self, account: &AccountId) -> Result<Vec<ExchangeMarket>, StorageError> {
        let stored = &self.ports.stores.exchange_markets;
        stored.of_accounts(std::slice::from_ref(account)).await
    }

    async fn take_back(&self, known: ExchangeMarket) -> Result<ExchangeMarket, ExchangeMarketError> {
        if !known.is_left_out {
            return Err(ExchangeMarketError::Listed(known.name.symbol));
        }
        self.set_left_out(known, false).await
    }

    async fn set_left_out(
        &self,
        market: ExchangeMarket,
        is_left_out: bool,
    ) -> Result<ExchangeMarket, ExchangeMarketError> {
        let mut work = self.ports.storage.begin().await?;
        let store = work.exchange_markets();
        if !store
            .leave_out(&market.account, &market.name.symbol, is_left_out)
            .await?
        {
            return Err(ExchangeMarketError::NotFound);
        }
        self.commit_and_read(work, &market.account).await?;
        Ok(ExchangeMarket {
            is_left_out,
            next_trade: market.next_trade.filter(|_| is_left_out),
            ..market
        })
    }

    /// Enqueues the reading of the history, which reads what is new in the list, and judges what is missing.
    async fn commit_and_read(
        &self,
        mut work: Box<dyn UnitOfWork>,
        account: &AccountId,
    ) -> Result<(), ExchangeMarketError> {
        let now = self.ports.clock.now();
        let job = READ_HISTORY.job(&self.ports, &account.to_string(), now);
        work.jobs().enqueue(&job, now).await?;
        Ok(work.commit().await?)
    }
}

/// Requests the market that a person named.
async fn listing(
    reader: &dyn ExchangeReader,
    account: &AccountId,
    input: &MarketInput,
) -> Result<MarketListing, ExchangeMarketError> {
    let name = reader.profile().source.name;
    let markets = reader.markets().ok_or(ExchangeMarketError::NoMarkets(name))?;
    let found = markets.market(&account.address, input).await;
    let found = found.map_err(ExchangeMarketError::Exchange)?;
    found.ok_or_else(|| ExchangeMarketError::Unknown {
        exchange: reader.profile().source.name,
        name: match input {
            MarketInput::Symbol(symbol) => symbol.clone(),
            MarketInput::Assets(base, quote) => format!("{base}/{quote}"),
        },
    })
}

/// Returns what a person entered as exchanges write it: `btc/usdt` and `btc-usdt` are two assets, `btcusdt` is a name. `None` where it
/// can be neither.
fn cleaned(input: &MarketInput) -> Option<MarketInput> {
    match input {
        MarketInput::Assets(base, quote) => {
            let (base, quote) = (code(base)?, code(quote)?);
            (base != quote).then_some(MarketInput::Assets(base, quote))
        }
        MarketInput::Symbol(text) => match text.split_once(['/', '-', '_']) {
            Some((base, quote)) => cleaned(&MarketInput::Assets(base.to_owned(), quote.to_owned())),
            None => code(text).map(MarketInput::Symbol),
        },
    }
}

fn code(text: &str) -> Option<String> {
    let code = text.trim().to_uppercase();
    let is_code = !code.is_empty() && code.chars().count() <= LONGEST && code.chars().all(char::is_alphanumeric);
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_assets_and_a_name_are_read_as_exchanges_write_them() {
        let assets = |base: &str, quote: &str| MarketInput::Assets(base.to_owned(), quote.to_owned());
        let name = |text: &str| MarketInput::Symbol(text.to_owned());
        for (input, expected) in [
            (name(" btcusdt "), Some(name("BTCUSDT"))),
            (name("btc/usdt"), Some(assets("BTC", "USDT"))),
            (name("BTC-USDT"), Some(assets("BTC", "USDT"))),
            (name("币安usdt"), Some(name("币安USDT"))),
            (assets("btc", " eur"), Some(assets("BTC", "EUR"))),
            (assets("btc", "BTC"), None),
            (assets("btc", ""), None),
            (name(""), None),
            (name("btc/usdt/eur"), None),
            (name("btc&timestamp=1"), None),
            (name(&"x".repeat(41)), None),
        ] {
            assert_eq!(cleaned(&input), expected, "{input:?}");
        }
    }
}
