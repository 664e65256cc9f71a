//! An exchange that is a reader and a row of the chains.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use ports::{
    AccountId, Address, AssetId, Block, Chain, ChainId, ChainReader, Chains, Clock, ExchangeKey, ExchangeProfile,
    ExchangeReader, KeyEnd, KeyField, KeyNetwork, KeyProblem, KeyRights, Position, PositionKind, Profile, RawAmount,
    RemoteError,
    address::Form,
    asset::Metadata,
    chain::{Progress, Reading, WaitingTransactions},
    source::SourceKind,
};
use support::{source_profile::source_profile, tracker_fixture::TrackerFixture};

const ETHER: &str = "eip155:1/slip44:60";
const USDC: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

pub fn exchange() -> ChainId {
    "exchange:trial".parse().unwrap()
}

fn row() -> Chain {
    Chain {
        id: exchange(),
        aliases: vec![],
        code: "trial".to_owned(),
        name: "Trial Exchange".to_owned(),
        symbol: "Trial".to_owned(),
        color: "#445566".to_owned(),
        parent: None,
        native: None,
        wrapped: None,
        mirrors: vec![],
        second_contracts: vec![],
        addresses: vec![Form::Exchange {
            name: "trial".to_owned(),
        }],
        keys: vec![],
        large: true,
        data_fee: false,
        max_head_age: Duration::from_mins(5),
        explorer: None,
    }
}

/// What each account at the exchange holds.
#[derive(Clone, Default)]
pub struct Held {
    pub balances: Vec<(AssetId, RawAmount)>,
    pub positions: Vec<Position>,
    pub is_down: bool,
    pub is_key_refused: bool,
}

/// An exchange whose accounts hold what a test sets.
struct TrialExchange {
    clock: Arc<dyn Clock>,
    held: Arc<Mutex<Held>>,
}

#[async_trait]
impl ChainReader for TrialExchange {
    fn profile(&self) -> Profile {
        source_profile("trial", "Trial Exchange", SourceKind::Chain, "nothing")
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![exchange()]
    }

    async fn head(&self, _: &ChainId) -> Result<Block, RemoteError> {
        let time = self.clock.now();
        Ok(Block {
            number: time.millis().unsigned_abs(),
            hash: String::new(),
            time,
        })
    }

    async fn balances(&self, account: &AccountId, _: &[AssetId], _: &dyn Progress) -> Result<Reading, RemoteError> {
        let held = self.held.lock().unwrap().clone();
        if held.is_down {
            return Err(RemoteError::Unavailable {
                who: "Trial Exchange".to_owned(),
                why: "closed for maintenance".to_owned(),
                retry_after: None,
            });
        }
        if held.is_key_refused {
            return Err(RemoteError::Key {
                who: "Trial Exchange".to_owned(),
                problem: KeyProblem::BadKey,
                why: String::new(),
            });
        }
        Ok(Reading {
            block: self.head(&account.chain).await?,
            source: self.profile().id,
            host: "api.trial.example".to_owned(),
            balances: held.balances,
            positions: held.positions,
            unreadable: vec![],
            waiting: WaitingTransactions::default(),
        })
    }

    async fn metadata(&self, _: &ChainId, _: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Ok(vec![])
    }
}

/// The exchange as what checks keys: each of them can read, from one address.
struct TrialKeys;

#[async_trait]
impl ExchangeReader for TrialKeys {
    fn profile(&self) -> ExchangeProfile {
        let field = |name: &str| KeyField {
            name: name.to_owned(),
            label: name.to_owned(),
            is_secret: true,
        };
        ExchangeProfile {
            id: exchange(),
            source: source_profile("trial", "Trial Exchange", SourceKind::Chain, "nothing"),
            fields: vec![field("api_key"), field("api_secret")],
            steps: vec![],
            not_read: vec![],
        }
    }

    async fn rights(&self, _: &Address, _: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        Ok(KeyRights {
            granted: Some(vec![]),
            missing: vec![],
            network: KeyNetwork::Only(vec!["203.0.113.24".to_owned()]),
            end: KeyEnd::Never,
            history: (None, None),
        })
    }

    async fn balances(&self, _: &Address, _: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        Ok(vec![])
    }
}

/// Returns the demo world with the exchange, on which every account is empty.
pub async fn with_exchange() -> (TrackerFixture, Arc<Mutex<Held>>) {
    let held = Arc::<Mutex<Held>>::default();
    let told = held.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let chains = ports.chains.all().iter().cloned().chain([row()]);
        ports.chains = Arc::new(Chains::new(chains.collect()));
        let clock = ports.clock.clone();
        ports.readers.push(Arc::new(TrialExchange { clock, held: told }));
        ports.exchanges.push(Arc::new(TrialKeys));
        ports
    });
    let fixture = fixture.await;
    fixture.tracker.work().begin().await.unwrap();
    (fixture, held)
}

/// One and a half ether, and a margin loan of 500 USDC against 2,000 of them.
pub fn margin() -> Held {
    let position = |raw: &str, kind| Position {
        asset: USDC.parse().unwrap(),
        raw: raw.parse().unwrap(),
        decimals: Some(6),
        kind,
        place: "Cross margin".parse().unwrap(),
    };
    Held {
        balances: vec![(ETHER.parse().unwrap(), "1500000000000000000".parse().unwrap())],
        positions: vec![
            position("2000000000", PositionKind::Supplied),
            position("-500000000", PositionKind::Borrowed),
        ],
        is_down: false,
        is_key_refused: false,
    }
}
