//! Dogecoin is read from only two services, both with low rate limits: every account that waits for them is read in the
//! end, and none is reported as failed.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use adapters::{
    chain::{
        bitcoin::BitcoinReader,
        bitcoin_api::{Blockchair, Blockcypher, ServerApi},
        rows::{ChainEndpoint, ChainSpec, rows},
    },
    http_client::{AllowedHost, HostRate, HttpClientSettings},
    storage::DatabaseLocation,
};
use axum::{Router, extract::State, http::Uri, routing::get};
use domain::Caller;
use ports::{AccountId, Address, Block, Clock, address::Versioned, job::JobState};
use serde_json::{Value, json};
use support::{
    outgoing::{client_for_hosts, short_timeouts, with_any_head_age},
    tracker_fixture::{TrackerFixture, allow_any_head_age},
};

const DOGE: &str = "bip122:1a91e3dace36e2be3bf030a65679fe82";
const FIRST: &str = "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691";
const KEY: &str =
    "dgub8rceyfsEvGDexmvJcBqiKBrmuxWGgYJxHjtbouHTwTfQrCQcMjxyNf6vUPY4dUp23QtReFy6WGedutBk9XUaYNupUqVAZcweqGhfsudUELN";
/// The length of a minute of the services' rate limits in this test.
const MINUTE: Duration = Duration::from_millis(100);
/// The number of these minutes within which everything must be read.
const MINUTES: usize = 75;

/// A mock server of one of the two APIs, which records its requests.
#[derive(Clone)]
struct MockService {
    api: &'static dyn ServerApi,
    /// The balance of each address, received in the same number of transactions.
    held: u64,
    height: Arc<AtomicU64>,
    requested_paths: Arc<Mutex<Vec<String>>>,
}

impl MockService {
    async fn open(api: &'static dyn ServerApi, held: u64, height: &Arc<AtomicU64>) -> (Self, String) {
        let service = Self {
            api,
            held,
            height: height.clone(),
            requested_paths: Arc::default(),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let router = Router::new().fallback(get(answer)).with_state(service.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (service, url)
    }

    /// Returns how often a path with this beginning was requested.
    fn count(&self, beginning: &str) -> usize {
        let requested_paths = self.requested_paths.lock().unwrap();
        requested_paths
            .iter()
            .filter(|path| path.starts_with(beginning))
            .count()
    }
}

fn hash(height: u64) -> String {
    format!("{height:064x}")
}

async fn answer(State(service): State<MockService>, uri: Uri) -> String {
    let (held, height) = (service.held, service.height.load(Ordering::SeqCst));
    let path = uri.path().to_owned();
    service.requested_paths.lock().unwrap().push(path.clone());
    let path: Vec<&str> = path.trim_matches('/').split('/').collect();
    let time = "2026-09-21T14:13:20Z";
    let enveloped = |data: Value| json!({ "data": data, "context": { "code": 200 } });
    let answer_of_path = match path.as_slice() {
        ["stats"] => {
            enveloped(json!({ "best_block_height": height, "best_block_hash": hash(height), "best_block_time": time }))
        }
        ["dashboards", "block", "0"] => enveloped(json!({ "0": { "block": { "hash": FIRST } } })),
        ["dashboards", "address", address] => {
            enveloped(json!({ *address: { "address": { "balance": held, "transaction_count": held } } }))
        }
        [""] => json!({ "height": height, "hash": hash(height), "time": time }),
        ["blocks", "0"] => json!({ "hash": FIRST }),
        ["addrs", address, "balance"] => {
            json!({ "address": address, "balance": held, "n_tx": held, "unconfirmed_n_tx": 0 })
        }
        _ => panic!("unexpected request to {:?}: {path:?}", service.api),
    };
    answer_of_path.to_string()
}

/// A world in which only Dogecoin is read, from both services with their rate limits.
struct DogecoinFixture {
    fixture: TrackerFixture,
    height: Arc<AtomicU64>,
    services: [MockService; 2],
}

impl DogecoinFixture {
    async fn open(held: u64) -> Self {
        let height = Arc::new(AtomicU64::new(6_000_000));
        let (chair, chair_url) = MockService::open(&Blockchair, held, &height).await;
        let (cypher, cypher_url) = MockService::open(&Blockcypher, held, &height).await;
        let places = [(chair.api, chair_url), (cypher.api, cypher_url)];
        let endpoint = |(api, url): &(&'static dyn ServerApi, String)| ChainEndpoint {
            api: Some(*api),
            ..ChainEndpoint::new(url.parse().unwrap(), false)
        };
        let endpoints: Vec<ChainEndpoint> = places.iter().map(endpoint).collect();
        // The endpoint is on this machine, but has the rate limits of the real services, with a shorter minute.
        let host = |endpoint: &ChainEndpoint| {
            let limit = endpoint.allowed().unwrap().rate;
            let speed_up = u32::try_from(Duration::from_mins(1).as_millis() / MINUTE.as_millis()).unwrap();
            AllowedHost::of(&endpoint.url, true).unwrap().at(HostRate {
                per_minute: limit.per_minute * speed_up,
                ..limit
            })
        };
        let settings = HttpClientSettings {
            patience: Duration::from_millis(5),
            ..short_timeouts()
        };
        let (client, _) = client_for_hosts(endpoints.iter().map(host).collect(), settings);
        let known = rows().unwrap().iter().find(|row| row.chain.id.as_str() == DOGE);
        let row = ChainSpec {
            endpoints,
            ..known.unwrap().clone()
        };
        let reader = Arc::new(BitcoinReader::new(&[with_any_head_age(row)], &client));
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            ports.readers = vec![reader];
            allow_any_head_age(&mut ports);
            ports
        });
        Self {
            fixture: fixture.await,
            height,
            services: [chair, cypher],
        }
    }

    /// Advances everything by one minute, with a new block in some of them: rarely, because the reader's own intervals
    /// are not shortened.
    async fn minute(&self, nth: usize) {
        self.fixture.run_jobs().await;
        self.fixture.clock.advance(Duration::from_mins(1));
        tokio::time::sleep(MINUTE).await;
        self.height
            .fetch_add(u64::from(nth.is_multiple_of(20)), Ordering::SeqCst);
    }

    /// Returns how many accounts there are, and how many of them were read.
    async fn read(&self, person: &Caller) -> (usize, usize) {
        let wallets = self.fixture.tracker.users().get(person).await.unwrap().wallets;
        let derived = wallets.into_iter().filter_map(|wallet| wallet.extended);
        let derived = derived.flat_map(|extended| extended.derived).map(|one| one.account);
        let status = self.fixture.tracker.sync().status(person).await.unwrap();
        let named = status.sources.into_iter().filter_map(|line| line.account);
        let accounts: BTreeSet<AccountId> = named.chain(derived).collect();
        let accounts: Vec<_> = accounts.into_iter().collect();
        let ports = self.fixture.tracker.ports();
        let subjects: Vec<String> = accounts.iter().map(ToString::to_string).collect();
        let kinds = ["read-account".to_owned()];
        for job in ports.stores.jobs.of_subjects(&kinds, &subjects).await.unwrap() {
            assert_eq!(job.last_error, None, "waiting for a rate limit is not a failure");
            assert_ne!(job.state, JobState::Dead);
            assert_eq!(job.attempts, 0, "waiting costs no attempt");
        }
        let states = ports.stores.accounts.states(&accounts).await.unwrap();
        assert!(states.iter().all(|state| state.failure.is_none()));
        let read = states.iter().filter(|state| state.read_at.is_some()).count();
        (accounts.len(), read)
    }

    /// Returns after how many minutes everything was read.
    async fn until_read(&self, person: &Caller, least: usize) -> usize {
        let mut seen = (0, 0);
        for nth in 0..MINUTES {
            self.minute(nth).await;
            seen = self.read(person).await;
            if seen.0 >= least && seen.0 == seen.1 {
                return nth;
            }
        }
        panic!("of {} accounts {} were read after {MINUTES} minutes", seen.0, seen.1);
    }
}

/// Returns this many different Dogecoin addresses.
fn addresses(count: u8) -> Vec<Address> {
    let address = |n| {
        Address::base58(&Versioned {
            version: 30,
            hash: [n; 20],
        })
    };
    (1..=count).map(address).collect()
}

#[tokio::test]
async fn twenty_addresses_are_all_read_in_the_end_and_again() {
    let dogecoin = DogecoinFixture::open(7).await;
    dogecoin.fixture.tracker.work().begin().await.unwrap();
    let addresses = addresses(20);
    let texts: Vec<&str> = addresses.iter().map(Address::as_str).collect();
    let person = dogecoin.fixture.person(&texts).await;
    let first = dogecoin.until_read(&person, 20).await;
    let report = dogecoin.fixture.report(&person).await;
    assert_eq!(report.assets[0].amount.unwrap().to_string(), "0.0000014");
    let snapshots = async || -> Vec<Block> {
        let ports = dogecoin.fixture.tracker.ports();
        let accounts = addresses
            .iter()
            .map(|address| format!("{DOGE}:{address}").parse().unwrap());
        let accounts: Vec<_> = accounts.collect();
        let store = &ports.stores.snapshots;
        let latest = store.before(&accounts, dogecoin.fixture.clock.now()).await.unwrap();
        let latest = store.find(&latest).await.unwrap();
        latest.into_iter().map(|snapshot| snapshot.block).collect()
    };
    let before = snapshots().await;
    assert_eq!(before.len(), 20);
    assert!(before.iter().all(|block| block.hash == hash(block.number)));
    // It continues like this: each account is read again and again, though not every quarter of an hour.
    for nth in 0..MINUTES {
        dogecoin.minute(nth).await;
    }
    let least = before.iter().map(|block| block.number).max().unwrap();
    let after = snapshots().await;
    assert!(after.iter().all(|block| block.number > least), "{first}: {after:?}");
    let heads = dogecoin.services[0].count("/stats");
    let balances = dogecoin.services[0].count("/dashboards/address");
    assert!(heads <= 3 * balances, "{heads} heads for {balances} balances");
}

#[tokio::test]
async fn the_addresses_of_an_extended_key_are_all_read_in_the_end() {
    let dogecoin = DogecoinFixture::open(0).await;
    dogecoin.fixture.tracker.work().begin().await.unwrap();
    let person = dogecoin.fixture.person(&[KEY]).await;
    dogecoin.until_read(&person, 40).await;
}
