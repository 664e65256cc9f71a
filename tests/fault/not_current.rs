//! A node that falls behind, tested with the whole product: it is reported, the last good figures are kept, and when the node
//! has caught up everything is read again.

use std::time::Duration;

use serde_json::{Value, json};
use support::{
    fault_fixture::{DatabaseKind, FaultFixture},
    invariants::{is_whole, parts},
    world::TestWorld,
};

const HOUR: i64 = 3_600_000;
/// The time after which everything is read again.
const LATER: Duration = Duration::from_mins(20);

/// The entries about a chain in a list of the coverage: reason and text.
fn about<'a>(portfolio: &'a Value, list: &str, chain: &str) -> Vec<(&'a str, &'a str)> {
    let rows = portfolio["coverage"][list].as_array().unwrap();
    let of_it = rows
        .iter()
        .filter(|row| row["name"].as_str().is_some_and(|name| name.ends_with(chain)));
    let text = |row: &'a Value, field: &str| row[field].as_str().unwrap();
    of_it.map(|row| (text(row, "reason"), text(row, "text"))).collect()
}

async fn falls_behind(on: DatabaseKind) {
    let world = TestWorld::shared();
    let fixture = FaultFixture::open_with(world, on, |config| {
        config.chains.get_mut("eip155:10").unwrap().max_head_age = Some(Duration::from_hours(1));
    })
    .await;
    world.chain(10).mine(1);
    let person = fixture.person().await;
    fixture.product.run_jobs().await;
    let before = person.portfolio().await;
    assert!(is_whole(&before["coverage"]), "{}", before["coverage"]);
    let block = world.chain(10).block_number();
    let seconds = world
        .chain(10)
        .rpc()
        .call("eth_getBlockByNumber", json!([format!("{block:#x}"), false]));
    let seconds = i64::from_str_radix(seconds["timestamp"].as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
    let optimism = before["user_wallet"]["assets"].as_array().unwrap();
    let optimism = optimism
        .iter()
        .flat_map(|row| row["parts"].as_array().into_iter().flatten());
    let optimism: Vec<_> = optimism.filter(|part| part["chain"] == "eip155:10").collect();
    assert!(!optimism.is_empty());
    for part in optimism {
        let time = ports::Timestamp::from_seconds(seconds).to_string();
        assert_eq!(part["as_of"], time.as_str(), "a balance is dated by its block");
    }

    // Hours pass and the node mines no block.
    fixture.clock.shift(5 * HOUR);
    fixture.advance(LATER).await;
    let stale = person.portfolio().await;
    assert_eq!(parts(&stale), parts(&before), "the last good figures are kept");
    assert!(!is_whole(&stale["coverage"]), "{}", stale["coverage"]);
    let entries = about(&stale, "stale", "OP Mainnet");
    assert_eq!(entries.len(), 1, "{}", stale["coverage"]);
    assert!(
        entries[0].0 == "node_behind" && entries[0].1.ends_with("is behind: its newest block is 5 hours old."),
        "{entries:?}"
    );
    let health = person.call("common/health/get-data-health", &json!({})).await;
    let issues = health["issues"].as_array().unwrap();
    let issue = issues.iter().find(|issue| issue["reason_code"] == "node_behind");
    assert!(issue.is_some(), "{health}");

    // A new user sees no data of that chain, and no zero either.
    let newcomer =
        support::api_client::ApiClient::open(&fixture.product, &[&world.chain(1).manifest().person("bob").address])
            .await;
    fixture.product.run_jobs().await;
    let first = newcomer.portfolio().await;
    let failed = about(&first, "failed", "OP Mainnet");
    assert_eq!(failed.len(), 1, "{}", first["coverage"]);
    assert_eq!(failed[0].0, "node_behind");
    assert!(!is_whole(&first["coverage"]), "{}", first["coverage"]);

    // The node mines blocks again, with the current time.
    let now = fixture.clock_seconds();
    world.chain(10).rpc().call("evm_setNextBlockTimestamp", json!([now]));
    world.chain(10).mine(1);
    fixture.advance(LATER).await;
    let healed = person.portfolio().await;
    assert!(is_whole(&healed["coverage"]), "{}", healed["coverage"]);
    assert_eq!(parts(&healed), parts(&before));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hanging_node_is_reported_and_rejected() {
    falls_behind(DatabaseKind::File).await;
}
