//! Tests of every explorer, against local mock servers with the formats of the real services.

use adapters::{
    chain::rows::rows,
    explorer::{self, Blockscout, EXPLORERS, Etherscan, Routescan},
    http_client::HttpClient,
    source::EndpointSettings,
    token_finder,
};
use ports::{
    AccountId, ChainId, NamedToken, RemoteError, Secret, TokenFinder, disclosure::DisclosedField, source::SourceKind,
};
use serde_json::json;
use std::{sync::Arc, time::Duration};
use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    outgoing::{RequestLog, client, short_timeouts},
};

const FIRST: &str = include_str!("../../adapters/src/token_finder/fixtures/blockscout/tokens.json");
const LAST: &str = include_str!("../../adapters/src/token_finder/fixtures/blockscout/tokens-last.json");
const ROUTESCAN: &str = include_str!("../../adapters/src/token_finder/fixtures/routescan/tokentx.json");
const ETHERSCAN: &str = include_str!("../../adapters/src/token_finder/fixtures/etherscan/tokentx.json");

const ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const KEY: &str = "hunter2";

/// The finders of [`EXPLORERS`], a [`Blockscout`], a [`Routescan`] and an [`Etherscan`], at one mock server.
struct FinderFixture {
    server: MockUpstream,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    finders: Vec<Arc<dyn TokenFinder>>,
}

fn fixture() -> FinderFixture {
    fixture_with(Some(KEY))
}

fn fixture_with(key: Option<&str>) -> FinderFixture {
    let blockscout = format!("/1/api/v2/addresses/{ADDRESS}/tokens");
    let server = MockUpstream::of_files(&[
        (blockscout.as_str(), FIRST),
        ("/1/etherscan/api", ROUTESCAN),
        ("/", ETHERSCAN),
    ]);
    let (client, ledger) = client(&[&server], short_timeouts());
    let settings = EndpointSettings {
        base: server.url().parse().ok(),
        own: true,
        key: key.map(|key| Arc::new(Secret::new(key.to_owned()))),
        per_minute: Some(6000),
    };
    let configured = EXPLORERS.map(|spec| {
        let endpoint = spec.endpoint(settings.clone(), rows().unwrap()).unwrap();
        let missing = || panic!("data/explorers.csv has no chain that {} knows", spec.slug);
        (spec, endpoint.unwrap_or_else(missing))
    });
    let explorers = explorer::all(&client, rows().unwrap(), configured.into());
    let finders = token_finder::all(&explorers);
    FinderFixture {
        server,
        client,
        ledger,
        finders,
    }
}

impl FinderFixture {
    fn finder(&self, id: &str) -> &dyn TokenFinder {
        let found = self.finders.iter().find(|finder| finder.profile().id.as_str() == id);
        let types = [
            std::any::type_name::<Blockscout>(),
            std::any::type_name::<Routescan>(),
            std::any::type_name::<Etherscan>(),
        ];
        found.unwrap_or_else(|| panic!("{id} is none of {types:?}")).as_ref()
    }
}

fn account(chain: u64) -> AccountId {
    AccountId {
        chain: ChainId::evm(chain),
        address: ADDRESS.parse().unwrap(),
    }
}

fn token(contract: &str, holders: Option<u32>) -> NamedToken {
    let id = format!("eip155:1/erc20:{contract}").parse().unwrap();
    NamedToken { id, holders }
}

#[tokio::test]
async fn pages_are_followed_and_each_token_is_named_once() {
    let fixture = fixture();
    fixture.server.fail_when(
        |request| request.target.contains("fiat_value"),
        Fault::Json(LAST.to_owned()),
    );
    let named = fixture.finder("blockscout").tokens(&account(1)).await.unwrap();
    assert_eq!(
        named,
        [
            token("0xdAC17F958D2ee523a2206206994597C13D831ec7", Some(49_213)),
            token("0x6B175474E89094C44Da98b954EedeAC495271d0F", Some(4)),
            token("0x514910771AF9Ca656af840dff83E8264EcF986CA", Some(812)),
        ],
        "a token marked as a scam is left out"
    );
    let targets: Vec<String> = fixture
        .server
        .seen()
        .iter()
        .map(|request| request.target.clone())
        .collect();
    let path = format!("/1/api/v2/addresses/{ADDRESS}/tokens?type=ERC-20");
    assert_eq!(targets[0], path);
    assert_eq!(
        targets[1],
        format!("{path}&fiat_value=1.5&id=77&items_count=50&value=12")
    );
    assert_eq!(targets.len(), 2);
    assert!(
        fixture
            .server
            .seen()
            .iter()
            .all(|request| request.header("authorization") == Some("Bearer hunter2"))
    );
}

/// Two versions of Blockscout name the field differently, and one has both. A value that is not a number is ignored.
#[tokio::test]
async fn the_number_of_holders_is_read_if_stated() {
    let fixture = fixture();
    for (fields, holders) in [
        (json!({"holders_count": "49213"}), Some(49_213)),
        (json!({"holders": "812"}), Some(812)),
        (json!({"holders_count": "7", "holders": "7"}), Some(7)),
        (json!({"holders_count": null, "holders": "5"}), Some(5)),
        (json!({"holders_count": "0"}), Some(0)),
        (json!({}), None),
        (json!({"holders_count": null}), None),
        (json!({"holders_count": "", "holders": null}), None),
        (json!({"holders_count": "many"}), None),
        (json!({"holders_count": "-3"}), None),
        (json!({"holders_count": "1.5"}), None),
        (json!({"holders_count": "99999999999999999999"}), None),
        (json!({"holders_count": {"count": "3000"}}), None),
    ] {
        let contract = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
        let mut row = fields.clone();
        row["address_hash"] = contract.into();
        let page = json!({"items": [{"token": row}], "next_page_params": null});
        fixture.server.heal();
        fixture.server.fail_always(Fault::Json(page.to_string()));
        let named = fixture.finder("blockscout").tokens(&account(1)).await.unwrap();
        assert_eq!(named, [token(contract, holders)], "{fields}");
    }
}

#[tokio::test]
async fn transfers_name_their_contracts() {
    let fixture = fixture();
    for (id, path) in [("routescan", "/1/etherscan/api?"), ("etherscan", "/?")] {
        fixture.server.forget();
        let named = fixture.finder(id).tokens(&account(1)).await.unwrap();
        assert_eq!(
            named,
            [token("0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2", None)],
            "{id}"
        );
        let seen = fixture.server.seen();
        assert_eq!(seen.len(), 1, "a page that is not full is the last");
        assert!(seen[0].target.starts_with(path), "{}", seen[0].target);
        assert!(seen[0].target.contains(&format!("action=tokentx&address={ADDRESS}")));
    }
}

#[tokio::test]
async fn the_ledger_records_who_received_the_address() {
    let fixture = fixture();
    for finder in &fixture.finders {
        finder.tokens(&account(1)).await.unwrap();
        let profile = finder.profile();
        assert_eq!(profile.kind, SourceKind::Explorer);
        assert!(profile.learns.contains("ddresses"), "{}", profile.learns);
        assert_eq!(profile.hosts, [fixture.server.address().to_string()]);
        assert!(finder.chains().contains(&ChainId::evm(1)));
        let elsewhere = finder.tokens(&account(31_337)).await.unwrap_err();
        assert_eq!(elsewhere.code(), "unsupported");
    }
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    assert_eq!(lines.len(), EXPLORERS.len());
    for line in lines {
        assert_eq!((line.purpose.as_str(), line.chain), ("tokens", Some(ChainId::evm(1))));
        assert_eq!(line.disclosed, DisclosedField::Address(ADDRESS.parse().unwrap()));
    }
}

/// A refusal is distinguished from an unknown account, and its error never repeats the service's text.
#[tokio::test]
async fn a_refusal_is_not_an_empty_answer() {
    let envelope =
        |message: &str, result: serde_json::Value| json!({"status": "0", "message": message, "result": result});
    for (answer, code) in [
        (envelope("No transactions found", json!([])), "none"),
        (
            envelope("NOTOK", json!("Max calls per sec rate limit reached (3/sec)")),
            "rate_limited",
        ),
        (
            envelope(
                "NOTOK",
                json!("Too many invalid api key attempts, please try again later"),
            ),
            "refused",
        ),
        (
            envelope(
                "NOTOK",
                json!("Free API access is not supported for this chain. <a>upgrade</a>"),
            ),
            "unsupported",
        ),
        (envelope("NOTOK", json!("Missing/Invalid API Key")), "refused"),
        (
            envelope(
                "NOTOK",
                json!("Missing or unsupported chainid parameter (required for v2 api)"),
            ),
            "unsupported",
        ),
        (envelope("NOTOK", json!("chain not supported")), "unsupported"),
        (envelope("NOTOK", json!("something new hunter2")), "refused"),
        (
            envelope("NOTOK", json!("Free API access is temporarily unavailable")),
            "unavailable",
        ),
        (
            envelope(
                "Query Timeout occured. Please select a smaller result dataset",
                json!(null),
            ),
            "unavailable",
        ),
        (envelope("NOTOK", json!([])), "refused"),
        (
            json!({"status": "2", "message": "partial", "result": []}),
            "unavailable",
        ),
        (json!({"status": "1", "message": "OK", "result": "text"}), "malformed"),
        (
            json!({"status": "1", "message": "OK", "result": [{"hash": "0x"}]}),
            "malformed",
        ),
        (json!([]), "malformed"),
    ] {
        // Refusals are remembered, so each case uses a new explorer.
        let fixture = fixture();
        fixture.server.fail_always(Fault::Json(answer.to_string()));
        for id in ["routescan", "etherscan"] {
            let named = fixture.finder(id).tokens(&account(1)).await;
            let found = named.as_ref().map_or_else(RemoteError::code, |named| {
                assert!(named.is_empty());
                "none"
            });
            assert_eq!(found, code, "{id}: {answer}");
            assert!(!format!("{named:?}").contains(KEY));
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn each_failure_has_its_own_error() {
    for (fault, code) in [
        (Fault::Status(404), "refused"),
        (Fault::Status(402), "refused"),
        (Fault::Html, "malformed"),
        (Fault::Json("{}".to_owned()), "malformed"),
        (
            Fault::Json(r#"{"items": [{"token": {}}], "next_page_params": null}"#.to_owned()),
            "malformed",
        ),
        (Fault::Truncated, "unavailable"),
        (Fault::TooManyRequests(RetryAfter::Seconds(600)), "rate_limited"),
    ] {
        let fixture = fixture();
        fixture.server.fail_always(fault.clone());
        let error = fixture.finder("blockscout").tokens(&account(1)).await.unwrap_err();
        assert_eq!(error.code(), code, "{fault:?}: {error}");
        assert!(!error.to_string().contains(KEY));
        tokio::time::sleep(short_timeouts().rest).await;
    }
}

/// A service that requires a key is not a failing one and is not called again; with a key, its error names the problem.
#[tokio::test]
async fn a_service_that_needs_a_key_is_not_called_again() {
    for status in [401, 402, 403] {
        let keyless = fixture_with(None);
        keyless.server.fail_always(Fault::Status(status));
        for _ in 0..3 {
            let error = keyless.finder("blockscout").tokens(&account(1)).await.unwrap_err();
            assert_eq!(error.code(), "key_required", "{status}: {error}");
            assert!(!error.is_retryable(), "waiting does not help without a key");
        }
        assert_eq!(keyless.server.count(), 1, "{status}");
        let keyed = fixture();
        keyed.server.fail_always(Fault::Status(status));
        let error = keyed.finder("blockscout").tokens(&account(1)).await.unwrap_err();
        let blamed = error.to_string().contains("does not accept the key");
        assert_eq!((error.code(), blamed), ("refused", status == 401), "{status}: {error}");
    }
}

/// A chain that an explorer does not know does not affect the others, and is not requested again.
#[tokio::test]
async fn a_refused_chain_is_remembered_and_does_not_affect_the_others() {
    let fixture = fixture();
    let body =
        json!({ "status": "0", "message": "NOTOK", "result": "Free API access is not supported for this chain." });
    fixture.server.fail_when(
        |request| request.target.contains("chainid=10&"),
        Fault::Json(body.to_string()),
    );
    for _ in 0..2 {
        let error = fixture.finder("etherscan").tokens(&account(10)).await.unwrap_err();
        assert!(
            !error.to_string().contains("key"),
            "the key is not the problem: {error}"
        );
        assert!(!error.is_retryable());
    }
    assert_eq!(fixture.server.count(), 1);
    assert!(fixture.finder("etherscan").tokens(&account(1)).await.is_ok());
}
