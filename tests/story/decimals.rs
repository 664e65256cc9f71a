//! A token whose contract states no decimals, or others than before: the number on a token list, or the new one, is an assumption
//! until the user accepts it.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    AssetError, Caller,
    valuation::{AssetSelection, FigurePath, Filter, Gap, PortfolioReport, UnpricedHolding},
};
use ports::{
    AccountId, Amount, Asset, AssetId, Block, ChainId, ChainReader, Currency, Profile, RemoteError,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
};
use support::{
    extra_tokens::{self, token},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const UNSTATED: u8 = u8::MAX;

/// A reader whose contract of token 1 states these decimals, or none.
struct ReaderWithDecimals(Arc<dyn ChainReader>, Arc<AtomicU8>);

#[async_trait]
impl ChainReader for ReaderWithDecimals {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.0.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        self.0.balances(account, tokens, progress).await
    }
    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        self.0.probe(account).await
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        let mut stated = self.0.metadata(chain, tokens).await?;
        for (id, metadata) in &mut stated {
            if *id == token(1) {
                let decimals = self.1.load(Ordering::SeqCst);
                metadata.decimals = (decimals != UNSTATED).then_some(decimals);
            }
        }
        Ok(stated)
    }
}

/// A fixture on which a token list states six decimals for token 1, and every account holds 7,000,000 of its smallest
/// unit.
async fn fixture() -> (TrackerFixture, Arc<AtomicU8>) {
    let stated = Arc::new(AtomicU8::new(UNSTATED));
    let of_readers = stated.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        extra_tokens::install(&mut ports);
        for reader in &mut ports.readers {
            *reader = Arc::new(ReaderWithDecimals(reader.clone(), of_readers.clone()));
        }
        ports
    })
    .await;
    let listed = Asset {
        id: token(1),
        metadata: Metadata::cleaned("TRUE", "Listed", Some(6)),
        group: token(1).to_string(),
        origin: "list:uniswap".to_owned(),
        confirmed: false,
        unreadable_since: None,
        listed: true,
        holders: None,
        assumed: None,
    };
    let mut work = fixture.tracker.ports().storage.begin().await.unwrap();
    work.assets().add(&[listed]).await.unwrap();
    work.commit().await.unwrap();
    (fixture, stated)
}

fn gap(report: &PortfolioReport) -> Option<&UnpricedHolding> {
    report.coverage.unpriced.iter().find(|one| one.asset == token(1))
}

/// Returns how much token 1 adds to the total.
fn value(report: &PortfolioReport) -> Option<Amount> {
    let rows = report.assets.iter().flat_map(|line| &line.parts);
    rows.filter(|part| part.asset == token(1)).find_map(|part| part.value)
}

fn amount(text: &str) -> Amount {
    text.parse().unwrap()
}

async fn set_price(fixture: &TrackerFixture, person: &Caller) {
    let prices = fixture.tracker.prices();
    prices
        .set(person, &token(1), amount("10"), &Currency::usd())
        .await
        .unwrap();
}

#[tokio::test]
async fn decimals_of_a_list_count_only_for_the_user_who_accepts_them() {
    let (fixture, _) = fixture().await;
    let (person, other) = (fixture.person(&[ADDRESS]).await, fixture.person(&[ADDRESS]).await);
    fixture.run_jobs().await;
    let before = fixture.report(&person).await;
    let one = gap(&before).unwrap();
    assert!(
        matches!(&one.gap, Gap::DecimalsAssumed(assumed, Some(seven)) if assumed.decimals == 6 && *seven == amount("7"))
    );
    assert_eq!(
        (one.reason.code, one.amount, one.raw.as_deref()),
        ("decimals_assumed", None, Some("7000000"))
    );
    assert!(
        one.reason.text.contains("states 6, with which the balance is about 7"),
        "{}",
        one.reason.text
    );
    assert!(!before.coverage.complete());

    for caller in [&person, &other] {
        set_price(&fixture, caller).await;
    }
    let priced = fixture.report(&person).await;
    assert!(
        gap(&priced).is_some() && value(&priced).is_none(),
        "a manual price does not bypass it"
    );
    assert_eq!(priced.coverage.known, before.coverage.known);

    let assets = fixture.tracker.assets();
    for (id, decimals) in [(token(1), 18), ("eip155:1/slip44:60".parse().unwrap(), 18)] {
        let refused = assets.accept_decimals(&person, &id, decimals).await.unwrap_err();
        assert!(matches!(refused, AssetError::NotAssumed), "{id}: {refused:?}");
    }
    assert!(matches!(
        assets.accept_decimals(&person, &token(99), 6).await,
        Err(AssetError::NotFound)
    ));
    assets.accept_decimals(&person, &token(1), 6).await.unwrap();

    let after = fixture.report(&person).await;
    assert!(gap(&after).is_none());
    assert_eq!(value(&after), Some(amount("70")));
    assert_eq!(after.coverage.known, before.coverage.known.add(amount("70")).unwrap());
    assert!(
        gap(&fixture.report(&other).await).is_some(),
        "the other user accepted nothing"
    );
    let part = after
        .assets
        .iter()
        .flat_map(|line| &line.parts)
        .find(|part| part.asset == token(1));
    assert!(part.unwrap().assumed.as_ref().is_some_and(|assumed| assumed.accepted));
    let only = Filter {
        asset: Some(AssetSelection::Asset(token(1))),
        ..Filter::default()
    };
    let figure = after.figure(FigurePath::Sum(only));
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert_eq!(explained.exact, Some(amount("70")));
    let text = explained.as_text();
    assert!(text.contains("accepted by you"), "{text}");

    assert!(assets.withdraw_decimals(&person, &token(1)).await.unwrap());
    assert!(!assets.withdraw_decimals(&person, &token(1)).await.unwrap());
    let undone = fixture.report(&person).await;
    assert!(gap(&undone).is_some());
    assert_eq!(undone.coverage.known, before.coverage.known);
}

#[tokio::test]
async fn the_contracts_own_decimals_end_the_assumption() {
    let (fixture, stated) = fixture().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    set_price(&fixture, &person).await;
    fixture
        .tracker
        .assets()
        .accept_decimals(&person, &token(1), 6)
        .await
        .unwrap();
    assert_eq!(value(&fixture.report(&person).await), Some(amount("70")));
    stated.store(5, Ordering::SeqCst);
    fixture.clock.advance(std::time::Duration::from_mins(20));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    assert_eq!(value(&report), Some(amount("700")), "the contract states five");
    let part = report
        .assets
        .iter()
        .flat_map(|line| &line.parts)
        .find(|part| part.asset == token(1));
    assert!(part.unwrap().assumed.is_none());
    let refused = fixture.tracker.assets().accept_decimals(&person, &token(1), 6).await;
    assert!(matches!(refused, Err(AssetError::NotAssumed)));
}

async fn next_day(fixture: &TrackerFixture) {
    fixture.clock.advance(std::time::Duration::from_hours(24));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
}

#[tokio::test]
async fn decimals_that_a_contract_changes_are_noticed_and_counted_only_when_accepted() {
    let (fixture, stated) = fixture().await;
    stated.store(6, Ordering::SeqCst);
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    set_price(&fixture, &person).await;
    assert_eq!(value(&fixture.report(&person).await), Some(amount("70")));

    stated.store(3, Ordering::SeqCst);
    next_day(&fixture).await;
    set_price(&fixture, &person).await;
    let changed = fixture.report(&person).await;
    assert_eq!(value(&changed), None, "neither number is used in silence");
    let text = &gap(&changed).unwrap().reason.text;
    let expected = "Its contract stated 6 decimals before and states 3 now, with which the balance is about 7000.";
    assert!(text.starts_with(expected), "{text}");
    assert!(!changed.coverage.complete());

    let assets = fixture.tracker.assets();
    let old = assets.accept_decimals(&person, &token(1), 6).await;
    assert!(matches!(old, Err(AssetError::NotAssumed)));
    assets.accept_decimals(&person, &token(1), 3).await.unwrap();
    assert_eq!(value(&fixture.report(&person).await), Some(amount("70000")));
    assets.withdraw_decimals(&person, &token(1)).await.unwrap();

    stated.store(6, Ordering::SeqCst);
    next_day(&fixture).await;
    set_price(&fixture, &person).await;
    let back = fixture.report(&person).await;
    assert!(gap(&back).is_none(), "the contract states the earlier number again");
    assert_eq!(value(&back), Some(amount("70")));
}

/// A contract that gives no answer for a while does not put its earlier statement in doubt.
#[tokio::test]
async fn a_contract_that_is_silent_for_a_day_changes_nothing() {
    let (fixture, stated) = fixture().await;
    stated.store(6, Ordering::SeqCst);
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    set_price(&fixture, &person).await;
    stated.store(UNSTATED, Ordering::SeqCst);
    next_day(&fixture).await;
    assert_eq!(value(&fixture.report(&person).await), Some(amount("70")));
}
