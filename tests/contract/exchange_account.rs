//! Tests of the readers of accounts at exchanges, against local servers that verify their signatures. Those of Kraken are here.

mod account_id_hashes;
mod binance;
mod binance_history;
mod binance_lists;
mod binance_markets;
mod binance_server;
mod binance_walk;
mod bitstamp;
mod bitstamp_history;
mod bitstamp_server;
mod bybit;
mod bybit_history;
mod bybit_server;
mod coinbase;
mod coinbase_history;
mod coinbase_server;
mod exchange_server;
mod gemini;
mod gemini_history;
mod gemini_server;
mod history_walk;
mod hmac;
mod htx;
mod htx_history;
mod htx_server;
mod kraken_server;
mod kucoin;
mod kucoin_history;
mod kucoin_server;
mod ledger;
mod oauth;
mod oauth_journey;
mod oauth_server;
mod okx;
mod okx_history;
mod okx_server;
mod reader_faults;
mod signed_history;
mod signed_lists;
mod signed_server;
mod stored_key;

use std::{sync::Arc, time::Duration};

use adapters::{
    exchange::{KrakenAccounts, account::ExchangeCodes},
    http_client::HttpClient,
    price::Endpoint,
};
use conformance::mock_server::{Fault, RetryAfter};
use ports::{Address, ExchangeKey, ExchangeReader, KeyNetwork, Position, PositionKind, RemoteError};
use serde_json::json;
use support::outgoing::{RequestLog, client_for_urls, short_timeouts};

use kraken_server::{API_KEY, KrakenServer, SECRET, key_info};

pub struct KrakenFixture {
    pub server: KrakenServer,
    pub client: Arc<HttpClient>,
    pub ledger: Arc<RequestLog>,
    pub reader: Arc<KrakenAccounts>,
}

pub fn fixture() -> KrakenFixture {
    let server = KrakenServer::start();
    let (client, ledger) = client_for_urls(&[server.url()], short_timeouts());
    let endpoint = Endpoint::public(server.url().parse().unwrap(), 600_000);
    let codes = Arc::new(ExchangeCodes::listed().unwrap());
    KrakenFixture {
        reader: Arc::new(KrakenAccounts::new((client.clone(), codes), endpoint)),
        server,
        client,
        ledger,
    }
}

pub fn key(api_key: &str, secret: &str) -> ExchangeKey {
    let fields = [("api_key", api_key), ("api_secret", secret)];
    ExchangeKey::new(fields.map(|(name, text)| (name.to_owned(), text.to_owned()))).unwrap()
}

/// Returns the account that the requests are about.
fn own_account() -> Address {
    "kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap()
}

pub fn own_key() -> ExchangeKey {
    key(API_KEY, SECRET)
}

/// Returns an error, which contains nothing of the key, of Kraken's words or of the address of the server.
fn refused<T: std::fmt::Debug>(answer: Result<T, RemoteError>) -> RemoteError {
    let error = answer.unwrap_err();
    let text = format!("{error} {error:?}");
    for private in [API_KEY, SECRET, "127.0.0.1", "EAPI", "EGeneral", "EService"] {
        assert!(!text.contains(private), "{text}");
    }
    error
}

fn shown(positions: &[Position]) -> Vec<String> {
    let one = |one: &Position| {
        let amount = one.raw.in_units(one.decimals.unwrap()).unwrap();
        format!("{} {amount} {} {}", one.asset, one.kind.name(), one.place)
    };
    positions.iter().map(one).collect()
}

#[tokio::test]
async fn rights_and_balances_are_read_with_signed_requests() {
    let fixture = fixture();
    let rights = fixture.reader.rights(&own_account(), &own_key()).await.unwrap();
    assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0));
    assert_eq!(rights.network, KeyNetwork::Only(vec!["203.0.113.24".to_owned()]));
    let positions = fixture.reader.balances(&own_account(), &own_key()).await.unwrap();
    assert_eq!(
        shown(&positions),
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 1.2435 Regular Spot",
            "fiat:iso4217/code:EUR 25.21 Regular Spot",
        ]
    );
    assert_eq!(
        fixture.server.forms(),
        [
            "GetApiKeyInfo",
            "BalanceEx",
            "Earn/Allocations&hide_zero_allocations=true"
        ]
    );
    fixture.client.flush().await.unwrap();
    let purposes: Vec<String> = fixture.ledger.lines().into_iter().map(|line| line.purpose).collect();
    assert!(
        purposes
            .iter()
            .all(|purpose| ["rights of a key", "balances"].contains(&purpose.as_str()))
    );
}

#[tokio::test]
async fn every_digit_and_every_unknown_code_is_kept() {
    let fixture = fixture();
    fixture.server.change(|state| {
        let balances = json!({
            "XETH": { "balance": "1234567.123456789012345678" }, "NEWCOIN": { "balance": "7.5" }, "AAPLx.T": { "balance": "3" },
            "ZUSD": { "balance": "100.0000", "credit_used": "30.5" }, "SOL03.S": { "balance": "2" }, "XLTC": { "balance": "0.00" },
        });
        state.results.insert("BalanceEx", balances);
        let items = json!([{ "native_asset": "USDC", "amount_allocated": { "total": { "native": "50", "converted": "49.9" } } }]);
        state.results.insert("Earn/Allocations", json!({ "items": items }));
    });
    let positions = fixture.reader.balances(&own_account(), &own_key()).await.unwrap();
    let mut lines = shown(&positions);
    lines.sort();
    assert_eq!(
        lines,
        [
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 50 Lent Earn",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Spot",
            "exchange:kraken/code:AAPLx.T 3 Regular Spot",
            "exchange:kraken/code:NEWCOIN 7.5 Regular Spot",
            "fiat:iso4217/code:USD -30.5 Borrowed Credit line",
            "fiat:iso4217/code:USD 100 Regular Spot",
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501 2 Staked Staking",
        ]
    );
    assert!(
        positions
            .iter()
            .all(|one| one.raw.is_negative() == (one.kind == PositionKind::Borrowed))
    );
}

#[tokio::test]
async fn wrong_keys_and_secrets_are_told_apart() {
    let fixture = fixture();
    for (key, code) in [
        (key("another-key-of-theirs", SECRET), "bad_key"),
        (key(API_KEY, "b3RoZXIgc2VjcmV0"), "bad_signature"),
    ] {
        assert_eq!(refused(fixture.reader.rights(&own_account(), &key).await).code(), code);
        assert_eq!(
            refused(fixture.reader.balances(&own_account(), &key).await).code(),
            code
        );
    }
    assert_eq!(
        fixture.server.count(),
        4,
        "a key that is not accepted is not tried again"
    );
    for key in [key("schlüssel", SECRET), key(API_KEY, "not base64!")] {
        let error = refused(fixture.reader.rights(&own_account(), &key).await);
        assert!(matches!(error, RemoteError::Key { .. }), "{error:?}");
    }
    assert_eq!(fixture.server.count(), 4, "what cannot be a key is not sent");
}

#[tokio::test]
async fn refusals_with_status_200_have_distinct_errors() {
    for (error, code, requests) in [
        ("EAPI:Invalid key", "bad_key", 1),
        ("EAPI:Invalid signature", "bad_signature", 1),
        ("EGeneral:Permission denied", "no_permission", 1),
        ("EGeneral:Temporary lockout", "rate_limited", 1),
        ("EAPI:Rate limit exceeded", "rate_limited", 1),
        ("EService:Throttled: 1", "rate_limited", 1),
        ("EGeneral:Invalid arguments", "refused", 1),
        ("EService:Unavailable", "unavailable", 2),
        ("EService:Busy", "unavailable", 2),
        ("EAPI:Invalid nonce", "clock_skew", 2),
    ] {
        let fixture = fixture();
        fixture
            .server
            .change(|state| state.always.extend([("BalanceEx", error)]));
        assert_eq!(
            refused(fixture.reader.balances(&own_account(), &own_key()).await).code(),
            code,
            "{error}"
        );
        assert_eq!(fixture.server.count(), requests, "{error}");
    }
}

#[tokio::test]
async fn a_second_request_has_a_new_signature() {
    for error in ["EService:Unavailable", "EAPI:Invalid nonce"] {
        let fixture = fixture();
        fixture.server.change(|state| state.errors = vec![error]);
        assert_eq!(
            fixture.reader.balances(&own_account(), &own_key()).await.unwrap().len(),
            2,
            "{error}"
        );
        let nonces = fixture.server.nonces();
        assert!(nonces.is_sorted_by(|one, next| one < next), "{nonces:?}");
        let signatures: Vec<_> = fixture
            .server
            .seen()
            .iter()
            .map(|request| request.header("api-sign").unwrap().to_owned())
            .collect();
        assert_eq!(signatures.len(), 3);
        assert_ne!(signatures[0], signatures[1]);
    }
}

#[tokio::test]
async fn parallel_requests_of_a_key_arrive_with_rising_nonces() {
    let fixture = fixture();
    fixture.server.set_latency(Duration::from_millis(10));
    let readings = (0..8).map(|_| {
        let reader = fixture.reader.clone();
        tokio::spawn(async move { reader.balances(&own_account(), &own_key()).await })
    });
    for reading in futures::future::join_all(readings.collect::<Vec<_>>()).await {
        assert_eq!(reading.unwrap().unwrap().len(), 2);
    }
    let nonces = fixture.server.nonces();
    assert_eq!(nonces.len(), 16, "none was refused and sent again");
    assert!(nonces.is_sorted_by(|one, next| one < next), "{nonces:?}");
}

#[tokio::test]
async fn what_is_no_answer_fails_and_is_never_an_empty_account() {
    for (fault, code, requests) in [
        (Fault::Html, "malformed", 1),
        (
            Fault::Json("{\"error\": [], \"result\": {\"XXBT\": {\"bal".to_owned()),
            "malformed",
            1,
        ),
        (Fault::Json("{\"error\": []}".to_owned()), "malformed", 1),
        (Fault::Json("[]".to_owned()), "malformed", 1),
        (Fault::Truncated, "unavailable", 2),
        (Fault::Reset, "unavailable", 2),
        (Fault::Status(520), "unavailable", 2),
        (Fault::Status(504), "unavailable", 2),
        (Fault::Status(403), "refused", 1),
        (Fault::TooManyRequests(RetryAfter::Seconds(60)), "rate_limited", 1),
    ] {
        let fixture = fixture();
        fixture
            .server
            .fail_when(|request| request.path().ends_with("BalanceEx"), fault.clone());
        assert_eq!(
            refused(fixture.reader.balances(&own_account(), &own_key()).await).code(),
            code,
            "{fault:?}"
        );
        assert_eq!(fixture.server.count(), requests, "{fault:?}");
    }
    let fixture = fixture();
    fixture
        .server
        .fail_when(|request| request.path().ends_with("Allocations"), Fault::Html);
    assert_eq!(
        refused(fixture.reader.balances(&own_account(), &own_key()).await).code(),
        "malformed"
    );
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let fixture = fixture();
    for info in [
        json!({ "apiKeyName": "Spyhop" }),
        json!({ "permissions": null }),
        json!([]),
    ] {
        fixture
            .server
            .change(|state| drop(state.results.insert("GetApiKeyInfo", info)));
        assert_eq!(
            refused(fixture.reader.rights(&own_account(), &own_key()).await).code(),
            "malformed"
        );
    }
    fixture.server.change(|state| {
        drop(state.results.insert(
            "GetApiKeyInfo",
            key_info(&["query-funds", "withdraw-funds", "teleport"]),
        ))
    });
    let rights = fixture.reader.rights(&own_account(), &own_key()).await.unwrap();
    let names: Vec<&str> = rights.excess().iter().map(|right| right.name.as_str()).collect();
    assert_eq!(names, ["withdraw-funds", "teleport"]);
    assert_eq!(rights.missing.len(), 3);
}
