use serde_json::{Value, json};

use super::*;
use crate::exchange::account::{answer_of, test_answers::lines};

/// Returns the positions as `asset amount kind place`, sorted.
fn read(changed: &[(&str, Value)]) -> Result<Vec<String>, &'static str> {
    let answer = |place: &str| answer_of(changed, place, &json!([]));
    let places = OkxAnswers {
        trading: answer("trading"),
        funding: answer("funding"),
        not_tradable: answer("not_tradable"),
        savings: answer("savings"),
        earn_orders: answer("earn"),
        eth_staking: answer("eth"),
        sol_staking: answer("sol"),
        loans: answer("loans"),
    };
    lines("okx", |codes| positions(&places, codes))
}

/// Returns the trading account with these equities.
fn trading(held: &[(&str, Value)]) -> (&'static str, Value) {
    let row = |(code, equity): &(&str, Value)| json!({ "ccy": code, "eq": equity, "cashBal": "9", "frozenBal": "9", "liab": "" });
    let rows: Vec<Value> = held.iter().map(row).collect();
    ("trading", json!([{ "totalEq": "1", "details": rows }]))
}

#[test]
fn the_equity_of_the_trading_account_counts_and_is_a_debt_where_it_is_negative() {
    let funding = json!([{ "ccy": "BTC", "bal": 5.426e-05, "availBal": "0", "frozenBal": "0.00005426" }]);
    let equities = [
        ("BTC", json!("0.049")),
        ("USDT", json!("-100.5")),
        ("NEWCOIN", json!(7.5)),
        ("ETH", json!("0")),
    ];
    assert_eq!(
        read(&[trading(&equities), ("funding", funding)]).unwrap(),
        [
            "0 0.00005426 Regular Funding",
            "0 0.049 Regular Trading",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Trading",
            "NEWCOIN 7.5 Regular Trading",
        ]
    );
    assert_eq!(read(&[]).unwrap(), Vec::<String>::new());
}

#[test]
fn earn_is_what_was_invested_without_estimated_rewards() {
    let savings = json!([{ "ccy": "USDT", "amt": "11.0010737453457821", "loanAmt": "11", "pendingAmt": "0.001", "redemptAmt": "" }]);
    let order = |id: &str, amount: &str| {
        json!({ "ordId": id, "state": "1", "protocolType": "defi", "investData": [{ "ccy": "DOT", "amt": amount }],
                "earningData": [{ "ccy": "DOT", "earningType": "0", "earnings": "9" }] })
    };
    let not_tradable = json!([{ "ccy": "CELT", "chain": "CELT-OKTC", "bal": "989.84719571" }]);
    assert_eq!(
        read(&[
            ("savings", savings),
            ("earn", json!([order("1", "2"), order("2", "0.5")])),
            ("not_tradable", not_tradable),
        ])
        .unwrap(),
        [
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 11.0010737453457821 Lent Simple Earn",
            "CELT 989.84719571 Regular Not tradable",
            "DOT 2.5 Staked On-chain Earn",
        ]
    );
}

#[test]
fn receipts_of_staking_count_once_wherever_they_are() {
    let funding = json!([{ "ccy": "BETH", "bal": "0.5" }, { "ccy": "OKSOL", "bal": "3" }]);
    let held = |ether: &str| {
        let eth = json!([{ "ccy": "BETH", "amt": ether, "latestInterestAccrual": "9", "totalInterestAccrual": "9" }]);
        let places = [
            ("eth", eth),
            ("funding", funding.clone()),
            trading(&[("BETH", json!("0.25"))]),
        ];
        read(&places).unwrap()
    };
    assert_eq!(
        held("0.75"),
        ["BETH 0.75 Staked ETH Staking", "OKSOL 3 Regular Funding"]
    );
    assert_eq!(held("1"), ["BETH 1 Staked ETH Staking", "OKSOL 3 Regular Funding"]);
    assert_eq!(
        held("0.6"),
        [
            "BETH 0.15 Regular Trading",
            "BETH 0.6 Staked ETH Staking",
            "OKSOL 3 Regular Funding"
        ]
    );
    assert_eq!(held(""), held("0"), "nothing is an empty text");
}

#[test]
fn debts_of_loans_are_negative_and_their_collateral_counts() {
    let loan = |id: &str| {
        json!({ "ordId": id, "collateralData": [{ "ccy": "COMP", "amt": "0.0000097" }, { "ccy": "STX", "amt": "0.78" }],
                "loanData": [{ "ccy": "USDC", "amt": "0.86590608" }], "curLTV": "0.5" })
    };
    let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    let held = read(&[("loans", json!([loan("1"), loan("2")]))]).unwrap();
    assert!(
        held.contains(&format!("{usdc} -1.73181216 Borrowed Flexible Loan")),
        "{held:?}"
    );
    assert!(held.contains(&"STX 1.56 Supplied Flexible Loan".to_owned()), "{held:?}");
    let without = json!([{ "loanData": [], "collateralData": [], "curLTV": "" }]);
    assert_eq!(read(&[("loans", without)]).unwrap(), Vec::<String>::new());
}

#[test]
fn every_digit_and_every_unknown_code_is_kept() {
    let equities = [
        ("ETH", json!("1234567.123456789012345678")),
        ("1INCHX", json!("0.000000000000000001")),
    ];
    assert_eq!(
        read(&[trading(&equities)]).unwrap(),
        [
            "1INCHX 0.000000000000000001 Regular Trading",
            "60 1234567.123456789012345678 Regular Trading",
        ]
    );
}

#[test]
fn an_answer_without_its_parts_or_with_a_repeated_row_fails() {
    let row = json!({ "ccy": "BTC", "bal": "1", "amt": "1", "chain": "BTC-Bitcoin" });
    let order = json!({ "ordId": "1", "investData": [{ "ccy": "DOT", "amt": "2" }] });
    for (place, answer) in [
        ("trading", json!({})),
        ("trading", json!([{}])),
        ("trading", json!([{ "details": [] }, { "details": [] }])),
        ("trading", json!([{ "details": [{ "ccy": "BTC", "eq": "" }] }])),
        ("trading", json!([{ "details": [{ "ccy": "BTC" }] }])),
        ("funding", json!([row, row])),
        ("funding", json!([{ "ccy": "BTC", "bal": "-1" }])),
        ("funding", json!([{ "bal": "1" }])),
        ("funding", json!(null)),
        ("not_tradable", json!([row, row])),
        ("savings", json!([{ "ccy": "BTC", "loanAmt": "1" }])),
        ("savings", json!([row, row])),
        ("earn", json!([order, order])),
        ("earn", json!([{ "ordId": "1" }])),
        ("eth", json!([{ "ccy": "BETH", "amt": "-1" }])),
        ("sol", json!([{ "amt": "1" }])),
        ("loans", json!([{ "ordId": "1", "loanData": [] }])),
        (
            "loans",
            json!([{ "ordId": "1", "loanData": [{ "ccy": "BTC", "amt": "much" }], "collateralData": [] }]),
        ),
    ] {
        assert!(read(&[(place, answer.clone())]).is_err(), "{place}: {answer}");
    }
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let example = serde_json::from_str(include_str!("../../fixtures/okx/balance.json")).unwrap();
    assert_eq!(read(&[("trading", example)]).unwrap(), ["0 0.049 Regular Trading"]);
}
