//! An asset that was held a day ago and no longer is: without an earlier price its value is unknown, and never zero.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::valuation::{Basis, DayQuery, FigurePath, Filter};
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, PriceSource, Profile, RemoteError, Timestamp,
    asset::Metadata,
    chain::{Progress, Reading},
    quote::AssetQuote,
};
use support::stage::Stage;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const NOBODY_PRICES: &str = "eip155:1/erc20:0xdac17f958d2ee523a2206206994597c13d831ec7";
const PRICED: &str = "eip155:1/slip44:60";

/// A reader in whose world every account holds one asset, and another one after the swap.
struct Swapping(Arc<dyn ChainReader>, Arc<AtomicBool>);

#[async_trait]
impl ChainReader for Swapping {
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
        let mut reading = self.0.balances(account, tokens, progress).await?;
        reading.balances.clear();
        reading.unreadable.clear();
        if account.chain == ChainId::evm(1) {
            let held = if self.1.load(Ordering::SeqCst) {
                PRICED
            } else {
                NOBODY_PRICES
            };
            reading
                .balances
                .push((held.parse().unwrap(), "5000000000".parse().unwrap()));
        }
        Ok(reading)
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.0.metadata(chain, tokens).await
    }
}

/// A price source that does not know one token.
struct Unaware(Arc<dyn PriceSource>);

#[async_trait]
impl PriceSource for Unaware {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        *asset != NOBODY_PRICES.parse().unwrap() && self.0.covers(asset)
    }
    fn batch(&self) -> usize {
        self.0.batch()
    }
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        self.0.quotes(assets, at).await
    }
}

#[tokio::test]
async fn an_asset_without_an_earlier_price_is_not_zero_yesterday() {
    let swapped = Arc::new(AtomicBool::new(false));
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        for reader in &mut ports.readers {
            *reader = Arc::new(Swapping(reader.clone(), swapped.clone()));
        }
        for source in &mut ports.prices {
            *source = Arc::new(Unaware(source.clone()));
        }
        ports
    })
    .await;
    stage.tracker.work().begin().await.unwrap();
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    assert_eq!(stage.report(&person).await.total, None);

    swapped.store(true, Ordering::SeqCst);
    stage.clock.advance(Duration::from_hours(26));
    stage.tracker.work().begin().await.unwrap();
    stage.work_off().await;
    assert!(stage.report(&person).await.total.is_some());
    let day = stage
        .tracker
        .valuations()
        .yesterday(&person, &DayQuery::default())
        .await
        .unwrap();
    assert_eq!(
        (day.basis, day.balance),
        (Some(Basis::Snapshot), None),
        "{:?}",
        day.reason
    );
    assert_eq!(day.coverage.as_ref().map(|coverage| coverage.unpriced.len()), Some(1));
    let figure = day.figure(FigurePath::Sum(Filter::default())).unwrap();
    let why = stage.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert_eq!(
        (why.exact, why.tree.recomputed()),
        (day.coverage.map(|one| one.known), why.exact)
    );
    assert_eq!(why.left_out.len(), 1);
}
