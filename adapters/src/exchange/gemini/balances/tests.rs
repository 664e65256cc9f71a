use serde_json::{Value, json};

use super::*;
use crate::exchange::account::test_answers::{lines, read_json};

fn read(spot: Value, staking: Value, margin: Option<Value>) -> Result<Vec<String>, &'static str> {
    let answers = GeminiBalances {
        spot: read_json(&spot),
        staking: read_json(&staking),
        margin: margin.as_ref().map(read_json),
    };
    lines("gemini", |codes| positions(&answers, codes))
}

fn balance(currency: &str, amount: impl Into<Value>) -> Value {
    let amount: Value = amount.into();
    json!({ "type": "exchange", "currency": currency, "amount": amount, "available": "0", "availableForWithdrawal": "0" })
}

fn staked(currency: &str, balance: Value) -> Value {
    json!({ "type": "Staking", "currency": currency, "balance": balance, "available": 0, "balanceByProvider": { "p": { "balance": balance } } })
}

fn borrowed(value: &str) -> Value {
    let dollars = |value: &str| json!({ "currency": "USD", "value": value });
    json!({ "marginAssetValue": dollars("10000.00"), "totalBorrowed": dollars(value), "leverage": "1.5" })
}

#[test]
fn balances_and_staking_are_places() {
    let spot = json!([
        balance("BTC", "5.0"),
        balance("EUR", 12.5),
        balance("ETH", "0"),
        balance("NEWCOIN", "7")
    ]);
    let staking = json!([staked("ETH", json!(3.25)), staked("SOL", json!("10"))]);
    assert_eq!(
        read(spot, staking, None).unwrap(),
        [
            "0 5 Regular Spot",
            "501 10 Staked Staking",
            "60 3.25 Staked Staking",
            "EUR 12.5 Regular Spot",
            "NEWCOIN 7 Regular Spot",
        ]
    );
    assert_eq!(read(json!([]), json!([]), None).unwrap(), Vec::<String>::new());
}

#[test]
fn the_examples_of_the_documentation_are_read() {
    let example = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let spot = example(include_str!("../../fixtures/gemini/balances.json"));
    let staking = example(include_str!("../../fixtures/gemini/staking.json"));
    assert_eq!(
        read(spot, staking, None).unwrap(),
        [
            "0 5 Regular Spot",
            "60 10 Regular Spot",
            "60 3 Staked Staking",
            "MATIC 10 Staked Staking",
            "USD 15000 Regular Spot",
        ]
    );
}

#[test]
fn a_tail_of_digits_is_cut_and_never_rounded_up() {
    let spot = json!([
        balance("ETH", "1.1234567890123456789"),
        balance("BTC", "0.0000000000000000009"),
        balance("USD", "10.999999999999999"),
    ]);
    assert_eq!(
        read(spot, json!([]), None).unwrap(),
        [
            "60 1.123456789012345678 Regular Spot",
            "USD 10.999999999999999 Regular Spot"
        ]
    );
}

#[test]
fn debts_count_once() {
    let own = json!([balance("USD", "100"), balance("BTC", "2")]);
    let spot = ["0 2 Regular Spot", "USD 100 Regular Spot"];
    let with_sum = read(own.clone(), json!([]), Some(borrowed("5000.00"))).unwrap();
    assert_eq!(with_sum, [spot[0], "USD -5000 Borrowed Margin", spot[1]]);
    assert_eq!(read(own, json!([]), Some(borrowed("0.00"))).unwrap(), spot);
    let owing = json!([balance("USD", "-5000"), balance("BTC", "2")]);
    assert_eq!(
        read(owing, json!([]), Some(borrowed("5000.00"))).unwrap(),
        [spot[0], "USD -5000 Borrowed Spot"]
    );
}

#[test]
fn an_answer_without_its_parts_fails() {
    let row = |field: &str, value: Value| {
        let mut row = balance("BTC", "1");
        row[field] = value;
        json!([row])
    };
    for spot in [
        json!({}),
        json!(null),
        row("currency", json!(null)),
        row("amount", json!("much")),
        row("amount", json!(null)),
        json!([balance("BTC", "1"), balance("BTC", "1")]),
    ] {
        assert!(read(spot.clone(), json!([]), None).is_err(), "{spot}");
    }
    for staking in [
        json!({}),
        json!([staked("ETH", json!(null))]),
        json!([staked("ETH", json!(-1))]),
        json!([staked("ETH", json!(1)), staked("ETH", json!(1))]),
    ] {
        assert!(read(json!([]), staking.clone(), None).is_err(), "{staking}");
    }
    for margin in [
        json!({}),
        json!([]),
        json!({ "totalBorrowed": { "currency": "USD", "value": "-1" } }),
    ] {
        assert!(read(json!([]), json!([]), Some(margin.clone())).is_err(), "{margin}");
    }
}
