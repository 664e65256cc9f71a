use serde_json::{Value, json};

use super::*;
use crate::exchange::account::test_answers::{lines, read_json};

fn read(balances: &Value, earn: &Value) -> Result<Vec<String>, &'static str> {
    let (balances, earn) = (read_json(balances), read_json(earn));
    lines("bitstamp", |codes| positions(&balances, &earn, codes))
}

fn balance(currency: &str, total: impl Into<Value>) -> Value {
    let total: Value = total.into();
    json!({ "currency": currency, "total": total, "available": "0.1", "reserved": "0.2" })
}

fn subscription(currency: &str, kind: &str, amount: impl Into<Value>) -> Value {
    let amount: Value = amount.into();
    json!({ "currency": currency, "type": kind, "term": "FLEXIBLE", "amount": amount, "availableAmount": "0", "estimatedAnnualYield": "3.1" })
}

#[test]
fn totals_count_in_every_case_of_their_codes() {
    let balances = json!([
        balance("btc", "1.50000000"),
        balance("usdt", 7),
        balance("EUR", "25.21"),
        balance("ltc", "0.00000000"),
    ]);
    assert_eq!(
        read(&balances, &json!([])).unwrap(),
        [
            "0 1.5 Regular Spot",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 7 Regular Spot",
            "EUR 25.21 Regular Spot",
        ]
    );
    assert_eq!(read(&json!([]), &json!([])).unwrap(), Vec::<String>::new());
}

#[test]
fn earn_counts_once_as_a_part_of_the_balance_or_instead_of_it() {
    let held = |total: &str, earn: Value| read(&json!([balance("eth", total)]), &earn).unwrap();
    let staked = subscription("ETH", "STAKING", "2");
    assert_eq!(
        held("5", json!([staked])),
        ["60 2 Staked Earn", "60 3 Regular Spot"],
        "a part of the balance"
    );
    assert_eq!(held("1.5", json!([staked])), ["60 2 Staked Earn"]);
    assert_eq!(held("0", json!([staked])), ["60 2 Staked Earn"]);
    let both = json!([staked, subscription("eth", "LENDING", 1)]);
    assert_eq!(
        held("5", both),
        ["60 1 Lent Earn", "60 2 Regular Spot", "60 2 Staked Earn"]
    );
    assert_eq!(
        read(&json!([]), &json!([subscription("NEWCOIN", "LENDING", "0.5")])).unwrap(),
        ["NEWCOIN 0.5 Lent Earn"]
    );
}

#[test]
fn every_digit_every_unknown_code_and_every_debt_is_kept() {
    let balances = json!([
        balance("eth", "1234567.123456789012345678"),
        balance("newcoin", "7.5"),
        balance("usd", "-30.5"),
    ]);
    assert_eq!(
        read(&balances, &json!([])).unwrap(),
        [
            "60 1234567.123456789012345678 Regular Spot",
            "NEWCOIN 7.5 Regular Spot",
            "USD -30.5 Borrowed Spot",
        ]
    );
}

#[test]
fn an_answer_without_its_parts_fails() {
    for balances in [
        json!({}),
        json!(null),
        json!([{ "currency": "btc" }]),
        json!([{ "total": "1" }]),
        json!([balance("btc", "much")]),
        json!([balance("btc", "1"), balance("btc", "1")]),
    ] {
        assert!(read(&balances, &json!([])).is_err(), "{balances}");
    }
    for earn in [
        json!({}),
        json!([subscription("ETH", "TELEPORTING", "1")]),
        json!([subscription("ETH", "STAKING", "-1")]),
        json!([subscription("ETH", "STAKING", json!(null))]),
        json!([subscription("ETH", "STAKING", "1"), subscription("ETH", "STAKING", "1")]),
    ] {
        assert!(read(&json!([]), &earn).is_err(), "{earn}");
    }
}
