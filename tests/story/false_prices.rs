//! Lying price sources, one at a time, over the whole tracker: no lie reaches a total.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use adapters::{price::SOURCES, storage::DatabaseLocation};
use domain::{
    price::QuoteStatus,
    valuation::{FigurePath, PortfolioReport},
};
use ports::{Amount, AssetId, Clock, PriceSource};
use support::{
    mock_price_sources::{Distortion, MockPriceSources},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// Each lie with its name: it converts a price, as the source writes it, to a wrong one.
const LIES: [(&str, Distortion); 9] = [
    ("tenfold", |price| times(price, 1)),
    ("a tenth", |price| times(price, -1)),
    ("wrong decimals", |price| times(price, 12)),
    ("wrong decimals, downwards", |price| times(price, -12)),
    ("absurd", |price| format!("{price}e40")),
    ("negative", |price| format!("-{price}")),
    ("zero", |_| "0".to_owned()),
    ("tiny", |_| "1e-300".to_owned()),
    ("a text", |_| "\"NaN\"".to_owned()),
];

fn times(price: &str, places: i32) -> String {
    let factor = "1".to_owned() + &"0".repeat(places.unsigned_abs() as usize);
    let (price, factor): (Amount, Amount) = (price.parse().unwrap(), factor.parse().unwrap());
    let product = if places > 0 {
        price.mul(factor)
    } else {
        price.div(factor)
    };
    product.unwrap().to_string()
}

async fn fixture() -> (TrackerFixture, MockPriceSources) {
    let mut mock_sources = None;
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let open = MockPriceSources::open(ports.clock.clone());
        ports.prices = open.sources();
        mock_sources = Some(open);
        ports
    })
    .await;
    (fixture, mock_sources.unwrap())
}

/// The index of the source that states no time for its prices.
fn kraken() -> usize {
    SOURCES.iter().position(|spec| spec.slug == "kraken").unwrap()
}

/// Advances the clock and refreshes every source. All are honest except one, whose prices are dated this many hours
/// ago.
async fn refresh_with_lie(
    fixture: &TrackerFixture,
    mock_sources: &MockPriceSources,
    liar: usize,
    lie: impl Fn(&str) -> String,
    hours_ago: i64,
) {
    fixture.clock.advance(Duration::from_mins(6));
    (0..SOURCES.len()).for_each(|at| mock_sources.set_prices(at, str::to_owned, 0));
    mock_sources.set_prices(liar, lie, hours_ago);
    fixture.clock.advance(Duration::from_secs(2));
    fixture.tracker.work().quote_now().await.unwrap();
}

fn prices(report: &PortfolioReport) -> BTreeMap<AssetId, Amount> {
    report
        .prices
        .iter()
        .map(|(asset, price)| (asset.clone(), price.value))
        .collect()
}

/// Checks that no asset has a price other than the honest one, and that no total exceeds the honest one.
fn assert_honest(report: &PortfolioReport, honest: &PortfolioReport, lie: &str) {
    let known = prices(honest);
    for (asset, price) in prices(report) {
        assert_eq!(known.get(&asset), Some(&price), "{lie}: {asset}");
    }
    assert!(report.total.unwrap() <= honest.total.unwrap(), "{lie}");
    let unpriced = report.coverage.unpriced.len();
    let fewer = honest.coverage.priced - report.coverage.priced;
    assert_eq!(
        unpriced,
        honest.coverage.unpriced.len() + fewer as usize,
        "{lie}: missing holdings are listed"
    );
}

fn is_covered_by(sources: &[Arc<dyn PriceSource>], asset: &AssetId, but: usize) -> usize {
    let others = sources
        .iter()
        .enumerate()
        .filter(|(at, source)| *at != but && source.covers(asset));
    others.count()
}

#[tokio::test]
async fn no_lie_of_any_source_reaches_a_total() {
    let (fixture, mock_sources) = fixture().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let sources = fixture.tracker.ports().prices.clone();
    let honest = fixture.report(&person).await;
    assert!(honest.coverage.priced > 10, "{:?}", honest.coverage);
    assert!(
        honest
            .prices
            .values()
            .any(|price| price.considered.len() == SOURCES.len()),
        "every source prices ether"
    );
    for (at, source) in SOURCES.iter().map(|spec| spec.slug).enumerate() {
        for (name, lie) in LIES {
            refresh_with_lie(&fixture, &mock_sources, at, lie, 0).await;
            let report = fixture.report(&person).await;
            let lie = format!("{source}: {name}");
            assert_honest(&report, &honest, &lie);
            for asset in prices(&honest)
                .keys()
                .filter(|asset| is_covered_by(&sources, asset, at) > 1)
            {
                assert!(report.prices.contains_key(asset), "{lie}: {asset} has lost its price");
            }
        }
        refresh_with_lie(&fixture, &mock_sources, at, str::to_owned, 0).await;
        let healed = fixture.report(&person).await;
        assert_eq!(prices(&healed), prices(&honest), "{source} is used again");
    }
}

#[tokio::test]
async fn a_source_with_frozen_prices_is_excluded_eventually() {
    let (fixture, mock_sources) = fixture().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let honest = fixture.report(&person).await;
    for at in (0..SOURCES.len()).filter(|at| *at != kraken()) {
        refresh_with_lie(&fixture, &mock_sources, at, |price| times(price, 1), 30).await;
        let report = fixture.report(&person).await;
        assert_honest(&report, &honest, SOURCES[at].slug);
    }
}

/// Kraken states no time, so an unchanged answer counts as dated from its first occurrence.
#[tokio::test]
async fn an_unchanged_market_is_excluded_eventually() {
    let (fixture, mock_sources) = fixture().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let ether: AssetId = "eip155:1/slip44:60".parse().unwrap();
    let status_of_kraken = async |others_only: bool| {
        let quoting = (0..SOURCES.len()).filter(|at| !others_only || *at != kraken());
        quoting.for_each(|at| mock_sources.set_prices(at, str::to_owned, 0));
        fixture.clock.advance(Duration::from_secs(2));
        fixture.tracker.work().quote_now().await.unwrap();
        let report = fixture.report(&person).await;
        let considered = &report.prices[&ether].considered;
        let kraken = considered
            .iter()
            .find(|one| one.quote().source.as_str() == "kraken")
            .unwrap();
        (kraken.status, kraken.counts())
    };
    for (hours, counts, expected) in [
        (5, true, None),
        (2, false, Some(QuoteStatus::Behind)),
        (18, false, Some(QuoteStatus::TooOld)),
    ] {
        fixture.clock.advance(Duration::from_hours(hours));
        let (status, counted) = status_of_kraken(true).await;
        assert_eq!(counted, counts, "{status:?}");
        assert!(expected.is_none_or(|expected| expected == status), "{status:?}");
    }
    fixture.clock.advance(Duration::from_mins(6));
    assert!(status_of_kraken(false).await.1, "it changes and is used again");
}

#[tokio::test]
async fn a_lie_is_reported_in_coverage_and_in_the_explanation() {
    let (fixture, mock_sources) = fixture().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    refresh_with_lie(&fixture, &mock_sources, kraken(), |price| times(price, 1), 0).await;
    let report = fixture.report(&person).await;
    assert!(report.coverage.complete() || !report.coverage.unpriced.is_empty());
    let ether = report
        .coverage
        .held_back
        .iter()
        .find(|one| one.asset.as_str() == "eip155:1/slip44:60");
    let held = ether.expect("Kraken is excluded as an outlier");
    assert_eq!((held.source.as_str(), held.reason.code), ("kraken", "held_back"));
    assert!(
        held.reason
            .text
            .contains("10 times the price that the other sources agree on"),
        "{}",
        held.reason.text
    );
    let figure = report.figure(FigurePath::Price(held.asset.clone()));
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    let kraken = explained
        .tree
        .children
        .iter()
        .find(|node| node.label == "Kraken")
        .unwrap();
    assert_eq!(kraken.reason.as_ref().map(|reason| reason.code), Some("held_back"));
    assert_eq!(explained.tree.recomputed(), explained.exact);
    let in_usdt = explained
        .tree
        .children
        .iter()
        .find(|node| node.label == "Binance")
        .unwrap();
    let factors: Vec<_> = in_usdt.children.iter().map(|node| node.unit.as_str()).collect();
    assert_eq!(factors, ["USDT", "USD"], "a price in USDT is shown converted");
    assert!(explained.as_text().contains("Excluded"));
}

#[tokio::test]
async fn a_source_that_always_lied_is_used_alone_only_for_small_amounts() {
    let (honest_fixture, _bazaar) = fixture().await;
    let watcher = honest_fixture.person(&[ADDRESS]).await;
    honest_fixture.run_jobs().await;
    let honest = prices(&honest_fixture.report(&watcher).await);
    for (at, source) in SOURCES.iter().map(|spec| spec.slug).enumerate() {
        let (fixture, mock_sources) = fixture().await;
        mock_sources.set_prices(at, |price| times(price, 1), 0);
        let person = fixture.person(&[ADDRESS]).await;
        fixture.run_jobs().await;
        let report = fixture.report(&person).await;
        for line in &report.assets {
            for part in line
                .parts
                .iter()
                .filter(|part| part.price.is_some() && part.price != honest.get(&part.asset).copied())
            {
                assert!(part.value.unwrap() <= Amount::from(10_000), "{source}: {part:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_zero_price_from_the_beginning_removes_nothing_from_a_total() {
    for (at, source) in SOURCES.iter().map(|spec| spec.slug).enumerate().take(2) {
        let (fixture, mock_sources) = fixture().await;
        mock_sources.set_prices(at, |_| "0".to_owned(), 0);
        let person = fixture.person(&[ADDRESS]).await;
        fixture.run_jobs().await;
        let report = fixture.report(&person).await;
        let zero = report.prices.iter().find(|(_, price)| price.value.is_zero());
        assert!(zero.is_none(), "{source}: {zero:?}");
        let missing = &report.coverage.unpriced;
        assert!(
            !missing.is_empty(),
            "{source} prices an asset that no other source prices"
        );
    }
}

#[tokio::test]
async fn figures_with_excluded_prices_recompute_after_prices_changed() {
    let (fixture, mock_sources) = fixture().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    refresh_with_lie(&fixture, &mock_sources, 0, |price| times(price, 1), 0).await;
    let report = fixture.report(&person).await;
    let total = report.figure(FigurePath::Sum(domain::valuation::Filter::default()));
    fixture.clock.advance(Duration::from_mins(6));
    (0..SOURCES.len()).for_each(|at| mock_sources.set_prices(at, |price| times(price, 1), 0));
    fixture.tracker.work().quote_now().await.unwrap();
    let moved = fixture.report(&person).await;
    assert!(moved.total > report.total, "all agree on the new prices");
    let explained = fixture.tracker.valuations().explain(&person, &total).await.unwrap();
    assert_eq!(explained.exact, report.total);
    assert!(!explained.recomputed, "the recipe contains the last agreed prices");
    assert!(fixture.clock.now() > report.as_of.unwrap());
}
