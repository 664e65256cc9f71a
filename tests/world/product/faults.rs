//! Each source fails in turn: figures that depend on it report the failure, others are unaffected, and recovery is automatic.

use std::time::Duration;

use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    product::Product,
    world::TestWorld,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_failed_source_is_named_and_others_are_unaffected() {
    let world = TestWorld::start().unwrap();
    let faults = [
        Fault::Status(500),
        Fault::Html,
        Fault::Reset,
        Fault::TooManyRequests(RetryAfter::Seconds(600)),
    ];
    let choose: [fn(&Product) -> &MockUpstream; 4] = [
        |product| &product.upstreams.nodes[&1],
        |product| &product.upstreams.nodes[&10],
        |product| &product.upstreams.defillama,
        |product| &product.upstreams.coingecko,
    ];
    for (upstream, fault) in choose.into_iter().zip(faults) {
        let product = Product::start(&world).await;
        upstream(&product).fail_always(fault.clone());
        let alice = world.chain(1).manifest().person("alice").address.clone();
        let person = product.person(&[&alice]).await;
        product.run_jobs().await;
        let report = product.report(&person).await;
        assert!(!report.coverage.failed.is_empty(), "{fault:?} is not reported");
        assert!(report.coverage.priced > 0, "{fault:?} affects everything");
        assert!(
            report
                .coverage
                .failed
                .iter()
                .all(|failed| failed.failure.retry_at.is_some())
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recovered_node_is_read_again_automatically() {
    let world = TestWorld::start().unwrap();
    let product = Product::start(&world).await;
    product.upstreams.nodes[&10].fail_always(Fault::Status(503));
    let alice = world.chain(1).manifest().person("alice").address.clone();
    let person = product.person(&[&alice]).await;
    product.run_jobs().await;
    let before = product.report(&person).await;
    assert_eq!(before.coverage.failed.len(), 1);
    product.upstreams.nodes[&10].heal();
    let since = std::time::Instant::now();
    while since.elapsed() < support::patience(30) {
        product.run_jobs().await;
        let now = product.report(&person).await;
        if now.coverage.failed.is_empty() {
            assert!(now.coverage.priced > before.coverage.priced);
            return;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    panic!("it was never read again");
}
