//! The mock server in front of a service: requests that it forwards unchanged, and each failure as a client sees it.

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    world::{ETHEREUM, TestWorld},
};

pub fn client() -> Client {
    // An error only means that another test has installed the provider already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().no_proxy().build().unwrap()
}

fn to_node() -> MockUpstream {
    MockUpstream::to_node(TestWorld::shared().chain(ETHEREUM).rpc().address())
}

fn call(id: u64, method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": [] })
}

async fn ask(upstream: &MockUpstream, body: &Value) -> reqwest::Result<Response> {
    client().post(upstream.url()).json(body).send().await
}

async fn chain_id(upstream: &MockUpstream) -> Value {
    ask(upstream, &call(7, "eth_chainId"))
        .await
        .unwrap()
        .json::<Value>()
        .await
        .unwrap()
}

#[tokio::test]
async fn calls_are_forwarded_and_counted() {
    let upstream = to_node();
    assert_eq!(
        chain_id(&upstream).await,
        json!({ "jsonrpc": "2.0", "id": 7, "result": "0x1" })
    );
    let batch = json!([call(1, "eth_chainId"), call(2, "eth_blockNumber")]);
    let answers: Value = ask(&upstream, &batch).await.unwrap().json().await.unwrap();
    assert_eq!(answers.as_array().unwrap().len(), 2);
    assert_eq!(
        (
            upstream.count(),
            upstream.count_of("eth_chainId"),
            upstream.count_of("eth_blockNumber")
        ),
        (2, 2, 1)
    );
    assert_eq!(upstream.seen()[0].json(), call(7, "eth_chainId"));
    upstream.forget();
    assert_eq!(upstream.count(), 0);
}

#[tokio::test]
async fn a_connection_serves_many_requests_and_latency_is_added_to_each() {
    let (upstream, client) = (to_node(), client());
    upstream.set_latency(Duration::from_millis(40));
    let started = Instant::now();
    for id in 0..3 {
        let answer = client
            .post(upstream.url())
            .json(&call(id, "eth_chainId"))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.json::<Value>().await.unwrap()["id"], id);
    }
    assert!(
        started.elapsed() >= Duration::from_millis(120),
        "took {:?}",
        started.elapsed()
    );
}

#[tokio::test]
async fn too_many_requests_come_with_each_form_of_retry_after() {
    let upstream = to_node();
    let forms = [
        RetryAfter::Missing,
        RetryAfter::Seconds(3),
        RetryAfter::Absurd("next Tuesday"),
        RetryAfter::Date(Duration::from_secs(90)),
    ];
    let mut headers = Vec::new();
    for form in forms {
        upstream.fail_next(Fault::TooManyRequests(form));
        let answer = ask(&upstream, &call(1, "eth_chainId")).await.unwrap();
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        headers.push(
            answer
                .headers()
                .get("retry-after")
                .map(|value| value.to_str().unwrap().to_owned()),
        );
    }
    assert_eq!(
        headers[..3],
        [None, Some("3".to_owned()), Some("next Tuesday".to_owned())]
    );
    let date = headers[3].as_deref().unwrap();
    assert!(
        date.ends_with(" GMT") && date.len() == "Sun, 06 Nov 1994 08:49:37 GMT".len(),
        "{date}"
    );
    assert_eq!(chain_id(&upstream).await["result"], "0x1");
}

#[tokio::test]
async fn server_errors_and_html_pages() {
    let upstream = to_node();
    upstream.fail_next(Fault::Status(500));
    upstream.fail_next(Fault::Html);
    assert_eq!(
        ask(&upstream, &call(1, "eth_chainId")).await.unwrap().status(),
        StatusCode::INTERNAL_SERVER_ERROR
    );
    let page = ask(&upstream, &call(1, "eth_chainId")).await.unwrap();
    assert_eq!(
        (page.status(), page.headers()["content-type"].to_str().unwrap()),
        (StatusCode::OK, "text/html")
    );
    assert!(page.json::<Value>().await.is_err());
}

#[tokio::test]
async fn bodies_that_end_too_early_or_too_late() {
    let upstream = to_node();
    upstream.fail_next(Fault::Truncated);
    let cut = ask(&upstream, &call(1, "eth_chainId")).await.unwrap();
    assert!(cut.content_length().is_some());
    assert!(cut.bytes().await.is_err());
    for announced in [true, false] {
        upstream.fail_next(Fault::Huge { announced });
        let huge = ask(&upstream, &call(1, "eth_chainId")).await.unwrap();
        assert_eq!(huge.content_length().is_some(), announced);
        let body = huge.bytes().await.unwrap();
        assert!(body.len() > 8 * 1024 * 1024);
        assert_eq!(serde_json::from_slice::<Value>(&body).unwrap()["result"], "0x1");
    }
}

#[tokio::test]
async fn a_slow_body_arrives_in_pieces_and_a_reset_is_an_error() {
    let upstream = to_node();
    upstream.fail_next(Fault::Slow(Duration::from_millis(2)));
    let started = Instant::now();
    assert_eq!(chain_id(&upstream).await["result"], "0x1");
    assert!(
        started.elapsed() > Duration::from_millis(50),
        "took {:?}",
        started.elapsed()
    );
    // The fault applies to every attempt, because a client may repeat a request whose reused connection was closed.
    upstream.fail_always(Fault::Reset);
    let failure = ask(&upstream, &call(1, "eth_chainId")).await.unwrap_err();
    assert!(format!("{failure:?}").contains("reset"), "{failure:?}");
    upstream.heal();
    assert_eq!(chain_id(&upstream).await["result"], "0x1");
}

#[tokio::test]
async fn json_rpc_errors_carry_the_ids_of_their_calls() {
    let upstream = to_node();
    upstream.fail_always(Fault::RpcError {
        code: -32000,
        message: "header not found",
    });
    let error = json!({ "code": -32000, "message": "header not found" });
    assert_eq!(
        chain_id(&upstream).await,
        json!({ "jsonrpc": "2.0", "id": 7, "error": error })
    );
    let batch = json!([call(4, "eth_chainId"), call(5, "eth_blockNumber")]);
    let answers: Value = ask(&upstream, &batch).await.unwrap().json().await.unwrap();
    assert_eq!(
        (&answers[0]["id"], &answers[1]["id"], &answers[1]["error"]),
        (&json!(4), &json!(5), &error)
    );
}

#[tokio::test]
async fn a_node_of_another_chain_differs_in_its_chain_id_only() {
    let upstream = to_node();
    upstream.fail_always(Fault::WrongChain(137));
    assert_eq!(chain_id(&upstream).await["result"], "0x89");
    let batch = json!([call(4, "eth_chainId"), call(5, "net_version")]);
    let answers: Value = ask(&upstream, &batch).await.unwrap().json().await.unwrap();
    let result = |id: u64| {
        answers
            .as_array()
            .unwrap()
            .iter()
            .find(|answer| answer["id"] == id)
            .unwrap()["result"]
            .clone()
    };
    assert_eq!((result(4), result(5)), (json!("0x89"), json!("1")));
}

#[tokio::test]
async fn a_rule_fails_only_matching_requests() {
    let upstream = to_node();
    upstream.fail_when(
        |request| request.rpc_methods().iter().any(|method| method == "eth_blockNumber"),
        Fault::Status(503),
    );
    assert_eq!(chain_id(&upstream).await["result"], "0x1");
    let refused = ask(&upstream, &call(1, "eth_blockNumber")).await.unwrap();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn a_missing_service_is_a_bad_gateway() {
    // No test is assigned this port.
    let upstream = MockUpstream::to_node(([127, 0, 0, 1], 1).into());
    let answer = ask(&upstream, &call(1, "eth_chainId")).await.unwrap();
    assert_eq!(answer.status(), StatusCode::BAD_GATEWAY);
}

#[tokio::test]
async fn a_dropped_server_closes_its_port() {
    let mut answers = Vec::new();
    // Another process may get one of the ports as soon as it is free, but hardly all of them.
    for _ in 0..5 {
        let url = MockUpstream::of_prices().url();
        match client().get(url).send().await {
            Err(failure) if failure.is_connect() => return,
            answer => answers.push(answer),
        }
    }
    panic!("{answers:?}");
}
