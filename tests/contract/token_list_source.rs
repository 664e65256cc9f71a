//! Every published token list, against a server of this machine with the shapes of the real ones.

use adapters::{
    chain::rows::{Row, Status, rows},
    http_client::HttpClient,
    token_list::{self, CODES, PublishedList, PublisherEndpoint},
};
use ports::{RemoteError, TokenListSource, disclosure::DisclosedField, source::SourceKind};
use std::sync::Arc;
use support::{
    door::{Door, Fault, RetryAfter},
    outgoing::{Ledger, client, hasty},
};

const COINGECKO: &str = include_str!("../../adapters/src/token_list/fixtures/published/coingecko.json");
const OPTIMISM: &str = include_str!("../../adapters/src/token_list/fixtures/published/optimism.json");
const HOSTILE: &str = include_str!("../../adapters/src/token_list/fixtures/published/hostile.json");

/// Every list of [`token_list::all`], each a [`PublishedList`], at a door below `/lists`.
struct Bench {
    door: Door,
    client: Arc<HttpClient>,
    ledger: Arc<Ledger>,
    lists: Vec<Arc<dyn TokenListSource>>,
}

fn bench() -> Bench {
    let door = Door::of_files(&[
        ("/lists/", HOSTILE),
        ("/lists/ethereum/all.json", COINGECKO),
        ("/lists/optimism.tokenlist.json", OPTIMISM),
        ("/lists/ArbTokenLists/arbed_arb_whitelist_era.json", OPTIMISM),
    ]);
    let (client, ledger) = client(&[&door], hasty());
    let mirror = || (format!("{}/lists/", door.url()).parse().unwrap(), true);
    let endpoints: Vec<PublisherEndpoint> = CODES
        .iter()
        .filter_map(|code| PublisherEndpoint::of(code, Some(mirror())))
        .collect();
    let lists = token_list::all(&client, rows().unwrap(), &endpoints);
    Bench {
        door,
        client,
        ledger,
        lists,
    }
}

impl Bench {
    fn list(&self, id: &str) -> &Arc<dyn TokenListSource> {
        let found = self.lists.iter().find(|list| list.profile().id.as_str() == id);
        found.unwrap_or_else(|| panic!("{} has no {id}", std::any::type_name::<PublishedList>()))
    }
}

#[tokio::test]
async fn each_list_is_one_question_that_tells_nothing() {
    let bench = bench();
    for (id, path, count) in [
        ("list:uniswap", "/lists/", 1),
        ("list:coingecko:ethereum", "/lists/ethereum/all.json", 3),
        ("list:optimism", "/lists/optimism.tokenlist.json", 2),
        ("list:arbitrum", "/lists/ArbTokenLists/arbed_arb_whitelist_era.json", 2),
    ] {
        bench.door.forget();
        let list = bench.list(id).tokens().await.unwrap();
        assert_eq!(list.tokens.len(), count, "{id}");
        let seen = bench.door.seen();
        assert_eq!(seen.len(), 1, "{id}");
        assert_eq!(
            (seen[0].method.as_str(), seen[0].target.trim_end_matches('/')),
            ("GET", path.trim_end_matches('/'))
        );
        assert!(seen[0].body.is_empty());
    }
    bench.client.flush().await.unwrap();
    let lines = bench.ledger.lines();
    assert_eq!(lines.len(), 4);
    assert!(
        lines
            .iter()
            .all(|line| line.disclosed == DisclosedField::Nothing && line.purpose == "token list")
    );
}

#[tokio::test]
async fn profiles_say_what_is_true() {
    let bench = bench();
    let named = |row: &&Row| row.status != Status::Dead && row.price_names.coingecko.is_some();
    let platforms = rows().unwrap().iter().filter(named).count();
    assert_eq!(
        bench.lists.len(),
        platforms + CODES.len() - 1,
        "one of CoinGecko for each chain"
    );
    for list in &bench.lists {
        let profile = list.profile();
        assert!(profile.id.as_str().starts_with("list:"), "{}", profile.id);
        assert_eq!(profile.kind, SourceKind::TokenList);
        assert!(profile.learns.starts_with("No user data"));
        assert_eq!(profile.hosts, [bench.door.address().to_string()]);
        assert!(profile.website.starts_with("https://") && profile.credentials.is_empty());
    }
}

#[tokio::test]
async fn each_way_to_fail_has_its_name() {
    let bench = bench();
    let list = bench.list("list:optimism");
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
        bench.door.heal();
        bench.door.fail_always(fault.clone());
        let error = list.tokens().await.unwrap_err();
        assert_eq!(error.code(), code, "{fault:?}: {error}");
        tokio::time::sleep(hasty().rest).await;
    }
}

#[tokio::test]
async fn what_is_no_list_fails_without_a_word_of_its_own() {
    let door = Door::of_files(&[("/", r#"{"error": "pay <b>hunter2</b>", "tokens": 7}"#)]);
    let (client, _) = client(&[&door], hasty());
    let endpoint = PublisherEndpoint::of("uniswap", Some((door.url().parse().unwrap(), true))).unwrap();
    let lists = token_list::all(&client, rows().unwrap(), &[endpoint]);
    let error = lists[0].tokens().await.unwrap_err();
    assert!(matches!(error, RemoteError::Malformed { .. }), "{error}");
    let said = error.to_string();
    assert!(
        said.starts_with("Uniswap's token list sent an unexpected answer: no token list"),
        "{said}"
    );
    assert!(!said.contains("hunter2"));
}

/// A publisher that is barred here has a second place; what is said of a list that no place has is said of the first.
#[tokio::test]
async fn a_list_is_asked_for_at_its_second_place_where_the_first_fails() {
    let [first, second] = [(); 2].map(|()| Door::of_files(&[("/optimism.tokenlist.json", OPTIMISM)]));
    let (client, _) = client(&[&first, &second], hasty());
    let own = |door: &Door| door.url().parse().unwrap();
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
fn every_place_of_a_list_is_on_the_list_of_hosts() {
    let hosts: Vec<String> = PublisherEndpoint::of("uniswap", None)
        .unwrap()
        .allowed()
        .map(|host| host.key)
        .collect();
    assert_eq!(hosts, ["tokens.uniswap.org", "gateway.ipfs.io"]);
}
