//! The trades of an account at Gemini, of all markets.
//!
//! - `POST /v1/mytrades` returns `[{"price": "3648.09", "amount": "0.0027343246", "timestampms": 1547232911021, "type": "Buy", "fee_currency":
//!   "USD", "fee_amount": "0.024937655575035", "tid": 107317526, "order_id": "107317524", "symbol": "BTCUSD"}, …]`. By public clients it needs
//!   no market.
//! - A trade with `"break": "full"` did not happen. One with `"manual"` counts, because Gemini states its reversal apart.
//!
//! What an order traded within the same second is one event.

use ports::{
    AssetId, RemoteError, Stream,
    fact::ExchangeRowKind,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::{list_reader::GeminiLists, oldest_rows::OldestRows, symbols::Symbols};
use crate::exchange::{
    account::{
        Codes, ExchangeListRow, ListedRow, Quantity, RowState, quantity, signed_quantity, text_of, time_of_millis,
    },
    gemini::paths::TRADES,
};

const LIST: OldestRows = OldestRows {
    path: TRADES,
    limit: "limit_trades",
    most: 500,
    id: "tid",
};
/// The decimal places of amounts. Gemini advises to round down.
const PLACES: u8 = ports::fact::EXCHANGE_DECIMALS;
const TOO_LONG: &str = "an amount that is too long";

/// Reads the next part of the trades.
pub(super) async fn page(list: &GeminiLists<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let found = LIST.read(list, part).await?;
    let named = found.rows().iter().filter_map(|row| row["symbol"].as_str());
    let symbols = match list.symbols.of(named) {
        Some(known) => known,
        None => {
            let answer = list.listed_markets().await?;
            list.symbols.keep(&answer).map_err(|what| list.malformed(what))?
        }
    };
    let trade = |row| trade(row, &symbols, &list.codes);
    let rows: Result<Vec<_>, _> = found.rows().iter().map(trade).collect();
    let rows = rows.map_err(|what| list.malformed(what))?;
    Ok(found.page(part, rows.into_iter().flatten().collect()))
}

fn trade(row: &Json, symbols: &Symbols, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let id = text_of(&row["tid"]).ok_or("a trade without its id")?;
    let order = text_of(&row["order_id"]).ok_or("a trade without its order")?;
    let time = time_of_millis(&row["timestampms"]).ok_or("a trade without its time")?;
    let symbol = row["symbol"].as_str().ok_or("a trade without its market")?;
    let fee_code = row["fee_currency"].as_str().unwrap_or_default();
    let market = symbols.market(symbol, fee_code);
    let changes = match &market {
        Some(market) => changes(row, market, codes)?.to_vec(),
        None => Vec::new(),
    };
    let changes: Vec<_> = changes
        .iter()
        .map(|(asset, amount, is_fee)| (asset, *amount, *is_fee))
        .collect();
    let row = ExchangeListRow {
        list: Stream::ExchangeTrades,
        event: &["order", &order, &time.seconds().to_string()],
        id: format!("trade {id}"),
        time,
        kind: ExchangeRowKind::Trade,
        words: market.map_or_else(|| symbol.to_owned(), |(base, quote)| format!("{base}/{quote}")),
        state: match row["break"].as_str() {
            Some("full") => RowState::DoesNotCount,
            _ if changes.is_empty() => RowState::Unknown,
            _ => RowState::Counts,
        },
        transaction: None,
        stated: row,
    };
    row.listed(&changes)
}

/// Returns what a trade changed: both sides, and the fee, which may be in a third asset.
fn changes(
    row: &Json,
    (base, quote): &(String, String),
    codes: &Codes<'_>,
) -> Result<[(AssetId, Quantity, bool); 3], &'static str> {
    let amount = quantity(row, "amount")?;
    let price = quantity(row, "price")?;
    let paid = amount
        .times(price)
        .and_then(|paid| paid.cut(PLACES))
        .map_err(|_| TOO_LONG)?;
    let is_buyer = match row["type"].as_str() {
        Some("Buy" | "buy") => true,
        Some("Sell" | "sell") => false,
        _ => return Err("a trade without its side"),
    };
    let negated = |quantity: Quantity| quantity.negated().map_err(|_| TOO_LONG);
    let (amount, paid) = if is_buyer {
        (amount, negated(paid)?)
    } else {
        (negated(amount)?, paid)
    };
    // A fee below zero is paid out.
    let fee = signed_quantity(row, "fee_amount")?.cut(PLACES).map_err(|_| TOO_LONG)?;
    let fee_code = match row["fee_currency"].as_str() {
        Some(code) => code,
        None if fee.is_zero() => quote,
        None => return Err("a fee without its asset"),
    };
    Ok([
        (codes.asset(base)?, amount, false),
        (codes.asset(quote)?, paid, false),
        (codes.asset(fee_code)?, negated(fee)?, true),
    ])
}

#[cfg(test)]
mod tests;
