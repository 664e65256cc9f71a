//! Reorganizations and heads that go back: figures are those of the node's current chain, and never of an orphaned block.

use std::time::Duration;

use alloy_primitives::U256;
use serde_json::{Value, json};
use support::{
    api_client::ApiClient,
    fault_fixture::{DatabaseKind, FaultFixture},
    invariants::is_whole,
    world::{ETHEREUM, TestWorld},
};

use crate::wait_for;

const LATER: Duration = Duration::from_mins(20);

/// The ether balance on Ethereum in an answer, in wei, and its block.
fn ether(answer: &Value) -> (U256, u64) {
    let rows = answer["user_wallet"]["assets"].as_array().unwrap().iter();
    let mut parts = rows.flat_map(|row| row["parts"].as_array().unwrap());
    let part = parts.find(|part| part["asset"] == "eip155:1/slip44:60").unwrap();
    let amount: ports::Amount = part["amount"].as_str().unwrap().parse().unwrap();
    let wei = amount.mul("1000000000000000000".parse().unwrap()).unwrap();
    (wei.to_string().parse().unwrap(), part["block"].as_u64().unwrap())
}

/// Asserts that the block in an explanation is on the node's chain.
async fn expect_on_the_chain(fixture: &FaultFixture, world: &TestWorld, person: &ApiClient) {
    let chain = world.chain(ETHEREUM);
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{}", answer["coverage"]);
    let (wei, number) = ether(&answer);
    assert_eq!(wei, chain.native_balance(&fixture.address, Some(number)));
    assert_eq!(wei, chain.native_balance(&fixture.address, None));
    let figure = &answer["figures"]["/total"];
    let why = person.call("wallet/figure/explain", &json!({ "figure": figure })).await;
    let named = chain
        .rpc()
        .call("eth_getBlockByNumber", json!([format!("{number:#x}"), false]));
    let hash = named["hash"].as_str().unwrap();
    assert!(
        why["tree"].to_string().contains(hash),
        "the block {number} is not the chain's"
    );
}

async fn survives(world: &TestWorld, fixture: &FaultFixture, person: &ApiClient, depth: u16, again: u16) {
    let chain = world.chain(ETHEREUM);
    let frank = chain.manifest().person("frank").address.clone();
    let before = chain.snapshot();
    chain.send_native(&fixture.address, &frank, U256::from(7_000_000));
    if depth > 1 {
        chain.mine(depth - 1);
    }
    fixture.advance(LATER).await;
    expect_on_the_chain(fixture, world, person).await;
    let (spent, _) = ether(&person.portfolio().await);
    chain.revert(before);
    if again > 0 {
        chain.mine(again);
    }
    fixture.advance(LATER).await;
    expect_on_the_chain(fixture, world, person).await;
    let (kept, _) = ether(&person.portfolio().await);
    assert!(
        kept > spent,
        "{depth} blocks are gone, and what was sent in them is back"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_follow_the_chain_through_reorgs() {
    let world = TestWorld::start().unwrap();
    let fixture = FaultFixture::open(&world, DatabaseKind::File).await;
    let person = fixture.person().await;
    fixture.product.run_jobs().await;
    expect_on_the_chain(&fixture, &world, &person).await;
    for depth in [1, 5, 64] {
        // The other branch is longer, or the node is temporarily behind.
        survives(&world, &fixture, &person, depth, depth + 1).await;
        survives(&world, &fixture, &person, depth, 0).await;
    }
    fixture.assert_consistent("another past").await;
    assert_eq!(
        fixture.number("SELECT COUNT(*) FROM jobs WHERE state = 'dead'").await,
        0
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_that_changes_during_a_reading_is_read_again() {
    let world = TestWorld::start().unwrap();
    let fixture = FaultFixture::open(&world, DatabaseKind::File).await;
    let person = fixture.person().await;
    let chain = world.chain(ETHEREUM);
    let frank = chain.manifest().person("frank").address.clone();
    let before = chain.snapshot();
    chain.send_native(&fixture.address, &frank, U256::from(7_000_000));
    let upstream = &fixture.product.upstreams.nodes[&ETHEREUM];
    upstream.set_latency(Duration::from_millis(150));
    let change = async {
        // The first one is answered by the chain from before, and a later one by the chain from after.
        wait_for("the second request", async || upstream.count() > 1).await;
        chain.revert(before);
        chain.mine(3);
    };
    futures::future::join(fixture.product.run_jobs(), change).await;
    upstream.set_latency(Duration::ZERO);
    fixture.advance(LATER).await;
    expect_on_the_chain(&fixture, &world, &person).await;
    fixture.assert_consistent("another past").await;
}
