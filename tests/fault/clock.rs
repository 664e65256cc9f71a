//! Clocks that jump: nothing is read twice, nothing waits for a time that was wrong, and what is old is said to be old.

use std::time::Duration;

use support::{
    door::Fault,
    invariants::{is_whole, parts},
    premises::{On, Premises},
    world::World,
};

const HOUR: i64 = 3_600_000;
const SNAPSHOTS: &str = "SELECT COUNT(*) FROM snapshots";
/// Nothing regular is further away than this, but for what is done daily.
const SOON: Duration = Duration::from_mins(2);

async fn leaps_forward_and_back(on: On) {
    let world = World::shared();
    let premises = Premises::open(world, on).await;
    let person = premises.person().await;
    premises.product.work().await;
    let calm = person.portfolio().await;
    assert!(is_whole(&calm["coverage"]), "{}", calm["coverage"]);
    assert_eq!(premises.number(SNAPSHOTS).await, 2);

    premises.clock.shift(5 * HOUR);
    let late = person.portfolio().await;
    assert_eq!(parts(&late), parts(&calm), "figures of this morning stand");
    assert!(!is_whole(&late["coverage"]));
    assert_eq!(
        late["coverage"]["stale"].as_array().map(Vec::len),
        Some(3),
        "two accounts, and the one source that counts of two with one origin: {}",
        late["coverage"]
    );
    premises.pass(Duration::ZERO).await;
    premises.pass(SOON).await;
    let read = person.portfolio().await;
    assert_eq!(
        (&read["total"], is_whole(&read["coverage"])),
        (&calm["total"], is_whole(&calm["coverage"]))
    );
    assert_eq!(premises.number(SNAPSHOTS).await, 4, "each account once more");

    premises.clock.shift(-29 * HOUR);
    premises.stamp();
    let back = person.portfolio().await;
    for part in parts(&back) {
        assert!(part[5].is_null() || parts(&calm).contains(&part), "{part} is invented");
    }
    premises.product.work().await;
    premises.pass(SOON).await;
    premises.pass(SOON).await;
    let healed = person.portfolio().await;
    assert!(is_whole(&healed["coverage"]), "{}", healed["coverage"]);
    assert_eq!(parts(&healed), parts(&calm));
    assert_eq!(premises.number(SNAPSHOTS).await, 6, "each account once more");
    premises.expect_order("a wrong clock").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_leaps_forward_and_back_over_a_file() {
    leaps_forward_and_back(On::File).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_leaps_forward_and_back_over_postgres() {
    leaps_forward_and_back(On::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_source_that_failed_tomorrow_is_asked_today() {
    let premises = Premises::open(World::shared(), On::File).await;
    premises.clock.shift(24 * HOUR);
    premises.stamp();
    let failing = [&premises.product.doors.nodes[&10], &premises.product.doors.coingecko];
    failing.iter().for_each(|door| door.fail_always(Fault::Status(503)));
    let person = premises.person().await;
    premises.product.work().await;
    assert!(!is_whole(&person.portfolio().await["coverage"]));
    failing.iter().for_each(|door| door.heal());
    premises.clock.shift(-24 * HOUR);
    premises.product.tracker.work().begin().await.unwrap();
    premises.pass(SOON).await;
    premises.pass(SOON).await;
    let healed = person.portfolio().await;
    assert!(is_whole(&healed["coverage"]), "{}", healed["coverage"]);
    premises.expect_order("a wrong clock").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ended_stays_ended() {
    let premises = Premises::open(World::shared(), On::File).await;
    let person = premises.person().await;
    premises.clock.shift(91 * 24 * HOUR);
    for back in [0, -20 * 24 * HOUR] {
        premises.clock.shift(back);
        let (status, answer) = person.ask("organisation/user/get-user", &serde_json::json!({})).await;
        assert_eq!(
            (status.as_u16(), &answer["code"]),
            (401, &"session_invalid".into()),
            "{answer}"
        );
    }
}
