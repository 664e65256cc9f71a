use serde_json::{Value, json};

use super::*;
use crate::exchange::account::{
    ExchangeCodes,
    test_answers::read_json,
    test_lines::{self, row_error},
};

const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

/// Reads rows as `event kind words: asset amount, asset amount fee`.
fn lines(rows: &Value) -> Vec<String> {
    test_lines::lines("coinbase", &rows.to_string(), |row, codes| super::row(row, "w", codes)).unwrap()
}

/// Returns the transaction on a chain that a row states.
fn transaction_of(row: &Value) -> Option<String> {
    let listed = ExchangeCodes::listed().unwrap();
    let codes = Codes {
        listed: &listed,
        exchange: "exchange:coinbase".parse().unwrap(),
        name: "coinbase",
    };
    let answer = read_json(&json!({ "data": [row] }));
    let page = rows(&answer, "w", &codes).unwrap();
    assert!(page.rows[0].row.id == "w/t-1" && !page.is_empty);
    page.rows[0].row.transaction.clone()
}

fn transaction(kind: &str, code: &str, amount: &str) -> Value {
    json!({
        "id": "t-1", "type": kind, "status": "completed", "amount": { "amount": amount, "currency": code },
        "created_at": "2025-08-01T02:28:03Z", "resource": "transaction",
    })
}

#[test]
fn a_commission_counts_with_the_asset_in_which_it_is_paid() {
    // As in the recordings of public clients: 26.77 times 0.92209 are 24.6843493, without the commission.
    let fill = json!({
        "order_id": "o-1", "order_side": "buy", "product_id": "ONDO-USDC", "commission": "0.2962121916", "fill_price": "0.92209",
    });
    let (mut got, mut paid) = (
        transaction("advanced_trade_fill", "ONDO", "26.77"),
        transaction("advanced_trade_fill", "USDC", "-24.6843493"),
    );
    got["advanced_trade_fill"] = fill.clone();
    paid["advanced_trade_fill"] = fill;
    paid["created_at"] = json!("2025-08-01T02:28:04Z");
    assert_eq!(
        lines(&json!([got, paid])),
        [
            "order-o_2d1-487226 Trade advanced_trade_fill: ONDO 26.77".to_owned(),
            format!("order-o_2d1-487226 Trade advanced_trade_fill: {USDC} -24.6843493, {USDC} -0.2962121916 fee"),
        ]
    );
}

#[test]
fn what_is_sent_contains_the_fee_of_the_network() {
    let mut sent = transaction("send", "USDC", "-14.008308");
    sent["network"] = json!({ "hash": "aa55", "transaction_fee": { "amount": "4.008308", "currency": "USDC" } });
    assert_eq!(
        lines(&json!([sent])),
        [format!(
            "transaction-t_2d1 Withdrawal send: {USDC} -10, {USDC} -4.008308 fee"
        )]
    );
    assert_eq!(transaction_of(&sent).as_deref(), Some("aa55"));
    for fee in [
        json!({ "amount": "1", "currency": "ETH" }),
        json!({ "amount": "15", "currency": "USDC" }),
        json!(null),
    ] {
        sent["network"]["transaction_fee"] = fee;
        assert_eq!(
            lines(&json!([sent])),
            [format!("transaction-t_2d1 Withdrawal send: {USDC} -14.008308")]
        );
    }
    let mut received = transaction("send", "BTC", "0.5");
    received["network"] = json!({ "hash": "e412", "transaction_fee": { "amount": "0.1", "currency": "BTC" } });
    assert_eq!(lines(&json!([received])), ["transaction-t_2d1 Deposit send: 0 0.5"]);
    received["from"] = json!({ "resource": "user" });
    assert_eq!(lines(&json!([received])), ["transaction-t_2d1 Transfer send: 0 0.5"]);
    assert_eq!(transaction_of(&received), None);
}

#[test]
fn rows_of_a_conversion_belong_together_and_unknown_types_are_kept() {
    let mut half = transaction("trade", "ETH", "-1.000000000000000001");
    half["trade"] = json!({ "id": "c-9" });
    let mut bought = transaction("buy", "BTC", "0.1");
    bought["buy"] = json!({ "id": "b-7" });
    assert_eq!(
        lines(&json!([
            half,
            bought,
            transaction("staking_transfer", "ETH2", "3"),
            transaction("staking_reward", "ETH2", "0.01"),
            transaction("teleport", "NEWCOIN", "7"),
            transaction("fiat_deposit", "EUR", "114.02"),
        ])),
        [
            "trade-c_2d9 Conversion trade: 60 -1.000000000000000001",
            "buy-b_2d7 Conversion buy: 0 0.1",
            "transaction-t_2d1 Move staking_transfer: 60 3",
            "transaction-t_2d1 Reward staking_reward: 60 0.01",
            "transaction-t_2d1 Other teleport: NEWCOIN 7",
            "transaction-t_2d1 Deposit fiat_deposit: EUR 114.02",
        ]
    );
}

#[test]
fn what_did_not_happen_does_not_count() {
    for state in NOT_COUNTING {
        let mut row = transaction("send", "BTC", "1");
        row["status"] = json!(state);
        assert_eq!(lines(&json!([row])), [""; 0], "{state}");
    }
    for state in [json!("in_a_new_state"), json!(null)] {
        let mut row = transaction("send", "BTC", "1");
        row["status"] = state;
        assert_eq!(lines(&json!([row])), ["transaction-t_2d1 Other send:"]);
    }
}

#[test]
fn what_cannot_be_read_is_refused_as_a_whole() {
    for (name, value, error) in [
        ("id", json!(null), "a transaction without its id"),
        ("type", json!(7), "a transaction without its type"),
        ("created_at", json!("yesterday"), "a transaction without its time"),
        (
            "amount",
            json!({ "currency": "BTC" }),
            "a transaction without its amount",
        ),
        ("amount", json!({ "amount": "1" }), "a row without its asset"),
        (
            "amount",
            json!({ "amount": "0.0000000000000000001", "currency": "BTC" }),
            "an amount with more digits than can be stored",
        ),
    ] {
        let mut row = transaction("receive", "BTC", "1");
        row[name] = value;
        let found = row_error("coinbase", &row.to_string(), |row, codes| super::row(row, "w", codes));
        assert_eq!(found, error, "{row}");
    }
}

#[test]
fn every_type_is_listed_once() {
    assert!(KINDS.is_sorted_by(|one, next| one.0 < next.0));
}
