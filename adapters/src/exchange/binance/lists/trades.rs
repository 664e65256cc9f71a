//! The trades of an account on the markets of Binance, one market after the other.
//!
//! - `GET /api/v3/myTrades` returns `[{"symbol": "BNBBTC", "id": 28457, "orderId": 100234, "price": "4.00000100", "qty": "12.00000000",
//!   "quoteQty": "48.000012", "commission": "10.10000000", "commissionAsset": "BNB", "time": 1499865549590, "isBuyer": true, "isMaker":
//!   false}]`: with `fromId` up to 1,000 trades from that one on, the oldest first, and without it the newest ones. It weighs 20.
//! - `GET /api/v3/ticker/price` names all markets. No key is sent with it.
//!
//! - `GET /api/v3/exchangeInfo?symbol=…` names both assets of one market, and whether it is open. No key is sent with it.
//!
//! The first time, every market is read from its first trade, whenever that was: a market may be added long after the others were read.
//! Later the newest trades are enough where they reach back to what is known.
//! What an order traded within the same second is one event.

use std::collections::BTreeSet;

use ports::{
    AssetId, ExchangeHistoryRequest, MarketInput, MarketListing, MarketName, MarketUpdate, RemoteError, Stream,
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
    binance::{paths::TRADES, signed_client::SignedClient},
};
use crate::http_client::RequestContext;

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
    /// How many new trades of the current market were read, and the number after the highest of them.
    counted: (u64, u64),
    /// The markets that are left, the current one first.
    markets: Vec<TradedMarket>,
}

impl Walk {
    fn begin(part: &HistoryRequest, markets: Vec<TradedMarket>) -> Self {
        let mut walk = Self {
            last: part.blocks.1,
            from_id: None,
            counted: (0, 0),
            markets,
        };
        walk.begin_market(part);
        walk
    }

    /// Goes to the first request of the current market: that of all trades the first time, and then of the newest ones.
    fn begin_market(&mut self, part: &HistoryRequest) {
        let next = self.markets.first().and_then(|market| market.next);
        let is_first = part.blocks.0 <= OPENED || next.is_none();
        self.from_id = is_first.then_some(0);
        self.counted = (0, next.unwrap_or_default());
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, ' ');
        let last = parts.next()?.parse().ok()?;
        let from_id = match parts.next()? {
            NEWEST => None,
            id => Some(id.parse().ok()?),
        };
        let (count, next) = parts.next()?.split_once('+')?;
        let counted = (count.parse().ok()?, next.parse().ok()?);
        let markets: Option<Vec<TradedMarket>> = parts.next()?.split(',').map(TradedMarket::read).collect();
        Some(Self {
            last,
            from_id,
            counted,
            markets: markets?,
        })
    }

    fn text(&self) -> String {
        let from_id = self.from_id.map_or_else(|| NEWEST.to_owned(), |id| id.to_string());
        let markets: Vec<String> = self.markets.iter().map(TradedMarket::to_string).collect();
        let (count, next) = self.counted;
        format!("{} {from_id} {count}+{next} {}", self.last, markets.join(","))
    }

    /// Goes on after an answer: with the rest of the market, or with the next one. Returns what is known of the market at its end.
    fn advance(&mut self, part: &HistoryRequest, rows: &[TradeRow]) -> Option<MarketUpdate> {
        let is_full = rows.len() >= MOST;
        let oldest = rows.iter().map(|row| row.listed.time.millis()).min();
        let reaches_back = oldest.is_some_and(|oldest| oldest < moment_of(part.blocks.0).millis());
        let newest = rows.iter().map(|row| row.id).max();
        match (self.from_id, newest) {
            (Some(_), Some(newest)) if is_full => {
                self.count(rows);
                self.from_id = Some(newest.saturating_add(1));
                None
            }
            (None, _) if is_full && !reaches_back => {
                self.from_id = Some(0);
                None
            }
            _ => {
                self.count(rows);
                let market = self.markets.remove(0);
                let (trades, next_trade) = self.counted;
                self.begin_market(part);
                Some(MarketUpdate::Read {
                    symbol: market.name.symbol,
                    trades,
                    next_trade,
                })
            }
        }
    }

    /// Counts the trades that were not counted before. Those after the walk are counted by the next one.
    fn count(&mut self, rows: &[TradeRow]) {
        let next = self.markets.first().and_then(|market| market.next).unwrap_or_default();
        let last = moment_of(self.last);
        let new = rows.iter().filter(|row| row.id >= next && row.listed.time <= last);
        for row in new {
            self.counted.0 += 1;
            self.counted.1 = self.counted.1.max(row.id.saturating_add(1));
        }
    }

    /// Leaves out the current market, which Binance does not have.
    fn skip_unknown(&mut self, part: &HistoryRequest) -> MarketUpdate {
        let market = self.markets.remove(0);
        self.begin_market(part);
        MarketUpdate::Unknown {
            symbol: market.name.symbol,
        }
    }

    /// Returns the first moment of the rows of the current market that are kept: all of one that was never read to its end.
    fn first(&self, part: &HistoryRequest) -> u64 {
        let is_read = self.markets.first().is_some_and(|market| market.next.is_some());
        if is_read { part.blocks.0 } else { 0 }
    }
}

/// A trade with its number, which rises within a market.
struct TradeRow {
    id: u64,
    listed: ListedRow,
}

/// Reads the next part of the trades.
pub(in crate::exchange::binance) async fn trades(
    list: &ListReader<'_>,
    request: &ExchangeHistoryRequest<'_>,
) -> Result<HistoryPage, RemoteError> {
    let part = request.part;
    let mut updates = Vec::new();
    let mut walk = match part.continuation.as_deref() {
        Some(text) => Walk::read(text).ok_or_else(|| list.malformed("a place in a list that is none"))?,
        None => {
            let open = listed_markets(list).await?;
            let all = markets::of_account((request.assets, request.markets), &list.codes, &open);
            updates.extend(all.listed);
            Walk::begin(part, all.requested)
        }
    };
    let (mut rows, first) = (Vec::new(), walk.first(part));
    if let Some(market) = walk.markets.first() {
        match of_market(list, &market.name, walk.from_id).await? {
            Some(found) => {
                updates.extend(walk.advance(part, &found));
                rows = found;
            }
            None => updates.push(walk.skip_unknown(part)),
        }
    }
    let is_end = walk.markets.is_empty();
    let (first, last) = (moment_of(first), moment_of(walk.last));
    let rows = rows.into_iter().map(|row| row.listed);
    let within = rows.filter(|row| (first..=last).contains(&row.time));
    Ok(HistoryPage {
        facts: within.map(|row| row.into_fact(&part.account)).collect(),
        through: is_end.then_some(walk.last),
        continuation: (!is_end).then(|| walk.text()),
        total: None,
        gaps: Vec::new(),
        markets: updates,
    })
}

/// Requests a market that a person names.
pub(in crate::exchange::binance) async fn market(
    (client, context): (&SignedClient, &RequestContext),
    input: &MarketInput,
) -> Result<Option<MarketListing>, RemoteError> {
    let symbols = match input {
        MarketInput::Symbol(symbol) => vec![symbol.clone()],
        MarketInput::Assets(one, other) => vec![format!("{one}{other}"), format!("{other}{one}")],
    };
    for symbol in symbols {
        match client.public_of_market(&symbol, context).await {
            Err(RemoteError::Unsupported { .. }) => {}
            answer => {
                return listing(&answer?, &symbol)
                    .map(Some)
                    .map_err(|what| context.malformed(what));
            }
        }
    }
    Ok(None)
}

/// Reads what Binance states of one market.
fn listing(answer: &Json, symbol: &str) -> Result<MarketListing, &'static str> {
    let [market] = answer["symbols"].as_array().ok_or("no list of markets")? else {
        return Err("another number of markets than one");
    };
    let text = |name: &str| market[name].as_str().filter(|code| markets::fits(code));
    let (base, quote) = text("baseAsset")
        .zip(text("quoteAsset"))
        .ok_or("a market without its assets")?;
    let name = markets::name_of(base, quote);
    if name.symbol != symbol || market["symbol"].as_str() != Some(symbol) {
        return Err("another market than the requested one");
    }
    let is_open = market["status"].as_str().ok_or("a market without its status")? == "TRADING";
    Ok(MarketListing { name, is_open })
}

async fn listed_markets(list: &ListReader<'_>) -> Result<BTreeSet<String>, RemoteError> {
    let answer = list.listed_markets().await?;
    let rows = answer.as_array().ok_or_else(|| list.malformed("no list of markets"))?;
    let symbols = rows.iter().map(|row| row["symbol"].as_str().map(str::to_owned));
    let symbols: Option<BTreeSet<String>> = symbols.collect();
    symbols.ok_or_else(|| list.malformed("a market without its name"))
}

/// Reads trades of a market; `None` where Binance does not have it, or not any more.
async fn of_market(
    list: &ListReader<'_>,
    market: &MarketName,
    from_id: Option<u64>,
) -> Result<Option<Vec<TradeRow>>, RemoteError> {
    let limit = MOST.to_string();
    let from = from_id.map(|id| id.to_string());
    let mut parameters = vec![("symbol", market.symbol.as_str()), ("limit", &limit)];
    parameters.extend(from.as_deref().map(|from| ("fromId", from)));
    let answer = match list.request(TRADES, 0, &parameters).await {
        Err(RemoteError::Unsupported { .. }) => return Ok(None),
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
    Ok(Some(rows))
}

fn trade(row: &Json, market: &MarketName, codes: &Codes<'_>) -> Result<TradeRow, &'static str> {
    let symbol = market.symbol.as_str();
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
            event: event_id(&["order", symbol, &order, &second])?,
            time,
            row: ExchangeRow {
                list: Stream::MarketTrades,
                id: format!("trade {symbol} {id}"),
                kind: ExchangeRowKind::Trade,
                words: format!("{}/{}", market.base, market.quote),
                transaction: None,
                amounts: amounts(&changes)?,
                stated: row.to_string(),
            },
        },
    })
}

/// Returns what a trade changed: both sides, and the fee, which may be in a third asset.
fn changes(row: &Json, market: &MarketName, codes: &Codes<'_>) -> Result<[(AssetId, Quantity, bool); 3], &'static str> {
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
