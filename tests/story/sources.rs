//! Each source is switched off in turn, and every result that depends on it reports that.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    Caller, Severity, WalletFilter,
    sync::SyncState,
    valuation::{BalanceQuery, PortfolioReport},
};
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Clock, PriceSource, Profile, RemoteError, Timestamp,
    asset::Metadata,
    chain::{Progress, Reading},
    quote::AssetQuote,
};
use support::stage::Stage;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BITCOIN: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
const SOLANA: &str = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

fn dead() -> RemoteError {
    RemoteError::Unavailable {
        who: "The source".into(),
        why: "switched off".into(),
        retry_after: None,
    }
}

/// A source with a switch.
struct Switched<T: ?Sized> {
    off: Arc<AtomicBool>,
    inner: Arc<T>,
}

impl<T: ?Sized> Switched<T> {
    fn alive(&self) -> Result<(), RemoteError> {
        if self.off.load(Ordering::SeqCst) {
            Err(dead())
        } else {
            Ok(())
        }
    }
}

#[async_trait]
impl PriceSource for Switched<dyn PriceSource> {
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
        self.alive()?;
        self.inner.quotes(assets, at).await
    }
}

#[async_trait]
impl ChainReader for Switched<dyn ChainReader> {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.alive()?;
        self.inner.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        self.alive()?;
        self.inner.balances(account, tokens, progress).await
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.alive()?;
        self.inner.metadata(chain, tokens).await
    }
}

async fn balance(stage: &Stage, person: &Caller) -> PortfolioReport {
    stage
        .tracker
        .valuations()
        .balance(person, &BalanceQuery::default())
        .await
        .unwrap()
}

/// A stage on which each reader and price source has a switch, the readers first.
async fn stage() -> (Stage, Vec<Arc<AtomicBool>>) {
    let mut switches = Vec::new();
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        let mut switch = || {
            let off = Arc::new(AtomicBool::new(false));
            switches.push(off.clone());
            off
        };
        for reader in &mut ports.readers {
            let switched: Switched<dyn ChainReader> = Switched {
                off: switch(),
                inner: reader.clone(),
            };
            *reader = Arc::new(switched);
        }
        for source in &mut ports.prices {
            let switched: Switched<dyn PriceSource> = Switched {
                off: switch(),
                inner: source.clone(),
            };
            *source = Arc::new(switched);
        }
        ports
    })
    .await;
    (stage, switches)
}

#[tokio::test]
async fn each_failed_source_is_reported() {
    let (probe, _) = stage().await;
    let count = probe.tracker.ports().prices.len();
    for at in 0..count {
        let (stage, switches) = stage().await;
        let readers = stage.tracker.ports().readers.len();
        let source = stage.tracker.ports().prices[at].profile();
        switches[readers + at].store(true, Ordering::SeqCst);
        let person = stage.person(&[ADDRESS]).await;
        stage.work_off().await;
        let report = balance(&stage, &person).await;
        assert!(
            report.coverage.failed.iter().any(|failed| failed.source == source.id),
            "{} is not reported",
            source.name
        );
        assert!(!report.coverage.complete());
        let first_ten = WalletFilter {
            limit: 10,
            ..WalletFilter::default()
        };
        let page = stage.tracker.wallets().search(&person, &first_ten).await.unwrap();
        assert!(
            page.report
                .coverage
                .failed
                .iter()
                .any(|failed| failed.source == source.id)
        );
    }
}

#[tokio::test]
async fn without_any_price_the_total_is_unknown_and_not_zero() {
    let (stage, switches) = stage().await;
    let readers = stage.tracker.ports().readers.len();
    let prices = || switches[readers..].iter();
    prices().for_each(|off| off.store(true, Ordering::SeqCst));
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    let report = balance(&stage, &person).await;
    assert_eq!((report.coverage.priced, report.total), (0, None));
    assert!(!report.coverage.unpriced.is_empty() && report.as_of.is_some());
    assert!(
        report.assets.iter().all(|line| line.value.is_none()),
        "the holdings are still listed"
    );
    prices().for_each(|off| off.store(false, Ordering::SeqCst));
    stage.clock.advance(std::time::Duration::from_mins(20));
    stage.work_off().await;
    assert!(balance(&stage, &person).await.total.is_some());
}

#[tokio::test]
async fn a_failed_reader_leaves_the_last_figure_and_reports_it_as_old() {
    let (stage, switches) = stage().await;
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    let before = balance(&stage, &person).await;
    switches[0].store(true, Ordering::SeqCst);
    stage.clock.advance(std::time::Duration::from_mins(1));
    stage.tracker.sync().refresh(&person, |_| true).await.unwrap();
    let leases = stage.tracker.work().claim("w", 100).await.unwrap();
    for lease in &leases {
        stage.tracker.work().perform(lease).await.unwrap();
    }
    let after = balance(&stage, &person).await;
    assert_eq!(after.coverage.priced, before.coverage.priced, "no figure is lost");
    let read = before.networks.iter().filter(|line| line.reading == 0).count();
    assert!(read > 0);
    let stale_accounts = after.coverage.stale.iter().filter(|one| one.account.is_some()).count();
    assert!(stale_accounts > 0, "{:?}", after.coverage.stale);
    let status = stage.tracker.sync().status(&person).await.unwrap();
    assert!(
        status
            .sources
            .iter()
            .any(|source| source.state == SyncState::Failed && source.last_error.is_some())
    );
    switches[0].store(false, Ordering::SeqCst);
    stage.clock.advance(std::time::Duration::from_mins(20));
    stage.work_off().await;
    let healed = balance(&stage, &person).await;
    assert!(healed.coverage.stale.iter().filter(|one| one.account.is_some()).count() < stale_accounts);
}

/// Ids of chains differ in length. A failure on the chain with the longest one is reported like any other.
#[tokio::test]
async fn health_reports_a_chain_whose_reader_failed() {
    let (stage, switches) = stage().await;
    switches.iter().for_each(|off| off.store(true, Ordering::SeqCst));
    let person = stage.person(&[ADDRESS, BITCOIN, SOLANA]).await;
    stage.work_off().await;
    let failing = stage.tracker.sync().status(&person).await.unwrap().sources;
    let failing = failing.into_iter().filter(|line| line.last_error.is_some());
    let chains: BTreeSet<ChainId> = failing.filter_map(|line| Some(line.account?.chain)).collect();
    for namespace in [
        "eip155:1",
        "bip122:000000000019d6689c085ae165831e93",
        "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    ] {
        assert!(chains.contains(&namespace.parse().unwrap()), "{namespace} was not read");
    }
    let health = stage.tracker.health().data().await.unwrap().sources;
    for chain in chains {
        let row = health
            .iter()
            .find(|row| row.id.ends_with(&format!(":{chain}")))
            .unwrap();
        assert!(row.used && row.failure.is_some(), "{chain} is not reported");
        assert_eq!(row.severity, Severity::Bad, "{chain}");
    }
}

#[tokio::test]
async fn a_new_asset_does_not_shorten_the_back_off_of_a_source() {
    let (stage, switches) = stage().await;
    let readers = stage.tracker.ports().readers.len();
    switches[readers].store(true, Ordering::SeqCst);
    let source = stage.tracker.ports().prices[0].profile().id;
    stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    let retry_at = |states: Vec<ports::SourceState>| {
        let state = states.into_iter().find(|state| state.id == source);
        state.unwrap().failure.unwrap().retry_at.unwrap()
    };
    let before = retry_at(stage.tracker.ports().stores.sources.all().await.unwrap());
    stage.person(&[ports::Address::evm([7; 20]).as_str()]).await;
    while stage.clock.now() < before.minus(std::time::Duration::from_secs(1)) {
        let leases = stage.tracker.work().claim("w", 100).await.unwrap();
        for lease in leases {
            assert_ne!(lease.job.subject, source.as_str(), "queried during its back-off");
            stage.tracker.work().perform(&lease).await.unwrap();
        }
        stage.clock.advance(std::time::Duration::from_millis(300));
    }
}
