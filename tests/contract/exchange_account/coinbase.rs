//! Tests of the reader of accounts at Coinbase, against a local server that verifies its tokens.

use conformance::mock_server::Fault;
use ports::{KeyEnd, KeyNetwork};
use serde_json::{Value, json};

use super::{
    coinbase_server::{
        API_KEY, Coinbase, FUTURES, OTHER_KEY, OTHER_SECRET, PLACES, PORTFOLIO, RIGHTS, SECRET, TIME, WALLETS, account,
        key_rights, named, named_by_grpc, wallet,
    },
    exchange_server::{ExchangeFixture, PageFault, check_faults},
};

type Fixture = ExchangeFixture<Coinbase>;

#[tokio::test]
async fn rights_and_balances_are_read_with_signed_requests() {
    for key in [(API_KEY, SECRET), (OTHER_KEY, OTHER_SECRET)] {
        let fixture = Fixture::start();
        let rights = fixture.rights(key).await.unwrap();
        assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0));
        assert_eq!((rights.network, rights.end), (KeyNetwork::NotStated, KeyEnd::NotStated));
        assert_eq!(
            fixture.lines_with(key).await.unwrap(),
            [
                "bip122:000000000019d6689c085ae165831e93/slip44:0 1.5 Regular Wallet",
                "fiat:iso4217/code:EUR 25.21 Regular Wallet",
            ]
        );
        let wallets = format!("GET {WALLETS}?limit=100");
        let portfolio = format!("GET {PORTFOLIO}?limit=250");
        let requests = [format!("GET {RIGHTS}"), wallets, portfolio, format!("GET {FUTURES}")];
        assert_eq!(fixture.requests(), requests, "and nothing else is sent");
        fixture.check_privacy(&["rights of a key", "balances"]).await;
    }
}

#[tokio::test]
async fn every_place_is_a_position_and_every_unknown_code_is_kept() {
    let fixture = Fixture::start();
    let money = |value: &str| json!({ "value": value, "currency": "USD" });
    fixture.change(|state| {
        let mut vault = wallet("v", "BTC", "2");
        vault["type"] = json!("vault");
        let wallets = vec![
            vault,
            wallet("n", "ETH", "1234567.123456789012345678"),
            wallet("s", "ETH2", "0.5"),
            wallet("x", "NEWCOIN", 7.5),
        ];
        state.lists.insert(WALLETS, wallets);
        let accounts = vec![account("n", "ETH", "1", "0"), account("o", "USDC", "40", "10.5")];
        state.lists.insert(PORTFOLIO, accounts);
        let futures =
            json!({ "cfm_usd_balance": money("10"), "unrealized_pnl": money("-12.5"), "cbi_usd_balance": money("7") });
        state.answers.insert(FUTURES, json!({ "balance_summary": futures }));
    });
    assert_eq!(
        fixture.sorted_lines().await,
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 2 Regular Vault",
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 50.5 Regular Portfolio",
            "eip155:1/slip44:60 0.5 Staked Staking",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Wallet",
            "exchange:coinbase/code:NEWCOIN 7.5 Regular Wallet",
            "fiat:iso4217/code:USD -2.5 Borrowed Futures",
        ]
    );
}

fn rows(count: usize, row: impl Fn(String) -> Value) -> Vec<Value> {
    (0..count).map(|number| row(format!("w{number}"))).collect()
}

#[tokio::test]
async fn every_page_of_a_list_is_read() {
    for (count, pages) in [(0, 1), (99, 1), (100, 1), (101, 2), (250, 3)] {
        let fixture = Fixture::start();
        fixture.change(|state| {
            state
                .lists
                .insert(WALLETS, rows(count, |id| wallet(&id, "NEWCOIN", "0.5")));
            state.lists.insert(PORTFOLIO, vec![]);
        });
        let half = if count % 2 == 0 { "" } else { ".5" };
        let line = format!("exchange:coinbase/code:NEWCOIN {}{half} Regular Wallet", count / 2);
        let expected: Vec<String> = [line].into_iter().filter(|_| count > 0).collect();
        assert_eq!(fixture.lines().await.unwrap(), expected);
        let requests = fixture.requests();
        assert_eq!(requests.iter().filter(|one| one.contains(WALLETS)).count(), pages);
    }
    let fixture = Fixture::start();
    fixture.change(|state| {
        state.lists.insert(WALLETS, vec![]);
        state
            .lists
            .insert(PORTFOLIO, rows(501, |id| account(&id, "NEWCOIN", "1", "1")));
    });
    assert_eq!(
        fixture.lines().await.unwrap(),
        ["exchange:coinbase/code:NEWCOIN 1002 Regular Portfolio"]
    );
}

#[tokio::test]
async fn a_list_that_lacks_or_repeats_rows_fails() {
    for fault in [PageFault::RepeatsFirst, PageFault::Empty, PageFault::Unstated] {
        for list in [WALLETS, PORTFOLIO] {
            let fixture = Fixture::start();
            fixture.change(|state| {
                state.lists.insert(WALLETS, rows(0, |id| wallet(&id, "BTC", "1")));
                let many = match list {
                    WALLETS => rows(201, |id| wallet(&id, "BTC", "1")),
                    _ => rows(501, |id| account(&id, "BTC", "1", "0")),
                };
                state.lists.insert(list, many);
                state.page_fault = Some(fault);
            });
            assert_eq!(fixture.failure().await.code(), "malformed", "{list} {fault:?}");
            assert!(fixture.server.count() < 5, "{list} {fault:?}");
        }
    }
}

#[tokio::test]
async fn wrong_keys_and_secrets_are_not_tried_again() {
    let fixture = Fixture::start();
    let wrong = [
        (("another-key", SECRET), "bad_key"),
        ((API_KEY, OTHER_SECRET), "bad_key"),
        ((OTHER_KEY, SECRET), "bad_key"),
    ];
    // Each asks for the time too, because a wrong time has the same answer.
    fixture.check_wrong_keys(&wrong, 2).await;
    let count = fixture.server.count();
    let error = Fixture::refused(fixture.rights((API_KEY, "no private key")).await);
    assert_eq!(error.code(), "bad_signature");
    assert_eq!(fixture.server.count(), count, "what is no private key signs nothing");
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    for (response, code, requests) in [
        (named(401, "authentication_error"), "bad_key", 2),
        (named(401, "revoked_token"), "bad_key", 2),
        (named(403, "invalid_scope"), "no_permission", 1),
        (named(400, "validation_error"), "refused", 1),
        (named(404, "not_found"), "refused", 1),
        (named(400, "rate_limit_exceeded"), "rate_limited", 1),
        (named(500, "internal_server_error"), "unavailable", 2),
        (named_by_grpc(401, "UNAUTHENTICATED"), "bad_key", 2),
        (named_by_grpc(403, "PERMISSION_DENIED"), "no_permission", 1),
        (named_by_grpc(400, "INVALID_ARGUMENT"), "refused", 1),
    ] {
        let fixture = Fixture::start();
        fixture.change(|state| state.always.insert(WALLETS, response.clone()));
        assert_eq!(fixture.failure().await.code(), code, "{response:?}");
        assert_eq!(fixture.server.count(), requests, "{response:?}");
    }
}

#[tokio::test]
async fn futures_that_the_account_does_not_have_are_none() {
    let fixture = Fixture::start();
    fixture.change(|state| state.always.insert(FUTURES, named_by_grpc(404, "NOT_FOUND")));
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    for response in [named_by_grpc(403, "PERMISSION_DENIED"), named_by_grpc(400, "unknown")] {
        fixture.change(|state| state.always.insert(FUTURES, response));
        assert!(["no_permission", "refused"].contains(&fixture.failure().await.code()));
    }
}

#[tokio::test]
async fn one_place_that_does_not_answer_fails_all_of_them() {
    for (before, place) in PLACES.into_iter().enumerate() {
        check_faults::<Coinbase>(place, before).await;
    }
}

#[tokio::test]
async fn a_clock_that_differs_is_measured_once() {
    for offset in [300_000, -60_000] {
        let fixture = Fixture::start();
        fixture.change(|state| state.clock_offset = offset);
        assert_eq!(fixture.lines().await.unwrap().len(), 2);
        assert_eq!(fixture.lines().await.unwrap().len(), 2);
        let requests = fixture.requests();
        let wallets = format!("GET {WALLETS}?limit=100");
        let time = format!("GET {TIME}");
        assert_eq!(requests[..3], [wallets.clone(), time, wallets]);
        assert_eq!(requests.len(), 2 * PLACES.len() + 2, "{requests:?}");
        fixture.check_privacy(&["balances", "time of an exchange"]).await;
    }
    let fixture = Fixture::start();
    fixture.change(|state| state.clock_offset = 300_000);
    fixture
        .server
        .fail_when(|request| request.path() == TIME, Fault::Status(404));
    assert_eq!(
        fixture.failure().await.code(),
        "bad_key",
        "without the time, the refusal stays"
    );
}

#[tokio::test]
async fn a_second_request_has_a_new_token() {
    let fixture = Fixture::start();
    fixture.change(|state| state.next = vec![named(500, "internal_server_error")]);
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    let seen = fixture.server.seen();
    assert_eq!((seen[0].path(), seen[1].path()), (WALLETS, WALLETS));
    assert_ne!(seen[0].header("authorization"), seen[1].header("authorization"));
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let fixture = Fixture::start();
    for answer in [json!({}), json!([]), key_rights(&[("can_transfer", json!(null))])] {
        fixture.change(|state| state.answers.insert(RIGHTS, answer));
        assert_eq!(
            Fixture::refused(fixture.rights((API_KEY, SECRET)).await).code(),
            "malformed"
        );
    }
    let changed = [
        ("can_trade", json!(true)),
        ("can_teleport", json!(true)),
        ("can_view", json!(false)),
    ];
    fixture.change(|state| state.answers.insert(RIGHTS, key_rights(&changed)));
    let stated = fixture.rights((API_KEY, SECRET)).await.unwrap();
    let names: Vec<&str> = stated.excess().iter().map(|right| right.name.as_str()).collect();
    assert_eq!((names, stated.missing.len()), (vec!["can_teleport", "can_trade"], 1));
    fixture.change(|state| state.always.insert(RIGHTS, named_by_grpc(404, "NOT_FOUND")));
    assert_eq!(
        Fixture::refused(fixture.rights((API_KEY, SECRET)).await).code(),
        "refused"
    );
    assert!(fixture.requests().iter().all(|request| request.contains(RIGHTS)));
}
