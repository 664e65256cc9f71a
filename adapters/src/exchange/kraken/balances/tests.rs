use super::*;
use crate::{exchange::account::ExchangeCodes, http_client::ANSWER};

const NOTHING: &str = r#"{"converted_asset": "USD", "items": []}"#;

/// Returns the positions as `asset amount kind place`, sorted.
fn read(balances: &str, earn: &str) -> Result<Vec<String>, &'static str> {
    let json = |text: &str| ports::json::read(text.as_bytes(), ANSWER).unwrap();
    let listed = ExchangeCodes::listed().unwrap();
    let codes = Codes {
        listed: &listed,
        exchange: "exchange:kraken".parse().unwrap(),
        name: "kraken",
    };
    let positions = positions(&json(balances), &json(earn), &codes)?;
    let mut lines: Vec<String> = positions
        .iter()
        .map(|one| {
            let amount = one.raw.in_units(one.decimals.unwrap()).unwrap();
            let asset = one.asset.as_str().rsplit_once([':', '/']).unwrap().1;
            format!("{asset} {amount} {} {}", one.kind.name(), one.place)
        })
        .collect();
    lines.sort();
    Ok(lines)
}

fn earn(items: &[(&str, &str)]) -> String {
    let item = |(asset, total): &(&str, &str)| {
        format!(
            r#"{{"strategy_id": "X", "native_asset": "{asset}", "amount_allocated": {{"bonding": {{"native": "9"}}, "total": {{"native": "{total}", "converted": "1"}}}}}}"#
        )
    };
    let items: Vec<String> = items.iter().map(item).collect();
    format!(r#"{{"items": [{}], "next_cursor": "2"}}"#, items.join(", "))
}

#[test]
fn numbers_as_texts_and_as_numbers_are_read_alike() {
    let expected = ["0 1.2435 Regular Spot", "USD 25435.21 Regular Spot"];
    for balances in [
        r#"{"ZUSD": {"balance": 25435.21, "hold_trade": 8249.76}, "XXBT": {"balance": 1.2435, "hold_trade": 0.8423}}"#,
        r#"{"ZUSD": {"balance": "25435.2100", "hold_trade": "8249.7600"}, "XXBT": {"balance": "1.2435000000", "hold_trade": "0.8"}}"#,
    ] {
        assert_eq!(read(balances, NOTHING).unwrap(), expected);
    }
}

#[test]
fn suffixes_are_places_and_kinds_of_the_same_asset() {
    let balances = r#"{
        "XETH": {"balance": "1"}, "ETH2.S": {"balance": "2"}, "ETH2": {"balance": "0.5"}, "ETH.F": {"balance": "3"},
        "ETH.M": {"balance": "0.25"}, "SOL03.S": {"balance": "4"}, "SOL.S": {"balance": "1"}, "USD.M": {"balance": "7"},
        "ZUSD": {"balance": "0.0000"}, "EUR.HOLD": {"balance": "10"}, "DOT28.S": {"balance": "5"}, "DOT.P": {"balance": "6"},
        "DOT.B": {"balance": "1"}
    }"#;
    assert_eq!(
        read(balances, NOTHING).unwrap(),
        [
            "501 5 Staked Staking",
            "60 1 Regular Spot",
            "60 2.5 Staked Staking",
            "60 3.25 Lent Earn",
            "DOT 1 Lent Earn",
            "DOT 5 Staked Staking",
            "DOT 6 Staked Parachain auctions",
            "EUR 10 Regular On hold",
            "USD 7 Lent Earn",
        ]
    );
}

#[test]
fn codes_that_only_look_like_a_suffix_or_a_lock_stay_whole() {
    let balances = r#"{
        "AAPLx.T": {"balance": "1"}, "ETH.T": {"balance": "1"}, "C98": {"balance": "1"}, "C98.S": {"balance": "1"},
        "LUNA2": {"balance": "1"}, "SN28": {"balance": "1"}, "KFEE": {"balance": "12.5"}, "USD:BTNL": {"balance": "1"},
        "NEW.Q": {"balance": "1"}, ".S": {"balance": "1"}, "1INCH": {"balance": "1"}, "1INCH.S": {"balance": "1"}
    }"#;
    assert_eq!(
        read(balances, NOTHING).unwrap(),
        [
            ".S 1 Regular Spot",
            "0x111111111117dC0aa78b770fA6A738034120C302 1 Regular Spot",
            "0x111111111117dC0aa78b770fA6A738034120C302 1 Staked Staking",
            "AAPLx.T 1 Regular Spot",
            "C98 1 Regular Spot",
            "C98 1 Staked Staking",
            "ETH.T 1 Regular Spot",
            "KFEE 12.5 Regular Spot",
            "LUNA2 1 Regular Spot",
            "NEW.Q 1 Regular Spot",
            "SN28 1 Regular Spot",
            "USD%3ABTNL 1 Regular Spot",
        ]
    );
}

/// Some allocations are in the balances and some are not: the sum would count the first twice.
#[test]
fn the_larger_of_balances_and_allocations_counts() {
    let balances =
        r#"{"XETH": {"balance": "2"}, "ETH.F": {"balance": "1"}, "SOL": {"balance": "1"}, "XXBT": {"balance": "0"}}"#;
    let all = |items: &[(&str, &str)]| read(balances, &earn(items)).unwrap();
    let unchanged = ["501 1 Regular Spot", "60 1 Lent Earn", "60 2 Regular Spot"];
    assert_eq!(all(&[]), unchanged);
    assert_eq!(
        all(&[("ETH", "1"), ("SOL", "1")]),
        unchanged,
        "they are in the balances"
    );
    assert_eq!(
        all(&[("ETH", "1"), ("ETH", "2")]),
        unchanged,
        "two strategies are summed"
    );
    assert_eq!(
        all(&[("ETH", "3.5"), ("XBT", "0.125")]),
        ["0 0.125 Lent Earn", "501 1 Regular Spot", "60 3.5 Lent Earn"]
    );
    let staked = r#"{"DOT": {"balance": "1"}, "DOT.S": {"balance": "2"}}"#;
    assert_eq!(
        read(staked, &earn(&[("DOT", "10")])).unwrap(),
        ["DOT 2 Staked Staking", "DOT 8 Lent Earn"],
        "what is staked stays staked"
    );
}

#[test]
fn a_used_credit_is_a_debt_beside_the_balance() {
    let balances = r#"{
        "ZUSD": {"balance": "100", "credit": "500", "credit_used": "30.5", "hold_trade": "0"},
        "XETH": {"balance": "-0.25", "hold_trade": "0"}, "SOL": {"balance": "1", "credit_used": "0.0000"},
        "XXBT": {"balance": "1", "credit_used": null}
    }"#;
    assert_eq!(
        read(balances, &earn(&[("USD", "50")])).unwrap(),
        [
            "0 1 Regular Spot",
            "501 1 Regular Spot",
            "60 -0.25 Borrowed Credit line",
            "USD -30.5 Borrowed Credit line",
            "USD 100 Regular Spot",
        ]
    );
}

#[test]
fn eighteen_decimals_are_exact() {
    let balances = r#"{"XETH": {"balance": "1234567.123456789012345678"}, "ETH.S": {"balance": 0.000000000000000001}}"#;
    assert_eq!(
        read(balances, NOTHING).unwrap(),
        [
            "60 0.000000000000000001 Staked Staking",
            "60 1234567.123456789012345678 Regular Spot"
        ]
    );
}

#[test]
fn an_answer_that_leaves_something_out_fails() {
    for (balances, earn) in [
        ("[]", NOTHING),
        (r#"{"XETH": {}}"#, NOTHING),
        (r#"{"XETH": "1"}"#, NOTHING),
        (r#"{"XETH": {"balance": "much"}}"#, NOTHING),
        (r#"{"XETH": {"balance": null}}"#, NOTHING),
        (r#"{"XETH": {"balance": "1", "credit_used": "-1"}}"#, NOTHING),
        (r#"{"": {"balance": "1"}}"#, NOTHING),
        ("{}", "{}"),
        ("{}", r#"{"items": [{"native_asset": "ETH"}]}"#),
        (
            "{}",
            r#"{"items": [{"native_asset": "ETH", "amount_allocated": {"total": {"native": "-1"}}}]}"#,
        ),
        ("{}", r#"{"items": [{"amount_allocated": {"total": {"native": "1"}}}]}"#),
    ] {
        assert!(read(balances, earn).is_err(), "{balances} {earn}");
    }
    assert_eq!(
        read("{}", NOTHING).unwrap(),
        Vec::<String>::new(),
        "an empty account is no failure"
    );
}
