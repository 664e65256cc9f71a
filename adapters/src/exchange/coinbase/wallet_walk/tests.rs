use ports::Stream;
use serde_json::{Value, json};

use super::*;
use crate::exchange::account::{test_answers::read_json, test_rows::row};

fn part(blocks: (u64, u64)) -> HistoryRequest {
    HistoryRequest {
        account: "exchange:coinbase:coinbase.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap(),
        stream: Stream::ExchangeLedger,
        blocks,
        continuation: None,
    }
}

fn page(numbers: &[u64]) -> TransactionPage {
    TransactionPage {
        rows: numbers.iter().copied().map(row).collect(),
        is_empty: numbers.is_empty(),
    }
}

fn wallets(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn wallets_that_were_never_used_are_left_out() {
    let wallet = |id: &str, amount: &str, created: Value| json!({ "id": id, "currency": { "code": "XLM" }, "balance": { "amount": amount }, "created_at": created });
    let listed = [
        wallet("XLM", "0.0000000", json!(null)),
        wallet("XLM", "1", json!(null)),
        wallet("a-1", "0", json!(null)),
        wallet("XLM", "0", json!("2019-02-28T12:35:20Z")),
    ];
    let listed: Vec<Json> = listed.iter().map(read_json).collect();
    assert_eq!(used(&listed).unwrap(), ["XLM", "a-1", "XLM"]);
    assert!(used(&[read_json(&json!({ "id": "XLM" }))]).is_err());
}

#[test]
fn each_wallet_is_read_to_its_end() {
    let week = 7 * 24 * 3_600_000;
    let part = part((2 * week, 9 * week));
    let walk = WalletWalk::begin(&part, wallets(&["a", "b"]));
    let first = walk
        .page(&part, (page(&[10 * week, 3 * week]), Some("r-1".to_owned())))
        .unwrap();
    assert_eq!(first.facts.len(), 1, "what is after the last moment is of the next run");
    let walk = WalletWalk::read(first.continuation.as_deref().unwrap()).unwrap();
    assert_eq!(walk.place(), Some(("a", Some("r-1"))));
    // A week before the first moment is read again, and nothing before that.
    let second = walk
        .page(&part, (page(&[week, week - 1]), Some("r-2".to_owned())))
        .unwrap();
    assert_eq!((second.facts.len(), second.through), (1, None));
    let walk = WalletWalk::read(second.continuation.as_deref().unwrap()).unwrap();
    assert_eq!(walk.place(), Some(("b", None)));
    let last = walk.page(&part, (page(&[]), None)).unwrap();
    assert_eq!((last.through, last.continuation), (Some(9 * week), None));
    let none = WalletWalk::begin(&part, Vec::new());
    assert_eq!((none.place(), none.end().through), (None, Some(9 * week)));
}

#[test]
fn a_list_that_returns_to_a_place_has_no_end() {
    let part = part((0, 9));
    for length in 1..6 {
        let mut walk = WalletWalk::begin(&part, wallets(&["a"]));
        let ends = (0..100).find(|at| {
            let next = format!("r-{}", at % length);
            match walk.page(&part, (page(&[5]), Some(next))) {
                Some(page) => {
                    walk = WalletWalk::read(page.continuation.as_deref().unwrap()).unwrap();
                    false
                }
                None => true,
            }
        });
        assert!(ends.is_some_and(|at| at <= 3 * length + 3), "{length}: {ends:?}");
    }
    let walk = WalletWalk::begin(&part, wallets(&["a"]));
    assert!(
        walk.page(&part, (page(&[]), Some("r".to_owned()))).is_none(),
        "an empty page that is not the last"
    );
}

#[test]
fn continuations_are_read_as_written() {
    for text in ["", "9", "9 1 - -", "x 1 - - a", "9 x - - a"] {
        assert!(WalletWalk::read(text).is_none(), "{text}");
    }
    let walk = WalletWalk::read("9 3 r-2 r-3 a,b").unwrap();
    assert_eq!(walk.text(), "9 3 r-2 r-3 a,b");
    assert_eq!(WalletWalk::read("9 0 - - a").unwrap().place(), Some(("a", None)));
}
