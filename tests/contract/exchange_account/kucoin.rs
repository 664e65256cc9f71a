//! Tests of the reader of accounts at KuCoin, against a local server that verifies its signatures.

use adapters::exchange::KucoinAccounts;
use ports::{KeyEnd, KeyNetwork};
use serde_json::json;

use super::{
    kucoin_server::{
        ACCOUNTS, API_KEY, CROSS_MARGIN, EARN, FUNDING, MODE, PASSPHRASE, PLACES, RIGHTS, SECOND_PAGE_OF_EARN, SECRET,
        TIME, UNIFIED, earn_page, key_rights, start,
    },
    reader_faults::{self, ReaderFixture, TestedExchange, reader_tests},
};

pub static KUCOIN: TestedExchange = TestedExchange {
    name: "kucoin",
    start,
    reader: KucoinAccounts::reader,
    key: &[
        ("api_key", API_KEY),
        ("api_secret", SECRET),
        ("api_passphrase", PASSPHRASE),
    ],
    rights: RIGHTS,
    places: &PLACES,
    time: TIME,
    clock_skew: (401, "400002"),
    unavailable: (200, "500000"),
    forbidden: "refused",
};

reader_tests!(&KUCOIN);

#[tokio::test]
async fn rights_and_balances_are_read() {
    let fixture = ReaderFixture::of(&KUCOIN);
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
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.50219821 Regular Funding",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 25.21 Regular Trading",
        ]
    );
}

#[tokio::test]
async fn a_classic_and_a_unified_account_have_their_places() {
    let fixture = ReaderFixture::of(&KUCOIN);
    let eth = json!({ "currency": "ETH", "type": "trade_hf", "balance": "1234567.123456789012345678" });
    fixture.server.answer(
        ACCOUNTS,
        json!([eth, { "currency": "NEWCOIN", "type": "main", "balance": 7.5 }]),
    );
    let margin = json!({ "currency": "USDT", "total": "100", "hold": "0", "liability": "30.5" });
    fixture.server.answer(CROSS_MARGIN, json!({ "accounts": [margin] }));
    assert_eq!(
        fixture.lines().await.unwrap(),
        [
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 100 Regular Cross Margin",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 -30.5 Borrowed Cross Margin",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Trading",
            "exchange:kucoin/code:NEWCOIN 7.5 Regular Funding",
        ]
    );
    let held = |equity: &str| json!({ "ts": 1, "accounts": [{ "currencies": [{ "currency": "BTC", "equity": equity, "balance": equity, "liability": "0" }] }] });
    fixture.server.answer(MODE, json!({ "selfAccountMode": "UNIFIED" }));
    fixture.server.answer(FUNDING, held("0.5"));
    fixture.server.answer(UNIFIED, held("2"));
    assert_eq!(
        fixture.lines().await.unwrap(),
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.5 Regular Funding",
            "bip122:000000000019d6689c085ae165831e93/slip44:0 2 Regular Unified Trading",
        ]
    );
    fixture.server.answer(MODE, json!({ "selfAccountMode": "OTHER" }));
    assert_eq!(fixture.failure().await.code(), "malformed");
}

#[tokio::test]
async fn every_page_of_a_list_is_read_and_one_that_lacks_or_repeats_rows_fails() {
    let first: Vec<usize> = (0..100).collect();
    for (total, second, expected) in [
        (
            150,
            (100..150).collect::<Vec<_>>(),
            Some("exchange:kucoin/code:KCS 75 Lent Earn"),
        ),
        (150, (50..100).collect(), None),
        (151, (100..150).collect(), None),
        (120, (100..150).collect(), None),
        (150, vec![], None),
    ] {
        let fixture = ReaderFixture::of(&KUCOIN);
        fixture.server.answer(EARN, earn_page(total, &first));
        fixture.server.answer(SECOND_PAGE_OF_EARN, earn_page(total, &second));
        match (fixture.lines().await, expected) {
            (Ok(lines), Some(expected)) => assert!(lines.contains(&expected.to_owned()), "{lines:?}"),
            (Err(error), None) => assert!(["malformed", "refused"].contains(&error.code()), "{error:?}"),
            (other, _) => panic!("{total}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn wrong_keys_are_not_tried_again() {
    let wrong = [
        (("api_key", "another-key-of-theirs"), "bad_key"),
        (("api_secret", "ANOTHER-SECRET"), "bad_signature"),
        (("api_passphrase", "another phrase"), "bad_signature"),
    ];
    reader_faults::wrong_keys_are_not_tried_again(&KUCOIN, &wrong).await;
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    let refusals = [
        ((401, "400003"), "bad_key", 1),
        ((401, "400004"), "bad_signature", 1),
        ((200, "400005"), "bad_signature", 1),
        ((401, "400006"), "ip_denied", 1),
        ((403, "400007"), "no_permission", 1),
        ((200, "411100"), "no_permission", 1),
        ((200, "429000"), "rate_limited", 1),
        ((400, "400100"), "refused", 1),
        ((200, "116104"), "refused", 1),
        ((200, "500000"), "unavailable", 2),
        ((500, "500000"), "unavailable", 2),
    ];
    reader_faults::refusals_have_distinct_errors(&KUCOIN, &refusals).await;
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let answers = [json!({}), json!([]), json!({ "permission": null }), key_rights("")];
    reader_faults::rights_that_are_not_stated_fail(&KUCOIN, &answers).await;
    let fixture = ReaderFixture::of(&KUCOIN);
    fixture.server.answer(RIGHTS, key_rights("General, Spot, Teleport"));
    let excess = [("Spot", "API Management - Spot Trading"), ("Teleport", "")];
    assert_eq!(
        fixture.excess().await,
        excess.map(|(name, switch)| (name.to_owned(), switch.to_owned()))
    );
}
