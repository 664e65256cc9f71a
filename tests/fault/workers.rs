//! Two workers and one job: the worker that lost its lease commits nothing, and nothing is stored twice.

use domain::sync::JobOutcome;
use ports::job::Lease;
use support::{
    api_client::ApiClient,
    fault_fixture::{DatabaseKind, FaultFixture},
    invariants::is_whole,
    world::TestWorld,
};

use crate::wait_for;

/// Splits leases into readings of accounts and other jobs.
fn readings(leases: Vec<Lease>) -> (Vec<Lease>, Vec<Lease>) {
    leases.into_iter().partition(|lease| lease.job.kind == "read-account")
}

async fn one_of_two_commits(on: DatabaseKind) {
    let fixture = FaultFixture::open(TestWorld::shared(), on).await;
    let person = ApiClient::open(&fixture.product, &[&fixture.address]).await;
    let work = fixture.product.tracker.work();
    let upstreams = &fixture.product.upstreams;
    upstreams.gate.close_after(0);

    let (slow, _) = readings(work.claim("slow", 10).await.unwrap());
    assert_eq!(slow.len(), 2);
    assert_eq!(
        work.claim("quick", 10).await.unwrap(),
        [],
        "what one has, the other has not"
    );
    let slowly = futures::future::join_all(slow.iter().map(|lease| work.perform(lease)));
    let quickly = async {
        // Its lease expires while it waits for the nodes.
        wait_for("both readings", async || {
            upstreams.nodes.values().all(|upstream| upstream.count() > 0)
        })
        .await;
        fixture.clock.shift(31_000);
        let (quick, others) = readings(work.claim("quick", 10).await.unwrap());
        assert_eq!(quick.len(), 2);
        assert!(quick.iter().zip(&slow).all(|(quick, slow)| quick.fence > slow.fence));
        upstreams.gate.open();
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
        fixture.number("SELECT COUNT(*) FROM snapshots").await,
        2,
        "each account once"
    );

    fixture.date_prices_now();
    fixture.product.run_jobs().await;
    let answer = person.portfolio().await;
    assert!(is_whole(&answer["coverage"]), "{}", answer["coverage"]);
    fixture.assert_consistent("two workers").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_workers_on_a_file_commits() {
    one_of_two_commits(DatabaseKind::File).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_workers_on_postgres_commits() {
    one_of_two_commits(DatabaseKind::Postgres).await;
}
