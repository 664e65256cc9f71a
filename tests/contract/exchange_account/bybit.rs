//! Tests of the reader of accounts at Bybit, against a local server that verifies its signatures.

use adapters::exchange::BybitAccounts;
use ports::{KeyEnd, KeyNetwork};
use serde_json::json;

use super::{
    bybit_server::{
        API_KEY, FLEXIBLE_SAVING, FUNDING, INVERSE, LOANS, ON_CHAIN_EARN, PLACES, RIGHTS, SECRET, SETTINGS, TIME,
        UNIFIED, key_rights, start,
    },
    reader_faults::{self, ReaderFixture, TestedExchange, reader_tests},
};

pub static BYBIT: TestedExchange = TestedExchange {
    name: "bybit",
    start,
    reader: BybitAccounts::reader,
    key: &[("api_key", API_KEY), ("api_secret", SECRET)],
    rights: RIGHTS,
    places: &PLACES,
    time: TIME,
    clock_skew: (200, "10002"),
    unavailable: (200, "10016"),
    forbidden: "region_blocked",
};

reader_tests!(&BYBIT);

#[tokio::test]
async fn rights_and_balances_are_read() {
    let fixture = ReaderFixture::of(&BYBIT);
    let rights = fixture
        .reader
        .rights(&fixture.account(), &fixture.key_with(None))
        .await
        .unwrap();
    let network = KeyNetwork::Only(vec!["203.0.113.24".to_owned()]);
    assert_eq!((rights.network, rights.end), (network, KeyEnd::Never));
    assert_eq!(
        fixture.lines().await.unwrap(),
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.50219821 Regular Unified Trading",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 25.21 Regular Unified Trading",
        ]
    );
}

#[tokio::test]
async fn every_place_is_a_position_and_every_unknown_code_is_kept() {
    let fixture = ReaderFixture::of(&BYBIT);
    let coins =
        json!([{ "coin": "ETH", "equity": "1234567.123456789012345678" }, { "coin": "USDT", "equity": "-100.5" }]);
    fixture.server.answer(UNIFIED, json!({ "list": [{ "coin": coins }] }));
    fixture.server.answer(SETTINGS, json!({ "unifiedMarginStatus": 3 }));
    fixture.server.answer(
        FUNDING,
        json!({ "balance": [{ "coin": "NEWCOIN", "walletBalance": 7.5 }] }),
    );
    fixture.server.answer(
        FLEXIBLE_SAVING,
        json!({ "list": [{ "coin": "USDC", "productId": "8", "amount": "50" }] }),
    );
    let loans = json!({
        "borrowList": [{ "loanCurrency": "USDC", "flexibleTotalDebt": "30.5", "fixedTotalDebt": "0" }],
        "collateralList": [{ "currency": "BTC", "amount": "0.1" }], "supplyList": [],
    });
    fixture.server.answer(LOANS, loans);
    let mut lines = fixture.lines().await.unwrap();
    lines.sort();
    assert_eq!(
        lines,
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.1 Supplied Crypto Loan",
            "bip122:000000000019d6689c085ae165831e93/slip44:0 2 Regular Inverse Derivatives",
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 -30.5 Borrowed Crypto Loan",
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 50 Lent Flexible Saving",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Unified Trading",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Unified Trading",
            "exchange:bybit/code:NEWCOIN 7.5 Regular Funding",
        ]
    );
    assert!(fixture.server.requests().contains(&INVERSE.to_owned()));
}

#[tokio::test]
async fn a_list_that_repeats_or_lacks_rows_fails() {
    let row = json!({ "id": "1", "coin": "BTC", "productId": "8", "amount": "1", "walletBalance": "1" });
    for (place, answer) in [
        (FUNDING, json!({ "balance": [row, row] })),
        (FLEXIBLE_SAVING, json!({ "list": [row, row] })),
        (ON_CHAIN_EARN, json!({ "list": [row], "nextPageCursor": "more" })),
        (SETTINGS, json!({ "unifiedMarginStatus": 1 })),
    ] {
        let fixture = ReaderFixture::of(&BYBIT);
        fixture.server.answer(place, answer);
        assert_eq!(fixture.failure().await.code(), "malformed", "{place}");
    }
}

#[tokio::test]
async fn wrong_keys_are_not_tried_again() {
    let wrong = [
        (("api_key", "another-key-of-theirs"), "bad_key"),
        (("api_secret", "ANOTHER-SECRET"), "bad_signature"),
    ];
    reader_faults::wrong_keys_are_not_tried_again(&BYBIT, &wrong).await;
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    let refusals = [
        ((200, "10003"), "bad_key", 1),
        ((401, "10003"), "bad_key", 1),
        ((200, "33004"), "bad_key", 1),
        ((200, "10004"), "bad_signature", 1),
        ((200, "10010"), "ip_denied", 1),
        ((200, "10005"), "no_permission", 1),
        ((200, "10009"), "region_blocked", 1),
        ((403, "10024"), "region_blocked", 1),
        ((200, "10006"), "rate_limited", 1),
        ((200, "10028"), "refused", 1),
        ((200, "99999"), "refused", 1),
        ((200, "10016"), "unavailable", 2),
    ];
    reader_faults::refusals_have_distinct_errors(&BYBIT, &refusals).await;
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let answers = [
        json!({}),
        key_rights(&[("readOnly", json!(null))]),
        key_rights(&[("permissions", json!(null))]),
        key_rights(&[("ips", json!(null))]),
    ];
    reader_faults::rights_that_are_not_stated_fail(&BYBIT, &answers).await;
    let fixture = ReaderFixture::of(&BYBIT);
    let permissions = json!({ "Wallet": ["AccountTransfer", "Withdraw"], "Portal": ["Teleport"] });
    fixture.server.answer(
        RIGHTS,
        key_rights(&[("readOnly", json!(0)), ("permissions", permissions)]),
    );
    let excess = [
        ("Read-Write", "API - Key permission - choose Read-Only"),
        ("Teleport", ""),
        ("Withdraw", "API - Assets - Withdrawal"),
    ];
    assert_eq!(
        fixture.excess().await,
        excess.map(|(name, switch)| (name.to_owned(), switch.to_owned()))
    );
}
