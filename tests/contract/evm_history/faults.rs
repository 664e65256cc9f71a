//! Nodes with limits, nodes that lag or reorganize, and nodes of other chains.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use adapters::{
    chain::{
        evm::{EvmHistory, EvmReader},
        rows::ChainEndpoint,
    },
    http_client::host_key,
};
use ports::{HistoryReader as _, Stream};
use serde_json::{Value, json};

use super::{Fault, HEAD, LogNode, OWN, blocks_of, expected, healthy, log, range, reader, request, topic, whole, word};
use crate::mock_node::MockNode;

#[tokio::test]
async fn ranges_adapt_to_the_limit_of_each_node_whatever_its_text() {
    for (limit, refusal) in [
        (
            2_048,
            json!({ "code": -32000, "message": "requested too many blocks from 1 to 2, maximum is set to 2048" }),
        ),
        (
            100,
            json!({ "code": -32000, "message": "too wide blocks range, the limit is 100" }),
        ),
        (
            10_000,
            json!({ "code": -32614, "message": "eth_getLogs is limited to a 10,000 range" }),
        ),
        (777, json!({ "code": -32005, "message": "limit exceeded" })),
        (
            500,
            json!({ "code": -32602, "message": "invalid params", "data": "the range has too many blocks" }),
        ),
        (
            3_000,
            json!({ "code": -32602, "message": "Query returned more than 10000 results. Try with this block range [0x0, 0x0]." }),
        ),
    ] {
        let (last, text) = (200_000, refusal.to_string());
        let fault: Fault = Arc::new(move |method, params| {
            let is_wide = method == "eth_getLogs" && {
                let (from, to) = range(params);
                to - from + 1 > limit
            };
            is_wide.then(|| refusal.clone())
        });
        let (node, reader) = reader(5_000, true, fault).await;
        let pages = whole(&reader, Stream::TokenTransfers, (0, last)).await.unwrap();
        assert_eq!(blocks_of(&pages), expected(5_000, last), "{text}");
        let (sent, needed) = (node.count_of("eth_getLogs") / 3, last.div_ceil(limit));
        assert!(
            sent as u64 <= needed * 2 + 30,
            "{sent} ranges where {needed} are needed: {text}"
        );
    }
}

#[tokio::test]
async fn a_list_that_the_node_cut_off_is_read_in_smaller_ranges() {
    let fault: Fault = Arc::new(|method, params| {
        if method != "eth_getLogs" || params[0]["topics"][2] != topic(OWN).as_str() {
            return None;
        }
        let (from, to) = range(params);
        let logs: Vec<Value> = (from..=to).take(1_000).map(log).collect();
        Some(json!(logs))
    });
    let (_node, reader) = reader(1, true, fault).await;
    let pages = whole(&reader, Stream::TokenTransfers, (0, 2_999)).await.unwrap();
    assert_eq!(blocks_of(&pages), expected(1, 2_999));
}

#[tokio::test]
async fn a_node_of_another_chain_or_behind_the_request_is_not_believed() {
    let other_chain: Fault = Arc::new(|method, _| (method == "eth_chainId").then(|| json!("0x2")));
    let (_node, of_other) = reader(10, true, other_chain).await;
    let error = of_other
        .page(&request(Stream::TokenTransfers, (0, 50)))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "refused");

    let (_node, behind) = reader(10, true, healthy()).await;
    let error = behind
        .page(&request(Stream::TokenTransfers, (0, HEAD + 1)))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "node_behind");

    // Behind one address, a machine that lags answers.
    let lags: Fault = Arc::new(|method, _| (method == "eth_blockNumber").then(|| json!("0x10")));
    let (_node, lagging) = reader(10, true, lags).await;
    let error = lagging
        .page(&request(Stream::TokenTransfers, (0, HEAD)))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "unavailable");
}

#[tokio::test]
async fn parts_of_two_branches_of_the_chain_are_never_combined() {
    for replaced in [
        "eth_getTransactionByHash",
        "eth_getTransactionReceipt",
        "eth_getBlockByNumber",
    ] {
        let calls = Arc::new(AtomicU64::new(0));
        let seen = calls.clone();
        let fault: Fault = Arc::new(move |method, params| {
            let is_it = method == replaced && params[0] != "latest" && seen.fetch_add(1, Ordering::SeqCst) == 0;
            let answer = || {
                LogNode {
                    every: 10,
                    fault: healthy(),
                }
                .answer(method, params)
            };
            is_it.then(|| {
                let mut answer = answer();
                let field = if method == "eth_getBlockByNumber" {
                    "hash"
                } else {
                    "blockHash"
                };
                answer[field] = json!(word(0xbad));
                answer
            })
        });
        let (_node, reader) = reader(10, true, fault).await;
        let wanted = request(Stream::TokenTransfers, (0, 50));
        assert_eq!(
            reader.page(&wanted).await.unwrap_err().code(),
            "unavailable",
            "{replaced}"
        );
        let page = reader.page(&wanted).await.unwrap();
        assert_eq!(
            blocks_of(&[page]),
            expected(10, 50),
            "the next answers are of one branch"
        );
    }
    let removed: Fault = Arc::new(|method, params| {
        let mut log = log(7);
        log["removed"] = json!(true);
        (method == "eth_getLogs" && range(params).0 == 0).then(|| json!([log]))
    });
    let (_node, reader) = reader(10, true, removed).await;
    let error = reader
        .page(&request(Stream::TokenTransfers, (0, 50)))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "unavailable");
}

#[tokio::test]
async fn a_node_that_serves_no_history_is_refused_and_gets_no_request_for_less() {
    let archive = json!({ "code": -32602, "message": "Archive requests require a personal token. Get one at: https://node.example" });
    let fault: Fault = Arc::new(move |method, _| (method == "eth_getLogs").then(|| archive.clone()));
    let (node, reader) = reader(10, true, fault).await;
    let error = reader
        .page(&request(Stream::TokenTransfers, (0, HEAD)))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "refused");
    assert!(
        node.count_of("eth_getLogs") <= 6,
        "{} requests for logs",
        node.count_of("eth_getLogs")
    );
}

/// A node that answers each request for logs with this error.
fn refusing_logs(code: i64, message: &str) -> Fault {
    let error = json!({ "code": code, "message": message });
    Arc::new(move |method, _| (method == "eth_getLogs").then(|| error.clone()))
}

#[tokio::test]
async fn a_rate_limit_is_an_error_of_the_node_and_never_a_smaller_range() {
    let (node, limited) = reader(10, false, refusing_logs(-32005, "rate limit exceeded")).await;
    let wanted = request(Stream::TokenTransfers, (0, HEAD));
    let error = limited.page(&wanted).await.unwrap_err();
    assert_eq!(error.code(), "rate_limited", "{error}");
    let sent = node.count_of("eth_getLogs");
    assert!(sent <= 3, "{sent} requests for logs to a node that limits them");
}

#[tokio::test]
async fn a_node_that_refuses_a_single_block_as_well_is_refused_after_two_requests() {
    let (node, refused) = reader(10, false, refusing_logs(-32005, "limit exceeded")).await;
    let wanted = request(Stream::TokenTransfers, (0, HEAD));
    let error = refused.page(&wanted).await.unwrap_err();
    assert_eq!(error.code(), "refused", "{error}");
    let sent = node.count_of("eth_getLogs");
    assert!(sent <= 6, "{sent} requests for logs, of which one range has three");
}

#[tokio::test]
async fn the_row_of_a_chain_limits_the_ranges_of_single_hosts() {
    let log_node = LogNode {
        every: 10,
        fault: Arc::new(|method, params| {
            let is_wide = method == "eth_getLogs" && range(params).1 - range(params).0 + 1 > 100;
            is_wide.then(|| json!({ "code": 35, "message": "ranges over 10000 blocks are not supported" }))
        }),
    };
    let node = MockNode::new(move |method, params| log_node.answer(method, params)).await;
    let mut row = node.row();
    let endpoint = ChainEndpoint {
        own: false,
        ..node.endpoint()
    };
    let host = host_key(&endpoint.url).unwrap();
    let mut logs = row.logs.clone().unwrap();
    logs.spans = [(host.clone(), 100)].into();
    row.logs = Some(logs.clone());
    row.endpoints = vec![endpoint];
    let history = EvmHistory::new(&EvmReader::new(&[row.clone()], &node.client().0));
    let wanted = request(Stream::TokenTransfers, (HEAD - 399, HEAD));
    let page = history.page(&wanted).await.unwrap();
    assert_eq!((page.through, page.facts.len()), (Some(HEAD), 40));
    assert_eq!(node.count_of("eth_getLogs"), 12, "four ranges of three requests each");

    logs.refused_by = vec![host];
    row.logs = Some(logs);
    let history = EvmHistory::new(&EvmReader::new(&[row], &node.client().0));
    assert_eq!(history.page(&wanted).await.unwrap_err().code(), "refused");
    assert_eq!(
        node.count_of("eth_getLogs"),
        12,
        "a host that serves no logs gets no request"
    );
}
