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
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const UNPRICED: &str = "eip155:1/erc20:0xdac17f958d2ee523a2206206994597c13d831ec7";
const PRICED: &str = "eip155:1/slip44:60";

/// A reader in whose world every account holds one asset, and another one after the swap.
struct SwappingReader(Arc<dyn ChainReader>, Arc<AtomicBool>);

#[async_trait]
impl ChainReader for SwappingReader {
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
        reading.protocols = ports::ProtocolReading::default();
        reading.unreadable.clear();
        if account.chain == ChainId::evm(1) {
            let held = if self.1.load(Ordering::SeqCst) {
                PRICED
            } else {
                UNPRICED
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
struct SourceWithoutToken(Arc<dyn PriceSource>);

#[async_trait]
impl PriceSource for SourceWithoutToken {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        *asset != UNPRICED.parse().unwrap() && self.0.covers(asset)
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
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        for reader in &mut ports.readers {
            *reader = Arc::new(SwappingReader(reader.clone(), swapped.clone()));
        }
        for source in &mut ports.prices {
            *source = Arc::new(SourceWithoutToken(source.clone()));
        }
        ports
    })
    .await;
    fixture.tracker.work().begin().await.unwrap();
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    assert_eq!(fixture.report(&person).await.total, None);

    swapped.store(true, Ordering::SeqCst);
    fixture.clock.advance(Duration::from_hours(26));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    assert!(fixture.report(&person).await.total.is_some());
    let day = fixture
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
    let why = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert_eq!(
        (why.exact, why.tree.recomputed()),
        (day.coverage.map(|one| one.known), why.exact)
    );
    assert_eq!(why.left_out.len(), 1);
}
