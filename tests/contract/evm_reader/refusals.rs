//! Nodes that refuse batches or calls: the error is the one that the node means, and single calls replace a refused batch.

use adapters::chain::evm::EvmReader;
use ports::{AccountId, ChainReader, RemoteError};
use serde_json::{Value, json};

use super::{ACCOUNT, good, read, word};
use crate::mock_node::MockNode;
use crate::progress::CheckedProgress;

#[tokio::test]
async fn errors_with_status_200_have_their_own_errors() {
    for (code, text, name) in [
        (-32005, "limit exceeded", "rate_limited"),
        (-32000, "header not found", "unavailable"),
        (-32601, "the method eth_call does not exist", "unavailable"),
    ] {
        let node = MockNode::new(move |method, _| {
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
        let node = MockNode::with_raw_answers(move |_| Some((status, json!({ "error": "no" })))).await;
        assert_eq!(read(&node).await.unwrap_err().code(), name, "{status}");
    }
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
        let node = MockNode::with_raw_answers(refuses).await;
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
    let node = MockNode::with_raw_answers(falls).await;
    assert_eq!(read(&node).await.map(|reading| reading.balances.len()), Ok(2));
}

/// Fewer failed requests than open the circuit breaker of the host: the account is retried after seconds.
#[tokio::test]
async fn a_node_that_is_down_gets_one_single_call_after_its_batch() {
    let node = MockNode::with_raw_answers(|_: &Value| Some((503, json!("<html>down</html>")))).await;
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
        let node = MockNode::with_raw_answers(move |body: &Value| {
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
    let node = MockNode::with_raw_answers(closed).await;
    assert_eq!(read(&node).await.unwrap_err().code(), "unavailable");
}

#[tokio::test]
async fn an_endpoint_of_another_chain_is_rejected_once() {
    let node = MockNode::new(|method, _| {
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
        let refused = reader.balances(&account, &[], &CheckedProgress).await;
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
