//! Positions beside balances: what is supplied and owed in a protocol is valued, explained, compared and shared like a balance.

use std::{sync::Arc, time::Duration};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    Caller,
    share::Rotation,
    trace::Explanation,
    valuation::{BalanceQuery, Basis, DayQuery, FigurePath, Filter, Part, PortfolioReport, Yesterday},
};
use ports::{
    AccountId, Amount, AssetId, Block, ChainId, ChainReader, Position, PositionKind, Profile, RemoteError,
    asset::Metadata,
    chain::{Progress, Reading},
};
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const USDC: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const ETHER: &str = "eip155:1/slip44:60";

fn position(asset: &str, raw: &str, kind: PositionKind) -> Position {
    Position {
        asset: asset.parse().unwrap(),
        raw: raw.parse().unwrap(),
        decimals: None,
        kind,
        place: "Aave v3".parse().unwrap(),
    }
}

/// A reader in whose world each account on Ethereum has a loan: 2,000 USDC and one ether supplied, half an ether and 500 USDC owed.
struct LoanReader {
    inner: Arc<dyn ChainReader>,
    /// How often it states the loan.
    times: usize,
}

#[async_trait]
impl ChainReader for LoanReader {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.inner.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        let mut reading = Reading {
            protocols: ports::ProtocolReading::default(),
            ..self.inner.balances(account, tokens, progress).await?
        };
        if account.chain == ChainId::evm(1) {
            let loan = [
                position(USDC, "2000000000", PositionKind::Supplied),
                position(USDC, "-500000000", PositionKind::Borrowed),
                position(ETHER, "1000000000000000000", PositionKind::Supplied),
                position(ETHER, "-500000000000000000", PositionKind::Borrowed),
            ];
            reading.positions = vec![loan; self.times].concat();
        }
        Ok(reading)
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.inner.metadata(chain, tokens).await
    }
}

async fn with_loan() -> TrackerFixture {
    with_loan_stated(1).await
}

async fn with_loan_stated(times: usize) -> TrackerFixture {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        for reader in &mut ports.readers {
            let inner = reader.clone();
            *reader = Arc::new(LoanReader { inner, times });
        }
        ports
    });
    fixture.await
}

fn positions(report: &PortfolioReport) -> Vec<&Part> {
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    parts
        .map(|part| &part.shown)
        .filter(|part| part.position.is_some())
        .collect()
}

fn sum<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Amount {
    let values = parts.into_iter().filter_map(|part| part.value);
    values.fold(Amount::ZERO, |sum, value| sum.add(value).unwrap())
}

async fn explained(fixture: &TrackerFixture, person: &Caller, report: &PortfolioReport, filter: Filter) -> Explanation {
    let figure = report.figure(FigurePath::Sum(filter));
    fixture.tracker.valuations().explain(person, &figure).await.unwrap()
}

#[tokio::test]
async fn a_loan_counts_in_the_total_and_each_part_is_explained() {
    let plain = with_loan_stated(0).await;
    let owner = plain.person(&[ADDRESS]).await;
    plain.run_jobs().await;
    let without = plain.report(&owner).await;

    let fixture = with_loan().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    let positions = positions(&report);
    let texts: Vec<_> = positions.iter().map(|part| part.amount.unwrap().to_string()).collect();
    let mut sorted = texts.clone();
    sorted.sort();
    assert_eq!(
        sorted,
        ["-0.5", "-500", "1", "2000"],
        "with the decimals that are known of each asset"
    );
    let loan = sum(positions.iter().copied());
    assert_eq!(report.total.unwrap(), without.total.unwrap().add(loan).unwrap());
    assert_eq!(
        (report.coverage.complete(), report.coverage.unreconciled),
        (without.coverage.complete(), without.coverage.unreconciled),
        "the history explains the balances as before"
    );
    for part in report.assets.iter().flat_map(|line| &line.parts) {
        let why = explained(&fixture, &person, &report, part.filter()).await;
        assert_eq!(why.exact.filter(|_| part.value.is_some()), part.value, "{}", why.title);
        assert_eq!(why.tree.recomputed(), why.exact);
        let names = why.as_text().contains("Aave v3: ");
        assert_eq!(names, part.position.is_some(), "{}", why.as_text());
    }
    for line in &report.kinds {
        let filter = Filter {
            kind: Some(line.kind),
            ..Filter::default()
        };
        assert_eq!(explained(&fixture, &person, &report, filter).await.exact, line.value);
    }
    let owed = report
        .kinds
        .iter()
        .find(|line| line.kind == PositionKind::Borrowed)
        .unwrap();
    assert!(owed.value.unwrap().is_negative() && owed.share.is_none());
}

/// Requests the prices of a day ago, and returns what changed since.
async fn yesterday(fixture: &TrackerFixture, person: &Caller) -> Yesterday {
    let valuations = fixture.tracker.valuations();
    valuations.yesterday(person, &DayQuery::default()).await.unwrap();
    fixture.run_jobs().await;
    valuations.yesterday(person, &DayQuery::default()).await.unwrap()
}

/// Later balances without what moved since would give the loan of today for that of yesterday.
#[tokio::test]
async fn the_loan_of_yesterday_is_that_of_a_reading() {
    let fixture = with_loan().await;
    // Prices are requested for a full hour.
    fixture.clock.advance(Duration::from_secs(2800));
    let person = fixture.person(&[ADDRESS]).await;
    fixture.tracker.work().begin().await.unwrap();
    for _ in 0..4 {
        fixture.run_jobs().await;
    }
    assert_eq!(yesterday(&fixture, &person).await.basis, Some(Basis::PriceMove));
    fixture.clock.advance(Duration::from_hours(26));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let day = yesterday(&fixture, &person).await;
    assert_eq!(day.basis, Some(Basis::Snapshot));
    let valuations = fixture.tracker.valuations();
    let figure = day.figure(FigurePath::Change).unwrap();
    let why = valuations.explain(&person, &figure).await.unwrap();
    assert_eq!((why.exact, why.tree.recomputed()), (day.change, day.change));
}

#[tokio::test]
async fn visitors_see_a_loan_as_its_owner_does() {
    let fixture = with_loan().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    let shares = fixture.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    let visitor = shares.admit(opened.token.reveal()).await.unwrap();
    let seen = shares.balance(&visitor, &BalanceQuery::default()).await.unwrap();
    assert_eq!(seen.total, report.total);
    let shown = seen.assets.iter().flat_map(|line| &line.parts);
    let shown: Vec<_> = shown
        .map(|part| (part.asset.clone(), part.position.clone(), part.value))
        .collect();
    let own = report.assets.iter().flat_map(|line| &line.parts);
    let own: Vec<_> = own
        .map(|part| (part.asset.clone(), part.position.clone(), part.value))
        .collect();
    assert_eq!(shown, own);
}

/// Each of the two would be explained as their sum.
#[tokio::test]
async fn a_reader_that_states_a_position_twice_is_refused() {
    let fixture = with_loan_stated(2).await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert!(positions(&report).is_empty() && !report.coverage.complete());
    let failed = report.coverage.failed.iter().filter(|one| one.account.is_some());
    let texts: Vec<_> = failed.map(|one| one.failure.text.clone()).collect();
    assert!(texts.iter().any(|text| text.contains("twice")), "{texts:?}");
}
