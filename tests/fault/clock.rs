//! Clock jumps: nothing is read twice, nothing waits for a wrong time, and stale data is reported as stale.

use std::time::Duration;

use support::{
    fault_fixture::{DatabaseKind, FaultFixture},
    invariants::{is_whole, parts},
    mock_upstream::Fault,
    world::TestWorld,
};

const HOUR: i64 = 3_600_000;
const SNAPSHOTS: &str = "SELECT COUNT(*) FROM snapshots";
/// Longer than the interval of any recurring job except daily ones.
const SOON: Duration = Duration::from_mins(2);

async fn leaps_forward_and_back(on: DatabaseKind) {
    let world = TestWorld::shared();
    let fixture = FaultFixture::open(world, on).await;
    let person = fixture.person().await;
    fixture.product.run_jobs().await;
    let before = person.portfolio().await;
    assert!(is_whole(&before["coverage"]), "{}", before["coverage"]);
    assert_eq!(fixture.number(SNAPSHOTS).await, 2);

    fixture.clock.shift(5 * HOUR);
    let late = person.portfolio().await;
    assert_eq!(parts(&late), parts(&before), "the last known figures are kept");
    assert!(!is_whole(&late["coverage"]));
    assert_eq!(
        late["coverage"]["stale"].as_array().map(Vec::len),
        Some(3),
        "two accounts, and one of two sources with the same origin: {}",
        late["coverage"]
    );
    fixture.advance(Duration::ZERO).await;
    fixture.advance(SOON).await;
    let read = person.portfolio().await;
    assert_eq!(
        (&read["total"], is_whole(&read["coverage"])),
        (&before["total"], is_whole(&before["coverage"]))
    );
    assert_eq!(fixture.number(SNAPSHOTS).await, 4, "each account was read once more");

    fixture.clock.shift(-29 * HOUR);
    fixture.date_prices_now();
    let back = person.portfolio().await;
    for part in parts(&back) {
        assert!(
            part[5].is_null() || parts(&before).contains(&part),
            "{part} is invented"
        );
    }
    fixture.product.run_jobs().await;
    fixture.advance(SOON).await;
    fixture.advance(SOON).await;
    let healed = person.portfolio().await;
    assert!(is_whole(&healed["coverage"]), "{}", healed["coverage"]);
    assert_eq!(parts(&healed), parts(&before));
    assert_eq!(fixture.number(SNAPSHOTS).await, 6, "each account was read once more");
    fixture.assert_consistent("a wrong clock").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_leaps_forward_and_back_over_a_file() {
    leaps_forward_and_back(DatabaseKind::File).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_leaps_forward_and_back_over_postgres() {
    leaps_forward_and_back(DatabaseKind::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_dated_in_the_future_causes_no_back_off() {
    let fixture = FaultFixture::open(TestWorld::shared(), DatabaseKind::File).await;
    fixture.clock.shift(24 * HOUR);
    fixture.date_prices_now();
    let failing = [
        &fixture.product.upstreams.nodes[&10],
        &fixture.product.upstreams.coingecko,
    ];
    failing
        .iter()
        .for_each(|upstream| upstream.fail_always(Fault::Status(503)));
    let person = fixture.person().await;
    fixture.product.run_jobs().await;
    assert!(!is_whole(&person.portfolio().await["coverage"]));
    failing.iter().for_each(|upstream| upstream.heal());
    fixture.clock.shift(-24 * HOUR);
    fixture.product.tracker.work().begin().await.unwrap();
    fixture.advance(SOON).await;
    fixture.advance(SOON).await;
    let healed = person.portfolio().await;
    assert!(is_whole(&healed["coverage"]), "{}", healed["coverage"]);
    fixture.assert_consistent("a wrong clock").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ended_stays_ended() {
    let fixture = FaultFixture::open(TestWorld::shared(), DatabaseKind::File).await;
    let person = fixture.person().await;
    fixture.clock.shift(91 * 24 * HOUR);
    for back in [0, -20 * 24 * HOUR] {
        fixture.clock.shift(back);
        let (status, answer) = person.ask("organisation/user/get-user", &serde_json::json!({})).await;
        assert_eq!(
            (status.as_u16(), &answer["code"]),
            (401, &"session_invalid".into()),
            "{answer}"
        );
    }
}
