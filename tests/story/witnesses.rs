//! What several sources agreed upon is remembered, whoever of them answers last or in part: it is the witness when they
//! contradict each other later.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use adapters::storage::Place;
use async_trait::async_trait;
use domain::sync::REFRESH_QUOTES;
use ports::{AssetId, Clock, PriceSource, Profile, Redeemable, Redeemables, RemoteError, Timestamp, quote::Quoted};
use support::stage::Stage;

const ETHER: &str = "eip155:1/slip44:60";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
/// Exchanged for ether, and priced by itself by the first source alone.
const ON_OPTIMISM: &str = "eip155:10/slip44:60";

fn id(text: &str) -> AssetId {
    text.parse().unwrap()
}

/// A source of two coins, each asked about by itself, that is gone after so many answers.
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
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<Quoted>, RemoteError> {
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

/// Two sources, of which the second answers so often, and after the first one has been heard.
async fn asked_in_turn(answers: u32) -> Stage {
    let stage = Stage::with(Place::Memory, false, |mut ports| {
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

/// How many sources agreed upon its price.
async fn witnesses(stage: &Stage, asset: &AssetId) -> u32 {
    let quotes = &stage.tracker.ports().stores.quotes;
    quotes.agreed(std::slice::from_ref(asset)).await.unwrap()[0].sources
}

#[tokio::test]
async fn who_speaks_of_a_coin_is_a_witness_of_what_is_exchanged_for_it() {
    let stage = asked_in_turn(u32::MAX).await;
    for asset in [ETHER, BITCOIN, ON_OPTIMISM] {
        assert_eq!(witnesses(&stage, &id(asset)).await, 2, "{asset}");
    }
}

#[tokio::test]
async fn what_a_source_said_before_it_failed_is_a_witness() {
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
