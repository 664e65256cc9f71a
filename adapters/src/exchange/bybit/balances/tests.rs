use serde_json::{Value, json};

use super::*;
use crate::exchange::account::{answer_of, test_answers::lines};

/// Returns the positions as `asset amount kind place`, sorted.
fn read(changed: &[(&str, Value)]) -> Result<Vec<String>, &'static str> {
    let answer = |place: &str, nothing: Value| answer_of(changed, place, &nothing);
    let no_rows = || json!({ "list": [] });
    let is_split = changed.iter().any(|(place, _)| *place == "inverse");
    let places = BybitAnswers {
        unified: answer("unified", json!({ "list": [{ "coin": [] }] })),
        inverse: is_split.then(|| answer("inverse", no_rows())),
        funding: answer("funding", json!({ "accountType": "FUND", "balance": [] })),
        flexible_saving: answer("flexible", no_rows()),
        on_chain_earn: answer("on_chain", no_rows()),
        loans: answer(
            "loans",
            json!({ "borrowList": [], "collateralList": [], "supplyList": [] }),
        ),
    };
    lines("bybit", |codes| positions(&places, codes))
}

/// Returns a trading account with these equities.
fn trading(held: &[(&str, Value)]) -> Value {
    let row = |(code, equity): &(&str, Value)| json!({ "coin": code, "equity": equity, "walletBalance": "9", "borrowAmount": "9", "spotBorrow": "9" });
    let rows: Vec<Value> = held.iter().map(row).collect();
    json!({ "list": [{ "accountType": "UNIFIED", "totalEquity": "1", "coin": rows }] })
}

#[test]
fn the_equity_of_trading_accounts_counts_and_is_a_debt_where_it_is_negative() {
    let equities = [
        ("BTC", json!("0.5")),
        ("USDT", json!("-100.5")),
        ("NEWCOIN", json!(7.5)),
        ("ETH", json!("0")),
    ];
    let funding =
        json!({ "balance": [{ "coin": "BTC", "walletBalance": "0.25", "transferBalance": "0.1", "bonus": "" }] });
    assert_eq!(
        read(&[
            ("unified", trading(&equities)),
            ("inverse", trading(&[("BTC", json!("2"))])),
            ("funding", funding)
        ])
        .unwrap(),
        [
            "0 0.25 Regular Funding",
            "0 0.5 Regular Unified Trading",
            "0 2 Regular Inverse Derivatives",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Unified Trading",
            "NEWCOIN 7.5 Regular Unified Trading",
        ]
    );
    assert_eq!(read(&[]).unwrap(), Vec::<String>::new());
}

#[test]
fn accounts_of_the_first_kind_have_one_for_inverse_contracts() {
    let kind = |status: Value| has_inverse_account(&answer_of(&[], "", &json!({ "unifiedMarginStatus": status })));
    for (status, expected) in [(3, true), (4, true), (5, false), (6, false)] {
        assert_eq!(kind(json!(status)), Ok(expected), "{status}");
    }
    for status in [json!(1), json!(7), json!(null), json!("5")] {
        assert!(kind(status).is_err());
    }
}

#[test]
fn earn_and_loans_count_with_their_debts() {
    let flexible = json!({ "list": [
        { "coin": "BTC", "productId": "8", "amount": "0.1" }, { "coin": "BTC", "productId": "9", "amount": "0" },
    ]});
    let on_chain = json!({ "list": [{ "id": "326", "coin": "SOL", "amount": 3, "status": "Active" }] });
    let loans = json!({
        "borrowList": [{ "loanCurrency": "USDT", "flexibleTotalDebt": "10.5", "fixedTotalDebt": "2" }, { "loanCurrency": "BTC", "fixedTotalDebt": "0", "flexibleTotalDebt": "" }],
        "collateralList": [{ "currency": "ETH", "amount": "2", "amountUSD": "9" }],
        "supplyList": [{ "currency": "USDC", "amount": "800.13041095890410959" }], "totalDebt": "9",
    });
    assert_eq!(
        read(&[("flexible", flexible), ("on_chain", on_chain), ("loans", loans)]).unwrap(),
        [
            "0 0.1 Lent Flexible Saving",
            "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 800.13041095890410959 Lent Crypto Loan",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 -12.5 Borrowed Crypto Loan",
            "501 3 Staked On-chain Earn",
            "60 2 Supplied Crypto Loan",
        ]
    );
}

#[test]
fn every_digit_and_every_unknown_code_is_kept() {
    let equities = [
        ("ETH", json!("1234567.123456789012345678")),
        ("1000X", json!("0.000000000000000001")),
    ];
    assert_eq!(
        read(&[("unified", trading(&equities))]).unwrap(),
        [
            "1000X 0.000000000000000001 Regular Unified Trading",
            "60 1234567.123456789012345678 Regular Unified Trading",
        ]
    );
}

#[test]
fn an_answer_without_its_parts_or_with_a_repeated_row_fails() {
    let row = json!({ "coin": "BTC", "productId": "8", "id": "1", "amount": "1", "walletBalance": "1", "equity": "1" });
    let loans = |list: &str, rows: Value| {
        let mut loans = json!({ "borrowList": [], "collateralList": [], "supplyList": [] });
        loans[list] = rows;
        loans
    };
    for (place, answer) in [
        ("unified", json!({})),
        ("unified", json!({ "list": [] })),
        ("unified", json!({ "list": [{}] })),
        ("unified", json!({ "list": [{ "coin": [row, row] }] })),
        (
            "unified",
            json!({ "list": [{ "coin": [{ "coin": "BTC", "equity": "" }] }] }),
        ),
        ("inverse", json!({ "list": [] })),
        ("funding", json!({ "balance": null })),
        ("funding", json!({ "balance": [row, row] })),
        (
            "funding",
            json!({ "balance": [{ "coin": "BTC", "walletBalance": "-1" }] }),
        ),
        ("flexible", json!({ "list": [row, row] })),
        ("flexible", json!({ "list": [], "nextPageCursor": "more" })),
        ("on_chain", json!({ "list": [row, row] })),
        ("on_chain", json!({ "list": [{ "coin": "BTC", "amount": "1" }] })),
        ("loans", json!({})),
        (
            "loans",
            loans("borrowList", json!([{ "loanCurrency": "BTC", "fixedTotalDebt": "-1" }])),
        ),
        ("loans", loans("collateralList", json!([{ "currency": "BTC" }]))),
        ("loans", loans("supplyList", json!([{ "amount": "1" }]))),
    ] {
        assert!(read(&[(place, answer.clone())]).is_err(), "{place}: {answer}");
    }
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let example = serde_json::from_str(include_str!("../../fixtures/bybit/loans.json")).unwrap();
    assert_eq!(
        read(&[("loans", example)]).unwrap(),
        [
            "0 -0.08800022 Borrowed Crypto Loan",
            "0 0.12 Supplied Crypto Loan",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 800.13041095890410959 Lent Crypto Loan",
            "60 -0.1 Borrowed Crypto Loan",
            "60 2 Supplied Crypto Loan",
        ]
    );
}
