//! A portfolio in other currencies: converted and explained by the rates of the day, and unknown without rates.

use std::time::Duration;

use domain::{
    Caller,
    trace::{Node, Operation},
    valuation::{AssetSelection, BalanceQuery, DayQuery, FigurePath, Filter, PortfolioReport},
};
use ports::{Amount, Currency, Day, ExchangeRate};
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

async fn read() -> (TrackerFixture, Caller) {
    let fixture = TrackerFixture::demo(false).await;
    fixture.tracker.work().begin().await.unwrap();
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    (fixture, person)
}

async fn told_in(fixture: &TrackerFixture, person: &Caller, code: &str) -> PortfolioReport {
    let query = BalanceQuery {
        currency: code.parse().unwrap(),
        ..BalanceQuery::default()
    };
    fixture.tracker.valuations().balance(person, &query).await.unwrap()
}

/// Converts dollars to a currency by the last rates stored before the end of a day.
async fn converted(fixture: &TrackerFixture, dollars: Amount, code: &str, day: Day) -> Amount {
    let fixing = fixture
        .tracker
        .ports()
        .stores
        .currencies
        .latest(day)
        .await
        .unwrap()
        .unwrap();
    let per_euro = |code: &str| {
        fixing
            .rates
            .get(&code.parse().unwrap())
            .copied()
            .unwrap_or(ports::Price::ONE)
    };
    ExchangeRate::new(per_euro(code), per_euro("USD"))
        .convert(dollars)
        .unwrap()
}

/// Returns the nodes of a tree with this label.
fn named<'a>(node: &'a Node, label: &str) -> Vec<&'a Node> {
    let below = node.children.iter().flat_map(|child| named(child, label));
    (node.label == label).then_some(node).into_iter().chain(below).collect()
}

#[tokio::test]
async fn every_figure_is_in_the_chosen_currency() {
    let (fixture, person) = read().await;
    let valuations = fixture.tracker.valuations();
    let dollars = told_in(&fixture, &person, "USD").await;
    let today = Day::of(ports::Clock::now(&*fixture.clock));
    for code in ["EUR", "JPY", "INR"] {
        let report = told_in(&fixture, &person, code).await;
        let expected = converted(&fixture, dollars.total.unwrap(), code, today).await;
        assert_eq!(report.total.unwrap().at_edge(), expected.at_edge(), "{code}");
        assert_eq!(report.coverage.priced, dollars.coverage.priced);
        assert_eq!(
            report.dust.count, dollars.dust.count,
            "the dust limit is one dollar in every currency"
        );
        let line = &report.assets[0];
        let filter = Filter {
            asset: Some(AssetSelection::Group(line.group.clone())),
            ..Filter::default()
        };
        for path in [
            FigurePath::Sum(Filter::default()),
            FigurePath::Sum(filter),
            FigurePath::Price(line.asset.clone()),
        ] {
            let why = valuations.explain(&person, &report.figure(path)).await.unwrap();
            assert_eq!(why.currency.as_str(), code);
            assert_eq!(why.tree.recomputed(), why.exact, "{}", why.title);
            let rates = named(&why.tree, "Rate");
            assert!(!rates.is_empty() && rates.iter().all(|rate| rate.operation == Operation::Quotient));
            let dollar = &named(&why.tree, "USD for 1 EUR")[0];
            assert_eq!(dollar.source.as_ref().unwrap().name, "Demo currency rates");
            assert_eq!(
                dollar.observed_at.map(Day::of),
                Some("2026-09-18".parse().unwrap()),
                "the rates are of the last business day"
            );
        }
    }
}

#[tokio::test]
async fn the_one_line_formula_names_the_rate() {
    let (fixture, person) = read().await;
    let report = told_in(&fixture, &person, "EUR").await;
    let part = report
        .assets
        .iter()
        .flat_map(|line| &line.parts)
        .find(|part| part.value.is_some())
        .unwrap();
    let figure = report.figure(FigurePath::Sum(part.filter()));
    let why = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    let terms: Vec<_> = why
        .formula
        .iter()
        .map(|term| (term.label.as_str(), term.unit.as_str()))
        .collect();
    assert_eq!(terms[1..], [("Price", "USD"), ("Rate", "EUR")]);
    let product = why.formula.iter().fold(Amount::ONE, |product, term| {
        product.mul(term.value.rounded(12)).unwrap().rounded(24)
    });
    let off = product.sub(why.exact.unwrap()).unwrap().abs();
    assert!(
        off < why.exact.unwrap().abs().mul("0.000001".parse().unwrap()).unwrap(),
        "{off}"
    );
}

#[tokio::test]
async fn a_change_uses_the_rates_of_both_days() {
    let (fixture, person) = read().await;
    fixture.clock.advance(Duration::from_hours(26));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let valuations = fixture.tracker.valuations();
    let in_euros = DayQuery {
        currency: Currency::eur(),
        valuation: None,
        wallets: Vec::new(),
    };
    let yesterday = valuations.yesterday(&person, &in_euros).await.unwrap();
    assert_eq!(yesterday.currency, Currency::eur());
    let why = valuations
        .explain(&person, &yesterday.figure(FigurePath::Change).unwrap())
        .await
        .unwrap();
    assert_eq!((why.tree.recomputed(), why.exact), (yesterday.change, yesterday.change));
    let days = |side: &str| -> Vec<String> {
        let rates = named(&why.tree, side).into_iter().flat_map(|node| named(node, "Rate"));
        let mut days: Vec<_> = rates.map(|rate| rate.detail.clone().unwrap()).collect();
        days.dedup();
        days
    };
    let of = |day: &str| vec![format!("for 1 USD, rates of {day}")];
    assert_eq!(days("Now"), of("2026-09-22"));
    assert_eq!(days("24 hours ago"), of("2026-09-21"));
    let balance = yesterday.figure(FigurePath::Sum(Filter::default())).unwrap();
    let balance = valuations.explain(&person, &balance).await.unwrap();
    assert_eq!(balance.exact, yesterday.balance);
}

#[tokio::test]
async fn a_currency_without_a_rate_keeps_its_coverage_and_shows_no_zero() {
    let (fixture, person) = read().await;
    let dollars = told_in(&fixture, &person, "USD").await;
    let kuna = told_in(&fixture, &person, "HRK").await;
    let counts = |report: &PortfolioReport| {
        (
            report.coverage.priced,
            report.coverage.unpriced.len(),
            report.coverage.hidden,
        )
    };
    assert_eq!(counts(&kuna), counts(&dollars));
    assert_eq!(kuna.total, None);
    assert!(!kuna.coverage.complete());
    let unconverted = kuna.coverage.unconverted.as_ref().unwrap();
    assert_eq!(unconverted.holdings, dollars.coverage.priced);
    assert_eq!(
        (unconverted.reason.code, unconverted.reason.text.as_str()),
        ("no_rate", "HRK had no exchange rate on 2026-09-18.")
    );
    assert!(
        kuna.assets
            .iter()
            .all(|line| line.value.is_none() && line.price.is_none() && !line.dust)
    );
    assert!(kuna.prices.is_empty());
}

/// The displayed currency does not influence prices.
#[tokio::test]
async fn the_same_holdings_are_priced_in_every_currency() {
    let (fixture, person) = read().await;
    let counts = async |code: &str| {
        let PortfolioReport { coverage, hidden, .. } = told_in(&fixture, &person, code).await;
        let gaps: Vec<_> = coverage
            .unpriced
            .into_iter()
            .map(|one| (one.account, one.asset, one.reason))
            .collect();
        (coverage.priced, gaps, hidden.len())
    };
    let dollars = counts("USD").await;
    assert!(dollars.0 > 0 && !dollars.1.is_empty());
    for code in ["EUR", "JPY", "IDR", "GBP", "BTC", "ETH", "HRK"] {
        assert_eq!(counts(code).await, dollars, "{code}");
    }
}

#[tokio::test]
async fn ether_is_worth_itself() {
    let (fixture, person) = read().await;
    let report = told_in(&fixture, &person, "ETH").await;
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    let ether: Vec<_> = parts
        .filter(|part| part.asset.as_str() == "eip155:1/slip44:60")
        .collect();
    assert!(!ether.is_empty());
    for part in ether {
        assert_eq!(part.value.unwrap().at_edge(), part.amount.unwrap().at_edge());
        assert_eq!(part.price.unwrap().at_edge(), Amount::ONE);
    }
    let total = report.figure(FigurePath::Sum(Filter::default()));
    let why = fixture.tracker.valuations().explain(&person, &total).await.unwrap();
    assert_eq!(why.tree.recomputed(), why.exact);
}

#[tokio::test]
async fn a_manual_price_in_another_currency_is_stored_in_dollars() {
    let (fixture, person) = read().await;
    let before = told_in(&fixture, &person, "EUR").await;
    let line = &before.assets[0];
    let ten: Amount = "10".parse().unwrap();
    fixture
        .tracker
        .prices()
        .set(&person, &line.asset, ten, &Currency::eur())
        .await
        .unwrap();
    let after = told_in(&fixture, &person, "EUR").await;
    let part = after
        .assets
        .iter()
        .flat_map(|one| &one.parts)
        .find(|part| part.asset == line.asset)
        .unwrap();
    assert_eq!(part.price.unwrap().rounded(20), ten);
    let refused = fixture
        .tracker
        .prices()
        .set(&person, &line.asset, ten, &"HRK".parse().unwrap())
        .await;
    assert!(refused.is_err(), "there is no rate to convert it with");
}

#[tokio::test]
async fn rates_are_read_once_a_business_day() {
    let (fixture, _) = read().await;
    let rates = || async {
        let stores = &fixture.tracker.ports().stores;
        stores
            .currencies
            .latest("2027-01-01".parse().unwrap())
            .await
            .unwrap()
            .unwrap()
            .day
            .to_string()
    };
    assert_eq!(rates().await, "2026-09-18", "a Monday before the afternoon");
    fixture.clock.advance(Duration::from_hours(2));
    fixture.run_jobs().await;
    assert_eq!(rates().await, "2026-09-21");
    let lines = fixture.tracker.currencies().all().await.unwrap();
    let active = lines.iter().filter(|line| line.rate.is_some()).count();
    assert!(active >= 30, "only {active} currencies have a rate");
    let health = fixture.tracker.health().data().await.unwrap();
    let row = health.sources.iter().find(|row| row.id == "demo-rates").unwrap();
    assert!(row.used && row.failure.is_none() && row.affects.contains("currencies"));
}

/// Issues are reported for the figures in the currency that the user views.
#[tokio::test]
async fn issues_are_those_of_the_displayed_currency() {
    let (fixture, person) = read().await;
    let dear = async |code: &str| {
        let health = fixture
            .tracker
            .health()
            .of(&person, code.parse().unwrap())
            .await
            .unwrap();
        let without = health
            .issues
            .into_iter()
            .filter(|issue| issue.cause.contains("had no exchange rate"));
        without.map(|issue| issue.affects).collect::<Vec<_>>()
    };
    assert!(dear("USD").await.is_empty());
    let kuna = dear("HRK").await;
    assert_eq!(kuna, ["Amounts in this currency. Prices in US dollars are known."]);
}
