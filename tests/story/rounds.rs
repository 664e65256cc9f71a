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
    chain::{Probe, Progress, Reading},
};
use support::stage::Stage;

const BITCOIN: &str = "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu";

/// A reader of some chains of the demo world on which all accounts are empty. The first chain may be dead.
struct Desert {
    inner: Arc<dyn ChainReader>,
    chains: Vec<ChainId>,
    dead: Option<ChainId>,
    whole: AtomicUsize,
}

impl Desert {
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
            unreadable: Vec::new(),
        })
    }
}

#[async_trait]
impl ChainReader for Desert {
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
            reading,
        };
        Ok(Some(probe))
    }
    async fn metadata(&self, _: &ChainId, _: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Ok(Vec::new())
    }
}

/// A stage with such a reader for the selected chains; the first one may be dead.
async fn stage(picked: impl Fn(&Chain) -> bool, dead: bool) -> (Stage, Arc<Desert>) {
    let mut desert = None;
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        let inner = ports.readers[0].clone();
        let read = inner.chains();
        let all = ports.chains.all().iter();
        let picked = all.filter(|chain| read.contains(&chain.id) && picked(chain));
        let chains: Vec<ChainId> = picked.map(|chain| chain.id.clone()).collect();
        let reader = Arc::new(Desert {
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
    (stage, desert.unwrap())
}

async fn state(stage: &Stage, account: &AccountId) -> AccountState {
    let accounts = &stage.tracker.ports().stores.accounts;
    accounts.states(std::slice::from_ref(account)).await.unwrap().remove(0)
}

/// More accounts fail than a round enqueues, and none of them was ever read.
#[tokio::test]
async fn accounts_of_a_dead_chain_do_not_delay_those_of_others() {
    let (stage, desert) = stage(|chain| ["ethereum", "bitcoin"].contains(&chain.code.as_str()), true).await;
    assert_eq!(desert.chains.len(), 2);
    stage.tracker.work().begin().await.unwrap();
    let addresses: Vec<Address> = (1..=205).map(|n| Address::evm([n; 20])).collect();
    let mut texts: Vec<&str> = addresses.iter().map(Address::as_str).collect();
    texts.push(BITCOIN);
    stage.person(&texts).await;
    stage.work_off().await;
    let account = AccountId {
        chain: desert.chains[1].clone(),
        address: BITCOIN.parse().unwrap(),
    };
    let first = state(&stage, &account).await.read_at.unwrap();
    stage.clock.advance(Duration::from_mins(16));
    stage.work_off().await;
    for _ in 0..2 {
        stage.clock.advance(Duration::from_mins(1));
        stage.work_off().await;
    }
    let again = state(&stage, &account).await.read_at.unwrap();
    assert!(again > first, "it is read every quarter of an hour");
}

#[tokio::test]
async fn a_quiet_account_is_read_in_full_daily_however_often_it_is_probed() {
    let small = |chain: &Chain| !chain.large && chain.addresses.contains(&Form::Evm);
    let (stage, desert) = stage(small, false).await;
    let chains = desert.chains.len();
    stage.tracker.work().begin().await.unwrap();
    let address = Address::evm([1; 20]);
    let person = stage.person(&[address.as_str()]).await;
    stage.work_off().await;
    let account = AccountId {
        chain: desert.chains[0].clone(),
        address,
    };
    for hours in [6, 12, 18, 23] {
        stage
            .clock
            .advance(Duration::from_hours(if hours == 23 { 5 } else { 6 }));
        stage.tracker.sync().refresh(&person, |_| true).await.unwrap();
        stage.work_off().await;
        let state = state(&stage, &account).await;
        assert_eq!(state.activity, Activity::Quiet);
        assert!(
            stage.clock.now().within(Duration::from_mins(1), state.read_at.unwrap()),
            "it was probed"
        );
        assert_eq!(desert.whole.load(Ordering::SeqCst), 0, "after {hours} hours");
    }
    stage.clock.advance(Duration::from_mins(90));
    stage.work_off().await;
    let whole = || desert.whole.load(Ordering::SeqCst);
    assert_eq!(whole(), chains, "a day has passed since they were first read");
    stage.clock.advance(Duration::from_hours(1));
    stage.work_off().await;
    assert_eq!(whole(), chains, "each is read in full once");
}
