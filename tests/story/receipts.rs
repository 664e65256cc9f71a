//! Staked assets are shown as receipts with a price of their own.

use domain::valuation::{AssetLine, AssetSelection, FigurePath, Filter};
use ports::PositionKind;
use support::tracker_fixture::TrackerFixture;

/// The names that users try first in the demo world.
const NAMES: [&str; 3] = ["vitalik.eth", "lighthouse.eth", "harbourmaster.eth"];

fn staked(line: &&AssetLine) -> bool {
    let kind = line.receipt.as_ref().map(|receipt| receipt.kind);
    kind == Some(PositionKind::Staked)
}

#[tokio::test]
async fn the_first_demo_names_hold_receipts_for_staked_assets() {
    let fixture = TrackerFixture::demo(false).await;
    for name in NAMES {
        let person = fixture.person(&[name]).await;
        fixture.run_jobs().await;
        let report = fixture.report(&person).await;
        let line = report
            .assets
            .iter()
            .find(staked)
            .unwrap_or_else(|| panic!("{name} holds nothing staked"));
        let receipt = line.receipt.clone().unwrap();
        assert!(line.parts.iter().all(|part| part.receipt.as_ref() == Some(&receipt)));
        let coin = report
            .assets
            .iter()
            .find(|line| line.parts.iter().any(|part| part.asset == receipt.of));
        let coin = coin.unwrap_or_else(|| panic!("{name} holds no coin"));
        assert_ne!(coin.group, line.group, "a receipt is not the coin");
        assert!(coin.receipt.is_none() && coin.price != line.price);

        let filter = Filter {
            asset: Some(AssetSelection::Group(line.group.clone())),
            ..Filter::default()
        };
        let figure = report.figure(FigurePath::Sum(filter));
        let why = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
        assert!(
            why.as_text().contains(&format!("receipt for {}", receipt.words)),
            "{}",
            why.as_text()
        );
        assert_eq!(why.exact, line.value, "it is counted with its own value");
    }
}
