//! A tracker without a database comes to the same figures.

use std::time::Duration;

use support::stage::Stage;

const ADDRESSES: [&str; 3] = [
    "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "vitalik.eth",
];

/// Every figure that somebody sees on the first day and the next, and how the total of the next is explained.
async fn figures(stage: &Stage) -> Vec<String> {
    let person = stage.person(&ADDRESSES).await;
    let mut figures = vec![];
    for _ in 0..2 {
        stage.tracker.sync().refresh(&person, |_| true).await.unwrap();
        stage.work_off().await;
        stage.tracker.work().quote_now().await.unwrap();
        let report = stage.report(&person).await;
        let lines = report
            .assets
            .iter()
            .map(|line| format!("{} {:?}", line.asset, line.value));
        figures.extend(lines);
        figures.push(format!("{:?} of {:?}", report.total, report.coverage.priced));
        let valuations = stage.tracker.valuations();
        let explanation = valuations.explain(&person, &report.total_figure()).await.unwrap();
        figures.push(format!("{:?}", explanation.exact));
        stage.clock.advance(Duration::from_hours(24));
    }
    stage.tracker.users().delete(&person, "delete").await.unwrap();
    figures
}

#[tokio::test]
async fn a_tracker_without_a_database_comes_to_the_same_figures() {
    let expected = figures(&Stage::demo(false).await).await;
    assert!(expected.len() > 20, "{expected:?}");
    assert_eq!(figures(&Stage::without_database().await).await, expected);
}
