//! A tracker with storage in memory gives the same figures.

use std::time::Duration;

use support::tracker_fixture::TrackerFixture;

const ADDRESSES: [&str; 3] = [
    "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "vitalik.eth",
];

/// Returns every figure that a user sees on the first and the next day, and the explanation of the second total.
async fn figures(fixture: &TrackerFixture) -> Vec<String> {
    let person = fixture.person(&ADDRESSES).await;
    let mut figures = vec![];
    for _ in 0..2 {
        fixture.tracker.sync().refresh(&person, |_| true).await.unwrap();
        fixture.run_jobs().await;
        fixture.tracker.work().quote_now().await.unwrap();
        let report = fixture.report(&person).await;
        let lines = report
            .assets
            .iter()
            .map(|line| format!("{} {:?}", line.asset, line.value));
        figures.extend(lines);
        figures.push(format!("{:?} of {:?}", report.total, report.coverage.priced));
        let valuations = fixture.tracker.valuations();
        let explanation = valuations.explain(&person, &report.total_figure()).await.unwrap();
        figures.push(format!("{:?}", explanation.exact));
        fixture.clock.advance(Duration::from_hours(24));
    }
    fixture.tracker.users().delete(&person, "delete").await.unwrap();
    figures
}

#[tokio::test]
async fn a_tracker_without_a_database_gives_the_same_figures() {
    let expected = figures(&TrackerFixture::demo(false).await).await;
    assert!(expected.len() > 20, "{expected:?}");
    assert_eq!(figures(&TrackerFixture::without_database().await).await, expected);
}

/// Inputs that a tracker without key deriver and name service must reject, without calling them invalid or empty.
#[tokio::test]
async fn a_minimal_tracker_rejects_unreadable_inputs_with_the_reason() {
    const KEY: &str = "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";
    let chains = TrackerFixture::demo(false).await.tracker.ports().chains.all().to_vec();
    let tracker = domain::Tracker::new(memory::ports(chains, vec![], vec![]));
    for (text, reason) in [
        (KEY, "Extended public keys are not supported here."),
        ("vitalik.eth", "does not support"),
        ("nonsense", "Not a valid address or name."),
    ] {
        let refused = tracker.watch([text]).await.map(|_| ()).unwrap_err().to_string();
        assert!(refused.contains(reason), "{text}: {refused}");
    }
}
