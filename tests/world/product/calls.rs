//! The requests of the product to a node: one call per chunk of tokens, one head, and the metadata of each token once.

use std::sync::Arc;

use adapters::demo::DemoNames;
use alloy_primitives::Bytes;
use ports::ChainId;
use support::{mock_upstream::MockUpstream, product::Product, world::TestWorld};

/// The number of tokens that the reader queries in one call.
const CHUNK: usize = 200;
/// The selectors of `aggregate3`, `balanceOf(address)` and `decimals()`.
const AGGREGATE: [u8; 4] = [0x82, 0xad, 0x56, 0xcb];
const BALANCE_OF: [u8; 4] = [0x70, 0xa0, 0x82, 0x31];
const DECIMALS: [u8; 4] = [0x31, 0x3c, 0xe5, 0x67];

/// The number of tokens that one reading queries a second time with the account as the caller.
const COMPARED: usize = 9;

/// The target and the data of every recorded `eth_call`: either those without a caller, or those with an account as the
/// caller.
fn calls(upstream: &MockUpstream, by_account: bool) -> Vec<(String, Bytes)> {
    let bodies = upstream.seen().into_iter().map(|request| request.json());
    let each = bodies.flat_map(|body| body.as_array().cloned().unwrap_or_else(|| vec![body]));
    let call = |call: serde_json::Value| {
        let parameters = &call["params"][0];
        let data = parameters["data"].as_str().or(parameters["input"].as_str())?;
        Some((parameters["to"].as_str()?.to_lowercase(), data.parse().ok()?))
    };
    each.filter(|call| call["method"] == "eth_call" && call["params"][0]["from"].is_string() == by_account)
        .filter_map(call)
        .collect()
}

fn times(data: &[u8], selector: [u8; 4]) -> usize {
    data.windows(4).filter(|four| *four == selector).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_read_by_one_call_for_each_chunk() {
    let world = TestWorld::with_load_tokens(CHUNK + 10).unwrap();
    let Product {
        mut started, upstreams, ..
    } = Product::with_tokens(&world, |token| token.kind == "load").await;
    // On a busy machine the name of the address is looked up before the balances are read, and its history after them. Only requests for balances count.
    started.ports.names = Arc::new(DemoNames);
    started.ports.histories.clear();
    let product = Product::from_started(started, upstreams);
    let alice = world.chain(1).manifest().person("alice").address.clone();
    product.person(&[&alice]).await;
    product.run_jobs().await;
    for (id, chain) in world.chains() {
        let assets = &product.started.ports.stores.assets;
        let universe = assets.universe(&ChainId::evm(id)).await.unwrap();
        let held = universe.iter().filter(|token| token.confirmed).count();
        let comparisons = calls(&product.upstreams.nodes[&id], true);
        assert!(
            (1..=COMPARED).contains(&comparisons.len()),
            "chain {id} compares {}",
            comparisons.len()
        );
        assert!(comparisons.iter().all(|(_, data)| data.starts_with(&BALANCE_OF)));
        let calls = calls(&product.upstreams.nodes[&id], false);
        let multicall = chain.manifest().multicall.to_lowercase();
        let for_balances: Vec<_> = calls.iter().filter(|(_, data)| times(data, BALANCE_OF) > 0).collect();
        assert!(
            for_balances
                .iter()
                .all(|(to, data)| *to == multicall && data.starts_with(&AGGREGATE))
        );
        assert_eq!(for_balances.len(), universe.len().div_ceil(CHUNK), "chain {id}");
        let balances: usize = for_balances.iter().map(|(_, data)| times(data, BALANCE_OF)).sum();
        assert_eq!(balances, universe.len(), "each token of chain {id} once");
        let described: usize = calls.iter().map(|(_, data)| times(data, DECIMALS)).sum();
        assert!(held >= CHUNK + 10, "chain {id} holds only {held}");
        assert_eq!(
            described, held,
            "the metadata of each held token of chain {id} is read once"
        );
        assert_eq!(product.upstreams.nodes[&id].count_of("eth_chainId"), 1, "chain {id}");
    }
}
