//! Tests of the Bitcoin family reader with Esplora's API, against a local mock server.

use adapters::chain::{
    bitcoin::BitcoinReader,
    rows::{ChainEndpoint, ChainSpec, rows},
};
use ports::{AccountId, ChainReader, RemoteError, chain::Reading};
use support::outgoing::{client_for_urls, short_timeouts, with_any_head_age};

use crate::mock_web_service::MockWebService;
use crate::progress::CheckedProgress;

const ADDRESS: &str = include_str!("../../adapters/src/chain/fixtures/bitcoin_api/esplora/address.json");
const BLOCK: &str = include_str!("../../adapters/src/chain/fixtures/bitcoin_api/esplora/block.json");
const TIP: &str = "00000000000000000001a2b3c4d5e6f700112233445566778899aabbccddeeff";
const GENESIS: &str = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
const ACCOUNT: &str = "bip122:000000000019d6689c085ae165831e93:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu";

/// The usual answers of a working server.
fn usual(path: &str) -> (u16, String) {
    match path {
        "/api/block-height/0" => (200, GENESIS.to_owned()),
        "/api/blocks/tip/hash" => (200, TIP.to_owned()),
        path if path.starts_with("/api/block/") => (200, BLOCK.replace(TIP, &path["/api/block/".len()..])),
        path if path.starts_with("/api/address/") => (200, ADDRESS.to_owned()),
        _ => (404, "not found".to_owned()),
    }
}

/// A server that uses the test's answer if there is one; `nth` counts the requests of a path from 1.
async fn server(
    answer: impl Fn(&str, usize) -> Option<(u16, String)> + Send + Sync + 'static,
) -> (String, MockWebService) {
    let pages = MockWebService::new(move |path, nth| answer(path, nth).unwrap_or_else(|| usual(path))).await;
    (format!("{}/api", pages.url), pages)
}

fn row(urls: &[String]) -> ChainSpec {
    let mut row = rows()
        .unwrap()
        .iter()
        .find(|row| row.chain.code == "bitcoin")
        .unwrap()
        .clone();
    let endpoint = |url: &String| ChainEndpoint::new(url.parse().unwrap(), true);
    row.endpoints = urls.iter().map(endpoint).collect();
    with_any_head_age(row)
}

async fn read(urls: &[String]) -> Result<Reading, RemoteError> {
    let (client, _) = client_for_urls(urls, short_timeouts());
    let account: AccountId = ACCOUNT.parse().unwrap();
    BitcoinReader::new(&[row(urls)], &client)
        .balances(&account, &[], &CheckedProgress)
        .await
}

async fn read_one(
    answer: impl Fn(&str, usize) -> Option<(u16, String)> + Send + Sync + 'static,
) -> Result<Reading, RemoteError> {
    read(&[server(answer).await.0]).await
}

#[tokio::test]
async fn a_balance_is_exact_and_of_one_block() {
    let reading = read_one(|_, _| None).await.unwrap();
    assert_eq!((reading.block.number, reading.block.hash.as_str()), (920_000, TIP));
    let [(asset, raw)] = reading.balances.as_slice() else {
        panic!("{:?}", reading.balances);
    };
    assert_eq!(asset.as_str(), "bip122:000000000019d6689c085ae165831e93/slip44:0");
    // 2^53 + 1: the mempool does not count, and no digit is lost.
    assert_eq!(raw.to_string(), "9007199254740993");
}

#[tokio::test]
async fn an_address_that_was_never_used_holds_nothing() {
    let empty = ADDRESS
        .replace("9007199254740995", "0")
        .replace("\"spent_txo_sum\": 2", "\"spent_txo_sum\": 0");
    let reading = read_one(move |path, _| path.starts_with("/api/address/").then(|| (200, empty.clone()))).await;
    assert!(reading.unwrap().balances.is_empty());
}

#[tokio::test]
async fn a_tip_that_moves_during_a_reading_is_read_again() {
    // The first tip is replaced by another one while the balance is read.
    let newer = TIP.replace("a2b3", "ffff");
    let moved = newer.clone();
    let (url, script) =
        server(move |path, nth| (path == "/api/blocks/tip/hash" && nth > 1).then(|| (200, moved.clone()))).await;
    let reading = read(&[url]).await.unwrap();
    assert_eq!(reading.block.hash, newer);
    let asked = script
        .seen()
        .iter()
        .filter(|path| path.starts_with("/api/address/") && !path.ends_with("/txs/mempool"))
        .count();
    assert_eq!(asked, 2);
    let restless = read_one(|path, nth| (path == "/api/blocks/tip/hash").then(|| (200, format!("{nth:064x}")))).await;
    assert!(matches!(restless, Err(RemoteError::Unavailable { .. })), "{restless:?}");
}

#[tokio::test]
async fn a_server_that_is_behind_or_of_another_chain_is_skipped() {
    let honest = || async { server(|_, _| None).await.0 };
    let old = TIP.replace("a2b3", "0000");
    let behind = server(move |path, _| match path {
        "/api/blocks/tip/hash" => Some((200, old.clone())),
        path if path.ends_with(&old) => Some((200, BLOCK.replace(TIP, &old).replace("920000", "919990"))),
        _ => None,
    })
    .await;
    let foreign = server(|path, _| {
        (path == "/api/block-height/0").then(|| {
            (
                200,
                "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2".to_owned(),
            )
        })
    })
    .await;
    let reading = read(&[behind.0, foreign.0.clone(), honest().await, honest().await]).await;
    assert_eq!(reading.unwrap().block.number, 920_000);
    for script in [&behind.1, &foreign.1] {
        let seen = script.seen();
        assert!(
            seen.iter().all(|path| !path.starts_with("/api/address/")),
            "it received an address: {seen:?}"
        );
    }
    let refused = read(&[foreign.0]).await;
    assert!(matches!(refused, Err(RemoteError::Refused { .. })), "{refused:?}");
}

#[tokio::test]
async fn each_server_failure_has_its_own_error() {
    let page = "<!doctype html><title>Just a moment</title>";
    let cases: [(&str, u16, String, &str); 8] = [
        ("/api/address/", 429, "Too many requests".to_owned(), "rate_limited"),
        ("/api/address/", 503, "down".to_owned(), "unavailable"),
        ("/api/address/", 200, page.to_owned(), "malformed"),
        ("/api/address/", 200, ADDRESS[..90].to_owned(), "malformed"),
        (
            "/api/address/",
            200,
            ADDRESS.replace("9007199254740995", "1.5"),
            "malformed",
        ),
        (
            "/api/address/",
            200,
            ADDRESS.replace("\"spent_txo_sum\": 2", "\"spent_txo_sum\": 9007199254740996"),
            "malformed",
        ),
        ("/api/blocks/tip/hash", 200, page.to_owned(), "malformed"),
        ("/api/block/", 200, BLOCK.replace(TIP, GENESIS), "malformed"),
    ];
    for (path, status, text, code) in cases {
        let case = format!("{path} {status} {text}");
        let answer = move |asked: &str, _: usize| asked.starts_with(path).then(|| (status, text.clone()));
        assert_eq!(read_one(answer).await.unwrap_err().code(), code, "{case}");
    }
}
