//! The program is killed, and shut down, in the middle of a sync.

use std::time::Duration;

use serde_json::{Value, json};
use support::{
    cases,
    installation::Installation,
    patience,
    product::MockUpstreams,
    program::{Program, built},
    world::TestWorld,
};

use crate::{RUNNING, reach, wait_for};

/// Delays answers beyond the end of the test.
const NEVER: Duration = Duration::from_hours(1);
/// Long enough that the reading which can end is not done before the shutdown.
const LATENCY: Duration = Duration::from_millis(150);

/// Jobs due within ten seconds; recurring ones are due later.
const TO_DO: &str = "SELECT COUNT(*) FROM jobs WHERE state = 'running' \
    OR (state = 'ready' AND run_at < CAST(strftime('%s', 'now') AS INTEGER) * 1000 + 10000)";

/// Returns as many addresses as there are kills: every third one has holdings, the others are unused.
fn addresses(world: &TestWorld, kills: usize) -> Vec<String> {
    let mut persons = world.chain(1).manifest().persons.iter();
    let address = |n| match n % 3 {
        0 => persons.next().map(|person| person.address.clone()),
        _ => None,
    };
    let made_up = |n: usize| format!("0x{:040}", 7_000 + n);
    (0..kills)
        .map(address)
        .enumerate()
        .map(|(n, known)| known.unwrap_or_else(|| made_up(n)))
        .collect()
}

async fn list(program: &Program, token: &str, addresses: &[String]) {
    let body = json!({ "wallet_addresses": addresses });
    program.call("organisation/user/update-user-wallet", token, &body).await;
}

/// The user's figures in the end, without ids and times of the readings, and without how often a history was compared.
async fn figures(installation: &Installation, program: &Program, token: &str) -> Value {
    reach("the end of the sync", 0, async || installation.number(TO_DO).await).await;
    let mut portfolio = program.call("wallet/user-wallet/get-balance", token, &json!({})).await;
    forget(
        &mut portfolio,
        &[
            "valuation_id",
            "id",
            "figures",
            "as_of",
            "checked_on",
            "modified_on",
            "read_at",
            "unreconciled",
        ],
    );
    portfolio
}

fn forget(value: &mut Value, keys: &[&str]) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !keys.contains(&key.as_str()));
            fields.values_mut().for_each(|field| forget(field, keys));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| forget(item, keys)),
        _ => {}
    }
}

async fn undisturbed(world: &TestWorld, upstreams: &MockUpstreams, addresses: &[String]) -> Value {
    let installation = Installation::new(world, upstreams).await;
    let program = installation.start(&built());
    let token = program.person(addresses).await;
    let figures = figures(&installation, &program, &token).await;
    assert_ne!(figures["total"], Value::Null);
    assert!(
        figures["coverage"]["priced"].as_i64() > Some(5),
        "{}",
        figures["coverage"]
    );
    assert_eq!(figures["coverage"]["failed"], json!([]));
    figures
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_in_the_middle_of_a_sync_change_no_figure() {
    let world = TestWorld::start().unwrap();
    let upstreams = MockUpstreams::to(&world);
    let kills = cases(3, 20);
    let addresses = addresses(&world, kills);
    let expected = undisturbed(&world, &upstreams, &addresses).await;

    let installation = Installation::new(&world, &upstreams).await;
    let mut program = installation.start(&built());
    let token = program.person(&[]).await;
    for kill in 0..kills {
        // The request after these is never answered, so its job is not done when the program is killed.
        let answered = kill * 5 % 12;
        let wanted = upstreams.count() + answered + 1;
        upstreams.gate.close_after(answered);
        list(&program, &token, &addresses[..=kill]).await;
        wait_for("the moment of the kill", async || upstreams.count() >= wanted).await;
        program.process().signal("KILL");
        drop(program);
        assert!(
            installation.number(RUNNING).await > 0,
            "kill {kill} was in the middle of nothing"
        );
        program = installation.start(&built());
    }
    upstreams.gate.open();

    assert_eq!(figures(&installation, &program, &token).await, expected);
    let dead = "SELECT COUNT(*) FROM jobs WHERE state = 'dead' OR last_error IS NOT NULL";
    let wallets = "SELECT COUNT(*) FROM wallets WHERE removed_at IS NULL";
    let snapshots = "SELECT COUNT(*) FROM snapshots";
    let quotes = "SELECT COUNT(*) - COUNT(DISTINCT asset || ' ' || source || ' ' || source_time) FROM quotes";
    assert_eq!(installation.number(dead).await, 0, "every job succeeded");
    let kills = i64::try_from(kills).unwrap();
    assert_eq!(
        installation.number(wallets).await,
        kills,
        "what was accepted is there once"
    );
    assert_eq!(
        installation.number(snapshots).await,
        2 * kills,
        "each account was read once"
    );
    assert_eq!(installation.number(quotes).await, 0, "there are no duplicate quotes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shutdown_ends_what_it_can_and_releases_the_rest() {
    let world = TestWorld::start().unwrap();
    let upstreams = MockUpstreams::to(&world);
    let installation = Installation::new(&world, &upstreams).await;
    let mut program = installation.start(&built());
    upstreams.nodes[&1].set_latency(LATENCY);
    upstreams.nodes[&10].set_latency(NEVER);
    let alice = world.chain(1).manifest().person("alice").address.clone();
    program.person(&[alice]).await;
    wait_for("both readings", async || {
        upstreams.nodes.values().all(|upstream| upstream.count() > 0)
    })
    .await;
    program.process().signal("TERM");
    let ended = program.process().ended(patience(60));
    assert_eq!(ended.and_then(|status| status.code()), Some(0));

    assert_eq!(installation.number(RUNNING).await, 0, "no lease is left");
    let read = "SELECT COUNT(*) FROM jobs WHERE kind = 'read-account' AND state = 'done'";
    let free = "SELECT COUNT(*) FROM jobs WHERE kind = 'read-account' AND state = 'ready' AND attempts = 0";
    assert_eq!(
        installation.number(read).await,
        1,
        "the job that could end was committed"
    );
    assert_eq!(
        installation.number(free).await,
        1,
        "what could not is free, and no attempt is counted"
    );
    assert_eq!(installation.number("SELECT COUNT(*) FROM snapshots").await, 1);
}
