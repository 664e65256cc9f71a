//! Tests of chain readers with failing nodes: no partial readings, and a distinct error for each failure.

use crate::node::{HASH, MULTICALL, NUMBER, Node};
use adapters::{chain::evm::EvmReader, chain::rows::ChainSpec};
use ports::{
    AccountId, AssetId, ChainId, ChainReader, RemoteError,
    chain::{Progress, Reading},
};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const TETHER: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
const ACCOUNT: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, done: u32, total: u32) {
        assert!(done <= total);
    }
}

async fn read_with(node: &Node, row: ChainSpec) -> Result<Reading, RemoteError> {
    let (client, _) = node.client();
    let account: AccountId = ACCOUNT.parse().unwrap();
    let tokens: Vec<AssetId> = [DOLLAR, TETHER].map(|id| id.parse().unwrap()).to_vec();
    EvmReader::new(&[row], &client)
        .balances(&account, &tokens, &NoProgress)
        .await
}

async fn read(node: &Node) -> Result<Reading, RemoteError> {
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
    let node = Node::new(|method, params| {
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
        let node = Node::new(move |method, params| {
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
        let node = Node::new(move |method, _| {
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
async fn errors_with_status_200_have_their_own_errors() {
    for (code, text, name) in [
        (-32005, "limit exceeded", "rate_limited"),
        (-32000, "header not found", "unavailable"),
        (-32601, "the method eth_call does not exist", "unavailable"),
    ] {
        let node = Node::new(move |method, _| {
            if method == "eth_call" {
                json!({ "code": code, "message": text })
            } else {
                Value::Null
            }
        })
        .await;
        let error = read(&node).await.unwrap_err();
        assert_eq!(error.code(), name, "{text}");
        assert!(!format!("{error:?}").contains(text), "the node's text is not passed on");
    }
}

#[tokio::test]
async fn statuses_have_their_own_errors() {
    for (status, name) in [
        (401, "refused"),
        (403, "refused"),
        (429, "rate_limited"),
        (500, "unavailable"),
    ] {
        let node = Node::instead(move |_| Some((status, json!({ "error": "no" })))).await;
        assert_eq!(read(&node).await.unwrap_err().code(), name, "{status}");
    }
}

#[tokio::test]
async fn a_token_that_fails_the_chunk_is_found_and_the_others_are_read() {
    let dollar = DOLLAR.rsplit_once(':').unwrap().1;
    let node = Node::new(move |method, params| match (method, params[0]["to"].as_str()) {
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
async fn a_node_that_lags_behind_its_own_head_is_asked_again() {
    let calls = AtomicU32::new(0);
    let node = Node::new(move |method, params| {
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
    let node = Node::new(move |method, params| match method {
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

/// Public gateways report this with an error status or with 200; no live run has confirmed either.
#[tokio::test]
async fn a_node_without_batches_gets_single_calls() {
    for (status, code, message) in [
        (400, -32600, "batches are not supported"),
        (200, 31, "Batch of more than 1 requests are not allowed on free tier"),
        (500, 31, "Batch of more than 1 requests are not allowed on free tier"),
    ] {
        let refuses = move |body: &Value| {
            let id = body["id"].clone();
            let result = |result: Value| Some((200, json!({ "jsonrpc": "2.0", "id": id, "result": result })));
            match body["method"].as_str() {
                None => Some((status, json!({ "error": { "code": code, "message": message } }))),
                Some("eth_call") if body["params"][0]["from"].is_string() => result(json!(format!("0x{}", word(20)))),
                Some("eth_call") => result(good()),
                Some(_) => None,
            }
        };
        let node = Node::instead(refuses).await;
        let reading = read(&node).await;
        assert_eq!(reading.map(|reading| reading.balances.len()), Ok(2), "{message}");
    }
}

/// A gateway that fails on a batch serves single calls.
#[tokio::test]
async fn a_node_that_fails_on_a_batch_gets_single_calls() {
    let falls = |body: &Value| {
        let id = body["id"].clone();
        match body["method"].as_str() {
            None => Some((503, json!("<html>upstream error</html>"))),
            Some("eth_call") if body["params"][0]["from"].is_string() => {
                let same = json!(format!("0x{}", word(20)));
                Some((200, json!({ "jsonrpc": "2.0", "id": id, "result": same })))
            }
            Some("eth_call") => Some((200, json!({ "jsonrpc": "2.0", "id": id, "result": good() }))),
            Some(_) => None,
        }
    };
    let node = Node::instead(falls).await;
    assert_eq!(read(&node).await.map(|reading| reading.balances.len()), Ok(2));
}

/// Fewer failed requests than open the circuit breaker of the host: the account is retried after seconds.
#[tokio::test]
async fn a_node_that_is_down_gets_one_single_call_after_its_batch() {
    let node = Node::instead(|_: &Value| Some((503, json!("<html>down</html>")))).await;
    assert_eq!(read(&node).await.unwrap_err().code(), "unavailable");
    assert_eq!(node.count(), 4, "the batch three times, and one of its calls");
}

/// The reason is in the body only: an error with an error status is handled like one with status 200.
#[tokio::test]
async fn the_reason_in_a_bad_status_is_read() {
    for (status, code, message, name) in [
        (400, -32000, "header not found", "unavailable"),
        (400, -32005, "too many requests", "rate_limited"),
        (403, -32602, "Archive requests require a personal token", "refused"),
        (403, -32603, "Request blocked", "refused"),
    ] {
        let node = Node::instead(move |body: &Value| {
            let error = json!({ "code": code, "message": message });
            let refused = json!({ "jsonrpc": "2.0", "id": null, "error": error });
            body.to_string().contains("eth_call").then_some((status, refused))
        })
        .await;
        let error = read(&node).await.unwrap_err();
        assert_eq!(error.code(), name, "{message}: {error}");
        assert!(!format!("{error:?}").contains(message));
    }
}

#[tokio::test]
async fn a_refusing_node_is_not_called_twice() {
    let closed = |_: &Value| {
        Some((
            200,
            json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32051, "message": "tenant disabled" } }),
        ))
    };
    let node = Node::instead(closed).await;
    assert_eq!(read(&node).await.unwrap_err().code(), "unavailable");
}

#[tokio::test]
async fn block_numbers_of_the_parent_chain_are_supported() {
    let node = Node::new(|method, params| match method {
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
    let node = Node::new(|_, _| Value::Null).await;
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

#[tokio::test]
async fn an_endpoint_of_another_chain_is_rejected_once() {
    let node = Node::new(|method, _| {
        if method == "eth_chainId" {
            json!("0x5")
        } else {
            Value::Null
        }
    })
    .await;
    let (client, _) = node.client();
    let reader = EvmReader::new(&[node.row()], &client);
    let account: AccountId = ACCOUNT.parse().unwrap();
    for _ in 0..3 {
        let refused = reader.balances(&account, &[], &NoProgress).await;
        assert!(
            matches!(&refused, Err(RemoteError::Refused { why, .. }) if why.contains("chain 5")),
            "{refused:?}"
        );
    }
    assert_eq!(
        node.count_of("eth_chainId"),
        1,
        "it is not called again within the hour"
    );
}
