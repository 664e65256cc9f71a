use serde_json::json;

use super::*;
use crate::exchange::account::test_lines::{lines, row_error};

/// Reads rows as `event kind words: asset amount, asset amount fee`.
fn read(rows: &serde_json::Value) -> Result<Vec<String>, &'static str> {
    lines("bitstamp", &rows.to_string(), |row, codes| {
        super::row(row, codes).map(Some)
    })
}

#[test]
fn recorded_rows_are_read_with_their_fees() {
    // The first two are recordings of ccxt.
    let answer = json!([
        { "fee": "0.11128", "eth_usdt": 4451.25, "datetime": "2021-11-25 12:59:59.322000", "usdt": "-22.26", "order_id": 1_429_545_880_227_846_u64,
          "usd": 0, "btc": 0, "eth": "0.00500000", "type": "2", "id": 209_895_701, "eur": 0 },
        { "fee": "0.00000000", "btc_usd": "0.00", "id": 1_234_567_894, "usd": 0, "btc": 0, "datetime": "2018-09-08 09:00:31", "type": "1",
          "xrp": "-20.00000000", "eur": 0 },
        { "fee": 0.5, "id": "7", "datetime": "2018-09-08 09:00:31", "type": 1, "eur": -500, "usd": "None", "btc": null },
        { "fee": "0", "id": 8, "datetime": "2018-09-08 09:00:31", "type": "27", "eth": "0.000000000000000001" },
        { "fee": "0", "id": 9, "datetime": "2018-09-08 09:00:31", "type": "99", "newcoin": "3", "self_trade": false },
    ]);
    assert_eq!(
        read(&answer).unwrap(),
        [
            "order-1429545880227846-1637845199 Trade market trade: 60 0.005, \
             erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 -22.26, erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 -0.11128 fee"
                .replace("erc20:", ""),
            "transaction-1234567894 Withdrawal withdrawal: XRP -20".to_owned(),
            "transaction-7 Withdrawal withdrawal: EUR -500, EUR -0.5 fee".to_owned(),
            "transaction-8 Reward staking reward: 60 0.000000000000000001".to_owned(),
            "transaction-9 Other type 99: NEWCOIN 3".to_owned(),
        ]
    );
}

#[test]
fn what_cannot_be_read_is_refused_as_a_whole() {
    let row = |changed: &[(&str, serde_json::Value)]| {
        let mut row = json!({ "id": 1, "datetime": "2018-09-08 09:00:31", "type": "0", "btc": "1", "fee": "0" });
        for (name, value) in changed {
            row[*name] = value.clone();
        }
        row
    };
    let none = serde_json::Value::Null;
    for (row, error) in [
        (json!(7), "a transaction without its id"),
        (row(&[("id", none.clone())]), "a transaction without its id"),
        (
            row(&[("datetime", "yesterday".into())]),
            "a transaction without its time",
        ),
        (row(&[("type", none)]), "a transaction without its type"),
        (
            row(&[("btc", "a lot".into())]),
            "a transaction with an amount that is no number",
        ),
        (
            row(&[("btc", "0.0000000000000000001".into())]),
            "an amount with more digits than can be stored",
        ),
        (
            row(&[("eth", "1".into()), ("fee", "0.1".into())]),
            "a fee without its asset",
        ),
    ] {
        let found = row_error("bitstamp", &row.to_string(), |row, codes| {
            super::row(row, codes).map(Some)
        });
        assert_eq!(found, error, "{row}");
    }
}

#[test]
fn every_type_is_listed_once() {
    let types: std::collections::BTreeSet<u64> = KINDS.iter().map(|(r#type, ..)| *r#type).collect();
    assert_eq!(types.len(), KINDS.len());
}
