//! Fairness of the rounds: a dead chain does not delay others, and accounts that are only probed are still read in full
//! daily.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use ports::{
    AccountId, AccountState, Address, AssetId, Block, Chain, ChainId, ChainReader, Clock, Profile, RemoteError,
    account::Activity,
    address::Form,
    asset::Metadata,
    chain::{Probe, Progress, Reading, WaitingTransactions},
};
use support::tracker_fixture::TrackerFixture;

const BITCOIN: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";

/// A reader of some chains of the demo world on which all accounts are empty. The first chain may be dead.
struct EmptyAccounts {
    inner: Arc<dyn ChainReader>,
    chains: Vec<ChainId>,
    dead: Option<ChainId>,
    whole: AtomicUsize,
}

impl EmptyAccounts {
    async fn reading(&self, chain: &ChainId) -> Result<Reading, RemoteError> {
        if self.dead.as_ref() == Some(chain) {
            return Err(RemoteError::Unsupported {
                who: "The node".into(),
                what: "anything today".into(),
            });
        }
        Ok(Reading {
            block: self.inner.head(chain).await?,
            source: self.inner.profile().id,
            host: String::new(),
            balances: Vec::new(),
            positions: Vec::new(),
            protocols: ports::ProtocolReading::default(),
            unreadable: Vec::new(),
            waiting: WaitingTransactions::default(),
        })
    }
}

#[async_trait]
impl ChainReader for EmptyAccounts {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.chains.clone()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.inner.head(chain).await
    }
    async fn balances(&self, account: &AccountId, _: &[AssetId], _: &dyn Progress) -> Result<Reading, RemoteError> {
        self.whole.fetch_add(1, Ordering::SeqCst);
        self.reading(&account.chain).await
    }
    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let reading = self.reading(&account.chain).await?;
        let probe = Probe {
            sent: 0,
            pending: 0,
            is_contract: false,
            is_delegated: false,
            reading,
        };
        Ok(Some(probe))
    }
    async fn metadata(&self, _: &ChainId, _: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Ok(Vec::new())
    }
}

/// A fixture with such a reader for the selected chains; the first one may be dead.
async fn fixture(picked: impl Fn(&Chain) -> bool, dead: bool) -> (TrackerFixture, Arc<EmptyAccounts>) {
    let mut desert = None;
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let inner = ports.readers[0].clone();
        let read = inner.chains();
        let all = ports.chains.all().iter();
        let picked = all.filter(|chain| read.contains(&chain.id) && picked(chain));
        let chains: Vec<ChainId> = picked.map(|chain| chain.id.clone()).collect();
        let reader = Arc::new(EmptyAccounts {
            dead: dead.then(|| chains[0].clone()),
            inner,
            chains,
            whole: AtomicUsize::new(0),
        });
        desert = Some(reader.clone());
        ports.readers = vec![reader];
        ports
    })
    .await;
    (fixture, desert.unwrap())
}

async fn state(fixture: &TrackerFixture, account: &AccountId) -> AccountState {
    let accounts = &fixture.tracker.ports().stores.accounts;
    accounts.states(std::slice::from_ref(account)).await.unwrap().remove(0)
}

/// More accounts fail than a round enqueues, and none of them was ever read.
#[tokio::test]
async fn accounts_of_a_dead_chain_do_not_delay_those_of_others() {
    let (fixture, desert) = fixture(|chain| ["ethereum", "bitcoin"].contains(&chain.code.as_str()), true).await;
    assert_eq!(desert.chains.len(), 2);
    fixture.tracker.work().begin().await.unwrap();
    let addresses: Vec<Address> = (1..=205).map(|n| Address::evm([n; 20])).collect();
    let mut texts: Vec<&str> = addresses.iter().map(Address::as_str).collect();
    texts.push(BITCOIN);
    fixture.person(&texts).await;
    fixture.run_jobs().await;
    let account = AccountId {
        chain: desert.chains[1].clone(),
        address: BITCOIN.parse().unwrap(),
    };
    let first = state(&fixture, &account).await.read_at.unwrap();
    fixture.clock.advance(Duration::from_mins(16));
    fixture.run_jobs().await;
    for _ in 0..2 {
        fixture.clock.advance(Duration::from_mins(1));
        fixture.run_jobs().await;
    }
    let again = state(&fixture, &account).await.read_at.unwrap();
    assert!(again > first, "it is read every quarter of an hour");
}

#[tokio::test]
async fn a_quiet_account_is_read_in_full_daily_however_often_it_is_probed() {
    let small = |chain: &Chain| !chain.large && chain.addresses.contains(&Form::Evm);
    let (fixture, desert) = fixture(small, false).await;
    let chains = desert.chains.len();
    fixture.tracker.work().begin().await.unwrap();
    let address = Address::evm([1; 20]);
    let person = fixture.person(&[address.as_str()]).await;
    fixture.run_jobs().await;
    let account = AccountId {
        chain: desert.chains[0].clone(),
        address,
    };
    for hours in [6, 12, 18, 23] {
        fixture
            .clock
            .advance(Duration::from_hours(if hours == 23 { 5 } else { 6 }));
        fixture.tracker.sync().refresh(&person, |_| true).await.unwrap();
        fixture.run_jobs().await;
        let state = state(&fixture, &account).await;
        assert_eq!(state.activity, Activity::Quiet);
        assert!(
            fixture
                .clock
                .now()
                .within(Duration::from_mins(1), state.read_at.unwrap()),
            "it was probed"
        );
        assert_eq!(desert.whole.load(Ordering::SeqCst), 0, "after {hours} hours");
    }
    fixture.clock.advance(Duration::from_mins(90));
    fixture.run_jobs().await;
    let whole = || desert.whole.load(Ordering::SeqCst);
    assert_eq!(whole(), chains, "a day has passed since they were first read");
    fixture.clock.advance(Duration::from_hours(1));
    fixture.run_jobs().await;
    assert_eq!(whole(), chains, "each is read in full once");
}
