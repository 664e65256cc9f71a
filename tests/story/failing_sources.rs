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
use domain::{Caller, Severity, WalletFilter, sync::SyncState, valuation::PortfolioReport};
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Clock, PriceSource, Profile, RemoteError, Timestamp,
    asset::Metadata,
    chain::{Progress, Reading},
    quote::AssetQuote,
};
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BITCOIN: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";
const SOLANA: &str = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

fn switched_off() -> RemoteError {
    RemoteError::Unavailable {
        who: "The source".into(),
        why: "switched off".into(),
        retry_after: None,
    }
}

/// A source with a switch.
struct SwitchableSource<T: ?Sized> {
    off: Arc<AtomicBool>,
    inner: Arc<T>,
}

impl<T: ?Sized> SwitchableSource<T> {
    fn check(&self) -> Result<(), RemoteError> {
        if self.off.load(Ordering::SeqCst) {
            Err(switched_off())
        } else {
            Ok(())
        }
    }
}

#[async_trait]
impl PriceSource for SwitchableSource<dyn PriceSource> {
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
        self.check()?;
        self.inner.quotes(assets, at).await
    }
}

#[async_trait]
impl ChainReader for SwitchableSource<dyn ChainReader> {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.check()?;
        self.inner.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        self.check()?;
        self.inner.balances(account, tokens, progress).await
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.check()?;
        self.inner.metadata(chain, tokens).await
    }
}

async fn balance(fixture: &TrackerFixture, person: &Caller) -> PortfolioReport {
    fixture.report(person).await
}

/// A fixture on which each reader and price source has a switch, the readers first.
async fn fixture() -> (TrackerFixture, Vec<Arc<AtomicBool>>) {
    let mut switches = Vec::new();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let mut switch = || {
            let off = Arc::new(AtomicBool::new(false));
            switches.push(off.clone());
            off
        };
        for reader in &mut ports.readers {
            let switched: SwitchableSource<dyn ChainReader> = SwitchableSource {
                off: switch(),
                inner: reader.clone(),
            };
            *reader = Arc::new(switched);
        }
        for source in &mut ports.prices {
            let switched: SwitchableSource<dyn PriceSource> = SwitchableSource {
                off: switch(),
                inner: source.clone(),
            };
            *source = Arc::new(switched);
        }
        ports
    })
    .await;
    (fixture, switches)
}

#[tokio::test]
async fn each_failed_source_is_reported() {
    let (probe, _) = fixture().await;
    let ether = "eip155:1/slip44:60".parse().unwrap();
    // Nobody here has what another source prices, so that no request is sent to it.
    let prices = probe.tracker.ports().prices.iter().enumerate();
    let used = prices.filter(|(_, source)| source.covers(&ether));
    for (at, _) in used {
        let (fixture, switches) = fixture().await;
        let readers = fixture.tracker.ports().readers.len();
        let source = fixture.tracker.ports().prices[at].profile();
        switches[readers + at].store(true, Ordering::SeqCst);
        let person = fixture.person(&[ADDRESS]).await;
        fixture.run_jobs().await;
        let report = balance(&fixture, &person).await;
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
        let page = fixture.tracker.wallets().search(&person, &first_ten).await.unwrap();
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
    let (fixture, switches) = fixture().await;
    let readers = fixture.tracker.ports().readers.len();
    let prices = || switches[readers..].iter();
    prices().for_each(|off| off.store(true, Ordering::SeqCst));
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let report = balance(&fixture, &person).await;
    assert_eq!((report.coverage.priced, report.total), (0, None));
    assert!(!report.coverage.unpriced.is_empty() && report.as_of.is_some());
    assert!(
        report.assets.iter().all(|line| line.value.is_none()),
        "the holdings are still listed"
    );
    prices().for_each(|off| off.store(false, Ordering::SeqCst));
    fixture.clock.advance(std::time::Duration::from_mins(20));
    fixture.run_jobs().await;
    assert!(balance(&fixture, &person).await.total.is_some());
}

#[tokio::test]
async fn a_failed_reader_leaves_the_last_figure_and_reports_it_as_old() {
    let (fixture, switches) = fixture().await;
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let before = balance(&fixture, &person).await;
    switches[0].store(true, Ordering::SeqCst);
    fixture.clock.advance(std::time::Duration::from_mins(1));
    fixture.tracker.sync().refresh(&person, |_| true).await.unwrap();
    let leases = fixture.tracker.work().claim("w", 100).await.unwrap();
    for lease in &leases {
        fixture.tracker.work().perform(lease).await.unwrap();
    }
    let after = balance(&fixture, &person).await;
    assert_eq!(after.coverage.priced, before.coverage.priced, "no figure is lost");
    let read = before.networks.iter().filter(|line| line.reading == 0).count();
    assert!(read > 0);
    let stale_accounts = after.coverage.stale.iter().filter(|one| one.account.is_some()).count();
    assert!(stale_accounts > 0, "{:?}", after.coverage.stale);
    let status = fixture.tracker.sync().status(&person).await.unwrap();
    assert!(
        status
            .sources
            .iter()
            .any(|source| source.state == SyncState::Failed && source.last_error.is_some())
    );
    switches[0].store(false, Ordering::SeqCst);
    fixture.clock.advance(std::time::Duration::from_mins(20));
    fixture.run_jobs().await;
    let healed = balance(&fixture, &person).await;
    assert!(healed.coverage.stale.iter().filter(|one| one.account.is_some()).count() < stale_accounts);
}

/// Ids of chains differ in length. A failure on the chain with the longest one is reported like any other.
#[tokio::test]
async fn health_reports_a_chain_whose_reader_failed() {
    let (fixture, switches) = fixture().await;
    switches.iter().for_each(|off| off.store(true, Ordering::SeqCst));
    let person = fixture.person(&[ADDRESS, BITCOIN, SOLANA]).await;
    fixture.run_jobs().await;
    let failing = fixture.tracker.sync().status(&person).await.unwrap().sources;
    let failing = failing.into_iter().filter(|line| line.last_error.is_some());
    let chains: BTreeSet<ChainId> = failing.filter_map(|line| Some(line.account?.chain)).collect();
    for namespace in [
        "eip155:1",
        "bip122:000000000019d6689c085ae165831e93",
        "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
    ] {
        assert!(chains.contains(&namespace.parse().unwrap()), "{namespace} was not read");
    }
    let health = fixture.tracker.health().data().await.unwrap().sources;
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
    let (fixture, switches) = fixture().await;
    let readers = fixture.tracker.ports().readers.len();
    switches[readers].store(true, Ordering::SeqCst);
    let source = fixture.tracker.ports().prices[0].profile().id;
    fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let retry_at = |states: Vec<ports::SourceState>| {
        let state = states.into_iter().find(|state| state.id == source);
        state.unwrap().failure.unwrap().retry_at.unwrap()
    };
    let before = retry_at(fixture.tracker.ports().stores.sources.all().await.unwrap());
    fixture.person(&[ports::Address::evm([7; 20]).as_str()]).await;
    while fixture.clock.now() < before.minus(std::time::Duration::from_secs(1)) {
        let leases = fixture.tracker.work().claim("w", 100).await.unwrap();
        for lease in leases {
            assert_ne!(lease.job.subject, source.as_str(), "queried during its back-off");
            fixture.tracker.work().perform(&lease).await.unwrap();
        }
        fixture.clock.advance(std::time::Duration::from_millis(300));
    }
}
