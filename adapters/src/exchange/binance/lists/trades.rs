//! The trades of an account on the markets of Binance, one market after the other.
//!
//! - `GET /api/v3/myTrades` returns `[{"symbol": "BNBBTC", "id": 28457, "orderId": 100234, "price": "4.00000100", "qty": "12.00000000",
//!   "quoteQty": "48.000012", "commission": "10.10000000", "commissionAsset": "BNB", "time": 1499865549590, "isBuyer": true, "isMaker":
//!   false}]`: with `fromId` up to 1,000 trades from that one on, the oldest first, and without it the newest ones. It weighs 20.
//! - `GET /api/v3/ticker/price` names all markets. No key is sent with it.
//!
//! The first time, every market is read from its first trade. Later the newest trades are enough where they reach back to what is known.
//! What an order traded within the same second is one event.

use std::collections::BTreeSet;

use ports::{
    AssetId, RemoteError, Stream,
    fact::{ExchangeRow, ExchangeRowKind},
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::{
    list_reader::{ListReader, OPENED},
    markets::{self, TradedMarket},
};
use crate::exchange::{
    account::{
        Codes, ListedRow, Quantity, amounts, event_id, inconsistent_list, moment_of, text_of, time_of_millis, whole,
    },
    binance::paths::TRADES,
};

/// The most rows of an answer.
const MOST: usize = 1_000;
const TOO_LONG: &str = "an amount that is too long";
/// What stands in a continuation in place of an id where the newest trades are requested.
const NEWEST: &str = "-";

/// Where a walk over the markets is.
#[derive(Debug, PartialEq, Eq)]
struct Walk {
    /// The last moment of the walk.
    last: u64,
    /// The first trade that is requested next; `None` for the newest ones.
    from_id: Option<u64>,
    /// The markets that are left, the current one first.
    markets: Vec<TradedMarket>,
}

impl Walk {
    fn begin(part: &HistoryRequest, markets: Vec<TradedMarket>) -> Self {
        Self {
            last: part.blocks.1,
            from_id: first_id(part),
            markets,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, ' ');
        let last = parts.next()?.parse().ok()?;
        let from_id = match parts.next()? {
            NEWEST => None,
            id => Some(id.parse().ok()?),
        };
        let markets: Option<Vec<TradedMarket>> = parts.next()?.split(',').map(TradedMarket::read).collect();
        Some(Self {
            last,
            from_id,
            markets: markets?,
        })
    }

    fn text(&self) -> String {
        let from_id = self.from_id.map_or_else(|| NEWEST.to_owned(), |id| id.to_string());
        let markets: Vec<String> = self.markets.iter().map(TradedMarket::to_string).collect();
        format!("{} {from_id} {}", self.last, markets.join(","))
    }

    /// Goes on after an answer: with the rest of the market, or with the next one.
    fn advance(&mut self, part: &HistoryRequest, rows: &[TradeRow]) {
        let is_full = rows.len() >= MOST;
        let oldest = rows.iter().map(|row| row.listed.time.millis()).min();
        let reaches_back = oldest.is_some_and(|oldest| oldest < moment_of(part.blocks.0).millis());
        let newest = rows.iter().map(|row| row.id).max();
        match (self.from_id, newest) {
            (Some(_), Some(newest)) if is_full => self.from_id = Some(newest.saturating_add(1)),
            (None, _) if is_full && !reaches_back => self.from_id = Some(0),
            _ => {
                self.markets.remove(0);
                self.from_id = first_id(part);
            }
        }
    }
}

/// Returns the first trade of a market that is requested: all of them the first time, and then the newest ones.
fn first_id(part: &HistoryRequest) -> Option<u64> {
    (part.blocks.0 <= OPENED).then_some(0)
}

/// A trade with its number, which rises within a market.
struct TradeRow {
    id: u64,
    listed: ListedRow,
}

/// Reads the next part of the trades.
pub(in crate::exchange::binance) async fn trades(
    list: &ListReader<'_>,
    part: &HistoryRequest,
    assets: &[AssetId],
) -> Result<HistoryPage, RemoteError> {
    let mut walk = match part.continuation.as_deref() {
        Some(text) => Walk::read(text).ok_or_else(|| list.malformed("a place in a list that is none"))?,
        None => {
            let listed = listed_markets(list).await?;
            Walk::begin(part, markets::markets(assets, &list.codes, &listed))
        }
    };
    let mut rows = Vec::new();
    if let Some(market) = walk.markets.first().cloned() {
        rows = of_market(list, &market, walk.from_id).await?;
        walk.advance(part, &rows);
    }
    let is_end = walk.markets.is_empty();
    let (first, last) = (moment_of(part.blocks.0), moment_of(walk.last));
    let rows = rows.into_iter().map(|row| row.listed);
    let within = rows.filter(|row| (first..=last).contains(&row.time));
    Ok(HistoryPage {
        facts: within.map(|row| row.into_fact(&part.account)).collect(),
        through: is_end.then_some(walk.last),
        continuation: (!is_end).then(|| walk.text()),
        total: None,
        gaps: Vec::new(),
    })
}

async fn listed_markets(list: &ListReader<'_>) -> Result<BTreeSet<String>, RemoteError> {
    let answer = list.listed_markets().await?;
    let rows = answer.as_array().ok_or_else(|| list.malformed("no list of markets"))?;
    let symbols = rows.iter().map(|row| row["symbol"].as_str().map(str::to_owned));
    let symbols: Option<BTreeSet<String>> = symbols.collect();
    symbols.ok_or_else(|| list.malformed("a market without its name"))
}

/// Reads trades of a market. One that Binance does not have any more has none.
async fn of_market(
    list: &ListReader<'_>,
    market: &TradedMarket,
    from_id: Option<u64>,
) -> Result<Vec<TradeRow>, RemoteError> {
    let (symbol, limit) = (market.symbol(), MOST.to_string());
    let from = from_id.map(|id| id.to_string());
    let mut parameters = vec![("symbol", symbol.as_str()), ("limit", &limit)];
    parameters.extend(from.as_deref().map(|from| ("fromId", from)));
    let answer = match list.request(TRADES, 0, &parameters).await {
        Err(RemoteError::Unsupported { .. }) => return Ok(Vec::new()),
        answer => answer?,
    };
    let rows = answer.as_array().ok_or_else(|| list.malformed("no list of trades"))?;
    let rows: Result<Vec<TradeRow>, _> = rows.iter().map(|row| trade(row, market, &list.codes)).collect();
    let rows = rows.map_err(|what| list.malformed(what))?;
    let ids: BTreeSet<u64> = rows.iter().map(|row| row.id).collect();
    let is_before = ids.first().is_some_and(|first| Some(*first) < from_id);
    if ids.len() < rows.len() || rows.len() > MOST || is_before {
        return Err(inconsistent_list(&list.of.1.who));
    }
    Ok(rows)
}

fn trade(row: &Json, market: &TradedMarket, codes: &Codes<'_>) -> Result<TradeRow, &'static str> {
    let symbol = market.symbol();
    if row["symbol"].as_str().is_some_and(|own| own != symbol) {
        return Err("a trade of another market");
    }
    let id = whole(&row["id"]).ok_or("a trade without its id")?;
    let order = text_of(&row["orderId"]).ok_or("a trade without its order")?;
    let time = time_of_millis(&row["time"]).ok_or("a trade without its time")?;
    let second = time.seconds().to_string();
    let changes = changes(row, market, codes)?;
    let changes: Vec<_> = changes
        .iter()
        .map(|(asset, amount, is_fee)| (asset, *amount, *is_fee))
        .collect();
    Ok(TradeRow {
        id,
        listed: ListedRow {
            event: event_id(&["order", &symbol, &order, &second])?,
            time,
            row: ExchangeRow {
                list: Stream::MarketTrades,
                id: format!("trade {symbol} {id}"),
                kind: ExchangeRowKind::Trade,
                words: market.to_string(),
                transaction: None,
                amounts: amounts(&changes)?,
                stated: row.to_string(),
            },
        },
    })
}

/// Returns what a trade changed: both sides, and the fee, which may be in a third asset.
fn changes(
    row: &Json,
    market: &TradedMarket,
    codes: &Codes<'_>,
) -> Result<[(AssetId, Quantity, bool); 3], &'static str> {
    let positive = |name: &str| Quantity::read(&row[name]).filter(|quantity| !quantity.is_negative());
    let base = positive("qty").ok_or("a trade without its quantity")?;
    let quote = match positive("quoteQty") {
        Some(quote) => quote,
        None => base
            .times(positive("price").ok_or("a trade without its price")?)
            .map_err(|_| TOO_LONG)?,
    };
    let is_buyer = row["isBuyer"].as_bool().ok_or("a trade without its side")?;
    let (base, quote) = if is_buyer {
        (base, quote.negated().map_err(|_| TOO_LONG)?)
    } else {
        (base.negated().map_err(|_| TOO_LONG)?, quote)
    };
    // A fee below zero is paid out.
    let fee = Quantity::read(&row["commission"]).ok_or("a trade without its fee")?;
    let fee_asset = match row["commissionAsset"].as_str() {
        Some(code) => codes.asset(code)?,
        None if fee.is_zero() => codes.asset(&market.quote)?,
        None => return Err("a fee without its asset"),
    };
    Ok([
        (codes.asset(&market.base)?, base, false),
        (codes.asset(&market.quote)?, quote, false),
        (fee_asset, fee.negated().map_err(|_| TOO_LONG)?, true),
    ])
}

#[cfg(test)]
mod tests;
