//! Tests of the reader of accounts at Gemini, against a local server that verifies its signatures.

use std::{sync::Arc, time::Duration};

use ports::{KeyEnd, KeyNetwork};
use serde_json::json;

use super::{
    exchange_server::{ExchangeFixture, check_faults},
    gemini_server::{
        API_KEY, BALANCES, Gemini, MARGIN, PLACES, ROLES, SECRET, STAKING, balance, margin, refusal, roles,
    },
};

type Fixture = ExchangeFixture<Gemini>;

/// Returns the numbers of the requests in the order of arrival.
fn numbers(fixture: &Fixture) -> Vec<i64> {
    let mut numbers = vec![];
    fixture.change(|state| numbers = state.used.iter().map(|number| number.parse().unwrap()).collect());
    numbers
}

#[tokio::test]
async fn rights_and_balances_are_read_with_signed_requests() {
    let fixture = Fixture::start();
    let rights = fixture.rights((API_KEY, SECRET)).await.unwrap();
    assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0));
    assert_eq!((rights.network, rights.end), (KeyNetwork::NotStated, KeyEnd::NotStated));
    assert_eq!(
        fixture.lines().await.unwrap(),
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 1.5 Regular Spot",
            "fiat:iso4217/code:EUR 25.21 Regular Spot",
        ]
    );
    let paths = [ROLES].into_iter().chain(PLACES);
    let requests: Vec<String> = paths.map(|path| format!("POST {path}")).collect();
    assert_eq!(fixture.requests(), requests, "and nothing else is sent");
    fixture.check_privacy(&["rights of a key", "balances"]).await;
}

#[tokio::test]
async fn every_place_is_a_position_and_every_unknown_code_is_kept() {
    let fixture = Fixture::start();
    fixture.change(|state| {
        let spot = json!([
            balance("ETH", "1234567.123456789012345678"),
            balance("NEWCOIN", 7.5),
            balance("GUSD", "0.01"),
            balance("BTC", "0"),
        ]);
        state.answers.insert(BALANCES, spot);
        let staking =
            json!([{ "type": "Staking", "currency": "ETH", "balance": 3.25, "available": 0, "balanceByProvider": {} }]);
        state.answers.insert(STAKING, staking);
        state.answers.insert(MARGIN, margin("5000.00"));
    });
    assert_eq!(
        fixture.sorted_lines().await,
        [
            "eip155:1/erc20:0x056Fd409E1d7A124BD7017459dFEa2F387b6d5Cd 0.01 Regular Spot",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Spot",
            "eip155:1/slip44:60 3.25 Staked Staking",
            "exchange:gemini/code:NEWCOIN 7.5 Regular Spot",
            "fiat:iso4217/code:USD -5000 Borrowed Margin",
        ]
    );
}

#[tokio::test]
async fn wrong_keys_and_secrets_are_not_tried_again() {
    let fixture = Fixture::start();
    let wrong = [
        (("account-of-another", SECRET), "bad_key"),
        ((API_KEY, "another-secret"), "bad_signature"),
    ];
    fixture.check_wrong_keys(&wrong, 1).await;
    let count = fixture.server.count();
    let error = Fixture::refused(fixture.rights(("master-Jf0yXkQpVtGzLhBw7c2M", SECRET)).await);
    assert!(error.to_string().contains("Primary"), "{error}");
    assert_eq!(error.code(), "bad_key");
    assert_eq!(fixture.server.count(), count, "a key of a group is not sent");
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    for (response, code, requests) in [
        (refusal(400, "InvalidApiKey"), "bad_key", 1),
        (refusal(400, "InvalidSignature"), "bad_signature", 1),
        (refusal(401, "InvalidSignature"), "bad_signature", 1),
        (refusal(403, "MissingRole"), "no_permission", 1),
        (refusal(403, "ApiKeyIpFilteringFailure"), "ip_denied", 1),
        (refusal(403, "RemoteAddressForbidden"), "ip_denied", 1),
        (refusal(429, "RateLimit"), "rate_limited", 1),
        (refusal(400, "AccountClosed"), "refused", 1),
        (refusal(404, "EndpointNotFound"), "refused", 1),
        (refusal(200, "InvalidSignature"), "bad_signature", 1),
        (refusal(500, "System"), "unavailable", 2),
        (refusal(503, "Maintenance"), "unavailable", 2),
        (refusal(400, "InvalidNonce"), "clock_skew", 2),
    ] {
        let fixture = Fixture::start();
        fixture.change(|state| state.always.insert(BALANCES, response.clone()));
        assert_eq!(fixture.failure().await.code(), code, "{response:?}");
        assert_eq!(fixture.server.count(), requests, "{response:?}");
    }
}

#[tokio::test]
async fn only_a_refusal_about_the_account_means_that_it_has_no_margin() {
    let fixture = Fixture::start();
    fixture.change(|state| state.always.insert(MARGIN, refusal(400, "AccountNotOfTypeRequired")));
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    for (response, code) in [
        (refusal(400, "InvalidSymbol"), "refused"),
        (refusal(400, "EndpointMismatch"), "refused"),
        (refusal(403, "MissingRole"), "no_permission"),
        (refusal(500, "System"), "unavailable"),
    ] {
        let fixture = Fixture::start();
        fixture.change(|state| state.always.insert(MARGIN, response.clone()));
        assert_eq!(fixture.failure().await.code(), code, "{response:?}");
    }
}

#[tokio::test]
async fn one_place_that_does_not_answer_fails_all_of_them() {
    for (before, place) in PLACES.into_iter().enumerate() {
        check_faults::<Gemini>(place, before).await;
    }
}

#[tokio::test]
async fn numbers_are_times_in_seconds_that_rise() {
    let fixture = Arc::new(Fixture::start());
    fixture.server.set_latency(Duration::from_millis(5));
    let readings = (0..4).map(|_| {
        let fixture = fixture.clone();
        tokio::spawn(async move { fixture.lines().await })
    });
    for reading in futures::future::join_all(readings.collect::<Vec<_>>()).await {
        assert_eq!(reading.unwrap().unwrap().len(), 2);
    }
    let numbers = numbers(&fixture);
    assert_eq!(numbers.len(), 4 * PLACES.len(), "none was refused and sent again");
    assert!(numbers.is_sorted_by(|one, next| one < next), "{numbers:?}");
    assert!(numbers.iter().all(|number| *number < 10_000_000_000));
}

#[tokio::test]
async fn a_key_that_was_used_with_milliseconds_goes_on_with_them() {
    let fixture = Fixture::start();
    fixture.change(|state| state.last_number = Some(1_700_000_000_000));
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    let numbers = numbers(&fixture);
    assert_eq!(numbers.len(), 2 * PLACES.len() + 1, "one was refused: {numbers:?}");
    assert!(numbers[0] < 10_000_000_000);
    assert!(numbers[1..].iter().all(|number| *number > 1_700_000_000_000));
}

#[tokio::test]
async fn a_key_of_times_stays_one_when_the_clock_differs() {
    let fixture = Fixture::start();
    fixture.change(|state| state.clock_offset = 120_000);
    let error = fixture.failure().await;
    assert_eq!(error.code(), "clock_skew");
    assert!(error.to_string().contains("clock"), "{error}");
    fixture.change(|state| state.clock_offset = 0);
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    let numbers = numbers(&fixture);
    assert_eq!(numbers.len(), 2 + PLACES.len());
    assert!(
        numbers[2..].iter().all(|number| *number < 10_000_000_000),
        "{numbers:?}"
    );
}

#[tokio::test]
async fn a_second_request_has_a_new_signature() {
    let fixture = Fixture::start();
    fixture.change(|state| state.next = vec![refusal(500, "System")]);
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    let seen = fixture.server.seen();
    assert_eq!((seen[0].path(), seen[1].path()), (BALANCES, BALANCES));
    let signature = "x-gemini-signature";
    assert_ne!(seen[0].header(signature), seen[1].header(signature));
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let fixture = Fixture::start();
    for answer in [json!({}), json!([]), roles(&[("isTrader", json!(null))])] {
        fixture.change(|state| state.answers.insert(ROLES, answer));
        assert_eq!(
            Fixture::refused(fixture.rights((API_KEY, SECRET)).await).code(),
            "malformed"
        );
    }
    let changed = [
        ("isTrader", json!(true)),
        ("isTeleporter", json!(true)),
        ("isAuditor", json!(false)),
    ];
    fixture.change(|state| state.answers.insert(ROLES, roles(&changed)));
    let stated = fixture.rights((API_KEY, SECRET)).await.unwrap();
    let names: Vec<&str> = stated.excess().iter().map(|right| right.name.as_str()).collect();
    assert_eq!((names, stated.missing.len()), (vec!["isTeleporter", "isTrader"], 1));
    fixture.change(|state| state.always.insert(ROLES, refusal(400, "AccountClosed")));
    assert_eq!(
        Fixture::refused(fixture.rights((API_KEY, SECRET)).await).code(),
        "refused"
    );
    assert!(fixture.requests().iter().all(|request| request.contains(ROLES)));
}
