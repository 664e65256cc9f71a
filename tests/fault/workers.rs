//! Two workers and one job: whoever lost the lease keeps nothing, and nothing is kept twice.

use std::time::Duration;

use domain::sync::JobOutcome;
use ports::job::Lease;
use support::{
    front::Front,
    invariants::is_whole,
    premises::{On, Premises},
    world::World,
};

const LATENCY: Duration = Duration::from_millis(200);

/// Readings of accounts, and other jobs.
fn readings(leases: Vec<Lease>) -> (Vec<Lease>, Vec<Lease>) {
    leases.into_iter().partition(|lease| lease.job.kind == "read-account")
}

async fn one_of_two_keeps(on: On) {
    let premises = Premises::open(World::shared(), on).await;
    let person = Front::open(&premises.product, &[&premises.address]).await;
    let work = premises.product.tracker.work();
    premises.product.doors.set_latency(LATENCY);

    let (slow, _) = readings(work.claim("slow", 10).await.unwrap());
    assert_eq!(slow.len(), 2);
    assert_eq!(
        work.claim("quick", 10).await.unwrap(),
        [],
        "what one has, the other has not"
    );
    let slowly = futures::future::join_all(slow.iter().map(|lease| work.perform(lease)));
    let quickly = async {
        tokio::time::sleep(LATENCY / 2).await;
        // Its lease runs out while it waits for the node.
        premises.clock.shift(31_000);
        let (quick, others) = readings(work.claim("quick", 10).await.unwrap());
        assert_eq!(quick.len(), 2);
        assert!(quick.iter().zip(&slow).all(|(quick, slow)| quick.fence > slow.fence));
        let kept = futures::future::join_all(quick.iter().map(|lease| work.perform(lease))).await;
        for lease in &others {
            assert_eq!(work.perform(lease).await.unwrap(), JobOutcome::Done);
        }
        kept
    };
    let (late, kept) = futures::future::join(slowly, quickly).await;
    for (performed, expected) in [(late, JobOutcome::LeaseLost), (kept, JobOutcome::Done)] {
        assert!(
            performed.into_iter().all(|one| one.unwrap() == expected),
            "{expected:?}"
        );
    }
    assert_eq!(
        premises.number("SELECT COUNT(*) FROM snapshots").await,
        2,
        "each account once"
    );

    premises.product.doors.set_latency(Duration::ZERO);
    premises.stamp();
    premises.product.work().await;
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{}", answer["coverage"]);
    premises.expect_order("two workers").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_workers_on_a_file_one_keeps() {
    one_of_two_keeps(On::File).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_workers_on_postgres_one_keeps() {
    one_of_two_keeps(On::Postgres).await;
}
