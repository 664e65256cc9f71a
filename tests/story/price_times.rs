//! Times of prices that cannot be: no source makes the others look old, and nothing waits until a wrong time comes.

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
    quote::{AgreedPrice, Answer, AssetQuote},
};
use support::stage::Stage;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const MINUTES: Duration = Duration::from_mins(6);

/// A source that can be made to say its prices as of the day after tomorrow.
struct Ahead {
    inner: Arc<dyn PriceSource>,
    clock: Arc<dyn Clock>,
    on: AtomicBool,
}

#[async_trait]
impl PriceSource for Ahead {
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

/// A source whose prices never change, and that notes what it was asked about the present.
struct Still {
    inner: Arc<dyn PriceSource>,
    asked: Mutex<Vec<AssetId>>,
}

#[async_trait]
impl PriceSource for Still {
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
        let said = |asset: &AssetId| AssetQuote {
            asset: asset.clone(),
            answer: Answer::Price {
                price: "2".parse().unwrap(),
                confidence: None,
            },
            source_time: at.or(Some(Timestamp::from_seconds(1_789_999_000))),
            market: None,
        };
        Ok(assets.iter().map(said).collect())
    }
}

/// A source whose newest prices are this old.
struct Aged {
    inner: Arc<dyn PriceSource>,
    clock: Arc<dyn Clock>,
    age: Duration,
}

#[async_trait]
impl PriceSource for Aged {
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

/// However old the last price of an asset is, it is old: it is not being requested, and nothing comes by waiting.
#[tokio::test]
async fn a_price_of_long_ago_says_its_age() {
    for (days, text) in [
        (1, "Last price is over a day old."),
        (29, "Last price is 29 days old."),
        (31, "Last price is 31 days old."),
        (400, "Last price is 400 days old."),
    ] {
        let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
            for source in &mut ports.prices {
                *source = Arc::new(Aged {
                    inner: source.clone(),
                    clock: ports.clock.clone(),
                    age: Duration::from_hours(days * 24 + 1),
                });
            }
            ports
        })
        .await;
        let person = stage.person(&[ADDRESS]).await;
        stage.work_off().await;
        let report = stage.report(&person).await;
        assert_eq!((report.coverage.priced, report.total), (0, None), "{days}");
        let reasons: Vec<_> = report.coverage.unpriced.iter().map(|one| &one.reason).collect();
        let old = reasons.iter().filter(|reason| reason.text == text).count();
        assert!(old > 5, "{days}: {reasons:?}");
        assert!(
            reasons.iter().all(|reason| reason.code != "not_asked_yet"),
            "{days}: {reasons:?}"
        );
    }
}

/// Somebody whose accounts were read, and the first source, which says the time.
async fn stage() -> (Stage, Caller, Arc<Ahead>) {
    let mut first = None;
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        let ahead = Arc::new(Ahead {
            inner: ports.prices[0].clone(),
            clock: ports.clock.clone(),
            on: AtomicBool::new(false),
        });
        ports.prices[0] = ahead.clone();
        first = Some(ahead);
        ports
    })
    .await;
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    (stage, person, first.unwrap())
}

/// Time passes, the source is asked again, and this is what it said last.
async fn hear(stage: &Stage, source: &Ahead, says_ahead: bool) -> Vec<Quote> {
    source.on.store(says_ahead, Ordering::SeqCst);
    stage.clock.advance(MINUTES);
    stage.tracker.work().quote_now().await.unwrap();
    let stores = &stage.tracker.ports().stores;
    let (held, now) = (stores.snapshots.held_assets().await.unwrap(), stage.clock.now());
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
async fn a_price_of_tomorrow_is_none_and_makes_no_other_look_old() {
    let (stage, person, source) = stage().await;
    let before = stage.report(&person).await;
    let said = hear(&stage, &source, true).await;
    let is_unusable = |quote: &Quote| matches!(quote.answer, Answer::Unusable { .. });
    assert!(said.iter().all(is_unusable), "{said:?}");
    assert!(said.iter().all(|quote| quote.source_time <= quote.received_at));
    for says_ahead in [true, false] {
        let said = hear(&stage, &source, says_ahead).await;
        assert_eq!(said.iter().all(is_unusable), says_ahead, "it is believed again");
        let report = stage.report(&person).await;
        for (asset, price) in &report.prices {
            let behind = price.considered.iter().find(|one| one.status == QuoteStatus::Behind);
            assert_eq!(behind, None, "{asset}");
        }
        // What is worth nothing needs two that say so.
        for (asset, _) in before.prices.iter().filter(|(_, price)| !price.value.is_zero()) {
            assert!(report.prices.contains_key(asset), "{asset} has lost its price");
        }
    }
}

#[tokio::test]
async fn what_was_agreed_upon_tomorrow_is_agreed_upon_anew() {
    let (stage, person, source) = stage().await;
    let before = stage.report(&person).await;
    let assets: Vec<AssetId> = before.prices.keys().cloned().collect();
    let stores = &stage.tracker.ports().stores;
    let several = |prices: Vec<AgreedPrice>| prices.into_iter().filter(|price| price.sources > 1);
    let agreed: Vec<AgreedPrice> = several(stores.quotes.agreed(&assets).await.unwrap()).collect();
    assert!(agreed.len() > 10, "{agreed:?}");
    let tomorrow = |price: AgreedPrice| AgreedPrice {
        at: stage.clock.now().plus(Duration::from_hours(29)),
        ..price
    };
    let ahead: Vec<AgreedPrice> = agreed.into_iter().map(tomorrow).collect();
    let mut work = stage.tracker.ports().storage.begin().await.unwrap();
    work.quotes().agree(&ahead).await.unwrap();
    work.commit().await.unwrap();
    hear(&stage, &source, false).await;
    let of: Vec<AssetId> = ahead.into_iter().map(|price| price.asset).collect();
    for price in stores.quotes.agreed(&of).await.unwrap() {
        assert!(price.at <= stage.clock.now(), "{price:?}");
    }
}

/// The memory of a clock that was wrong is no yardstick for a source that stands alone.
#[tokio::test]
async fn what_was_agreed_upon_tomorrow_bears_no_witness() {
    let (stage, person, source) = stage().await;
    hear(&stage, &source, true).await;
    let before = stage.report(&person).await;
    let alone = before
        .prices
        .values()
        .filter(|price| price.considered.iter().filter(|one| one.counts()).count() == 1);
    assert!(alone.count() > 3, "where the source is silent another stands alone");
    let tenfold = |(asset, price): (&AssetId, &Priced)| AgreedPrice {
        asset: asset.clone(),
        price: price.value.mul(Amount::from(10)).unwrap().try_into().unwrap(),
        sources: 2,
        at: stage.clock.now().plus(Duration::from_hours(29)),
    };
    let priced = before.prices.iter().filter(|(_, price)| !price.value.is_zero());
    let ahead: Vec<AgreedPrice> = priced.map(tenfold).collect();
    let mut work = stage.tracker.ports().storage.begin().await.unwrap();
    work.quotes().agree(&ahead).await.unwrap();
    work.commit().await.unwrap();
    let report = stage.report(&person).await;
    let leaps = report
        .coverage
        .unpriced
        .iter()
        .find(|one| one.reason.code == "held_back");
    assert!(leaps.is_none(), "{leaps:?}");
}

/// A source that says the same again was asked all the same: what else is wanted of it soon after is asked for alone.
#[tokio::test]
async fn who_repeats_itself_is_not_asked_again_before_the_time() {
    let mut first = None;
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.prices.truncate(1);
        let still = Arc::new(Still {
            inner: ports.prices[0].clone(),
            asked: Mutex::default(),
        });
        ports.prices[0] = still.clone();
        first = Some(still);
        ports
    })
    .await;
    let source = first.unwrap();
    stage.tracker.work().begin().await.unwrap();
    stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    stage.clock.advance(MINUTES);
    stage.work_off().await;
    source.asked.lock().unwrap().clear();
    stage.clock.advance(Duration::from_mins(1));
    stage.person(&["0x225f137127d9067788314bc7fcc1f36746a3c3B5"]).await;
    stage.work_off().await;
    let again: Vec<AssetId> = source.asked.lock().unwrap().clone();
    let known = stage.tracker.ports().stores.snapshots.held_assets().await.unwrap();
    assert!(again.len() * 2 < known.len(), "of {} things {again:?}", known.len());
    stage.clock.advance(MINUTES);
    stage.work_off().await;
    assert!(source.asked.lock().unwrap().len() >= known.len(), "after its time");
}
