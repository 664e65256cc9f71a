//! Tests of the reader of accounts at Bitstamp, against a local server that verifies its signatures.

use conformance::mock_server::Response;
use ports::{KeyEnd, KeyNetwork};
use serde_json::json;

use super::{
    bitstamp_server::{API_KEY, BALANCES, Bitstamp, EARN, PLACES, SECRET, TRANSACTIONS, balance, refusal},
    exchange_server::{ExchangeFixture, check_faults},
};

type Fixture = ExchangeFixture<Bitstamp>;

#[tokio::test]
async fn the_key_reads_and_its_rights_are_not_stated() {
    let fixture = Fixture::start();
    let rights = fixture.rights((API_KEY, SECRET)).await.unwrap();
    assert_eq!(
        (rights.is_stated(), rights.excess().len(), rights.missing.len()),
        (false, 0, 0)
    );
    assert_eq!((rights.network, rights.end), (KeyNetwork::NotStated, KeyEnd::NotStated));
    assert_eq!(
        fixture.lines().await.unwrap(),
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 1.5 Regular Spot",
            "fiat:iso4217/code:EUR 25.21 Regular Spot",
        ]
    );
    let requests = [
        format!("POST {BALANCES}"),
        format!("POST {TRANSACTIONS}"),
        format!("POST {BALANCES}"),
        format!("GET {EARN}"),
    ];
    assert_eq!(fixture.requests(), requests, "and nothing else is sent");
    assert_eq!(fixture.server.seen()[1].body, b"limit=1");
    fixture.check_privacy(&["rights of a key", "balances"]).await;
}

#[tokio::test]
async fn a_key_that_does_not_read_the_history_lacks_a_right() {
    let fixture = Fixture::start();
    fixture.change(|state| state.always.insert(TRANSACTIONS, refusal(403, "API0003")));
    let rights = fixture.rights((API_KEY, SECRET)).await.unwrap();
    assert_eq!(rights.missing, ["API access - User transactions"]);
}

#[tokio::test]
async fn a_key_that_does_not_show_that_it_reads_is_refused() {
    for (path, response, code) in [
        (BALANCES, refusal(403, "API0003"), "no_permission"),
        (BALANCES, refusal(403, "API0002"), "ip_denied"),
        (
            BALANCES,
            Response::json(200, &json!({ "btc_balance": "1" })),
            "malformed",
        ),
        (TRANSACTIONS, refusal(400, "400.001"), "refused"),
        (TRANSACTIONS, Response::json(200, &json!({})), "malformed"),
        (TRANSACTIONS, Response::new(200, "text/html", "<html>"), "malformed"),
    ] {
        let fixture = Fixture::start();
        fixture.change(|state| state.always.insert(path, response.clone()));
        let error = Fixture::refused(fixture.rights((API_KEY, SECRET)).await);
        assert_eq!(error.code(), code, "{path} {response:?}");
    }
}

#[tokio::test]
async fn every_place_is_a_position_and_every_unknown_code_is_kept() {
    let fixture = Fixture::start();
    fixture.change(|state| {
        let balances = json!([
            balance("eth", "1234567.123456789012345678"),
            balance("newcoin", 7.5),
            balance("usd", "-30.5"),
            balance("ltc", "0.00000000"),
        ]);
        state.answers.insert(BALANCES, balances);
        let subscription = |currency: &str, kind: &str, amount: &str| json!({ "currency": currency, "type": kind, "term": "FLEXIBLE", "amount": amount });
        let earn = json!([
            subscription("ETH", "STAKING", "0.123456789012345678"),
            subscription("USDC", "LENDING", "50")
        ]);
        state.answers.insert(EARN, earn);
    });
    assert_eq!(
        fixture.sorted_lines().await,
        [
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 50 Lent Earn",
            "eip155:1/slip44:60 0.123456789012345678 Staked Earn",
            "eip155:1/slip44:60 1234567 Regular Spot",
            "exchange:bitstamp/code:NEWCOIN 7.5 Regular Spot",
            "fiat:iso4217/code:USD -30.5 Borrowed Spot",
        ]
    );
}

#[tokio::test]
async fn a_list_that_repeats_a_row_fails() {
    let fixture = Fixture::start();
    let twice = json!([balance("btc", "1"), balance("btc", "1")]);
    fixture.change(|state| state.answers.insert(BALANCES, twice));
    assert_eq!(fixture.failure().await.code(), "malformed");
}

#[tokio::test]
async fn wrong_keys_and_secrets_are_not_tried_again() {
    let fixture = Fixture::start();
    let wrong = [
        (("another-key", SECRET), "bad_key"),
        ((API_KEY, "another-secret"), "bad_signature"),
    ];
    fixture.check_wrong_keys(&wrong, 1).await;
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    for (response, code, requests) in [
        (refusal(403, "API0001"), "bad_key", 1),
        (refusal(403, "API0011"), "bad_key", 1),
        (refusal(403, "API0002"), "ip_denied", 1),
        (refusal(403, "API0003"), "no_permission", 1),
        (refusal(403, "API0005"), "bad_signature", 1),
        (refusal(403, "API0006"), "refused", 1),
        (refusal(400, "400.001"), "refused", 1),
        (refusal(200, "API0005"), "bad_signature", 1),
        (refusal(400, "400.002"), "rate_limited", 1),
        (refusal(400, "API5011"), "unavailable", 2),
        (refusal(500, "500.001"), "unavailable", 2),
        (refusal(403, "API0004"), "clock_skew", 2),
    ] {
        let fixture = Fixture::start();
        fixture.change(|state| state.always.insert(BALANCES, response.clone()));
        assert_eq!(fixture.failure().await.code(), code, "{response:?}");
        assert_eq!(fixture.server.count(), requests, "{response:?}");
    }
}

#[tokio::test]
async fn one_place_that_does_not_answer_fails_all_of_them() {
    for (before, place) in PLACES.into_iter().enumerate() {
        check_faults::<Bitstamp>(place, before).await;
    }
}

#[tokio::test]
async fn a_clock_that_differs_is_reported_after_a_second_request() {
    for offset in [300_000, -300_000] {
        let fixture = Fixture::start();
        fixture.change(|state| state.clock_offset = offset);
        let error = fixture.failure().await;
        assert_eq!(error.code(), "clock_skew");
        assert!(error.to_string().contains("clock"), "{error}");
        assert_eq!(fixture.server.count(), 2);
    }
    let fixture = Fixture::start();
    fixture.change(|state| state.clock_offset = 60_000);
    assert_eq!(fixture.lines().await.unwrap().len(), 2, "a minute is taken");
}

#[tokio::test]
async fn a_second_request_has_a_new_signature() {
    for refused in [refusal(500, "500.001"), refusal(403, "API0004")] {
        let fixture = Fixture::start();
        fixture.change(|state| state.next = vec![refused]);
        assert_eq!(fixture.lines().await.unwrap().len(), 2);
        let seen = fixture.server.seen();
        assert_eq!((seen[0].path(), seen[1].path()), (BALANCES, BALANCES));
        for header in ["x-auth-nonce", "x-auth-signature"] {
            assert_ne!(seen[0].header(header), seen[1].header(header));
        }
    }
}
