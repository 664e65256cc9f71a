//! Impossible times of prices: no source makes others look old, and a wrong time in the future has no lasting effect.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    Caller,
    price::{Priced, QuoteStatus},
};
use ports::{
    Amount, AssetId, Clock, PriceSource, Profile, Quote, RemoteError, Timestamp,
    quote::{AgreedPrice, AssetQuote, QuoteAnswer},
};
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const MINUTES: Duration = Duration::from_mins(6);

/// A price source that dates its prices two days in the future if told to.
struct FuturePrices {
    inner: Arc<dyn PriceSource>,
    clock: Arc<dyn Clock>,
    on: AtomicBool,
}

#[async_trait]
impl PriceSource for FuturePrices {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        self.inner.covers(asset)
    }
    fn batch(&self) -> usize {
        self.inner.batch()
    }
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let mut quoted = self.inner.quotes(assets, at).await?;
        if self.on.load(Ordering::SeqCst) {
            let time = self.clock.now().plus(Duration::from_hours(48));
            quoted.iter_mut().for_each(|one| one.source_time = Some(time));
        }
        Ok(quoted)
    }
}

/// A price source whose prices never change, and that records its requests about the present.
struct ConstantPrices {
    inner: Arc<dyn PriceSource>,
    asked: Mutex<Vec<AssetId>>,
}

#[async_trait]
impl PriceSource for ConstantPrices {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        self.inner.covers(asset)
    }
    fn batch(&self) -> usize {
        self.inner.batch()
    }
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        self.asked.lock().unwrap().extend_from_slice(assets);
        let quoted = |asset: &AssetId| AssetQuote {
            asset: asset.clone(),
            answer: QuoteAnswer::Price {
                price: "2".parse().unwrap(),
                confidence: None,
            },
            source_time: at.or(Some(Timestamp::from_seconds(1_789_999_000))),
            market: None,
        };
        Ok(assets.iter().map(quoted).collect())
    }
}

/// A price source whose newest prices have this age.
struct OldPrices {
    inner: Arc<dyn PriceSource>,
    clock: Arc<dyn Clock>,
    age: Duration,
}

#[async_trait]
impl PriceSource for OldPrices {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        self.inner.covers(asset)
    }
    fn batch(&self) -> usize {
        self.inner.batch()
    }
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let mut quoted = self.inner.quotes(assets, at).await?;
        let time = self.clock.now().minus(self.age);
        quoted.iter_mut().for_each(|one| one.source_time = Some(time));
        Ok(quoted)
    }
}

/// The last price of an asset is reported as old, whatever its age: it is not being requested, and waiting does not
/// help.
#[tokio::test]
async fn an_old_price_is_reported_with_its_age() {
    for (days, text) in [
        (1, "Last price is over a day old."),
        (29, "Last price is 29 days old."),
        (31, "Last price is 31 days old."),
        (400, "Last price is 400 days old."),
    ] {
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            for source in &mut ports.prices {
                *source = Arc::new(OldPrices {
                    inner: source.clone(),
                    clock: ports.clock.clone(),
                    age: Duration::from_hours(days * 24 + 1),
                });
            }
            ports
        })
        .await;
        let person = fixture.person(&[ADDRESS]).await;
        fixture.run_jobs().await;
        let report = fixture.report(&person).await;
        assert_eq!((report.coverage.priced, report.total), (0, None), "{days}");
        let reasons: Vec<_> = report.coverage.unpriced.iter().map(|one| &one.reason).collect();
        let old = reasons.iter().filter(|reason| reason.text == text).count();
        assert!(old > 5, "{days}: {reasons:?}");
        assert!(
            reasons.iter().all(|reason| reason.code != "not_requested_yet"),
            "{days}: {reasons:?}"
        );
    }
}

/// A user whose accounts were read, and the first price source, which can date its prices in the future.
async fn fixture() -> (TrackerFixture, Caller, Arc<FuturePrices>) {
    let mut first = None;
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let ahead = Arc::new(FuturePrices {
            inner: ports.prices[0].clone(),
            clock: ports.clock.clone(),
            on: AtomicBool::new(false),
        });
        ports.prices[0] = ahead.clone();
        first = Some(ahead);
        ports
    })
    .await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    (fixture, person, first.unwrap())
}

/// Advances the clock, refreshes the source, and returns its last quotes.
async fn refresh(fixture: &TrackerFixture, source: &FuturePrices, is_ahead: bool) -> Vec<Quote> {
    source.on.store(is_ahead, Ordering::SeqCst);
    fixture.clock.advance(MINUTES);
    fixture.tracker.work().quote_now().await.unwrap();
    let stores = &fixture.tracker.ports().stores;
    let (held, now) = (stores.snapshots.held_assets().await.unwrap(), fixture.clock.now());
    let quotes = stores
        .quotes
        .newest(&held, now.minus(Duration::from_hours(1)), now)
        .await;
    let own = quotes
        .unwrap()
        .into_iter()
        .filter(|quote| quote.source == source.profile().id);
    let own: Vec<Quote> = own.collect();
    assert!(own.len() > 10, "{own:?}");
    own
}

#[tokio::test]
async fn a_price_dated_in_the_future_is_unusable_and_makes_no_other_look_old() {
    let (fixture, person, source) = fixture().await;
    let before = fixture.report(&person).await;
    let quoted = refresh(&fixture, &source, true).await;
    let is_unusable = |quote: &Quote| matches!(quote.answer, QuoteAnswer::Unusable { .. });
    assert!(quoted.iter().all(is_unusable), "{quoted:?}");
    assert!(quoted.iter().all(|quote| quote.source_time <= quote.received_at));
    for is_ahead in [true, false] {
        let quoted = refresh(&fixture, &source, is_ahead).await;
        assert_eq!(quoted.iter().all(is_unusable), is_ahead, "it is used again");
        let report = fixture.report(&person).await;
        for (asset, price) in &report.prices {
            let behind = price.considered.iter().find(|one| one.status == QuoteStatus::Behind);
            assert_eq!(behind, None, "{asset}");
        }
        // A price of zero needs two sources.
        for (asset, _) in before.prices.iter().filter(|(_, price)| !price.value.is_zero()) {
            assert!(report.prices.contains_key(asset), "{asset} has lost its price");
        }
    }
}

#[tokio::test]
async fn an_agreed_price_dated_in_the_future_is_decided_again() {
    let (fixture, person, source) = fixture().await;
    let before = fixture.report(&person).await;
    let assets: Vec<AssetId> = before.prices.keys().cloned().collect();
    let stores = &fixture.tracker.ports().stores;
    let several = |prices: Vec<AgreedPrice>| prices.into_iter().filter(|price| price.sources > 1);
    let agreed: Vec<AgreedPrice> = several(stores.quotes.agreed(&assets).await.unwrap()).collect();
    assert!(agreed.len() > 10, "{agreed:?}");
    let tomorrow = |price: AgreedPrice| AgreedPrice {
        at: fixture.clock.now().plus(Duration::from_hours(29)),
        ..price
    };
    let ahead: Vec<AgreedPrice> = agreed.into_iter().map(tomorrow).collect();
    let mut work = fixture.tracker.ports().storage.begin().await.unwrap();
    work.quotes().agree(&ahead).await.unwrap();
    work.commit().await.unwrap();
    refresh(&fixture, &source, false).await;
    let of: Vec<AssetId> = ahead.into_iter().map(|price| price.asset).collect();
    for price in stores.quotes.agreed(&of).await.unwrap() {
        assert!(price.at <= fixture.clock.now(), "{price:?}");
    }
}

/// An agreed price from a wrong clock is not compared with the price of a single source.
#[tokio::test]
async fn an_agreed_price_dated_in_the_future_is_not_used() {
    let (fixture, person, source) = fixture().await;
    refresh(&fixture, &source, true).await;
    let before = fixture.report(&person).await;
    let alone = before
        .prices
        .values()
        .filter(|price| price.considered.iter().filter(|one| one.counts()).count() == 1);
    assert!(alone.count() > 3, "some assets are priced by a single other source");
    let tenfold = |(asset, price): (&AssetId, &Priced)| AgreedPrice {
        asset: asset.clone(),
        price: price.value.mul(Amount::from(10)).unwrap().try_into().unwrap(),
        sources: 2,
        at: fixture.clock.now().plus(Duration::from_hours(29)),
    };
    let priced = before.prices.iter().filter(|(_, price)| !price.value.is_zero());
    let ahead: Vec<AgreedPrice> = priced.map(tenfold).collect();
    let mut work = fixture.tracker.ports().storage.begin().await.unwrap();
    work.quotes().agree(&ahead).await.unwrap();
    work.commit().await.unwrap();
    let report = fixture.report(&person).await;
    let leaps = report
        .coverage
        .unpriced
        .iter()
        .find(|one| one.reason.code == "held_back");
    assert!(leaps.is_none(), "{leaps:?}");
}

/// A source that repeats its answer was queried nevertheless: a new asset soon after is requested alone.
#[tokio::test]
async fn a_source_with_unchanged_prices_is_not_queried_again_early() {
    let mut first = None;
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.prices.truncate(1);
        let still = Arc::new(ConstantPrices {
            inner: ports.prices[0].clone(),
            asked: Mutex::default(),
        });
        ports.prices[0] = still.clone();
        first = Some(still);
        ports
    })
    .await;
    let source = first.unwrap();
    fixture.tracker.work().begin().await.unwrap();
    fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    fixture.clock.advance(MINUTES);
    fixture.run_jobs().await;
    source.asked.lock().unwrap().clear();
    fixture.clock.advance(Duration::from_mins(1));
    fixture.person(&["0x225f137127d9067788314bc7fcc1f36746a3c3B5"]).await;
    fixture.run_jobs().await;
    let again: Vec<AssetId> = source.asked.lock().unwrap().clone();
    let known = fixture.tracker.ports().stores.snapshots.held_assets().await.unwrap();
    assert!(again.len() * 2 < known.len(), "of {} things {again:?}", known.len());
    fixture.clock.advance(MINUTES);
    fixture.run_jobs().await;
    assert!(
        source.asked.lock().unwrap().len() >= known.len(),
        "everything is requested again when it is due"
    );
}
