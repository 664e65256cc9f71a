//! The program is killed in the middle of a sync, and asked to stop in the middle of one.

use std::time::Duration;

use serde_json::{Value, json};
use support::{
    product::Doors,
    program::{Program, built},
    site::Site,
    world::World,
};

use crate::{RUNNING, reach, wait_for};

const KILLS: usize = 20;
/// For what is not to be answered at all.
const NEVER: Duration = Duration::from_hours(1);
/// So long that what was asked is not answered before the kill.
const LATENCY: Duration = Duration::from_millis(150);

/// Jobs whose time comes within ten seconds; those that come round regularly are later.
const TO_DO: &str = "SELECT COUNT(*) FROM jobs WHERE state = 'running' \
    OR (state = 'ready' AND run_at < CAST(strftime('%s', 'now') AS INTEGER) * 1000 + 10000)";

/// Somebody, and nobody but for every third: as many addresses as there are kills.
fn addresses(world: &World) -> Vec<String> {
    let mut persons = world.chain(1).manifest().persons.iter();
    let address = |n| match n % 3 {
        0 => persons.next().map(|person| person.address.clone()),
        _ => None,
    };
    let made_up = |n: usize| format!("0x{:040}", 7_000 + n);
    (0..KILLS)
        .map(address)
        .enumerate()
        .map(|(n, known)| known.unwrap_or_else(|| made_up(n)))
        .collect()
}

async fn list(program: &Program, token: &str, addresses: &[String]) {
    let body = json!({ "wallet_addresses": addresses });
    program.call("organisation/user/update-user-wallet", token, &body).await;
}

/// What the person reads in the end, without the names of that reading and without its times.
async fn figures(site: &Site, program: &Program, token: &str) -> Value {
    reach("the end of the sync", 0, async || site.number(TO_DO).await).await;
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

async fn undisturbed(world: &World, doors: &Doors, addresses: &[String]) -> Value {
    let site = Site::new(world, doors).await;
    let program = site.start(&built());
    let token = program.person(addresses).await;
    let figures = figures(&site, &program, &token).await;
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
async fn twenty_kills_in_the_middle_of_a_sync_change_no_figure() {
    let world = World::start().unwrap();
    let doors = Doors::to(&world);
    let addresses = addresses(&world);
    let expected = undisturbed(&world, &doors, &addresses).await;

    let site = Site::new(&world, &doors).await;
    let mut program = site.start(&built());
    let token = program.person(&[]).await;
    doors.set_latency(LATENCY);
    for kill in 0..KILLS {
        list(&program, &token, &addresses[..=kill]).await;
        let wanted = doors.count() + 1 + kill * 5 % 12;
        wait_for("the moment of the kill", async || doors.count() >= wanted).await;
        program.process().signal("KILL");
        drop(program);
        assert!(
            site.number(RUNNING).await > 0,
            "kill {kill} was in the middle of nothing"
        );
        program = site.start(&built());
    }
    doors.set_latency(Duration::ZERO);

    assert_eq!(figures(&site, &program, &token).await, expected);
    let dead = "SELECT COUNT(*) FROM jobs WHERE state = 'dead' OR last_error IS NOT NULL";
    let wallets = "SELECT COUNT(*) FROM wallets WHERE removed_at IS NULL";
    let snapshots = "SELECT COUNT(*) FROM snapshots";
    let quotes = "SELECT COUNT(*) - COUNT(DISTINCT asset || ' ' || source || ' ' || source_time) FROM quotes";
    assert_eq!(site.number(dead).await, 0, "every job ended well");
    assert_eq!(
        site.number(wallets).await,
        KILLS as i64,
        "what was accepted is there once"
    );
    assert_eq!(
        site.number(snapshots).await,
        2 * KILLS as i64,
        "each account was read once"
    );
    assert_eq!(site.number(quotes).await, 0, "no quote is there twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asked_to_stop_it_ends_what_it_can_and_lets_go_of_the_rest() {
    let world = World::start().unwrap();
    let doors = Doors::to(&world);
    let site = Site::new(&world, &doors).await;
    let mut program = site.start(&built());
    doors.nodes[&1].set_latency(LATENCY);
    doors.nodes[&10].set_latency(NEVER);
    let alice = world.chain(1).manifest().person("alice").address.clone();
    program.person(&[alice]).await;
    wait_for("both readings", async || {
        doors.nodes.values().all(|door| door.count() > 0)
    })
    .await;
    program.process().signal("TERM");
    let ended = program.process().ended(Duration::from_secs(60));
    assert_eq!(ended.and_then(|status| status.code()), Some(0));

    assert_eq!(site.number(RUNNING).await, 0, "no lease is held");
    let read = "SELECT COUNT(*) FROM jobs WHERE kind = 'read-account' AND state = 'done'";
    let free = "SELECT COUNT(*) FROM jobs WHERE kind = 'read-account' AND state = 'ready' AND attempts = 0";
    assert_eq!(site.number(read).await, 1, "what could end was kept");
    assert_eq!(
        site.number(free).await,
        1,
        "what could not is free, and no attempt is counted"
    );
    assert_eq!(site.number("SELECT COUNT(*) FROM snapshots").await, 1);
}
