use serde_json::{Value, json};

use super::*;
use crate::exchange::account::{answer_of, test_answers::lines};

fn answer(value: &Value) -> Json {
    answer_of(&[], "", value)
}

/// Returns an account with these rows: currency, kind and balance.
fn account(id: u64, rows: &[(&str, &str, Value)]) -> Value {
    let row = |(currency, kind, balance): &(&str, &str, Value)| json!({ "currency": currency, "type": kind, "balance": balance, "seq-num": "1" });
    json!({ "id": id, "state": "working", "list": rows.iter().map(row).collect::<Vec<_>>() })
}

/// Returns the positions as `asset amount kind place`, sorted.
fn read(single: &[(&str, Value)], isolated: Option<Value>) -> Result<Vec<String>, &'static str> {
    let places = HtxAnswers {
        single: single
            .iter()
            .map(|(kind, account)| (place(kind), answer(account)))
            .collect(),
        isolated_margin: isolated.as_ref().map(answer),
    };
    lines("htx", |codes| positions(&places, codes))
}

/// Returns an account of margin whose debts are stated with this sign.
fn margin(sign: &str) -> Value {
    let rows = [
        ("btc", "trade", json!("1168.533")),
        ("btc", "loan", json!(format!("{sign}2.433"))),
        ("btc", "interest", json!(format!("{sign}0.000533"))),
        ("btc", "transfer-out-available", json!("-1")),
        ("btc", "loan-available", json!("8161.87")),
        ("btc", "strange", json!("0")),
    ];
    account(2, &rows)
}

#[test]
fn every_part_of_an_account_counts_and_debts_are_negative() {
    let rows = [
        ("btc", "trade", json!("0.5")),
        ("btc", "frozen", json!(0.25)),
        ("btc", "lock", json!("0.125")),
        ("btc", "bank", json!("0")),
        ("newcoin", "trade", json!("7.5")),
        ("eth", "trade", json!("0")),
    ];
    let spot = account(1, &rows);
    for sign in ["-", ""] {
        let single = [("spot", spot.clone()), ("super-margin", margin(sign))];
        assert_eq!(
            read(&single, Some(json!([margin(sign)]))).unwrap(),
            [
                "0 -2.433533 Borrowed Cross Margin",
                "0 -2.433533 Borrowed Isolated Margin",
                "0 0.875 Regular Spot",
                "0 1168.533 Regular Cross Margin",
                "0 1168.533 Regular Isolated Margin",
                "newcoin 7.5 Regular Spot",
            ]
        );
    }
    assert_eq!(read(&[], None).unwrap(), Vec::<String>::new());
}

#[test]
fn accounts_are_requested_by_their_numbers_and_isolated_margin_as_a_whole() {
    let row = |id: u64, kind: &str| json!({ "id": id, "type": kind, "subtype": "", "state": "working" });
    let all = json!([
        row(1, "spot"),
        row(2, "margin"),
        row(3, "margin"),
        row(4, "point"),
        row(5, "deposit-earning"),
        row(6, "new")
    ]);
    let list = account_list(&answer(&all)).unwrap();
    assert_eq!(
        list.single,
        [
            (1, place("spot")),
            (5, (PositionKind::Lent, "Earn")),
            (6, (PositionKind::Regular, "Other account"))
        ]
    );
    assert!(list.has_isolated_margin);
    let many: Vec<Value> = (0..31).map(|id| row(id, "spot")).collect();
    for wrong in [
        json!({}),
        json!([row(1, "spot"), row(1, "spot")]),
        json!([{ "id": 1 }]),
        json!([{ "id": "../x", "type": "spot" }]),
        json!(many),
    ] {
        assert!(account_list(&answer(&wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn every_digit_is_kept() {
    let spot = account(
        1,
        &[
            ("eth", "trade", json!("1234567.123456789012345678")),
            ("hb10", "trade", json!("0.000000000000000001")),
        ],
    );
    assert_eq!(
        read(&[("spot", spot)], None).unwrap(),
        [
            "60 1234567.123456789012345678 Regular Spot",
            "hb10 0.000000000000000001 Regular Spot"
        ]
    );
}

#[test]
fn an_answer_without_its_parts_or_with_a_repeated_row_fails() {
    let twice = [("btc", "trade", json!("1")), ("btc", "trade", json!("1"))];
    for spot in [
        json!({}),
        json!({ "list": {} }),
        account(1, &twice),
        account(1, &[("btc", "trade", json!("-1"))]),
        account(1, &[("btc", "trade", json!("much"))]),
        account(1, &[("btc", "strange", json!("1"))]),
        json!({ "list": [{ "type": "trade", "balance": "1" }] }),
        json!({ "list": [{ "currency": "btc", "balance": "1" }] }),
    ] {
        assert!(read(&[("spot", spot.clone())], None).is_err(), "{spot}");
        assert!(read(&[], Some(json!([spot]))).is_err(), "{spot}");
    }
    let one = account(1, &[]);
    assert!(read(&[], Some(json!([one, one]))).is_err());
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let example = serde_json::from_str(include_str!("../../fixtures/htx/cross_margin.json")).unwrap();
    assert_eq!(
        read(&[("super-margin", example)], None).unwrap(),
        ["0 -2.433533 Borrowed Cross Margin", "0 1168.533 Regular Cross Margin"]
    );
}
