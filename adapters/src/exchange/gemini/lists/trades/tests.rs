use serde_json::{Value, json};

use super::*;
use crate::exchange::account::test_lines::{self, row_error};

/// Reads a trade without a list of markets, so that the fee decides the second asset.
fn read(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    trade(row, &Symbols::default(), codes)
}

fn lines(rows: &Value) -> Vec<String> {
    test_lines::lines("gemini", &rows.to_string(), read).unwrap()
}

fn example(changed: &[(&str, Value)]) -> Value {
    let mut row = json!({
        "price": "3648.09", "amount": "0.0027343246", "timestamp": 1_547_232_911, "timestampms": 1_547_232_911_021_u64, "type": "Buy",
        "aggressor": true, "fee_currency": "USD", "fee_amount": "0.024937655575035", "tid": 107_317_526, "order_id": "107317524",
        "exchange": "gemini", "is_clearing_fill": false, "symbol": "BTCUSD",
    });
    for (name, value) in changed {
        row[*name] = value.clone();
    }
    row
}

#[test]
fn the_example_of_the_documentation_is_read_with_every_digit() {
    let sold = example(&[
        ("type", json!("Sell")),
        ("fee_amount", json!("-0.01")),
        ("symbol", json!("btcusd")),
    ]);
    let long = example(&[
        ("price", json!("0.1234567891")),
        ("amount", json!("0.1234567891")),
        ("fee_amount", json!("0.0000000000000000019")),
    ]);
    assert_eq!(
        lines(&json!([example(&[]), sold, long])),
        [
            "order-107317524-1547232911 Trade BTC/USD: 0 0.0027343246, USD -9.975062230014, USD -0.024937655575035 fee",
            "order-107317524-1547232911 Trade BTC/USD: 0 -0.0027343246, USD 9.975062230014, USD 0.01 fee",
            "order-107317524-1547232911 Trade BTC/USD: 0 0.1234567891, USD -0.015241578774881878, \
             USD -0.000000000000000001 fee",
        ]
    );
}

#[test]
fn a_trade_that_was_broken_did_not_happen() {
    assert_eq!(lines(&json!([example(&[("break", json!("full"))])])), [""; 0]);
    assert_eq!(lines(&json!([example(&[("break", json!("manual"))])])).len(), 1);
}

#[test]
fn a_trade_on_an_unknown_market_is_kept_without_amounts() {
    let unclear = example(&[("symbol", json!("BTCGUSD"))]);
    assert_eq!(lines(&json!([unclear])), ["order-107317524-1547232911 Other BTCGUSD:"]);
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (name, value, error) in [
        ("tid", json!(null), "a trade without its id"),
        ("order_id", json!(null), "a trade without its order"),
        ("timestampms", json!(null), "a trade without its time"),
        ("symbol", json!(null), "a trade without its market"),
        ("type", json!("Lend"), "a trade without its side"),
        ("amount", json!("much"), "a quantity that is no number"),
        ("price", json!(null), "a quantity that is no number"),
        ("fee_amount", json!(null), "a quantity that is no number"),
    ] {
        let row = example(&[(name, value)]);
        assert_eq!(row_error("gemini", &row.to_string(), read), error, "{row}");
    }
}
