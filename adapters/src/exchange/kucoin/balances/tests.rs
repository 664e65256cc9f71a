use serde_json::{Value, json};

use super::*;
use crate::exchange::account::{answer_of, test_answers::lines};

/// Returns the positions of a classic account as `asset amount kind place`, sorted.
fn classic(changed: &[(&str, Value)]) -> Result<Vec<String>, &'static str> {
    let answers = KucoinAnswers::Classic {
        accounts: answer_of(changed, "accounts", &json!([])),
        cross_margin: answer_of(changed, "cross", &json!({ "accounts": [] })),
        isolated_margin: answer_of(changed, "isolated", &json!({ "assets": [] })),
    };
    let earn = answer_of(changed, "earn", &json!([]));
    lines("kucoin", |codes| positions(&answers, earn.as_array().unwrap(), codes))
}

/// Returns the positions of a unified account.
fn unified(changed: &[(&str, Value)]) -> Result<Vec<String>, &'static str> {
    let nothing = json!({ "accounts": [] });
    let answers = KucoinAnswers::Unified {
        funding: answer_of(changed, "funding", &nothing),
        unified: answer_of(changed, "unified", &nothing),
    };
    lines("kucoin", |codes| positions(&answers, &[], codes))
}

fn account(kind: &str, code: &str, balance: Value) -> Value {
    json!({ "id": "5c6a", "type": kind, "currency": code, "balance": balance, "available": "0", "holds": "9" })
}

#[test]
fn every_classic_account_counts_and_those_of_margin_only_once() {
    let accounts = json!([
        account("main", "BTC", json!("0.5")),
        account("trade", "BTC", json!(0.25)),
        account("trade_hf", "BTC", json!("0.125")),
        account("margin", "USDT", json!("100")),
        account("isolated", "ETH", json!("3")),
        account("option", "USDT", json!("7")),
        account("main", "NEWCOIN", json!("0")),
    ]);
    let asset = |code: &str, total: &str, debt: &str| json!({ "currency": code, "total": total, "hold": "1", "liability": debt });
    let cross = json!({ "debtRatio": "0", "accounts": [asset("USDT", "100", "30.5")] });
    let isolated = json!({ "assets": [{ "symbol": "ETH-USDT", "baseAsset": asset("ETH", "3", "0"), "quoteAsset": asset("USDT", "1", "2") }] });
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    assert_eq!(
        classic(&[("accounts", accounts), ("cross", cross), ("isolated", isolated)]).unwrap(),
        [
            "0 0.375 Regular Trading".to_owned(),
            "0 0.5 Regular Funding".to_owned(),
            format!("{usdt} -2 Borrowed Isolated Margin"),
            format!("{usdt} -30.5 Borrowed Cross Margin"),
            format!("{usdt} 1 Regular Isolated Margin"),
            format!("{usdt} 100 Regular Cross Margin"),
            format!("{usdt} 7 Regular Other account"),
            "60 3 Regular Isolated Margin".to_owned(),
        ]
    );
    assert_eq!(classic(&[]).unwrap(), Vec::<String>::new());
}

#[test]
fn the_equity_of_a_unified_account_counts_and_is_a_debt_where_it_is_negative() {
    let row = |code: &str, equity: &str, balance: &str, debt: &str| json!({ "currency": code, "equity": equity, "balance": balance, "liability": debt });
    let held = |rows: Value| json!({ "accountType": "UNIFIED", "ts": 1, "accounts": [{ "currencies": rows }] });
    let rows = json!([
        row("BTC", "1.5", "1.5", "0"),
        row("USDT", "-100.5", "0", "100.5"),
        row("NEWCOIN", "7.5", "7", "")
    ]);
    let funding = held(json!([{ "currency": "BTC", "equity": 0.5, "balance": 0.5 }]));
    assert_eq!(
        unified(&[("unified", held(rows)), ("funding", funding)]).unwrap(),
        [
            "0 0.5 Regular Funding",
            "0 1.5 Regular Unified Trading",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Unified Trading",
            "NEWCOIN 7.5 Regular Unified Trading",
        ]
    );
    let unclear = held(json!([row("USDT", "100", "100", "30")]));
    assert!(unified(&[("unified", unclear)]).is_err(), "a debt is never lost");
    for answer in [
        json!({}),
        held(json!(null)),
        held(json!([row("BTC", "", "1", "0")])),
        held(json!([row("BTC", "1", "1", "0"), row("BTC", "1", "1", "0")])),
        json!({ "accounts": [{ "currencies": [] }, { "currencies": [] }] }),
    ] {
        assert!(unified(&[("unified", answer.clone())]).is_err(), "{answer}");
    }
}

#[test]
fn the_kind_of_an_account_is_stated() {
    let kind = |mode: Value| {
        crate::exchange::kucoin::account_mode::is_unified(&answer_of(&[], "", &json!({ "selfAccountMode": mode })))
    };
    assert_eq!((kind(json!("UNIFIED")), kind(json!("CLASSIC"))), (Ok(true), Ok(false)));
    assert!(kind(json!("OTHER")).is_err() && kind(json!(null)).is_err());
}

#[test]
fn every_digit_and_every_unknown_code_is_kept() {
    let accounts = json!([
        account("main", "ETH", json!("1234567.123456789012345678")),
        account("main", "X3L", json!("0.000000000000000001"))
    ]);
    let earn =
        json!([{ "orderId": "1", "currency": "KCS", "holdAmount": "2.5", "redeemedAmount": "9", "status": "LOCKED" }]);
    assert_eq!(
        classic(&[("accounts", accounts), ("earn", earn)]).unwrap(),
        [
            "60 1234567.123456789012345678 Regular Funding",
            "KCS 2.5 Lent Earn",
            "X3L 0.000000000000000001 Regular Funding",
        ]
    );
}

#[test]
fn an_answer_without_its_parts_or_with_a_repeated_row_fails() {
    let row = account("main", "BTC", json!("1"));
    let margin = json!({ "currency": "BTC", "total": "1", "liability": "0" });
    for (place, answer) in [
        ("accounts", json!({})),
        ("accounts", json!([row, row])),
        ("accounts", json!([account("main", "BTC", json!("-1"))])),
        ("accounts", json!([{ "currency": "BTC", "balance": "1" }])),
        ("cross", json!({})),
        ("cross", json!({ "accounts": [margin, margin] })),
        ("cross", json!({ "accounts": [{ "currency": "BTC", "total": "1" }] })),
        (
            "cross",
            json!({ "accounts": [{ "currency": "BTC", "total": "1", "liability": "-1" }] }),
        ),
        (
            "isolated",
            json!({ "assets": [{ "symbol": "BTC-USDT", "baseAsset": margin }] }),
        ),
        ("earn", json!([{ "orderId": "1", "currency": "KCS" }])),
    ] {
        assert!(classic(&[(place, answer.clone())]).is_err(), "{place}: {answer}");
    }
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let example = serde_json::from_str(include_str!("../../fixtures/kucoin/accounts.json")).unwrap();
    assert_eq!(
        classic(&[("accounts", example)]).unwrap(),
        ["0 0.00009788 Regular Trading", "60 0.00000001 Regular Trading"]
    );
}
