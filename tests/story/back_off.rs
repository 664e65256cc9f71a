//! A chain whose nodes are unreachable: its accounts back off with their source, and are all read soon after it recovers.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, Block, ChainId, ChainReader, Clock, Profile, RemoteError,
    asset::Metadata,
    chain::{Progress, Reading},
    failure::Failure,
};
use support::tracker_fixture::TrackerFixture;

const ADDRESSES: u8 = 60;
/// How many jobs run at the same time.
const AT_ONCE: u32 = 8;
const MINUTE: Duration = Duration::from_mins(1);

/// The demo world's Ethereum behind a node that can be switched off.
struct SwitchableNode {
    inner: Arc<dyn ChainReader>,
    down: AtomicBool,
    requests: AtomicUsize,
}

#[async_trait]
impl ChainReader for SwitchableNode {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(1)]
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
        self.requests.fetch_add(1, Ordering::SeqCst);
        if self.down.load(Ordering::SeqCst) {
            return Err(RemoteError::Unavailable {
                who: "The node".into(),
                why: "connection refused".into(),
                retry_after: None,
            });
        }
        self.inner.balances(account, tokens, progress).await
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.inner.metadata(chain, tokens).await
    }
}

async fn minutes(fixture: &TrackerFixture, count: u32) {
    for _ in 0..count {
        fixture.clock.advance(MINUTE);
        let work = fixture.tracker.work();
        loop {
            let leases = work.claim("test", AT_ONCE).await.unwrap();
            if leases.is_empty() {
                break;
            }
            let runs = leases.iter().map(|lease| work.perform(lease));
            futures::future::try_join_all(runs).await.unwrap();
        }
    }
}

#[tokio::test]
async fn accounts_of_an_unreachable_chain_back_off_together_and_recover_together() {
    let mut node = None;
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let reader = Arc::new(SwitchableNode {
            inner: ports.readers[0].clone(),
            down: AtomicBool::new(true),
            requests: AtomicUsize::new(0),
        });
        node = Some(reader.clone());
        ports.readers = vec![reader];
        ports
    })
    .await;
    let node = node.unwrap();
    fixture.tracker.work().begin().await.unwrap();
    let addresses: Vec<Address> = (1..=ADDRESSES).map(|n| Address::evm([n; 20])).collect();
    let texts: Vec<&str> = addresses.iter().map(Address::as_str).collect();
    let person = fixture.person(&texts).await;
    fixture.run_jobs().await;
    let report = fixture.report(&person).await;
    let all = usize::from(ADDRESSES);
    assert_eq!(
        report.coverage.failed.len(),
        all,
        "each account says that it could not be read"
    );

    minutes(&fixture, 60).await;
    let before = node.requests.load(Ordering::SeqCst);
    minutes(&fixture, 120).await;
    let requests = node.requests.load(Ordering::SeqCst) - before;
    // The longest back-off is a quarter of an hour, and after it a single account tests the node for all of them.
    assert!(
        requests <= 9 * AT_ONCE as usize,
        "{requests} requests of {all} accounts in two hours"
    );
    for failed in fixture.report(&person).await.coverage.failed {
        let Failure { at, retry_at, .. } = failed.failure;
        let now = fixture.clock.now();
        assert!(at <= now && retry_at >= Some(now), "failed {at:?}, again {retry_at:?}");
    }

    let before = node.requests.load(Ordering::SeqCst);
    fixture.tracker.sync().refresh(&person, |_| true).await.unwrap();
    fixture.run_jobs().await;
    let requests = node.requests.load(Ordering::SeqCst) - before;
    assert_eq!(requests, all, "a user's refresh does not wait for the back-off");

    node.down.store(false, Ordering::SeqCst);
    let mut waited = 0;
    // One price source of the demo world is always rate limited.
    let unread = async || {
        let failed = fixture.report(&person).await.coverage.failed;
        failed.iter().filter(|one| one.account.is_some()).count()
    };
    while unread().await > 0 {
        minutes(&fixture, 1).await;
        waited += 1;
        assert!(waited <= 20, "longer than the longest back-off, its jitter and a round");
    }
}
