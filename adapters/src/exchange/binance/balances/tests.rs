use serde_json::{Value, json};

use super::*;
use crate::exchange::account::test_answers::{lines, read_json};

/// Returns the answers of an account without anything.
fn nothing() -> Value {
    json!({
        "spot": { "balances": [] }, "funding": [], "flexible": [], "locked": [], "loans": [],
        "eth": { "holdingInETH": "0.00000000", "holdings": { "wbethAmount": "0.00000000", "bethAmount": "0.00000000" } },
        "sol": { "bnsolAmount": "0.00000000", "holdingInSOL": "0.00000000" },
        "cross": { "borrowEnabled": true, "userAssets": [] }, "isolated": { "assets": [] },
    })
}

/// Returns the positions as `asset amount kind place`, sorted.
fn read(changed: &[(&str, Value)]) -> Result<Vec<String>, &'static str> {
    let mut answers = nothing();
    for (place, answer) in changed {
        answers[*place] = answer.clone();
    }
    let answer = |place: &str| read_json(&answers[place]);
    let rows = |place: &str| answer(place).as_array().unwrap().to_vec();
    let places = PlaceAnswers {
        spot: answer("spot"),
        funding: answer("funding"),
        flexible: rows("flexible"),
        locked: rows("locked"),
        eth_staking: answer("eth"),
        sol_staking: answer("sol"),
        cross_margin: Some(answer("cross")),
        isolated_margin: Some(answer("isolated")),
        loans: rows("loans"),
    };
    lines("binance", |codes| positions(&places, codes))
}

fn spot(held: &[(&str, &str)]) -> (&'static str, Value) {
    let row = |(asset, free): &(&str, &str)| json!({ "asset": asset, "free": free, "locked": "0.00000000" });
    let rows: Vec<Value> = held.iter().map(row).collect();
    ("spot", json!({ "balances": rows, "canWithdraw": true }))
}

#[test]
fn every_part_of_spot_and_funding_counts() {
    let spot = json!({ "balances": [
        { "asset": "BTC", "free": "0.00219821", "locked": "0.5" }, { "asset": "ETH", "free": 1.25, "locked": 0 },
        { "asset": "DOGE", "free": "0.00000000", "locked": "0.00000000" },
    ]});
    let funding = json!([{ "asset": "USDT", "free": "1", "locked": "0.1", "freeze": "0.01", "withdrawing": "0.001", "btcValuation": "9" }]);
    assert_eq!(
        read(&[("spot", spot), ("funding", funding)]).unwrap(),
        [
            "0 0.50219821 Regular Spot",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 1.111 Regular Funding",
            "60 1.25 Regular Spot",
        ]
    );
    assert_eq!(read(&[]).unwrap(), Vec::<String>::new());
}

#[test]
fn a_receipt_of_simple_earn_counts_once_and_ldo_stays() {
    let spot = spot(&[("LDBTC", "1"), ("LDO", "2"), ("LDUSDT", "3"), ("LDNEW", "4")]);
    let flexible = json!([
        { "asset": "BTC", "totalAmount": "1.0001", "productId": "BTC001" }, { "asset": "BTC", "totalAmount": 0.5, "productId": "BTC002" },
        { "asset": "LDO", "totalAmount": "0", "productId": "LDO001" },
    ]);
    let locked = json!([{ "asset": "NEW", "amount": "7.5", "positionId": 1 }, { "asset": "NEW", "amount": "0.5", "positionId": 2 }]);
    assert_eq!(
        read(&[spot, ("flexible", flexible), ("locked", locked)]).unwrap(),
        [
            "0 1.5001 Lent Simple Earn Flexible",
            "0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32 2 Regular Spot",
            "LDNEW 4 Regular Spot",
            "LDUSDT 3 Regular Spot",
            "NEW 8 Lent Simple Earn Locked",
        ]
    );
}

#[test]
fn staked_ether_and_sol_count_once_whatever_place_has_their_receipts() {
    let spot = spot(&[("WBETH", "1.5"), ("BETH", "0.25"), ("BNSOL", "2"), ("ETH", "1")]);
    let funding = json!([{ "asset": "WBETH", "free": "0.5", "locked": "0", "freeze": "0", "withdrawing": "0" }]);
    let staked = |wrapped: &str, ether: &str| json!({ "holdingInETH": ether, "holdings": { "wbethAmount": wrapped, "bethAmount": "0.25" }, "thirtyDaysProfitInETH": "9" });
    let sol = json!({ "bnsolAmount": "2.00000000", "holdingInSOL": "2.2", "thirtyDaysProfitInSOL": "9" });
    let held = |wrapped, ether| {
        let eth = ("eth", staked(wrapped, ether));
        read(&[spot.clone(), ("funding", funding.clone()), eth, ("sol", sol.clone())]).unwrap()
    };
    let all = [
        "501 2.2 Staked SOL Staking",
        "60 1 Regular Spot",
        "60 2.35 Staked ETH Staking",
    ];
    assert_eq!(held("2", "2.35"), all);
    assert_eq!(held("3", "2.35"), all, "more is staked than the places state");
    assert_eq!(
        held("1", "1.3"),
        [
            "501 2.2 Staked SOL Staking",
            "60 1 Regular Spot",
            "60 1.3 Staked ETH Staking",
            "WBETH 1 Regular Spot",
        ],
        "what is not staked here stays a receipt"
    );
    assert!(held("2", "0").contains(&"WBETH 1.5 Regular Spot".to_owned()));
}

#[test]
fn debts_of_margin_are_negative_with_their_interest() {
    let row = |asset: &str, free: &str, borrowed: &str, interest: &str| json!({ "asset": asset, "free": free, "locked": "0.1", "borrowed": borrowed, "interest": interest, "netAsset": "-1" });
    let cross = json!({ "userAssets": [row("BTC", "1", "0.00000000", "0.00000000"), row("USDT", "5", "100", "0.5")] });
    let pair = json!({ "symbol": "ETHUSDT", "baseAsset": row("ETH", "2", "0", "0"), "quoteAsset": row("USDT", "0.4", "7", "0.25") });
    assert_eq!(
        read(&[
            ("cross", cross),
            ("isolated", json!({ "assets": [pair.clone(), pair] }))
        ])
        .unwrap(),
        [
            "0 1.1 Regular Cross Margin",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Cross Margin",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 -14.5 Borrowed Isolated Margin",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 1 Regular Isolated Margin",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7 5.1 Regular Cross Margin",
            "60 4.2 Regular Isolated Margin",
        ]
    );
}

#[test]
fn collateral_of_loans_counts_once() {
    let loan = |debt: &str, collateral: &str| json!({ "loanCoin": "EUR", "totalDebt": debt, "collateralCoin": "ETH", "collateralAmount": collateral, "currentLTV": "0.5" });
    let earn = |total: &str, collateral: &str| json!([{ "asset": "ETH", "totalAmount": total, "collateralAmount": collateral }]);
    let held = |flexible: Value, loans: Value| read(&[("flexible", flexible), ("loans", loans)]).unwrap();
    let debt = "EUR -12 Borrowed Flexible Loan";
    assert_eq!(
        held(earn("5", "2"), json!([loan("10", "1.5"), loan("2", "0.5")])),
        ["60 2 Supplied Flexible Loan", "60 3 Lent Simple Earn Flexible", debt]
    );
    assert_eq!(
        held(earn("1", "2"), json!([loan("12", "2.5")])),
        ["60 1 Lent Simple Earn Flexible", "60 2.5 Supplied Flexible Loan", debt],
        "collateral that is no part of it stays apart"
    );
    assert_eq!(
        held(json!([]), json!([loan("12", "2")])),
        ["60 2 Supplied Flexible Loan", debt]
    );
}

#[test]
fn every_digit_and_every_unknown_code_is_kept() {
    let held = [
        ("ETH", "1234567.123456789012345678"),
        ("1000SATS", "1000"),
        ("1000SHIB", "2"),
        ("币安人生", "3"),
        ("NEW_COIN", "0.000000000000000001"),
    ];
    assert_eq!(
        read(&[spot(&held)]).unwrap(),
        [
            "%E5%B8%81%E5%AE%89%E4%BA%BA%E7%94%9F 3 Regular Spot",
            "1000SATS 1000 Regular Spot",
            "1000SHIB 2 Regular Spot",
            "60 1234567.123456789012345678 Regular Spot",
            "NEW_COIN 0.000000000000000001 Regular Spot",
        ]
    );
}

#[test]
fn an_answer_without_its_parts_fails() {
    let row = |field: &str, value: Value| {
        let mut row = json!({ "asset": "BTC", "free": "1", "locked": "0", "borrowed": "0", "interest": "0" });
        row[field] = value;
        row
    };
    for (place, answer) in [
        ("spot", json!({})),
        ("spot", json!({ "balances": {} })),
        ("spot", json!({ "balances": [row("asset", json!(null))] })),
        ("spot", json!({ "balances": [row("free", json!("-1"))] })),
        ("spot", json!({ "balances": [row("locked", json!("much"))] })),
        ("funding", json!({})),
        ("funding", json!([row("free", json!("1"))])),
        ("flexible", json!([{ "asset": "BTC" }])),
        (
            "flexible",
            json!([{ "asset": "BTC", "totalAmount": "1", "collateralAmount": null }]),
        ),
        ("locked", json!([{ "asset": "BTC", "totalAmount": "1" }])),
        ("eth", json!({ "holdingInETH": "1" })),
        ("sol", json!([])),
        ("cross", json!({ "userAssets": null })),
        ("cross", json!({ "userAssets": [row("borrowed", json!("-1"))] })),
        ("isolated", json!([])),
        (
            "isolated",
            json!({ "assets": [{ "baseAsset": row("free", json!("1")) }] }),
        ),
        (
            "loans",
            json!([{ "loanCoin": "EUR", "totalDebt": "1", "collateralCoin": "ETH" }]),
        ),
    ] {
        assert!(read(&[(place, answer.clone())]).is_err(), "{place}: {answer}");
    }
}
