use ports::Stream;
use serde_json::{Value, json};

use super::*;
use crate::exchange::account::{ExchangeCodes, event_id, test_answers::read_json};

fn read(answer: &Value) -> Result<TransferPage, &'static str> {
    let listed = ExchangeCodes::listed().unwrap();
    let codes = Codes {
        listed: &listed,
        exchange: "exchange:bitstamp".parse().unwrap(),
        name: "bitstamp",
    };
    TransferPage::read(&read_json(answer), &codes)
}

/// Returns a withdrawal of bitcoin with a fee of 0.1.
fn withdrawal(id: &str, seconds: i64, amount: &str) -> ListedRow {
    let quantity = |text: &str| Quantity::read(&read_json(&json!(text))).unwrap().negated().unwrap();
    let asset = "bip122:000000000019d6689c085ae165831e93/slip44:0".parse().unwrap();
    let changes = [(&asset, quantity(amount), false), (&asset, quantity("0.1"), true)];
    ListedRow {
        event: event_id(&[id]).unwrap(),
        time: Timestamp::from_seconds(seconds),
        row: ExchangeRow {
            list: Stream::ExchangeLedger,
            id: id.to_owned(),
            kind: ExchangeRowKind::Withdrawal,
            words: String::new(),
            transaction: None,
            amounts: crate::exchange::account::amounts(&changes).unwrap(),
            stated: String::new(),
        },
    }
}

fn transfers(withdrawals: &[(&str, Value, i64)]) -> Value {
    let row = |(id, amount, time): &(&str, Value, i64)| json!({ "currency": "btc", "txid": id, "amount": amount, "datetime": time });
    let withdrawals: Vec<Value> = withdrawals.iter().map(row).collect();
    json!({ "deposits": [], "withdrawals": withdrawals, "ripple_iou_transactions": [] })
}

fn joined(rows: Vec<ListedRow>, answer: &Value) -> Vec<Option<String>> {
    let mut rows = rows;
    join(&mut rows, &read(answer).unwrap().transfers);
    rows.into_iter().map(|row| row.row.transaction).collect()
}

#[test]
fn a_transaction_belongs_to_the_only_row_that_fits() {
    let id = |text: &str| Some(text.to_owned());
    let rows = || vec![withdrawal("1", 10_000, "1.5"), withdrawal("2", 90_000, "2")];
    let both = transfers(&[
        ("aa", json!(1.5), 10_900),
        ("bb", json!("2.1"), 88_000),
        ("cc", json!(7), 10_000),
    ]);
    assert_eq!(joined(rows(), &both), [id("aa"), id("bb")], "with and without its fee");
    let late = transfers(&[("aa", json!(1.5), 13_601)]);
    assert_eq!(joined(rows(), &late), [None, None], "more than an hour apart");
    let two = transfers(&[("aa", json!(1.5), 10_900), ("bb", json!(1.5), 9_000)]);
    assert_eq!(joined(rows(), &two), [None, None], "two transactions for a row");
    let alike = vec![withdrawal("1", 10_000, "1.5"), withdrawal("2", 10_001, "1.5")];
    assert_eq!(
        joined(alike, &transfers(&[("aa", json!(1.5), 10_900)])),
        [None, None],
        "two rows for a transaction"
    );
    let mut deposits = transfers(&[("aa", json!(1.5), 10_900)]);
    deposits["deposits"] = deposits["withdrawals"].take();
    deposits["withdrawals"] = json!([]);
    assert_eq!(joined(rows(), &deposits), [None, None], "the other direction");
}

#[test]
fn rows_without_a_transaction_are_left_out_and_others_must_be_readable() {
    assert_eq!(read(&transfers(&[("", json!(1), 1)])).unwrap().transfers.len(), 0);
    for answer in [
        json!({}),
        json!({ "deposits": [], "withdrawals": null }),
        transfers(&[("aa", json!("much"), 1)]),
        transfers(&[("aa", json!(null), 1)]),
    ] {
        assert!(read(&answer).is_err(), "{answer}");
    }
}

#[test]
fn further_pages_are_requested_while_they_are_full_and_young() {
    let row = ("aa", json!(1), 100_000);
    let short = read(&transfers(&vec![row.clone(); 3])).unwrap();
    assert!(!short.continues(Timestamp::from_seconds(0)));
    let full = read(&transfers(&vec![row; ROWS_OF_PAGE])).unwrap();
    assert!(full.continues(Timestamp::from_seconds(103_600)));
    assert!(!full.continues(Timestamp::from_seconds(103_601)));
}
