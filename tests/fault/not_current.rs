//! A node that falls behind, in front of the whole product: the total says so, the last good figures stand, and when the
//! node has caught up everything is read again.

use std::time::Duration;

use serde_json::{Value, json};
use support::{
    invariants::{is_whole, parts},
    premises::{On, Premises},
    world::World,
};

const HOUR: i64 = 3_600_000;
/// After so long everything is read again.
const LATER: Duration = Duration::from_mins(20);

/// What stands in a list of the coverage about a chain: its reason and its sentence.
fn about<'a>(portfolio: &'a Value, list: &str, chain: &str) -> Vec<(&'a str, &'a str)> {
    let rows = portfolio["coverage"][list].as_array().unwrap();
    let of_it = rows
        .iter()
        .filter(|row| row["name"].as_str().is_some_and(|name| name.ends_with(chain)));
    let text = |row: &'a Value, field: &str| row[field].as_str().unwrap();
    of_it.map(|row| (text(row, "reason"), text(row, "text"))).collect()
}

async fn falls_behind(on: On) {
    let world = World::shared();
    let premises = Premises::open_with(world, on, |config| {
        config.chains.get_mut("eip155:10").unwrap().max_head_age = Some(Duration::from_hours(1));
    })
    .await;
    world.chain(10).mine(1);
    let person = premises.person().await;
    premises.product.work().await;
    let calm = person.portfolio().await;
    assert!(is_whole(&calm["coverage"]), "{}", calm["coverage"]);
    let block = world.chain(10).block_number();
    let seconds = world
        .chain(10)
        .rpc()
        .call("eth_getBlockByNumber", json!([format!("{block:#x}"), false]));
    let seconds = i64::from_str_radix(seconds["timestamp"].as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
    let optimism = calm["user_wallet"]["assets"].as_array().unwrap();
    let optimism = optimism
        .iter()
        .flat_map(|row| row["parts"].as_array().into_iter().flatten());
    let optimism: Vec<_> = optimism.filter(|part| part["chain"] == "eip155:10").collect();
    assert!(!optimism.is_empty());
    for part in optimism {
        let time = ports::Timestamp::from_seconds(seconds).to_string();
        assert_eq!(part["as_of"], time.as_str(), "a balance is of its block's time");
    }

    // Hours pass and the node makes no block: it hangs.
    premises.clock.shift(5 * HOUR);
    premises.pass(LATER).await;
    let stale = person.portfolio().await;
    assert_eq!(parts(&stale), parts(&calm), "the last good figures stand");
    assert!(!is_whole(&stale["coverage"]), "{}", stale["coverage"]);
    let told = about(&stale, "stale", "OP Mainnet");
    assert_eq!(told.len(), 1, "{}", stale["coverage"]);
    assert!(
        told[0].0 == "node_behind" && told[0].1.ends_with("is behind: its newest block is 5 hours old."),
        "{told:?}"
    );
    let health = person.call("common/health/get-data-health", &json!({})).await;
    let issues = health["issues"].as_array().unwrap();
    let issue = issues.iter().find(|issue| issue["reason_code"] == "node_behind");
    assert!(issue.is_some(), "{health}");

    // Somebody who comes now sees nothing of that chain, and no zero either.
    let newcomer =
        support::front::Front::open(&premises.product, &[&world.chain(1).manifest().person("bob").address]).await;
    premises.product.work().await;
    let first = newcomer.portfolio().await;
    let failed = about(&first, "failed", "OP Mainnet");
    assert_eq!(failed.len(), 1, "{}", first["coverage"]);
    assert_eq!(failed[0].0, "node_behind");
    assert!(!is_whole(&first["coverage"]), "{}", first["coverage"]);

    // The node makes blocks again, at the time that it is by now.
    let now = premises.clock_seconds();
    world.chain(10).rpc().call("evm_setNextBlockTimestamp", json!([now]));
    world.chain(10).mine(1);
    premises.pass(LATER).await;
    let healed = person.portfolio().await;
    assert!(is_whole(&healed["coverage"]), "{}", healed["coverage"]);
    assert_eq!(parts(&healed), parts(&calm));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_hangs_is_said_and_not_believed() {
    falls_behind(On::File).await;
}
