//! Several nodes: a single one that lies, fails or hangs neither lets anyone in nor keeps anyone out.

use std::time::{Duration, Instant};

use adapters::chain::rows::ChainEndpoint;
use ports::{RemoteError, SignatureCheck};
use serde_json::{Value, json};

use support::patience;

use super::{NOT_ACCEPTED, Verifier, magic, node, wrapped};
use crate::mock_node::{MockNode, is_witness};

/// The longest that all nodes may take for one signature.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// A node of another chain on which every contract accepts.
async fn of_another_chain() -> MockNode {
    MockNode::new(|method, params| match method {
        "eth_chainId" => json!("0x5"),
        "eth_call" if !is_witness(params) => magic(32),
        _ => Value::Null,
    })
    .await
}

/// A node that answers everything but calls of contracts, which take longer than all nodes may.
async fn slow() -> MockNode {
    MockNode::new(|method, params| {
        if method == "eth_call" && !is_witness(params) {
            // The timers of the runtime go on meanwhile.
            tokio::task::block_in_place(|| std::thread::sleep(TIME_LIMIT + Duration::from_secs(1)));
            return magic(32);
        }
        Value::Null
    })
    .await
}

fn undecided(result: &Result<SignatureCheck, RemoteError>, reason: &str) {
    match result {
        Err(RemoteError::Unavailable { why, .. }) => assert!(why.contains(reason), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn one_node_alone_lets_nobody_in_where_there_are_two() {
    for (liar, honest, signature) in [
        (magic(32), json!("0xffffffff"), vec![7; 65]),
        (magic(32), json!("0x"), vec![7; 65]),
        (json!("0x01"), json!("0x00"), wrapped()),
    ] {
        let (liar, honest) = (node(liar).await, node(honest).await);
        for nodes in [[&liar, &honest], [&honest, &liar]] {
            let check = Verifier::of(&nodes).verify_bytes(&signature).await;
            undecided(&check, "its nodes disagree");
        }
    }
}

#[tokio::test]
async fn two_nodes_that_agree_decide() {
    let (one, two) = (node(magic(32)).await, node(magic(32)).await);
    let (three, four) = (node(json!("0x")).await, node(json!("0x")).await);
    assert_eq!(
        Verifier::of(&[&one, &two]).verify().await,
        Ok(SignatureCheck::AcceptedByContract)
    );
    assert_eq!(Verifier::of(&[&three, &four]).verify().await, Ok(NOT_ACCEPTED));
    for nodes in [[&one, &three, &two], [&three, &one, &two], [&one, &two, &three]] {
        let check = Verifier::of(&nodes).verify().await;
        assert_eq!(check, Ok(SignatureCheck::AcceptedByContract), "a third node decides");
    }
    for nodes in [[&one, &three, &four], [&three, &one, &four], [&three, &four, &one]] {
        assert_eq!(
            Verifier::of(&nodes).verify().await,
            Ok(NOT_ACCEPTED),
            "a third node decides"
        );
    }
}

#[tokio::test]
async fn a_node_of_another_chain_does_not_count() {
    let (other, good) = (of_another_chain().await, node(magic(32)).await);
    let alone = Verifier::of(&[&other]).verify().await.unwrap_err();
    assert_eq!(alone.code(), "refused");
    let check = Verifier::of(&[&other, &good]).verify().await;
    undecided(&check, "no second node confirmed");
    let second = node(magic(32)).await;
    let check = Verifier::of(&[&other, &good, &second]).verify().await;
    assert_eq!(check, Ok(SignatureCheck::AcceptedByContract));
}

#[tokio::test]
async fn a_node_that_fails_is_replaced_by_another() {
    let broken = node(json!({ "code": -32601, "message": "the method does not exist" })).await;
    let (one, two) = (node(magic(32)).await, node(magic(32)).await);
    let check = Verifier::of(&[&broken, &one, &two]).verify().await;
    assert_eq!(check, Ok(SignatureCheck::AcceptedByContract));
    undecided(
        &Verifier::of(&[&broken, &one]).verify().await,
        "no second node confirmed",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_slow_node_delays_the_answer_for_a_bounded_time() {
    let (slow, one, two) = (slow().await, node(magic(32)).await, node(magic(32)).await);
    let started = Instant::now();
    let check = Verifier::of(&[&slow, &one, &two]).verify().await;
    assert_eq!(check, Ok(SignatureCheck::AcceptedByContract));
    let check = Verifier::of(&[&slow]).verify().await;
    assert_eq!(check.unwrap_err().code(), "unavailable");
    assert!(
        started.elapsed() < 2 * TIME_LIMIT + patience(2),
        "{:?}",
        started.elapsed()
    );
}

/// A host that accepts connections and never answers.
#[tokio::test]
async fn nodes_that_never_answer_end_within_the_time_limit() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let hanging = || ChainEndpoint::new(url.parse().unwrap(), true);
    let mut row = node(Value::Null).await.row();
    for count in [1, 3] {
        row.endpoints = (0..count).map(|_| hanging()).collect();
        let started = Instant::now();
        let failed = Verifier::over(row.clone()).verify().await.unwrap_err();
        assert_eq!(failed.code(), "unavailable", "{failed:?}");
        assert!(started.elapsed() < TIME_LIMIT + patience(2), "{:?}", started.elapsed());
    }
    drop(listener);
}
