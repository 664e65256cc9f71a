//! Public nodes that return nothing for blocks whose logs they do not have.

use adapters::chain::{
    evm::{EvmHistory, EvmReader},
    rows::ChainEndpoint,
};
use ports::{Stream, history::HistoryGapKind};
use serde_json::json;
use support::outgoing::{client_for_urls, short_timeouts};

use super::{Fault, HEAD, LogNode, blocks_of, healthy, whole};
use crate::mock_node::MockNode;

/// About two weeks.
const FIRST: u64 = HEAD - 100_000;

/// A node without logs of the past, which does not say so.
fn silent() -> Fault {
    std::sync::Arc::new(|method, _| (method == "eth_getLogs").then(|| json!([])))
}

/// A node that does not serve logs.
fn refusing() -> Fault {
    std::sync::Arc::new(|method, _| {
        (method == "eth_getLogs").then(|| json!({ "code": -32601, "message": "the method is not available" }))
    })
}

/// Returns the blocks of the transfers that are found with these public nodes, and whether a gap says that they are not confirmed.
async fn found(every: u64, faults: Vec<Fault>) -> (Vec<u64>, bool) {
    let mut nodes = Vec::new();
    for fault in faults {
        let node = LogNode { every, fault };
        nodes.push(MockNode::new(move |method, params| node.answer(method, params)).await);
    }
    let mut row = nodes[0].row();
    row.endpoints = nodes
        .iter()
        .map(|node| ChainEndpoint {
            own: false,
            ..node.endpoint()
        })
        .collect();
    let urls: Vec<String> = row.endpoints.iter().map(|endpoint| endpoint.url.to_string()).collect();
    let (client, _) = client_for_urls(&urls, short_timeouts());
    let history = EvmHistory::new(&EvmReader::new(&[row], &client));
    let pages = whole(&history, Stream::TokenTransfers, (FIRST, HEAD)).await.unwrap();
    let mut gaps = pages.iter().flat_map(|page| &page.gaps);
    (
        blocks_of(&pages),
        gaps.any(|gap| gap.kind == HistoryGapKind::Unconfirmed),
    )
}

#[tokio::test]
async fn a_node_that_returns_nothing_is_not_believed_where_another_one_has_logs() {
    let expected = [900_000, 925_000, 950_000, 975_000, HEAD];
    for faults in [[silent(), healthy()], [healthy(), silent()]] {
        let (blocks, is_unconfirmed) = found(25_000, faults.to_vec()).await;
        assert_eq!(blocks, expected);
        assert!(!is_unconfirmed);
    }
}

#[tokio::test]
async fn days_without_transfers_are_a_gap_unless_a_second_node_confirms_them() {
    for (faults, is_gap) in [
        (vec![silent()], true),
        (vec![silent(), refusing()], true),
        (vec![silent(), silent()], false),
    ] {
        let count = faults.len();
        assert_eq!(found(25_000, faults).await, (Vec::new(), is_gap), "{count} nodes");
    }
}

#[tokio::test]
async fn where_one_node_limits_requests_another_one_is_read() {
    let limited: Fault = std::sync::Arc::new(|method, _| {
        (method == "eth_getLogs").then(|| json!({ "code": -32005, "message": "rate limit exceeded" }))
    });
    for faults in [[limited.clone(), healthy()], [healthy(), limited]] {
        let (blocks, _) = found(25_000, faults.to_vec()).await;
        assert_eq!(blocks, [900_000, 925_000, 950_000, 975_000, HEAD]);
    }
}
