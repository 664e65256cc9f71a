//! Chains that change their past, and heads that go back: what is shown is what the node says now, and nothing of a block that
//! is gone.

use std::time::Duration;

use alloy_primitives::U256;
use serde_json::{Value, json};
use support::{
    front::Front,
    invariants::is_whole,
    premises::{On, Premises},
    world::{ETHEREUM, World},
};

const LATER: Duration = Duration::from_mins(20);

/// How much ether on Ethereum the answer says, in wei, and at which block.
fn ether(answer: &Value) -> (U256, u64) {
    let rows = answer["user_wallet"]["assets"].as_array().unwrap().iter();
    let mut parts = rows.flat_map(|row| row["parts"].as_array().unwrap());
    let part = parts.find(|part| part["asset"] == "eip155:1/slip44:60").unwrap();
    let amount: ports::Amount = part["amount"].as_str().unwrap().parse().unwrap();
    let wei = amount.mul("1000000000000000000".parse().unwrap()).unwrap();
    (wei.to_string().parse().unwrap(), part["block"].as_u64().unwrap())
}

/// The block that an explanation names is the node's own.
async fn expect_on_the_chain(premises: &Premises, world: &World, person: &Front) {
    let chain = world.chain(ETHEREUM);
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{}", answer["coverage"]);
    let (wei, number) = ether(&answer);
    assert_eq!(wei, chain.native_balance(&premises.address, Some(number)));
    assert_eq!(wei, chain.native_balance(&premises.address, None));
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

async fn survives(world: &World, premises: &Premises, person: &Front, depth: u16, again: u16) {
    let chain = world.chain(ETHEREUM);
    let frank = chain.manifest().person("frank").address.clone();
    let before = chain.snapshot();
    chain.send_native(&premises.address, &frank, U256::from(7_000_000));
    if depth > 1 {
        chain.mine(depth - 1);
    }
    premises.pass(LATER).await;
    expect_on_the_chain(premises, world, person).await;
    let (spent, _) = ether(&person.portfolio().await);
    chain.revert(before);
    if again > 0 {
        chain.mine(again);
    }
    premises.pass(LATER).await;
    expect_on_the_chain(premises, world, person).await;
    let (kept, _) = ether(&person.portfolio().await);
    assert!(
        kept > spent,
        "{depth} blocks are gone, and what was sent in them is back"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocks_are_replaced_or_gone_and_the_figures_are_the_chains() {
    let world = World::start().unwrap();
    let premises = Premises::open(&world, On::File).await;
    let person = premises.person().await;
    premises.product.work().await;
    expect_on_the_chain(&premises, &world, &person).await;
    for depth in [1, 5, 64] {
        // The other branch is longer, or the node is behind for a while.
        survives(&world, &premises, &person, depth, depth + 1).await;
        survives(&world, &premises, &person, depth, 0).await;
    }
    premises.expect_order("another past").await;
    assert_eq!(
        premises.number("SELECT COUNT(*) FROM jobs WHERE state = 'dead'").await,
        0
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_that_changes_while_it_is_read_is_read_again() {
    let world = World::start().unwrap();
    let premises = Premises::open(&world, On::File).await;
    let person = premises.person().await;
    let chain = world.chain(ETHEREUM);
    let frank = chain.manifest().person("frank").address.clone();
    let before = chain.snapshot();
    chain.send_native(&premises.address, &frank, U256::from(7_000_000));
    let door = &premises.product.doors.nodes[&ETHEREUM];
    door.set_latency(Duration::from_millis(150));
    let change = async {
        while door.count() < 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        chain.revert(before);
        chain.mine(3);
    };
    futures::future::join(premises.product.work(), change).await;
    door.set_latency(Duration::ZERO);
    premises.pass(LATER).await;
    expect_on_the_chain(&premises, &world, &person).await;
    premises.expect_order("another past").await;
}
