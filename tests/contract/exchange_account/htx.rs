//! Tests of the reader of accounts at HTX, against a local server that verifies its signatures.

use adapters::exchange::HtxAccounts;
use conformance::mock_server::Fault;
use ports::{KeyEnd, KeyNetwork};
use serde_json::json;

use super::{
    htx_server::{
        API_KEY, CROSS_MARGIN, ISOLATED_MARGIN, PERSON, PLACES, RIGHTS, SECRET, SPOT, TIME, WRONG_KEY, WRONG_SIGNATURE,
        WRONG_TIME, balances, key_rights, start,
    },
    reader_faults::{self, ReaderFixture, TestedExchange, reader_tests},
};

pub static HTX: TestedExchange = TestedExchange {
    name: "htx",
    start,
    reader: HtxAccounts::reader,
    key: &[("api_key", API_KEY), ("api_secret", SECRET)],
    rights: RIGHTS,
    places: &PLACES,
    time: TIME,
    clock_skew: (200, WRONG_TIME),
    unavailable: (200, "gateway-internal-error"),
    forbidden: "refused",
};

reader_tests!(&HTX);

#[tokio::test]
async fn rights_and_balances_are_read() {
    let fixture = ReaderFixture::of(&HTX);
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
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.50219821 Regular Spot",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 25.21 Regular Spot",
        ]
    );
}

#[tokio::test]
async fn every_account_is_a_place_and_every_unknown_code_is_kept() {
    let fixture = ReaderFixture::of(&HTX);
    let rows = [
        ("eth", "trade", json!("1234567.123456789012345678")),
        ("newcoin", "lock", json!(7.5)),
    ];
    fixture.server.answer(SPOT, balances(&rows));
    let rows = [
        ("usdt", "trade", json!("1")),
        ("usdt", "loan", json!("-100")),
        ("usdt", "interest", json!("-0.5")),
    ];
    fixture.server.answer(CROSS_MARGIN, balances(&rows));
    fixture
        .server
        .answer(ISOLATED_MARGIN, json!([balances(&[("btc", "trade", json!("2"))])]));
    let mut lines = fixture.lines().await.unwrap();
    lines.sort();
    assert_eq!(
        lines,
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 2 Regular Isolated Margin",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Cross Margin",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 1 Regular Cross Margin",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Spot",
            "exchange:htx/code:newcoin 7.5 Regular Spot",
        ]
    );
}

#[tokio::test]
async fn a_list_that_repeats_rows_or_has_unknown_balances_fails() {
    let row = ("btc", "trade", json!("1"));
    for rows in [vec![row.clone(), row], vec![("btc", "strange", json!("1"))]] {
        let fixture = ReaderFixture::of(&HTX);
        fixture.server.answer(SPOT, balances(&rows));
        assert_eq!(fixture.failure().await.code(), "malformed");
    }
}

#[tokio::test]
async fn wrong_keys_are_not_tried_again() {
    let wrong = [
        (("api_key", "another-key-of-theirs"), "bad_key"),
        (("api_secret", "ANOTHER-SECRET"), "bad_signature"),
    ];
    reader_faults::wrong_keys_are_not_tried_again(&HTX, &wrong).await;
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    let refusals = [
        ((200, WRONG_KEY), "bad_key", 1),
        ((401, WRONG_SIGNATURE), "bad_signature", 1),
        ((200, "api-signature-not-valid: Something new"), "bad_key", 1),
        ((200, "1002"), "no_permission", 1),
        ((200, "403"), "no_permission", 1),
        ((200, "too-many-requests"), "rate_limited", 1),
        ((200, "invalid-parameter"), "refused", 1),
        ((405, "method-not-allowed"), "refused", 1),
        ((200, "gateway-internal-error"), "unavailable", 2),
    ];
    reader_faults::refusals_have_distinct_errors(&HTX, &refusals).await;
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let mut other = key_rights("readOnly");
    other["accessKey"] = json!("another-key-of-theirs");
    let answers = [
        json!([]),
        json!({}),
        json!([key_rights("")]),
        json!([other]),
        json!([key_rights("readOnly"), key_rights("readOnly")]),
    ];
    reader_faults::rights_that_are_not_stated_fail(&HTX, &answers).await;
    let fixture = ReaderFixture::of(&HTX);
    fixture
        .server
        .answer(RIGHTS, json!([key_rights("trade,readOnly,teleport")]));
    let excess = [("trade", "API Management - Trade"), ("teleport", "")];
    assert_eq!(
        fixture.excess().await,
        excess.map(|(name, switch)| (name.to_owned(), switch.to_owned()))
    );
    let mut ended = key_rights("readOnly");
    ended["status"] = json!("expired");
    fixture.server.answer(RIGHTS, json!([ended]));
    let rights = || async { fixture.reader.rights(&fixture.account(), &fixture.key_with(None)).await };
    assert_eq!(fixture.refused(rights().await).code(), "bad_key");
    fixture
        .server
        .fail_when(|request| request.path() == PERSON, Fault::Html);
    assert_eq!(fixture.refused(rights().await).code(), "malformed");
}

/// Key and signature are in the URL of each request.
#[tokio::test]
async fn neither_key_nor_signature_is_in_an_error_or_in_the_request_log() {
    for fault in [
        Fault::Reset,
        Fault::Truncated,
        Fault::Status(500),
        Fault::Redirect("/elsewhere".to_owned()),
    ] {
        let fixture = ReaderFixture::of(&HTX);
        fixture.server.fail_always(fault.clone());
        let error = fixture.failure().await;
        assert!(
            ["unavailable", "refused"].contains(&error.code()),
            "{fault:?}: {error:?}"
        );
        let signatures: Vec<String> = fixture
            .server
            .seen()
            .iter()
            .filter_map(|request| request.query("Signature"))
            .collect();
        assert!(!signatures.is_empty());
        fixture.client.flush().await.unwrap();
        let log = format!("{error} {error:?} {:?}", fixture.ledger.lines());
        for private in signatures.iter().map(String::as_str).chain([API_KEY, SECRET]) {
            assert!(!log.contains(private), "{log}");
        }
    }
}
