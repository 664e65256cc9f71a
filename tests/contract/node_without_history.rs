//! A node that answers only at its newest block, whatever block the request names.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use adapters::chain::evm::EvmReader;
use alloy_sol_types::{SolCall, sol};
use ports::{ChainReader, RemoteError, chain::Reading};
use serde_json::{Value, json};

use crate::mock_node::{HASH, MockNode, NUMBER, is_witness};
use crate::progress::CheckedProgress;

sol! {
    struct Call3 { address target; bool allowFailure; bytes callData; }
    struct Answer { bool success; bytes returnData; }
    function aggregate3(Call3[] calls) external payable returns (Answer[] results);
}

const ACCOUNT: &str = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
/// The selector of `getBlockNumber()`.
const NUMBER_OF_BLOCK: [u8; 4] = [0x42, 0xcb, 0xb1, 0x5c];

fn word(number: u64) -> Vec<u8> {
    alloy_primitives::U256::from(number).to_be_bytes_vec()
}

/// Multicall3 at this block: every balance is 7.
fn aggregated(params: &Value, at: u64) -> Value {
    let data = alloy_primitives::hex::decode(params[0]["data"].as_str().unwrap()).unwrap();
    let calls = aggregate3Call::abi_decode(&data).unwrap().calls;
    let answer = |call: &Call3| Answer {
        success: true,
        returnData: word(if call.callData[..4] == NUMBER_OF_BLOCK { at } else { 7 }).into(),
    };
    let answers = calls.iter().map(answer).collect();
    let bytes = aggregate3Call::abi_encode_returns(&answers);
    json!(alloy_primitives::hex::encode_prefixed(bytes))
}

/// A node whose head is [`NUMBER`] and whose calls run at the block that `at` returns.
async fn node(at: impl Fn(u64) -> u64 + Send + Sync + 'static) -> MockNode {
    let count = Arc::new(AtomicU64::new(0));
    MockNode::new(move |method, params| match method {
        "eth_call" if !is_witness(params) => aggregated(params, at(count.fetch_add(1, Ordering::SeqCst))),
        "eth_getBlockByNumber" if params[0] != "latest" => {
            let seconds = ports::Clock::now(&support::outgoing::WallClock).seconds();
            json!({ "number": params[0], "hash": HASH, "timestamp": format!("{seconds:#x}") })
        }
        _ => Value::Null,
    })
    .await
}

async fn read(node: &MockNode) -> Result<Reading, RemoteError> {
    let reader = EvmReader::new(&[node.row()], &node.client().0);
    let tokens = [DOLLAR.parse().unwrap()];
    reader
        .balances(&ACCOUNT.parse().unwrap(), &tokens, &CheckedProgress)
        .await
}

#[tokio::test]
async fn a_reading_is_of_the_block_in_its_answers() {
    let node = node(|_| NUMBER + 2).await;
    let reading = read(&node).await.unwrap();
    assert_eq!(reading.block.number, NUMBER + 2);
    let held: Vec<String> = reading.balances.iter().map(|(_, raw)| raw.to_string()).collect();
    assert_eq!(held, ["7", "7"]);
    assert_eq!(node.count_of("eth_getBalance"), 0, "only Multicall3 names its block");
}

#[tokio::test]
async fn a_node_that_reads_the_requested_block_is_read_once() {
    let node = node(|_| NUMBER).await;
    assert_eq!(read(&node).await.unwrap().block.number, NUMBER);
}

#[tokio::test]
async fn a_block_far_from_the_newest_is_rejected() {
    for number in [NUMBER - 1_000, NUMBER + 1_000, 0] {
        let error = read(&node(move |_| number).await).await.unwrap_err();
        assert_eq!(error.code(), "malformed", "{number}: {error}");
    }
}

#[tokio::test]
async fn metadata_is_read_at_the_newest_block() {
    let node = node(|_| NUMBER + 1).await;
    let reader = EvmReader::new(&[node.row()], &node.client().0);
    let dollar = DOLLAR.parse().unwrap();
    let rows = reader.metadata(&"eip155:1".parse().unwrap(), &[dollar]).await.unwrap();
    assert_eq!(rows[0].1.decimals, Some(7));
}

/// More tokens than fit one call: all of them must be of one block, otherwise they are read again.
#[tokio::test]
async fn answers_of_several_blocks_are_rejected() {
    let tokens: Vec<ports::AssetId> = (1..=201)
        .map(|n: u64| format!("eip155:1/erc20:0x{n:040x}").parse().unwrap())
        .collect();
    // The first call shows that the pinned block is ignored; then there are two calls for each attempt.
    for (at, whole) in [
        (
            Box::new(|nth: u64| NUMBER + nth) as Box<dyn Fn(u64) -> u64 + Send + Sync>,
            false,
        ),
        (Box::new(|nth: u64| NUMBER + if nth < 4 { nth } else { 4 }), true),
    ] {
        let node = node(at).await;
        let reader = EvmReader::new(&[node.row()], &node.client().0);
        let reading = reader
            .balances(&ACCOUNT.parse().unwrap(), &tokens, &CheckedProgress)
            .await;
        assert_eq!(reading.is_ok(), whole, "{reading:?}");
        if let Err(error) = reading {
            assert_eq!(error.code(), "unavailable", "{error}");
        }
    }
}
