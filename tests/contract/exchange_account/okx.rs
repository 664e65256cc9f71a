//! Tests of the reader of accounts at OKX, against a local server that verifies its signatures.

use adapters::exchange::OkxAccounts;
use ports::{KeyEnd, KeyNetwork};
use serde_json::json;

use super::{
    okx_server::{
        API_KEY, EARN_ORDERS, FUNDING, LOANS, PASSPHRASE, PLACES, RIGHTS, SECRET, TIME, TRADING, config, start,
    },
    reader_faults::{self, ReaderFixture, TestedExchange, reader_tests},
};

pub static OKX: TestedExchange = TestedExchange {
    name: "okx",
    start,
    reader: OkxAccounts::reader,
    key: &[
        ("api_key", API_KEY),
        ("api_secret", SECRET),
        ("api_passphrase", PASSPHRASE),
    ],
    rights: RIGHTS,
    places: &PLACES,
    time: TIME,
    clock_skew: (401, "50102"),
    unavailable: (200, "50001"),
    forbidden: "refused",
};

reader_tests!(&OKX);

#[tokio::test]
async fn rights_and_balances_are_read() {
    let fixture = ReaderFixture::of(&OKX);
    let rights = fixture
        .reader
        .rights(&fixture.account(), &fixture.key_with(None))
        .await
        .unwrap();
    let network = KeyNetwork::Only(vec!["203.0.113.24".to_owned()]);
    assert_eq!((rights.network, rights.end), (network, KeyEnd::NotStated));
    assert_eq!(
        fixture.lines().await.unwrap(),
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.50219821 Regular Trading",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 25.21 Regular Trading",
        ]
    );
}

#[tokio::test]
async fn every_place_is_a_position_and_every_unknown_code_is_kept() {
    let fixture = ReaderFixture::of(&OKX);
    let equities = json!([{ "ccy": "ETH", "eq": "1234567.123456789012345678" }, { "ccy": "USDT", "eq": "-100.5" }]);
    fixture.server.answer(TRADING, json!([{ "details": equities }]));
    fixture
        .server
        .answer(FUNDING, json!([{ "ccy": "NEWCOIN", "bal": 7.5, "frozenBal": "1" }]));
    let order =
        json!({ "ordId": "2413499", "state": "1", "investData": [{ "ccy": "ETH", "amt": "2" }], "earningData": [] });
    fixture.server.answer(EARN_ORDERS, json!([order]));
    let loan = json!({ "ordId": "12345", "collateralData": [{ "ccy": "BTC", "amt": "0.1" }], "loanData": [{ "ccy": "USDC", "amt": "30.5" }] });
    fixture.server.answer(LOANS, json!([loan]));
    let mut lines = fixture.lines().await.unwrap();
    lines.sort();
    assert_eq!(
        lines,
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.1 Supplied Flexible Loan",
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 -30.5 Borrowed Flexible Loan",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Trading",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Trading",
            "eip155:1/slip44:60 2 Staked On-chain Earn",
            "exchange:okx/code:NEWCOIN 7.5 Regular Funding",
        ]
    );
}

#[tokio::test]
async fn a_list_that_repeats_rows_fails() {
    let row = json!({ "ccy": "BTC", "bal": "1" });
    let order = json!({ "ordId": "1", "investData": [{ "ccy": "ETH", "amt": "2" }] });
    for (place, rows) in [(FUNDING, json!([row, row])), (EARN_ORDERS, json!([order, order]))] {
        let fixture = ReaderFixture::of(&OKX);
        fixture.server.answer(place, rows);
        assert_eq!(fixture.failure().await.code(), "malformed", "{place}");
    }
}

#[tokio::test]
async fn wrong_keys_are_not_tried_again() {
    let wrong = [
        (("api_key", "another-key-of-theirs"), "bad_key"),
        (("api_secret", "ANOTHER-SECRET"), "bad_signature"),
        (("api_passphrase", "another phrase"), "bad_signature"),
    ];
    reader_faults::wrong_keys_are_not_tried_again(&OKX, &wrong).await;
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    let refusals = [
        ((401, "50111"), "bad_key", 1),
        ((401, "50113"), "bad_signature", 1),
        ((401, "50110"), "ip_denied", 1),
        ((401, "50119"), "wrong_site", 1),
        ((401, "50101"), "wrong_site", 1),
        ((403, "50120"), "no_permission", 1),
        ((200, "50030"), "no_permission", 1),
        ((200, "51155"), "region_blocked", 1),
        ((200, "50011"), "rate_limited", 1),
        ((400, "51001"), "refused", 1),
        ((200, "99999"), "refused", 1),
        ((200, "50013"), "unavailable", 2),
        ((503, "50001"), "unavailable", 2),
    ];
    reader_faults::refusals_have_distinct_errors(&OKX, &refusals).await;
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let answers = [
        json!([]),
        json!({}),
        json!([{ "uid": "1", "ip": "" }]),
        json!([{ "perm": null, "ip": "" }]),
        config("", ""),
    ];
    reader_faults::rights_that_are_not_stated_fail(&OKX, &answers).await;
    let fixture = ReaderFixture::of(&OKX);
    fixture.server.answer(RIGHTS, config("read_only,trade,teleport", ""));
    let excess = [("trade", "API - Permissions - Trade"), ("teleport", "")];
    assert_eq!(
        fixture.excess().await,
        excess.map(|(name, switch)| (name.to_owned(), switch.to_owned()))
    );
}
