//! Trades on the spot markets of HTX: `GET /v1/order/matchresults`, over at most 48 hours, 120 days back.
//!
//! - A row is `{"id": 313288753120940, "symbol": "polyusdt", "type": "buy-market", "order-id": 345487249132375, "price": "0.338", "filled-amount":
//!   "147.928994082840236", "fee-currency": "poly", "filled-fees": "0", "filled-points": "0.1", "fee-deduct-currency": "hbpoint", "created-at":
//!   1629443051839}`.
//! - Codes are not separated in `symbol`. A fee is paid in what is bought, the base or the quote, so that `fee-currency` is one of both.
//! - A fee is either `filled-fees` or, where another asset pays it, `filled-points` of `fee-deduct-currency`. Points are no asset.
//! - A fee below zero is a rebate, which arrives later as a change of its own.

use ports::{
    RemoteError, Stream,
    fact::{EXCHANGE_DECIMALS, ExchangeRowKind},
    json::Json,
};

use super::within::within;
use crate::exchange::{
    account::{
        Codes, ExchangeListRow, ListMoments, ListedRow, Quantity, RowState, SignedHistory, WindowRows, code, quantity,
        quantity_if_any, text_of, time_of_millis,
    },
    htx::paths::TRADES,
};

const TOO_LONG: &str = "an amount that is too long";
/// The codes of points, which are no asset.
const POINTS: [&str; 2] = ["hbpoint", "point"];

/// Reads the trades between two moments.
pub(super) async fn rows(history: &SignedHistory<'_>, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    let times = ["start-time", "end-time"];
    within(history, (TRADES, "size", row), (times, moments), &[]).await
}

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let symbol = row["symbol"].as_str().ok_or("a trade without its market")?;
    let is_buyer = match row["type"].as_str().and_then(|text| text.split('-').next()) {
        Some("buy") => true,
        Some("sell") => false,
        _ => return Err("a trade without its side"),
    };
    let fee_code = code(row, "fee-currency")?;
    let (base, quote) = sides(symbol, fee_code, is_buyer).ok_or("a market without the asset of its fee")?;
    let id = text_of(&row["id"]).ok_or("a trade without its id")?;
    let order = text_of(&row["order-id"]).ok_or("a trade without its order")?;
    let time = time_of_millis(&row["created-at"]).ok_or("a trade without its time")?;
    let (base, quote, fee_code) = (codes.asset(base)?, codes.asset(quote)?, fee_code.to_owned());
    let (amount, cost) = amounts(row, is_buyer)?;
    let (fee, deducted) = (paid(row, "filled-fees")?, paid(row, "filled-points")?);
    let deduct_code = row["fee-deduct-currency"].as_str().unwrap_or_default();
    let has_deducted = !deducted.is_zero() && !deduct_code.is_empty() && !POINTS.contains(&deduct_code);
    let fee_asset = codes.asset(&fee_code)?;
    let deducted_asset = if has_deducted {
        codes.asset(deduct_code)?
    } else {
        fee_asset.clone()
    };
    let deducted = if has_deducted { deducted } else { Quantity::default() };
    let listed = ExchangeListRow {
        list: Stream::MarketTrades,
        event: &["order", &order, &time.seconds().to_string()],
        id: format!("trade {id}"),
        time,
        kind: ExchangeRowKind::Trade,
        words: symbol.to_owned(),
        state: RowState::Counts,
        transaction: None,
        stated: row,
    };
    listed.listed(&[
        (&base, amount, false),
        (&quote, cost, false),
        (&fee_asset, fee, true),
        (&deducted_asset, deducted, true),
    ])
}

/// Returns base and quote of a market, of which one has this code: the base where something is bought, as far as both are possible.
fn sides<'a>(symbol: &'a str, fee: &'a str, is_buyer: bool) -> Option<(&'a str, &'a str)> {
    let of_base = symbol.strip_prefix(fee).filter(|quote| !quote.is_empty());
    let of_quote = symbol.strip_suffix(fee).filter(|base| !base.is_empty());
    let (of_base, of_quote) = (of_base.map(|quote| (fee, quote)), of_quote.map(|base| (base, fee)));
    if is_buyer {
        of_base.or(of_quote)
    } else {
        of_quote.or(of_base)
    }
}

/// Returns what a trade changed of both sides. Digits of the product that no amount has are cut.
fn amounts(row: &Json, is_buyer: bool) -> Result<(Quantity, Quantity), &'static str> {
    let amount = quantity(row, "filled-amount")?;
    let cost = amount.times(quantity(row, "price")?).map_err(|_| TOO_LONG)?;
    let cost = cost.cut(EXCHANGE_DECIMALS).map_err(|_| TOO_LONG)?;
    Ok(if is_buyer {
        (amount, cost.negated().map_err(|_| TOO_LONG)?)
    } else {
        (amount.negated().map_err(|_| TOO_LONG)?, cost)
    })
}

/// Returns what was paid, as a negative quantity; nothing for a rebate.
fn paid(row: &Json, field: &str) -> Result<Quantity, &'static str> {
    let stated = quantity_if_any(row, field)?;
    if stated.is_negative() {
        return Ok(Quantity::default());
    }
    stated.negated().map_err(|_| TOO_LONG)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::{lines, row_error};

    fn stated(side: &str, fee: &str, rest: &str) -> String {
        format!(
            r#"[{{"id": 313288753120940, "symbol": "newusdd", "type": "{side}-limit", "order-id": 345487249132375, "price": "0.5",
                  "filled-amount": "3.000000000000000001", "fee-currency": "{fee}", "created-at": 1629443051839{rest}}}]"#
        )
    }

    /// The side, the asset of the fee, the other fields, and what changed.
    const FEES: [(&str, &str, &str, &str); 5] = [
        (
            "buy",
            "new",
            r#", "filled-fees": "0.006", "filled-points": "0.0""#,
            "new 3, usdd -1.5, new -0.006 fee",
        ),
        (
            "sell",
            "usdd",
            r#", "filled-fees": 0.003"#,
            "new -3, usdd 1.5, usdd -0.003 fee",
        ),
        (
            "buy",
            "new",
            r#", "filled-fees": "0", "filled-points": "0.1", "fee-deduct-currency": "ht""#,
            "new 3, usdd -1.5, ht -0.1 fee",
        ),
        (
            "buy",
            "new",
            r#", "filled-fees": "0", "filled-points": "0.1", "fee-deduct-currency": "hbpoint""#,
            "new 3, usdd -1.5",
        ),
        ("buy", "usdd", r#", "filled-fees": "-0.01""#, "new 3, usdd -1.5"),
    ];

    #[test]
    fn both_sides_and_the_fee_are_read_also_where_another_asset_pays_it() {
        let event = "order-345487249132375-1629443051 Trade newusdd:";
        let long = lines("htx", &stated("buy", "new", r#", "filled-fees": "0.006""#), row).unwrap();
        assert_eq!(
            long,
            [format!("{event} new 3.000000000000000001, usdd -1.5, new -0.006 fee")]
        );
        let short = |side, fee, rest| {
            lines(
                "htx",
                &stated(side, fee, rest).replace("3.000000000000000001", "3"),
                row,
            )
            .unwrap()
        };
        for (side, fee, rest, expected) in FEES {
            assert_eq!(short(side, fee, rest), [format!("{event} {expected}")]);
        }
    }

    #[test]
    fn a_market_that_has_not_the_asset_of_the_fee_cannot_be_read() {
        let rows = stated("buy", "other", "").replace(['[', ']'], "");
        assert_eq!(row_error("htx", &rows, row), "a market without the asset of its fee");
        let rows = stated("swap", "new", "").replace(['[', ']'], "");
        assert_eq!(row_error("htx", &rows, row), "a trade without its side");
    }
}
