//! Nodes that are not up to date: none of them gives a reading, and another endpoint is tried.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicI64, Ordering},
};

use adapters::{
    chain::{
        evm::EvmReader,
        rows::{ChainSpec, rows},
        solana::SolanaReader,
    },
    http_client::{AllowedHost, HttpClient},
};
use ports::{
    AccountId, AssetId, ChainReader, Clock as _, RemoteError,
    chain::{Progress, Reading},
};
use serde_json::{Value, json};
use support::{
    fault_fixture::SkewedClock,
    outgoing::{WallClock, client_by, client_for, hasty},
};

use crate::{
    node::{Node, block},
    solana::clock_account,
};

const ACCOUNT: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TOKENS: [&str; 3] = [
    "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7",
    "eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F",
];

struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _: u32, _: u32) {}
}

fn now() -> i64 {
    WallClock.now().seconds()
}

/// A working node whose newest block is this many seconds old; a negative age is in the future.
async fn aged(seconds: i64) -> Node {
    Node::new(move |method, _| match method {
        "eth_getBlockByNumber" => block(now() - seconds),
        _ => Value::Null,
    })
    .await
}

/// The shipped row with these endpoints, and a client that is allowed to call them.
fn row(code: &str, nodes: &[&Node]) -> (ChainSpec, Arc<HttpClient>) {
    let mut row = rows()
        .unwrap()
        .iter()
        .find(|row| row.chain.code == code)
        .unwrap()
        .clone();
    row.endpoints = nodes.iter().map(|node| node.endpoint()).collect();
    let urls: Vec<String> = row.endpoints.iter().map(|one| one.url.to_string()).collect();
    (row, client_for(&urls, hasty()).0)
}

async fn read_by(reader: &EvmReader) -> Result<Reading, RemoteError> {
    let tokens: Vec<AssetId> = TOKENS.iter().map(|id| id.parse().unwrap()).collect();
    reader.balances(&ACCOUNT.parse().unwrap(), &tokens, &NoProgress).await
}

async fn read(nodes: &[&Node]) -> Result<Reading, RemoteError> {
    let (row, client) = row("ethereum", nodes);
    read_by(&EvmReader::new(&[row], &client)).await
}

fn error_of(result: Result<Reading, RemoteError>) -> (&'static str, String) {
    let error = result.unwrap_err();
    (error.code(), error.to_string())
}

#[tokio::test]
async fn a_head_that_is_too_old_or_too_new_gives_no_reading() {
    assert!(read(&[&aged(0).await]).await.is_ok());
    assert!(read(&[&aged(240).await]).await.is_ok());
    assert!(read(&[&aged(-240).await]).await.is_ok());
    let (code, text) = error_of(read(&[&aged(600).await]).await);
    assert_eq!(code, "node_behind");
    assert!(
        text.ends_with("is behind: its newest block is 10 minutes old"),
        "{text}"
    );
    let (code, text) = error_of(read(&[&aged(-10_900).await]).await);
    assert_eq!(code, "node_ahead");
    assert!(text.contains("dated 3 hours in the future"), "{text}");
    let account: AccountId = ACCOUNT.parse().unwrap();
    let old = aged(600).await;
    let (row, client) = row("ethereum", &[&old]);
    let reader = EvmReader::new(&[row], &client);
    assert_eq!(reader.probe(&account).await.unwrap_err().code(), "node_behind");
    assert_eq!(reader.head(&account.chain).await.unwrap_err().code(), "node_behind");
    let token: AssetId = TOKENS[0].parse().unwrap();
    let metadata = reader.metadata(&account.chain, &[token]).await;
    assert_eq!(metadata.unwrap_err().code(), "node_behind");
    assert_eq!(old.count_of("eth_getBalance"), 0, "it did not receive the address");
}

#[tokio::test]
async fn a_node_with_only_the_first_block_gives_no_reading() {
    let node = Node::new(|method, _| match method {
        "eth_getBlockByNumber" => {
            let mut block = block(now());
            block["number"] = json!("0x0");
            block
        }
        _ => Value::Null,
    })
    .await;
    let (code, text) = error_of(read(&[&node]).await);
    assert_eq!(code, "node_behind");
    assert!(text.contains("no block except the first one"), "{text}");
}

#[tokio::test]
async fn a_syncing_node_gives_no_reading() {
    for (answer, why) in [
        (
            json!({ "startingBlock": "0x0", "currentBlock": "0x10", "highestBlock": "0x100" }),
            "it is at block 16 of 256",
        ),
        (json!(true), "it does not state its progress"),
    ] {
        let node = Node::new(move |method, _| match method {
            "eth_getBlockByNumber" => block(now()),
            "eth_syncing" => answer.clone(),
            _ => Value::Null,
        })
        .await;
        let (code, text) = error_of(read(&[&node]).await);
        assert_eq!(code, "node_syncing");
        assert!(text.ends_with(&format!("is still syncing: {why}")), "{text}");
    }
    let refuses = Node::new(|method, _| match method {
        "eth_syncing" => json!({ "code": -32601, "message": "the method does not exist" }),
        _ => Value::Null,
    })
    .await;
    assert!(read(&[&refuses]).await.is_ok(), "a gateway may not support the method");
}

/// The answers of a node without state: blocks, no balances, and nothing for every contract call.
fn stateless(method: &str) -> Value {
    match method {
        "eth_getBalance" | "eth_getTransactionCount" => json!("0x0"),
        "eth_call" => json!("0x"),
        _ => Value::Null,
    }
}

#[tokio::test]
async fn a_node_without_state_gives_neither_reading_nor_probe() {
    let has_state = Arc::new(AtomicBool::new(false));
    let switch = has_state.clone();
    let node = Node::new(move |method, _| {
        if switch.load(Ordering::SeqCst) {
            Value::Null
        } else {
            stateless(method)
        }
    })
    .await;
    let (row, client) = row("ethereum", &[&node]);
    let reader = EvmReader::new(&[row], &client);
    let (code, text) = error_of(read_by(&reader).await);
    assert_eq!(code, "node_without_state");
    assert!(
        text.ends_with("has no account data: existing contracts return nothing"),
        "{text}"
    );
    let account: AccountId = ACCOUNT.parse().unwrap();
    assert_eq!(reader.probe(&account).await.unwrap_err().code(), "node_without_state");
    assert_eq!(
        reader.head(&account.chain).await.unwrap_err().code(),
        "node_without_state"
    );
    has_state.store(true, Ordering::SeqCst);
    let reading = read_by(&reader).await.unwrap();
    assert_eq!(
        reading.unreadable.len(),
        3,
        "contracts of tokens may be missing where others answer"
    );
}

#[tokio::test]
async fn three_silent_tokens_show_missing_state() {
    let node = Node::new(|method, _| stateless(method)).await;
    let (mut row, client) = row("ethereum", &[&node]);
    (row.multicall, row.wrapped) = (None, None);
    let reader = EvmReader::new(&[row], &client);
    assert_eq!(read_by(&reader).await.unwrap_err().code(), "node_without_state");
    let token: AssetId = TOKENS[0].parse().unwrap();
    let reading = reader
        .balances(&ACCOUNT.parse().unwrap(), &[token], &NoProgress)
        .await
        .unwrap();
    assert_eq!(reading.unreadable.len(), 1, "one token may be a mistake of its list");
}

#[tokio::test]
async fn an_endpoint_that_is_behind_is_skipped() {
    let (old, older, good) = (aged(3600).await, aged(7200).await, aged(0).await);
    let reading = read(&[&old, &older, &good]).await.unwrap();
    assert!(good.endpoint().url.as_str().contains(&reading.host), "{}", reading.host);
    assert_eq!(old.count_of("eth_getBalance") + older.count_of("eth_getBalance"), 0);
    let (code, text) = error_of(read(&[&old, &older]).await);
    assert_eq!(code, "node_behind");
    assert!(text.starts_with("Ethereum is behind: "), "{text}");
}

#[tokio::test]
async fn an_endpoint_without_state_is_skipped() {
    let (empty, good) = (Node::new(|method, _| stateless(method)).await, aged(0).await);
    for nodes in [[&empty, &good], [&good, &empty]] {
        let reading = read(&nodes).await.unwrap();
        assert!(good.endpoint().url.as_str().contains(&reading.host), "{}", reading.host);
    }
}

#[tokio::test]
async fn a_node_that_falls_behind_is_used_again_when_it_has_caught_up() {
    let age = Arc::new(AtomicI64::new(0));
    let of_node = age.clone();
    let node = Node::new(move |method, _| match method {
        "eth_getBlockByNumber" => block(now() - of_node.load(Ordering::SeqCst)),
        _ => Value::Null,
    })
    .await;
    let (row, _) = row("ethereum", &[&node]);
    let host = AllowedHost::of(&row.endpoints[0].url, true).unwrap();
    let clock = Arc::<SkewedClock>::default();
    let (client, _) = client_by(clock.clone(), vec![host], hasty());
    let reader = EvmReader::new(&[row], &client);
    for (seconds, code) in [(0, None), (900, Some("node_behind")), (0, None)] {
        age.store(seconds, Ordering::SeqCst);
        let error = read_by(&reader).await.err();
        assert_eq!(error.as_ref().map(RemoteError::code), code);
        // A head is cached for a second.
        clock.shift(1_100);
    }
}

#[tokio::test]
async fn a_solana_slot_is_checked_by_its_time() {
    for (seconds, code) in [(0, None), (3600, Some("node_behind")), (-3600, Some("node_ahead"))] {
        let node = Node::new(move |method, _| match method {
            "getGenesisHash" => json!("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"),
            "getAccountInfo" => clock_account(380_000_000, now() - seconds),
            "getLatestBlockhash" => json!({
                "context": { "slot": 380_000_000 },
                "value": { "blockhash": "8RBsoeyoRwajj86MZfZE6gMDJQVYGYcdSfx1zxqxNHbr" }
            }),
            "getBalance" => json!({ "context": { "slot": 380_000_000 }, "value": 1 }),
            _ => json!({ "context": { "slot": 380_000_000 }, "value": [] }),
        })
        .await;
        let (row, client) = row("solana", &[&node]);
        let account: AccountId = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
            .parse()
            .unwrap();
        let read = SolanaReader::new(&[row], &client)
            .balances(&account, &[], &NoProgress)
            .await;
        assert_eq!(read.as_ref().err().map(RemoteError::code), code, "{read:?}");
    }
}
