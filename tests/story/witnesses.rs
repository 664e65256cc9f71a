//! Agreed prices are stored even if one of the sources answers later or only in part, and decide later contradictions.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::job::REFRESH_QUOTES;
use domain::valuation::PortfolioReport;
use ports::{
    Amount, AssetId, Clock, PriceSource, Profile, Redeemable, Redeemables, RemoteError, SourceId, Timestamp,
    quote::{AssetQuote, Market, QuoteAnswer},
};
use support::stage::Stage;

const ETHER: &str = "eip155:1/slip44:60";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
/// Redeemable for ether, and priced by itself only by the first source.
const ON_OPTIMISM: &str = "eip155:10/slip44:60";

fn id(text: &str) -> AssetId {
    text.parse().unwrap()
}

/// A price source of two coins, each requested separately, that fails after this many answers.
struct Short {
    inner: Arc<dyn PriceSource>,
    left: AtomicU32,
}

#[async_trait]
impl PriceSource for Short {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        [id(ETHER), id(BITCOIN)].contains(asset)
    }
    fn batch(&self) -> usize {
        1
    }
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let take = |left: u32| left.checked_sub(1);
        if self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, take)
            .is_err()
        {
            return Err(RemoteError::Unavailable {
                who: "The source".into(),
                why: "switched off".into(),
                retry_after: None,
            });
        }
        self.inner.quotes(assets, at).await
    }
}

/// Two price sources. The second one is queried after the first and gives this many answers.
async fn asked_in_turn(answers: u32) -> Stage {
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        let exchanged = Redeemable {
            asset: id(ON_OPTIMISM),
            target: id(ETHER),
            ratio: "1".parse().unwrap(),
        };
        ports.redeemables = Arc::new(Redeemables::new([exchanged], vec![]));
        ports.prices.truncate(2);
        ports.prices[1] = Arc::new(Short {
            inner: ports.prices[1].clone(),
            left: answers.into(),
        });
        ports
    })
    .await;
    let work = stage.tracker.work();
    work.begin().await.unwrap();
    stage.clock.advance(Duration::from_secs(1));
    let mut leases = work.claim("stage", 100).await.unwrap();
    leases.retain(|lease| lease.job.kind == REFRESH_QUOTES);
    let first = stage.tracker.ports().prices[0].profile().id;
    leases.sort_by_key(|lease| lease.job.subject != first.as_str());
    assert_eq!(leases.len(), 2);
    for lease in &leases {
        work.perform(lease).await.unwrap();
    }
    stage
}

/// Returns how many sources agreed on the price.
async fn witnesses(stage: &Stage, asset: &AssetId) -> u32 {
    let quotes = &stage.tracker.ports().stores.quotes;
    quotes.agreed(std::slice::from_ref(asset)).await.unwrap()[0].sources
}

#[tokio::test]
async fn a_source_of_a_coin_also_counts_for_assets_redeemable_for_it() {
    let stage = asked_in_turn(u32::MAX).await;
    for asset in [ETHER, BITCOIN, ON_OPTIMISM] {
        assert_eq!(witnesses(&stage, &id(asset)).await, 2, "{asset}");
    }
}

#[tokio::test]
async fn quotes_before_a_failure_count_towards_the_agreed_price() {
    let stage = asked_in_turn(1).await;
    let ports = stage.tracker.ports();
    let (now, second) = (stage.clock.now(), ports.prices[1].profile().id);
    let asked = [id(ETHER), id(BITCOIN)];
    let known = ports
        .stores
        .quotes
        .newest(&asked, now.minus(Duration::from_hours(2)), now)
        .await
        .unwrap();
    let heard: BTreeSet<AssetId> = known
        .into_iter()
        .filter(|quote| quote.source == second)
        .map(|quote| quote.asset)
        .collect();
    assert_eq!(heard.len(), 1);
    for asset in asked {
        let expected = if heard.contains(&asset) { 2 } else { 1 };
        assert_eq!(witnesses(&stage, &asset).await, expected, "{asset}");
    }
}

/// A price source with one price for every asset, as a market or not, and with this origin.
struct Says {
    profile: Profile,
    origin: SourceId,
    price: &'static str,
    is_market: bool,
    /// The assets for which it rejects a request.
    refuses: Option<AssetId>,
    asked: Arc<AtomicU32>,
}

#[async_trait]
impl PriceSource for Says {
    fn profile(&self) -> Profile {
        self.profile.clone()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        [id(ETHER), id(BITCOIN)].contains(asset)
    }
    fn batch(&self) -> usize {
        1
    }
    fn origin(&self, _: &AssetId) -> SourceId {
        self.origin.clone()
    }
    async fn quotes(&self, assets: &[AssetId], _: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if self.refuses.as_ref().is_some_and(|refused| assets.contains(refused)) {
            return Err(RemoteError::Refused {
                who: self.profile.name.clone(),
                why: "status 400".to_owned(),
            });
        }
        let price: Amount = self.price.parse().unwrap();
        let answer = || match self.price {
            "0" => QuoteAnswer::WorthZero,
            text => QuoteAnswer::Price {
                price: text.parse().unwrap(),
                confidence: None,
            },
        };
        let market = || Market {
            name: "M".to_owned(),
            quoted_in: None,
            bid: price,
            ask: price,
            volume: "1000000000".parse().unwrap(),
        };
        let quoted = assets.iter().map(|asset| AssetQuote {
            asset: asset.clone(),
            answer: answer(),
            source_time: None,
            market: self.is_market.then(market),
        });
        Ok(quoted.collect())
    }
}

/// Returns the report of a user who holds ether, priced by these sources: id, origin, price, and whether they are
/// markets.
async fn held_by(sources: &'static [(&'static str, &'static str, &'static str, bool)]) -> PortfolioReport {
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        let profile = ports.prices[0].profile();
        let says = |(slug, origin, price, is_market): &(&str, &str, &'static str, bool)| -> Arc<dyn PriceSource> {
            Arc::new(Says {
                profile: Profile {
                    id: slug.parse().unwrap(),
                    name: (*slug).to_owned(),
                    ..profile.clone()
                },
                origin: origin.parse().unwrap(),
                price,
                is_market: *is_market,
                refuses: None,
                asked: Arc::default(),
            })
        };
        ports.prices = sources.iter().map(says).collect();
        ports
    })
    .await;
    stage.tracker.work().begin().await.unwrap();
    let person = stage.person(&["1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"]).await;
    stage.work_off().await;
    stage.report(&person).await
}

/// Two services that both state a zero from the same origin do not remove anything from a total if a market contradicts
/// them.
#[tokio::test]
async fn two_services_with_one_origin_do_not_outvote_a_market() {
    let report = held_by(&[
        ("coingecko", "coingecko", "0", false),
        ("defillama", "coingecko", "0", false),
        ("kraken", "kraken", "2500", true),
    ])
    .await;
    let is_gap = |report: &PortfolioReport| report.coverage.unpriced.iter().any(|one| one.asset == id(BITCOIN));
    assert!(is_gap(&report), "it is a gap and not zero");
    assert_eq!(report.coverage.priced, 0);
    let report = held_by(&[
        ("coingecko", "coingecko", "2500", false),
        ("defillama", "coingecko", "2500", false),
        ("kraken", "kraken", "2500", true),
    ])
    .await;
    assert!(!is_gap(&report) && report.coverage.priced > 0);
}

/// An asset that a source rejects, such as a delisted market, does not affect the prices of other assets.
#[tokio::test]
async fn a_rejected_asset_does_not_affect_other_prices() {
    for refused in [ETHER, BITCOIN] {
        let asked = Arc::<AtomicU32>::default();
        let counted = asked.clone();
        let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
            let profile = ports.prices[0].profile();
            ports.prices = vec![Arc::new(Says {
                origin: profile.id.clone(),
                profile,
                price: "2500",
                is_market: true,
                refuses: Some(id(refused)),
                asked: counted,
            })];
            ports
        })
        .await;
        let work = stage.tracker.work();
        work.begin().await.unwrap();
        stage.clock.advance(Duration::from_secs(1));
        let mut leases = work.claim("stage", 100).await.unwrap();
        leases.retain(|lease| lease.job.kind == REFRESH_QUOTES);
        work.perform(&leases[0]).await.unwrap();
        assert_eq!(asked.load(Ordering::SeqCst), 2, "the asset after it was requested too");
        let other = if refused == ETHER { BITCOIN } else { ETHER };
        let now = stage.clock.now();
        let quotes = &stage.tracker.ports().stores.quotes;
        let known = quotes
            .newest(&[id(ETHER), id(BITCOIN)], now.minus(Duration::from_hours(1)), now)
            .await
            .unwrap();
        let priced: Vec<&str> = known.iter().map(|quote| quote.asset.as_str()).collect();
        assert_eq!(priced, [other]);
    }
}
