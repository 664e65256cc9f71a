use serde_json::{Value, json};

use super::*;
use crate::exchange::account::test_answers::{lines, read_json};

/// Returns the positions as `asset amount kind place`, sorted.
fn read(wallets: Value, portfolio: Value, futures: Option<Value>) -> Result<Vec<String>, &'static str> {
    let rows = |rows: Value| rows.as_array().unwrap().iter().map(read_json).collect();
    let answers = CoinbaseBalances {
        wallets: rows(wallets),
        portfolio: rows(portfolio),
        futures: futures.as_ref().map(read_json),
    };
    lines("coinbase", |codes| positions(&answers, codes))
}

fn wallet(id: &str, code: &str, amount: impl Into<Value>) -> Value {
    let amount: Value = amount.into();
    json!({ "id": id, "type": "wallet", "currency": { "code": code, "type": "crypto" }, "balance": { "amount": amount, "currency": code } })
}

fn account(uuid: &str, currency: &str, available: &str, hold: &str) -> Value {
    let money = |value: &str| json!({ "value": value, "currency": currency });
    json!({ "uuid": uuid, "currency": currency, "available_balance": money(available), "hold": money(hold), "platform": "ACCOUNT_PLATFORM_CONSUMER" })
}

fn futures(balance: &str, profit: &str) -> Value {
    let money = |value: &str| json!({ "value": value, "currency": "USD" });
    json!({ "balance_summary": {
        "cfm_usd_balance": money(balance), "unrealized_pnl": money(profit), "cbi_usd_balance": money("7"), "total_usd_balance": money("9"),
    }})
}

#[test]
fn wallets_vaults_currencies_and_staked_ether_are_places() {
    let mut vault = wallet("v", "BTC", "0.25");
    vault["type"] = json!("vault");
    let mut euros = wallet("e", "EUR", 97.24);
    euros["type"] = json!("fiat");
    let wallets = json!([
        wallet("b", "BTC", "1.5"),
        vault,
        euros,
        wallet("s", "ETH2", "2"),
        wallet("n", "ETH", "1"),
        wallet("z", "LTC", "0.00000000"),
    ]);
    assert_eq!(
        read(wallets, json!([]), None).unwrap(),
        [
            "0 0.25 Regular Vault",
            "0 1.5 Regular Wallet",
            "60 1 Regular Wallet",
            "60 2 Staked Staking",
            "EUR 97.24 Regular Wallet",
        ]
    );
}

#[test]
fn money_in_both_lists_counts_once() {
    let wallets = json!([
        wallet("b", "BTC", "1"),
        wallet("e", "ETH", "3"),
        wallet("v", "EUR", "5")
    ]);
    let portfolio = json!([
        account("b", "BTC", "0.9", "0.2"),
        account("e", "ETH", "2", "0"),
        account("p", "ETH", "4", "0")
    ]);
    assert_eq!(
        read(wallets.clone(), portfolio, None).unwrap(),
        [
            "0 1.1 Regular Wallet",
            "60 3 Regular Wallet",
            "60 4 Regular Portfolio",
            "EUR 5 Regular Wallet",
        ]
    );
    let other_ids = json!([
        account("x", "BTC", "0.9", "0.2"),
        account("y", "ETH", "2", "0"),
        account("z", "SOL", "1", "0")
    ]);
    assert_eq!(
        read(wallets, other_ids, None).unwrap(),
        [
            "0 0.1 Regular Portfolio",
            "0 1 Regular Wallet",
            "501 1 Regular Portfolio",
            "60 3 Regular Wallet",
            "EUR 5 Regular Wallet",
        ],
        "ids that cannot be compared could be the same money"
    );
    let none = read(json!([]), json!([account("p", "BTC", "1", "0.5")]), None);
    assert_eq!(none.unwrap(), ["0 1.5 Regular Portfolio"]);
}

#[test]
fn futures_are_dollars_with_the_profit_or_loss_of_positions() {
    let held = |balance, profit| read(json!([]), json!([]), Some(futures(balance, profit))).unwrap();
    assert_eq!(held("6000.00", "-12.34"), ["USD 5987.66 Regular Futures"]);
    assert_eq!(held("10", "-12.5"), ["USD -2.5 Borrowed Futures"]);
    assert_eq!(held("0", "0"), Vec::<String>::new());
    let none = Some(json!({ "balance_summary": null }));
    assert_eq!(read(json!([]), json!([]), none.clone()).unwrap(), Vec::<String>::new());
    let mut own = account("f", "USD", "6000", "0");
    own["platform"] = json!("ACCOUNT_PLATFORM_CFM_CONSUMER");
    let portfolio = json!([own]);
    assert_eq!(
        read(json!([]), portfolio.clone(), Some(futures("6000", "0"))).unwrap(),
        ["USD 6000 Regular Futures"],
        "the account of futures counts once"
    );
    assert_eq!(
        read(json!([]), portfolio, none).unwrap(),
        ["USD 6000 Regular Portfolio"]
    );
}

#[test]
fn every_digit_every_unknown_code_and_every_debt_is_kept() {
    let wallets = json!([
        wallet("a", "ETH", "1234567.123456789012345678"),
        wallet("b", "NEWCOIN", 7.5),
        wallet("c", "EUR", "-30.5"),
        wallet("d", "USDC", "0.000001"),
    ]);
    assert_eq!(
        read(wallets, json!([]), None).unwrap(),
        [
            "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 0.000001 Regular Wallet",
            "60 1234567.123456789012345678 Regular Wallet",
            "EUR -30.5 Borrowed Wallet",
            "NEWCOIN 7.5 Regular Wallet",
        ]
    );
}

#[test]
fn an_answer_without_its_parts_fails() {
    let without = |mut row: Value, part: &str| {
        *row.pointer_mut(part).unwrap() = json!(null);
        row
    };
    for part in ["/currency/code", "/balance/amount"] {
        assert!(
            read(json!([without(wallet("a", "BTC", "1"), part)]), json!([]), None).is_err(),
            "{part}"
        );
    }
    for part in ["/uuid", "/currency", "/available_balance/value", "/hold/value"] {
        let row = without(account("a", "BTC", "1", "0"), part);
        assert!(read(json!([]), json!([row]), None).is_err(), "{part}");
    }
    for part in ["/cfm_usd_balance/value", "/unrealized_pnl/value"] {
        let answer = without(futures("1", "2"), &format!("/balance_summary{part}"));
        assert!(read(json!([]), json!([]), Some(answer)).is_err(), "{part}");
    }
    assert!(read(json!([]), json!([]), Some(json!({}))).is_err());
    let negative = json!([account("a", "BTC", "-1", "0")]);
    assert!(read(json!([]), negative, None).is_err());
    let two = read(
        json!([wallet("a", "BTC", "1")]),
        json!([account("a", "ETH", "1", "0")]),
        None,
    );
    assert!(two.is_err(), "a wallet with two assets");
}
