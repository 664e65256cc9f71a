//! The ledger of a Unified Trading Account: `GET /v5/account/transaction-log`, over at most seven days, two years back.
//!
//! - A row is `{"id": "592324_XRPUSDT_161440249321", "symbol": "XRPUSDT", "category": "linear", "side": "Buy", "type": "TRADE", "currency":
//!   "USDT", "cashFlow": "0", "funding": "", "fee": "0.01908720", "change": "-0.0190872", "cashBalance": "5086.56", "transactionTime":
//!   "1672121182224", "tradeId": "5184f079-…", "orderId": "592b7e41-…"}`. `change` is what the balance changed by, the fee (which is positive
//!   where it was paid) subtracted.
//! - A trade on the spot market has a row for each currency. What an order traded within a second is one event.
//! - The same `id` is in several rows of the documentation, so that a row is known by its trade and currency too.
//! - What moves between this account and the Funding account has a row in both. Both are moves within the account.

use std::time::Duration;

use ports::{Stream, fact::ExchangeRowKind, json::Json};

use super::pages::BybitList;
use crate::exchange::{
    account::{
        Codes, ExchangeListRow, ListedRow, Quantity, RowState, code, quantity_if_any, signed_quantity, text_of,
        time_of_millis,
    },
    bybit::paths::UNIFIED_LOG,
};

pub(super) static LIST: BybitList = BybitList {
    path: UNIFIED_LOG,
    times: ["startTime", "endTime"],
    is_in_seconds: false,
    lead: Duration::ZERO,
    rest: &[("accountType", "UNIFIED")],
    rows: "list",
    most: 50,
    row,
};

const TOO_LONG: &str = "an amount that is too long";
const TRADE: &str = "TRADE";
const SPOT: &str = "spot";

/// What the types of rows are. Loans and what is lent or staked for an open term are places that are read; other products are not.
const KINDS: [(&str, ExchangeRowKind); 46] = [
    ("TRANSFER_IN", ExchangeRowKind::Move),
    ("TRANSFER_OUT", ExchangeRowKind::Move),
    ("BORROW", ExchangeRowKind::Move),
    ("REPAY", ExchangeRowKind::Move),
    ("FLEXIBLE_STAKING_SUBSCRIPTION", ExchangeRowKind::Move),
    ("FLEXIBLE_STAKING_REDEMPTION", ExchangeRowKind::Move),
    ("FLEXIBLE_STAKING_REFUND", ExchangeRowKind::Move),
    ("ONCHAINEARN_SUBSCRIPTION", ExchangeRowKind::Move),
    ("ONCHAINEARN_REDEMPTION", ExchangeRowKind::Move),
    ("ONCHAINEARN_REFUND", ExchangeRowKind::Move),
    ("LOANS_BORROW_FUNDS", ExchangeRowKind::Move),
    ("LOANS_PLEDGE_ASSET", ExchangeRowKind::Move),
    ("SETTLEMENT", ExchangeRowKind::Result),
    ("DELIVERY", ExchangeRowKind::Result),
    ("LIQUIDATION", ExchangeRowKind::Result),
    ("ADL", ExchangeRowKind::Result),
    ("AIRDROP", ExchangeRowKind::Reward),
    ("BONUS", ExchangeRowKind::Reward),
    ("BONUS_RECOLLECT", ExchangeRowKind::Charge),
    ("FEE_REFUND", ExchangeRowKind::Charge),
    ("INTEREST", ExchangeRowKind::Charge),
    ("SPREAD_FEE_OUT", ExchangeRowKind::Charge),
    ("CUSTODY_NETWORK_FEE", ExchangeRowKind::Charge),
    ("CUSTODY_SETTLE_FEE", ExchangeRowKind::Charge),
    ("BROKER_ABACCOUNT_FEE", ExchangeRowKind::Charge),
    ("CURRENCY_BUY", ExchangeRowKind::Conversion),
    ("CURRENCY_SELL", ExchangeRowKind::Conversion),
    ("SPOT_REPAYMENT_BUY", ExchangeRowKind::Conversion),
    ("SPOT_REPAYMENT_SELL", ExchangeRowKind::Conversion),
    ("CONVERT", ExchangeRowKind::Conversion),
    ("IDN_CONVERT_IN", ExchangeRowKind::Conversion),
    ("IDN_CONVERT_OUT", ExchangeRowKind::Conversion),
    ("FIXED_STAKING_SUBSCRIPTION", ExchangeRowKind::Transfer),
    ("FIXED_STAKING_REFUND", ExchangeRowKind::Transfer),
    ("STRUCTURE_PRODUCT_SUBSCRIPTION", ExchangeRowKind::Transfer),
    ("STRUCTURE_PRODUCT_REFUND", ExchangeRowKind::Transfer),
    ("CLASSIC_WEALTH_MANAGEMENT_SUBSCRIPTION", ExchangeRowKind::Transfer),
    ("PREMIMUM_WEALTH_MANAGEMENT_SUBSCRIPTION", ExchangeRowKind::Transfer),
    ("PREMIMUM_WEALTH_MANAGEMENT_REFUND", ExchangeRowKind::Transfer),
    ("LIQUIDITY_MINING_SUBSCRIPTION", ExchangeRowKind::Transfer),
    ("LIQUIDITY_MINING_REFUND", ExchangeRowKind::Transfer),
    ("PWM_SUBSCRIPTION", ExchangeRowKind::Transfer),
    ("PWM_REFUND", ExchangeRowKind::Transfer),
    ("DEFI_INVESTMENT_SUBSCRIPTION", ExchangeRowKind::Transfer),
    ("DEFI_INVESTMENT_REFUND", ExchangeRowKind::Transfer),
    ("DEFI_INVESTMENT_REDEMPTION", ExchangeRowKind::Transfer),
];

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let (r#type, currency) = (text("type"), code(row, "currency")?);
    let id = text_of(&row["id"]).ok_or("a row of the ledger without its id")?;
    let time = time_of_millis(&row["transactionTime"]).ok_or("a row of the ledger without its time")?;
    let asset = codes.asset(currency)?;
    let kind = kind(r#type, text("category"));
    let (amount, fee) = changes(row)?;
    let [order, trade] = [text("orderId"), text("tradeId")].map(|id| id.replace('-', ""));
    let second = time.seconds().to_string();
    let event = match kind {
        ExchangeRowKind::Trade | ExchangeRowKind::Result if r#type == TRADE && !order.is_empty() => {
            vec!["order", &order, &second]
        }
        ExchangeRowKind::Conversion if !order.is_empty() => vec!["conversion", &order],
        ExchangeRowKind::Conversion if !trade.is_empty() => vec!["conversion", &trade],
        _ => vec!["unified", &id, &trade],
    };
    let listed = ExchangeListRow {
        list: Stream::ExchangeLedger,
        event: &event,
        id: format!("unified {id} {trade} {currency}"),
        time,
        kind,
        words: words(r#type, text("symbol")),
        state: RowState::Counts,
        transaction: None,
        stated: row,
    };
    // Interest and fees of their own are what the row is.
    let is_charge = kind == ExchangeRowKind::Charge;
    listed.listed(&[(&asset, amount, is_charge), (&asset, fee, true)])
}

/// Returns what a row is. Unknown types are kept as such.
fn kind(r#type: &str, category: &str) -> ExchangeRowKind {
    match (r#type, category) {
        (TRADE, SPOT) => ExchangeRowKind::Trade,
        (TRADE, "linear" | "inverse" | "option") => ExchangeRowKind::Result,
        _ => {
            let known = KINDS.iter().find(|(known, _)| *known == r#type);
            known.map_or(ExchangeRowKind::Other, |(_, kind)| *kind)
        }
    }
}

fn words(r#type: &str, symbol: &str) -> String {
    match symbol {
        "" => r#type.to_owned(),
        symbol => format!("{type} {symbol}"),
    }
}

/// Returns what a row changed without its fee, and the fee, negative where it was paid.
fn changes(row: &Json) -> Result<(Quantity, Quantity), &'static str> {
    let change = signed_quantity(row, "change")?;
    let fee = quantity_if_any(row, "fee")?;
    let amount = change.add(fee).map_err(|_| TOO_LONG)?;
    Ok((amount, fee.negated().map_err(|_| TOO_LONG)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::{lines, row_error};

    #[test]
    fn both_sides_of_a_trade_are_one_event_with_its_fee() {
        let rows = r#"[
            {"id": "1_BTCUSDT_7", "symbol": "BTCUSDT", "category": "spot", "side": "Buy", "type": "TRADE", "currency": "BTC", "cashFlow": "0.01",
             "funding": "", "fee": "0", "change": "0.01", "transactionTime": "1672121182224", "tradeId": "22-1", "orderId": "592b-1"},
            {"id": "1_BTCUSDT_7", "symbol": "BTCUSDT", "category": "spot", "side": "Buy", "type": "TRADE", "currency": "NEWUSD", "cashFlow": "-160.5",
             "funding": "", "fee": "", "change": "-160.5", "transactionTime": "1672121182224", "tradeId": "22-1", "orderId": "592b-1"},
            {"id": "1_BTCUSDT_8", "symbol": "BTCUSDT", "category": "spot", "side": "Buy", "type": "TRADE", "currency": "MNT", "cashFlow": "0",
             "funding": "", "fee": 0.25, "change": -0.25, "transactionTime": 1672121182230, "tradeId": "22-1", "orderId": "592b-1"}]"#;
        assert_eq!(
            lines("bybit", rows, row).unwrap(),
            [
                "order-592b1-1672121182 Trade TRADE BTCUSDT: 0 0.01",
                "order-592b1-1672121182 Trade TRADE BTCUSDT: NEWUSD -160.5",
                "order-592b1-1672121182 Trade TRADE BTCUSDT: MNT -0.25 fee",
            ]
        );
    }

    #[test]
    fn results_charges_moves_and_unknown_types_are_told_apart() {
        let rows = r#"[
            {"id": "592324_XRPUSDT_161440249321", "symbol": "XRPUSDT", "category": "linear", "type": "SETTLEMENT", "currency": "NEW", "cashFlow": "0",
             "funding": "-0.003676", "fee": "0.00000000", "change": "-0.003676", "transactionTime": "1672128000000", "tradeId": "534c0003-4bf7"},
            {"id": "592324_XRPUSDT_161440249321", "symbol": "XRPUSDT", "category": "linear", "type": "TRADE", "currency": "NEW", "cashFlow": "1",
             "fee": "0.0190872", "change": "0.9809128", "transactionTime": "1672121182224", "tradeId": "5184f079", "orderId": "592b"},
            {"id": "3", "type": "INTEREST", "currency": "NEW", "cashFlow": "-0.5", "fee": "", "change": "-0.5", "transactionTime": "1672121182225"},
            {"id": "4", "type": "TRANSFER_IN", "currency": "NEW", "change": "7", "transactionTime": "1672121182226", "symbol": ""},
            {"id": "5", "type": "CURRENCY_SELL", "currency": "NEW", "change": "-7", "transactionTime": "1672121182227", "orderId": "77"},
            {"id": "6", "type": "TELEPORT", "currency": "NEW", "change": "0.000000000000000001", "transactionTime": "1672121182228"}]"#;
        assert_eq!(
            lines("bybit", rows, row).unwrap(),
            [
                "unified-592324_5fXRPUSDT_5f161440249321-534c00034bf7 Result SETTLEMENT XRPUSDT: NEW -0.003676",
                "order-592b-1672121182 Result TRADE XRPUSDT: NEW 1, NEW -0.0190872 fee",
                "unified-3- Charge INTEREST: NEW -0.5 fee",
                "unified-4- Move TRANSFER_IN: NEW 7",
                "conversion-77 Conversion CURRENCY_SELL: NEW -7",
                "unified-6- Other TELEPORT: NEW 0.000000000000000001",
            ]
        );
    }

    #[test]
    fn a_row_without_its_parts_cannot_be_read() {
        let of = |changed: &str| row_error("bybit", changed, row);
        assert_eq!(
            of(r#"{"type": "TRADE", "change": "1", "transactionTime": "1", "id": "1"}"#),
            "a row without its asset"
        );
        assert_eq!(
            of(r#"{"currency": "BTC", "change": "1", "transactionTime": "1"}"#),
            "a row of the ledger without its id"
        );
        assert_eq!(
            of(r#"{"currency": "BTC", "change": "1", "id": "1"}"#),
            "a row of the ledger without its time"
        );
        assert_eq!(
            of(r#"{"currency": "BTC", "id": "1", "transactionTime": "1", "change": ""}"#),
            "a quantity that is no number"
        );
    }

    #[test]
    fn every_type_is_listed_once() {
        for (at, (r#type, _)) in KINDS.iter().enumerate() {
            assert!(!KINDS[at + 1..].iter().any(|(other, _)| other == r#type), "{type}");
        }
    }
}
