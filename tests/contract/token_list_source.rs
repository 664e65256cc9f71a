//! Tests of every published token list, against a local mock server with the formats of the real services.

use adapters::{
    chain::rows::{ChainSpec, Status, rows},
    http_client::HttpClient,
    token_list::{self, CODES, PublishedList, PublisherEndpoint},
};
use ports::{RemoteError, TokenListSource, disclosure::DisclosedField, source::SourceKind};
use std::sync::Arc;
use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    outgoing::{RequestLog, client, hasty},
};

const COINGECKO: &str = include_str!("../../adapters/src/token_list/fixtures/published/coingecko.json");
const OPTIMISM: &str = include_str!("../../adapters/src/token_list/fixtures/published/optimism.json");
const HOSTILE: &str = include_str!("../../adapters/src/token_list/fixtures/published/hostile.json");

/// Every list of [`token_list::all`], each a [`Published`], at a mock server below `/lists`.
struct ListFixture {
    server: MockUpstream,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    lists: Vec<Arc<dyn TokenListSource>>,
}

fn fixture() -> ListFixture {
    let server = MockUpstream::of_files(&[
        ("/lists/", HOSTILE),
        ("/lists/ethereum/all.json", COINGECKO),
        ("/lists/optimism.tokenlist.json", OPTIMISM),
        ("/lists/ArbTokenLists/arbed_arb_whitelist_era.json", OPTIMISM),
    ]);
    let (client, ledger) = client(&[&server], hasty());
    let mirror = || (format!("{}/lists/", server.url()).parse().unwrap(), true);
    let endpoints: Vec<PublisherEndpoint> = CODES
        .iter()
        .filter_map(|code| PublisherEndpoint::of(code, Some(mirror())))
        .collect();
    let lists = token_list::all(&client, rows().unwrap(), &endpoints);
    ListFixture {
        server,
        client,
        ledger,
        lists,
    }
}

impl ListFixture {
    fn list(&self, id: &str) -> &Arc<dyn TokenListSource> {
        let found = self.lists.iter().find(|list| list.profile().id.as_str() == id);
        found.unwrap_or_else(|| panic!("{} has no {id}", std::any::type_name::<PublishedList>()))
    }
}

#[tokio::test]
async fn each_list_takes_one_request_without_personal_data() {
    let fixture = fixture();
    for (id, path, count) in [
        ("list:uniswap", "/lists/", 1),
        ("list:coingecko:ethereum", "/lists/ethereum/all.json", 3),
        ("list:optimism", "/lists/optimism.tokenlist.json", 2),
        ("list:arbitrum", "/lists/ArbTokenLists/arbed_arb_whitelist_era.json", 2),
    ] {
        fixture.server.forget();
        let list = fixture.list(id).tokens().await.unwrap();
        assert_eq!(list.tokens.len(), count, "{id}");
        let seen = fixture.server.seen();
        assert_eq!(seen.len(), 1, "{id}");
        assert_eq!(
            (seen[0].method.as_str(), seen[0].target.trim_end_matches('/')),
            ("GET", path.trim_end_matches('/'))
        );
        assert!(seen[0].body.is_empty());
    }
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    assert_eq!(lines.len(), 4);
    assert!(
        lines
            .iter()
            .all(|line| line.disclosed == DisclosedField::Nothing && line.purpose == "token list")
    );
}

#[tokio::test]
async fn profiles_match_the_requests() {
    let fixture = fixture();
    let named = |row: &&ChainSpec| row.status != Status::Dead && row.price_names.coingecko.is_some();
    let platforms = rows().unwrap().iter().filter(named).count();
    assert_eq!(
        fixture.lists.len(),
        platforms + CODES.len() - 1,
        "one of CoinGecko for each chain"
    );
    for list in &fixture.lists {
        let profile = list.profile();
        assert!(profile.id.as_str().starts_with("list:"), "{}", profile.id);
        assert_eq!(profile.kind, SourceKind::TokenList);
        assert!(profile.learns.starts_with("No user data"));
        assert_eq!(profile.hosts, [fixture.server.address().to_string()]);
        assert!(profile.website.starts_with("https://") && profile.credentials.is_empty());
    }
}

#[tokio::test]
async fn each_failure_has_its_own_error() {
    let fixture = fixture();
    let list = fixture.list("list:optimism");
    for (fault, code) in [
        (Fault::Status(403), "refused"),
        (Fault::Status(404), "unsupported"),
        (Fault::Status(410), "unsupported"),
        (Fault::Html, "malformed"),
        (Fault::Truncated, "unavailable"),
        (Fault::Huge { announced: true }, "malformed"),
        (Fault::Huge { announced: false }, "malformed"),
        (Fault::TooManyRequests(RetryAfter::Seconds(600)), "rate_limited"),
    ] {
        fixture.server.heal();
        fixture.server.fail_always(fault.clone());
        let error = list.tokens().await.unwrap_err();
        assert_eq!(error.code(), code, "{fault:?}: {error}");
        tokio::time::sleep(hasty().rest).await;
    }
}

#[tokio::test]
async fn a_malformed_list_fails_without_repeating_its_text() {
    let server = MockUpstream::of_files(&[("/", r#"{"error": "pay <b>hunter2</b>", "tokens": 7}"#)]);
    let (client, _) = client(&[&server], hasty());
    let endpoint = PublisherEndpoint::of("uniswap", Some((server.url().parse().unwrap(), true))).unwrap();
    let lists = token_list::all(&client, rows().unwrap(), &[endpoint]);
    let error = lists[0].tokens().await.unwrap_err();
    assert!(matches!(error, RemoteError::Malformed { .. }), "{error}");
    let message = error.to_string();
    assert!(
        message.starts_with("Uniswap's token list sent an unexpected answer: no token list"),
        "{message}"
    );
    assert!(!message.contains("hunter2"));
}

/// A publisher may be blocked, so its list has a second URL; if both fail, the error is that of the first.
#[tokio::test]
async fn a_list_is_read_from_its_second_url_if_the_first_fails() {
    let [first, second] = [(); 2].map(|()| MockUpstream::of_files(&[("/optimism.tokenlist.json", OPTIMISM)]));
    let (client, _) = client(&[&first, &second], hasty());
    let own = |server: &MockUpstream| server.url().parse().unwrap();
    let endpoint = PublisherEndpoint::of("optimism", Some((own(&first), true)))
        .unwrap()
        .or(own(&second));
    let lists = token_list::all(&client, rows().unwrap(), &[endpoint]);
    assert_eq!(lists[0].tokens().await.unwrap().tokens.len(), 2);
    assert_eq!(second.count(), 0);
    first.fail_always(Fault::Status(403));
    assert_eq!(lists[0].tokens().await.unwrap().tokens.len(), 2);
    second.fail_always(Fault::Html);
    assert_eq!(lists[0].tokens().await.unwrap_err().code(), "refused");
}

#[test]
fn every_url_of_a_list_is_an_allowed_host() {
    let hosts: Vec<String> = PublisherEndpoint::of("uniswap", None)
        .unwrap()
        .allowed()
        .map(|host| host.key)
        .collect();
    assert_eq!(hosts, ["tokens.uniswap.org", "gateway.ipfs.io"]);
}
