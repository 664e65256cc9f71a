//! Tests of chain readers with failing nodes: no partial readings, and a distinct error for each failure.

mod account_code;
mod refusals;

use crate::mock_node::{HASH, MULTICALL, MockNode, NUMBER};
use crate::progress::CheckedProgress;
use adapters::{chain::evm::EvmReader, chain::rows::ChainSpec};
use ports::{AccountId, AssetId, ChainId, ChainReader, RemoteError, chain::Reading};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const TETHER: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
const ACCOUNT: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

async fn read_with(node: &MockNode, row: ChainSpec) -> Result<Reading, RemoteError> {
    let (client, _) = node.client();
    let account: AccountId = ACCOUNT.parse().unwrap();
    let tokens: Vec<AssetId> = [DOLLAR, TETHER].map(|id| id.parse().unwrap()).to_vec();
    EvmReader::new(&[row], &client)
        .balances(&account, &tokens, &CheckedProgress)
        .await
}

async fn read(node: &MockNode) -> Result<Reading, RemoteError> {
    read_with(node, node.row()).await
}

fn word(number: u64) -> String {
    format!("{number:064x}")
}

/// The result of `aggregate3`: the block number, the native balance, and one word for each token.
fn aggregate(number: u64, words: &[&str]) -> Value {
    let all: Vec<String> = std::iter::once(word(number))
        .chain(words.iter().map(|word| (*word).to_owned()))
        .collect();
    let mut text = format!("0x{}{}", word(32), word(all.len() as u64));
    for at in 0..all.len() as u64 {
        text += &word(all.len() as u64 * 32 + at * 128);
    }
    for one in all {
        text += &format!("{}{}{}{one}", word(1), word(64), word(32));
    }
    json!(text)
}

fn good() -> Value {
    aggregate(NUMBER, &[&word(10), &word(20), &word(0)])
}

/// A call from the account returns the same as one from Multicall3; everything else is answered as usual.
fn same(method: &str, params: &Value) -> Value {
    match method {
        "eth_call" if params[0]["from"].is_string() => json!(format!("0x{}", word(20))),
        _ => Value::Null,
    }
}

fn is_aggregate(method: &str, params: &Value) -> bool {
    method == "eth_call" && params[0]["to"] == MULTICALL
}

#[tokio::test]
async fn one_call_gives_native_and_tokens_at_the_pinned_block() {
    let node = MockNode::new(|method, params| {
        if is_aggregate(method, params) {
            assert_eq!(params[1], format!("{NUMBER:#x}"));
            return good();
        }
        same(method, params)
    })
    .await;
    let reading = read(&node).await.unwrap();
    let shown: Vec<(String, String)> = reading
        .balances
        .iter()
        .map(|(id, raw)| (id.to_string(), raw.to_string()))
        .collect();
    let expected = [("eip155:1/slip44:60", "10"), (DOLLAR, "20")];
    assert_eq!(
        shown,
        expected.map(|(id, raw)| (id.to_owned(), raw.to_owned())),
        "a balance of zero is left out"
    );
    assert_eq!((reading.block.number, reading.block.hash.as_str()), (NUMBER, HASH));
    assert!(reading.unreadable.is_empty());
    assert_eq!(
        (node.count(), node.count_of("eth_call")),
        (3, 2),
        "held tokens are compared once"
    );
}

#[tokio::test]
async fn impossible_answers_are_malformed() {
    for answer in [
        json!("0x1234"),
        json!("no hexadecimal"),
        json!(17),
        json!({ "a": 1 }),
        aggregate(NUMBER, &[&word(10)]),
        aggregate(NUMBER - 1, &[&word(10), &word(20), &word(0)]),
    ] {
        let result = answer.clone();
        let node = MockNode::new(move |method, params| {
            if is_aggregate(method, params) {
                result.clone()
            } else {
                Value::Null
            }
        })
        .await;
        assert_eq!(read(&node).await.unwrap_err().code(), "malformed", "{answer}");
    }
    for block in [
        json!({}),
        json!({ "number": "0x1", "hash": "0x1", "timestamp": "0x1" }),
        json!("0x1"),
    ] {
        let node = MockNode::new(move |method, _| {
            if method == "eth_getBlockByNumber" {
                block.clone()
            } else {
                Value::Null
            }
        })
        .await;
        assert_eq!(read(&node).await.unwrap_err().code(), "malformed");
    }
}

#[tokio::test]
async fn a_token_that_fails_the_chunk_is_found_and_the_others_are_read() {
    let dollar = DOLLAR.rsplit_once(':').unwrap().1;
    let node = MockNode::new(move |method, params| match (method, params[0]["to"].as_str()) {
        ("eth_call", Some(to)) if to == dollar => json!(format!("0x{}", word(7))),
        ("eth_call", _) => json!({ "code": -32000, "message": "out of gas" }),
        _ => Value::Null,
    })
    .await;
    let reading = read(&node).await.unwrap();
    assert_eq!(reading.balances.len(), 2);
    assert_eq!(reading.balances[0].1.to_string(), "1000000000000000000");
    assert_eq!(reading.balances[1].1.to_string(), "7");
    assert_eq!(reading.unreadable.len(), 1);
    assert_eq!(reading.unreadable[0].0.as_str(), TETHER);
}

#[tokio::test]
async fn a_node_that_lags_behind_its_own_head_gets_the_request_again() {
    let calls = AtomicU32::new(0);
    let node = MockNode::new(move |method, params| {
        if !is_aggregate(method, params) {
            return same(method, params);
        }
        match calls.fetch_add(1, Ordering::Relaxed) {
            0 => json!({ "code": -32000, "message": "header not found" }),
            _ => good(),
        }
    })
    .await;
    assert_eq!(read(&node).await.unwrap().balances.len(), 2);
    assert_eq!(node.count_of("eth_call"), 3, "called again, and compared");
}

#[tokio::test]
async fn a_node_whose_block_keeps_changing_is_rejected() {
    let count = AtomicU32::new(0);
    let node = MockNode::new(move |method, params| match method {
        "eth_getBlockByNumber" => {
            let hash = format!("0x{:064x}", count.fetch_add(1, Ordering::Relaxed));
            json!({ "number": format!("{NUMBER:#x}"), "hash": hash, "timestamp": "0x66900000" })
        }
        _ if is_aggregate(method, params) => good(),
        _ => Value::Null,
    })
    .await;
    assert_eq!(read(&node).await.unwrap_err().code(), "unavailable");
}

#[tokio::test]
async fn block_numbers_of_the_parent_chain_are_supported() {
    let node = MockNode::new(|method, params| match method {
        "eth_getBlockByNumber" => {
            json!({ "number": format!("{NUMBER:#x}"), "hash": HASH, "timestamp": "0x66900000", "l1BlockNumber": "0x5" })
        }
        _ if is_aggregate(method, params) => aggregate(5, &[&word(10), &word(20), &word(0)]),
        _ => Value::Null,
    })
    .await;
    assert_eq!(read(&node).await.unwrap().block.number, NUMBER);
}

#[tokio::test]
async fn profiles_state_what_the_service_learns() {
    let node = MockNode::new(|_, _| Value::Null).await;
    let (client, _) = node.client();
    let mut dead = node.row();
    dead.status = adapters::chain::rows::Status::Dead;
    assert!(
        EvmReader::new(&[dead], &client).chains().is_empty(),
        "a dead chain is never called"
    );
    let profile = EvmReader::new(&[node.row()], &client).profile();
    assert_eq!(profile.id.as_str(), "evm");
    assert!(profile.learns.contains("address"));
    assert_eq!(
        EvmReader::new(&[node.row()], &client)
            .head(&ChainId::evm(1))
            .await
            .unwrap()
            .number,
        NUMBER
    );
}
