//! The markets of an exchange that lists trades by market. A trade belongs to the market with whose name its event begins.

use async_trait::async_trait;
use ports::{
    Address, AssetId, ExchangeHistoryRequest, ExchangeMarket, MarketInput, MarketListing, MarketLookup, MarketName,
    MarketOrigin, MarketUpdate, RemoteError, Timestamp, fact::ExchangeRowKind,
};

use super::{
    history::{ETHER, EURO},
    trial::{TrialKeys, TrialRow, exchange},
};

/// A market of the exchange.
#[derive(Clone, Debug)]
pub struct TrialMarket {
    pub base: &'static str,
    pub quote: &'static str,
    /// Whether it is derived from what accounts have.
    pub is_derived: bool,
    /// Whether the exchange lists its trades.
    pub is_known: bool,
}

impl TrialMarket {
    fn name(&self) -> MarketName {
        MarketName {
            symbol: format!("{}{}", self.base, self.quote),
            base: self.base.to_owned(),
            quote: self.quote.to_owned(),
        }
    }

    fn listing(&self) -> MarketListing {
        MarketListing {
            name: self.name(),
            is_open: true,
        }
    }
}

#[async_trait]
impl MarketLookup for TrialKeys {
    async fn market(&self, _: &Address, input: &MarketInput) -> Result<Option<MarketListing>, RemoteError> {
        Ok(named(&self.held.lock().unwrap().markets, input))
    }

    fn asset(&self, code: &str) -> Option<AssetId> {
        match code {
            "ETH" => ETHER.parse().ok(),
            "EUR" => EURO.parse().ok(),
            code => AssetId::code(&exchange(), code),
        }
    }
}

/// Returns the market that a person names.
fn named(markets: &[TrialMarket], input: &MarketInput) -> Option<MarketListing> {
    let is_named = |market: &&TrialMarket| match input {
        MarketInput::Symbol(symbol) => market.name().symbol == *symbol,
        MarketInput::Assets(base, quote) => (market.base, market.quote) == (base.as_str(), quote.as_str()),
    };
    markets.iter().find(is_named).map(TrialMarket::listing)
}

/// A walk over the markets that were requested when it began, each with whether it was read before.
pub struct MarketWalk(Vec<(String, bool)>);

impl MarketWalk {
    /// Begins a walk, with what is stated of all markets.
    pub fn begin(markets: &[TrialMarket], request: &ExchangeHistoryRequest<'_>) -> (Self, Vec<MarketUpdate>) {
        let derived = markets.iter().filter(|market| market.is_derived);
        let derived = derived.map(|market| MarketUpdate::Listed {
            market: market.listing(),
            origin: MarketOrigin::List,
        });
        let stored = |symbol: &str| request.markets.iter().find(|one| one.name.symbol == symbol);
        let names = markets.iter().filter(|market| market.is_derived).map(TrialMarket::name);
        let own = request.markets.iter().map(|market| market.name.clone());
        let mut all: Vec<String> = names.chain(own).map(|name| name.symbol).collect();
        all.sort();
        all.dedup();
        all.retain(|symbol| stored(symbol).is_none_or(|one: &ExchangeMarket| !one.is_left_out));
        let is_read = |symbol: &str| stored(symbol).is_some_and(|one| one.next_trade.is_some());
        let walk = all.into_iter().map(|symbol| (symbol.clone(), is_read(&symbol)));
        (Self(walk.collect()), derived.collect())
    }

    pub fn read(text: &str) -> Self {
        let parts = text.split(',').filter(|part| !part.is_empty());
        let market = |part: &str| match part.strip_suffix('+') {
            Some(symbol) => (symbol.to_owned(), true),
            None => (part.to_owned(), false),
        };
        Self(parts.map(market).collect())
    }

    pub fn text(&self) -> String {
        let parts = self
            .0
            .iter()
            .map(|(symbol, is_read)| format!("{symbol}{}", if *is_read { "+" } else { "" }));
        parts.collect::<Vec<_>>().join(",")
    }

    /// Returns whether a row belongs to the answer: that of a market that was never read whenever it was.
    pub fn has(&self, markets: &[TrialMarket], row: &TrialRow, first: Timestamp) -> bool {
        let mut own = markets
            .iter()
            .filter(|market| row.event.starts_with(&market.name().symbol));
        let Some(market) = own.next() else {
            return row.time >= first;
        };
        let mut requested = self.0.iter();
        requested.any(|(symbol, is_read)| {
            *symbol == market.name().symbol && market.is_known && (!is_read || row.time >= first)
        })
    }

    /// Returns what is stated at the end.
    pub fn end(&self, markets: &[TrialMarket], rows: &[TrialRow]) -> Vec<MarketUpdate> {
        let update = |(symbol, is_read): &(String, bool)| {
            let symbol = symbol.clone();
            let is_known = markets
                .iter()
                .any(|market| market.name().symbol == symbol && market.is_known);
            let trades = rows
                .iter()
                .filter(|row| row.kind == ExchangeRowKind::Trade && row.event.starts_with(&symbol))
                .count() as u64;
            if is_known {
                MarketUpdate::Read {
                    symbol,
                    trades: if *is_read { 0 } else { trades },
                    next_trade: trades,
                }
            } else {
                MarketUpdate::Unknown { symbol }
            }
        };
        self.0.iter().map(update).collect()
    }
}
