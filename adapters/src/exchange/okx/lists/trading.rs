//! The ledger of a trading account: `GET /api/v5/account/bills-archive`, three months back.
//!
//! - A row is `{"billId": "623950854533513219", "ccy": "USDT", "balChg": "0.021933823221", "fee": "-0.000021955779", "type": "2", "subType": "1",
//!   "instType": "SPOT", "instId": "BTC-USDT", "mgnMode": "cash", "ordId": "623950854525124608", "tradeId": "586760148", "ts": "1695033476167",
//!   "from": "", "to": ""}`. `balChg` is what the balance changed by, with the fee, which is negative where it was paid.
//! - A trade on the spot market has a row for each currency. What an order traded within a second is one event.
//! - Where a change of a position with its own margin does not touch the balance, its fee is not one of the balance either.

use ports::{Stream, fact::ExchangeRowKind, json::Json};

use super::{
    bill_kinds,
    pages::{OkxList, PlaceBy},
};
use crate::exchange::{
    account::{
        Codes, ExchangeListRow, ListedRow, Quantity, RowState, code, quantity_if_any, signed_quantity, text_of,
        time_of_millis,
    },
    okx::paths::TRADING_BILLS,
};

pub(super) static LIST: OkxList = OkxList {
    path: TRADING_BILLS,
    by: PlaceBy::IdWithin,
    rest: &[],
    row,
};

const TOO_LONG: &str = "an amount that is too long";
/// The numbers of the funding account and of the trading account.
const OWN_ACCOUNTS: [&str; 2] = ["6", "18"];

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let id = text_of(&row["billId"]).ok_or("a row of the ledger without its id")?;
    let time = time_of_millis(&row["ts"]).ok_or("a row of the ledger without its time")?;
    let asset = codes.asset(code(row, "ccy")?)?;
    let r#type = text_of(&row["type"]).unwrap_or_default();
    let (kind, name) = kind(&r#type, row);
    let (amount, fee) = changes(row)?;
    let (order, second) = (text("ordId"), time.seconds().to_string());
    let event = match kind {
        ExchangeRowKind::Trade | ExchangeRowKind::Result if !order.is_empty() => vec!["order", order, &second],
        ExchangeRowKind::Conversion if !order.is_empty() => vec!["conversion", order],
        ExchangeRowKind::Conversion => vec!["conversion", &second],
        _ => vec!["trading", &id],
    };
    let listed = ExchangeListRow {
        list: Stream::ExchangeLedger,
        event: &event,
        id: format!("trading {id}"),
        time,
        kind,
        words: [&name, text("instId")].join(" ").trim().to_owned(),
        state: RowState::Counts,
        transaction: None,
        stated: row,
    };
    let is_charge = kind == ExchangeRowKind::Charge;
    listed.listed(&[(&asset, amount, is_charge), (&asset, fee, true)])
}

/// Returns what a row is, and what OKX calls it. Unknown types are kept as such.
fn kind(r#type: &str, row: &Json) -> (ExchangeRowKind, String) {
    let is = |name: &str, text: &str| row[name].as_str() == Some(text);
    let (known, name) = bill_kinds::of_trading(r#type);
    let is_spot = is("instType", "SPOT") || is("instType", "MARGIN") && !is("mgnMode", "isolated");
    let is_own = |name: &str| OWN_ACCOUNTS.iter().any(|account| is(name, account));
    let kind = match known {
        ExchangeRowKind::Trade if !is_spot => ExchangeRowKind::Result,
        ExchangeRowKind::Transfer if r#type == bill_kinds::TRANSFER && is_own("from") && is_own("to") => {
            ExchangeRowKind::Move
        }
        known => known,
    };
    (kind, name)
}

/// Returns what a row changed without its fee, and the fee, negative where it was paid.
fn changes(row: &Json) -> Result<(Quantity, Quantity), &'static str> {
    let change = signed_quantity(row, "balChg")?;
    let fee = quantity_if_any(row, "fee")?;
    if change.is_zero() {
        return Ok((change, Quantity::default()));
    }
    Ok((change.sub(fee).map_err(|_| TOO_LONG)?, fee))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::{lines, row_error};

    fn stated(parts: &str) -> String {
        format!(r#"[{{"billId": "12344", "ccy": "USDT", "ts": "1695033476167", {parts}}}]"#)
    }

    #[test]
    fn trades_results_moves_and_unknown_types_are_told_apart() {
        let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
        for (parts, expected) in [
            (
                r#""balChg": "0.0219338232210000", "fee": "-0.000021955779", "type": "2", "instType": "SPOT", "mgnMode": "cash", "ordId": "6239", "instId": "BTC-USDT""#,
                format!("order-6239-1695033476 Trade Trade BTC-USDT: {usdt} 0.021955779, {usdt} -0.000021955779 fee"),
            ),
            (
                r#""balChg": "-3", "fee": "-1", "type": "2", "instType": "SWAP", "ordId": "7", "instId": "BTC-USDT-SWAP""#,
                format!("order-7-1695033476 Result Trade BTC-USDT-SWAP: {usdt} -2, {usdt} -1 fee"),
            ),
            (
                r#""balChg": "0", "fee": "-1", "type": "2", "instType": "MARGIN", "mgnMode": "isolated", "ordId": "7""#,
                "order-7-1695033476 Result Trade:".to_owned(),
            ),
            (
                r#""balChg": "5", "fee": "", "type": "1", "from": "6", "to": "18""#,
                format!("trading-12344 Move Transfer: {usdt} 5"),
            ),
            (
                r#""balChg": "5", "type": 1, "from": "", "to": """#,
                format!("trading-12344 Transfer Transfer: {usdt} 5"),
            ),
            (
                r#""balChg": "-5", "type": "7""#,
                format!("trading-12344 Charge Interest deduction: {usdt} -5 fee"),
            ),
            (
                r#""balChg": "-5", "type": "27""#,
                format!("conversion-1695033476 Conversion Convert: {usdt} -5"),
            ),
            (
                r#""balChg": "-5", "type": "999""#,
                format!("trading-12344 Other Type 999: {usdt} -5"),
            ),
        ] {
            assert_eq!(lines("okx", &stated(parts), row).unwrap(), [expected], "{parts}");
        }
    }

    #[test]
    fn a_row_without_its_parts_cannot_be_read() {
        for (parts, error) in [
            (
                r#"{"ccy": "USDT", "ts": "1", "balChg": "1"}"#,
                "a row of the ledger without its id",
            ),
            (
                r#"{"billId": "1", "ccy": "USDT", "balChg": "1"}"#,
                "a row of the ledger without its time",
            ),
            (
                r#"{"billId": "1", "ts": "1", "balChg": "1"}"#,
                "a row without its asset",
            ),
            (
                r#"{"billId": "1", "ccy": "USDT", "ts": "1", "balChg": ""}"#,
                "a quantity that is no number",
            ),
        ] {
            assert_eq!(row_error("okx", parts, row), error, "{parts}");
        }
    }
}
