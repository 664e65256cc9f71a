//! The markets of accounts at the exchange of the demo world that lists trades by market: one for each asset that an account has, and one of
//! an asset that was only bought and sold, which is not read before a person adds it.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AssetId, ExchangeMarket, Fact, MarketInput, MarketListing, MarketName, MarketOrigin, MarketUpdate, Position,
    TransactionId, fact::FactBody,
};

use crate::exchange::account::Codes;

/// In what everything is bought.
const EURO: &str = "EUR";
/// In what other markets are quoted, and whether they are open.
const QUOTES: [(&str, bool); 4] = [(EURO, true), ("USDT", true), ("BTC", true), ("BUSD", false)];
fn name_of(base: &str, quote: &str) -> MarketName {
    MarketName {
        symbol: format!("{base}{quote}"),
        base: base.to_owned(),
        quote: quote.to_owned(),
    }
}

/// Returns the market that a person names: of two assets that this program knows, in a usual quote.
pub(super) fn named(input: &MarketInput, codes: &Codes<'_>) -> Option<MarketListing> {
    let known = |base: &str, quote: &str| {
        let (_, is_open) = QUOTES.into_iter().find(|(code, _)| *code == quote)?;
        let is_known = base != quote && codes.listed.mapped(codes.name, base).is_some();
        is_known.then(|| MarketListing {
            name: name_of(base, quote),
            is_open,
        })
    };
    match input {
        MarketInput::Assets(one, other) => known(one, other).or_else(|| known(other, one)),
        MarketInput::Symbol(symbol) => {
            let mut quotes = QUOTES.into_iter();
            quotes.find_map(|(quote, _)| known(symbol.strip_suffix(quote)?, quote))
        }
    }
}

/// The markets of which trades are requested, and what is stated about all of them.
pub(super) struct RequestedMarkets {
    /// The number from which on trades of each are new, by its asset.
    requested: BTreeMap<AssetId, (MarketName, Option<u64>)>,
    /// The markets without trades.
    empty: Vec<MarketName>,
    listed: Vec<MarketUpdate>,
}

impl RequestedMarkets {
    /// Returns the markets of what an account has, and the stored ones without those that were left out.
    pub(super) fn of(positions: &[Position], stored: &[ExchangeMarket], codes: &Codes<'_>) -> Self {
        let assets: BTreeSet<&AssetId> = positions.iter().map(|position| &position.asset).collect();
        let bases = assets
            .into_iter()
            .flat_map(|asset| codes.listed.of_asset(codes.name, asset));
        let derived = bases.filter(|base| *base != EURO);
        let derived = derived.map(|base| (name_of(base, EURO), MarketOrigin::Balance));
        let mut all: BTreeMap<MarketName, MarketOrigin> = derived.collect();
        for market in stored {
            all.entry(market.name.clone()).or_insert(market.origin);
        }
        let mut markets = Self {
            requested: BTreeMap::new(),
            empty: Vec::new(),
            listed: Vec::new(),
        };
        for (name, origin) in all {
            markets.listed.push(listed(name.clone(), origin));
            let known = stored.iter().find(|market| market.name == name);
            if known.is_some_and(|market| market.is_left_out) {
                continue;
            }
            match codes.asset(&name.base).ok().filter(|_| name.quote == EURO) {
                Some(asset) => {
                    let next = known.and_then(|market| market.next_trade);
                    markets.requested.insert(asset, (name, next));
                }
                None => markets.empty.push(name),
            }
        }
        markets
    }

    /// Keeps those of all trades that are in these markets, of one that was read before from this moment on. Returns what is stated about
    /// markets.
    pub(super) fn keep(self, trades: &mut Vec<Fact>, first: u64) -> Vec<MarketUpdate> {
        let assets = assets(trades);
        trades.retain(|fact| {
            let market = assets.get(&fact.transaction);
            let market = market.and_then(|asset| self.requested.get(asset));
            market.is_some_and(|(_, next)| next.is_none() || fact.block.number >= first)
        });
        let mut counts: BTreeMap<AssetId, u64> = BTreeMap::new();
        for asset in assets.into_values() {
            *counts.entry(asset).or_default() += 1;
        }
        let read = self.requested.into_iter().map(|(asset, (name, next))| {
            let count = counts.get(&asset).copied().unwrap_or_default();
            MarketUpdate::Read {
                symbol: name.symbol,
                trades: count.saturating_sub(next.unwrap_or_default()),
                next_trade: count,
            }
        });
        let empty = self.empty.into_iter().map(|name| MarketUpdate::Read {
            symbol: name.symbol,
            trades: 0,
            next_trade: 0,
        });
        self.listed.into_iter().chain(read).chain(empty).collect()
    }
}

fn listed(name: MarketName, origin: MarketOrigin) -> MarketUpdate {
    let mut quotes = QUOTES.into_iter();
    let is_open = quotes.any(|(quote, is_open)| is_open && quote == name.quote);
    MarketUpdate::Listed {
        market: MarketListing { name, is_open },
        origin,
    }
}

/// Returns what was traded for euros in each event.
fn assets(trades: &[Fact]) -> BTreeMap<TransactionId, AssetId> {
    let mut found = BTreeMap::new();
    for fact in trades {
        if let FactBody::ExchangeRow(row) = &fact.body {
            let mut traded = row.amounts.iter().map(|amount| &amount.asset);
            if let Some(asset) = traded.find(|asset| asset.currency_code().is_none()) {
                found.insert(fact.transaction.clone(), asset.clone());
            }
        }
    }
    found
}
