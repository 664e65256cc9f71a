//! The product's outgoing HTTP client for tests: mock servers are allowed hosts, timeouts are short, and the request log can be
//! read.

use crate::{mock_upstream::MockUpstream, patience, product::MAX_HEAD_AGE_SECONDS, seeded_entropy::SeededEntropy};
use adapters::chain::rows::{ChainEndpoint, ChainSpec, rows};
use adapters::http_client::{AllowedHost, HostRate, HttpClient, HttpClientSettings};
use async_trait::async_trait;
use ports::{Clock, Disclosure, DisclosureStore, StorageError, Timestamp, disclosure::DisclosureQuery};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use url::Url;

/// Settings with which explicit failures end in milliseconds. Timeouts are still seconds, because working calls must not fail
/// on a busy machine; tests of timeouts set their own.
pub fn short_timeouts() -> HttpClientSettings {
    HttpClientSettings {
        connect: patience(5),
        read: patience(5),
        total: patience(15),
        slow: patience(15),
        backoff: Duration::from_millis(5),
        patience: Duration::from_millis(1500),
        failures: 5,
        rest: Duration::from_millis(300),
        ..HttpClientSettings::default()
    }
}

/// The same with shorter timeouts: three attempts take at most `patience(6)`.
pub fn shorter_timeouts() -> HttpClientSettings {
    HttpClientSettings {
        read: patience(3) / 2,
        total: patience(2),
        slow: patience(2),
        ..short_timeouts()
    }
}

/// Returns a client that is allowed to call these servers, and its request log.
pub fn client(upstreams: &[&MockUpstream], settings: HttpClientSettings) -> (Arc<HttpClient>, Arc<RequestLog>) {
    let urls: Vec<String> = upstreams.iter().map(|server| server.url()).collect();
    client_for_urls(&urls, settings)
}

/// Returns a client that is allowed to call the hosts of these URLs, each marked as the operator's own.
pub fn client_for_urls(urls: &[String], settings: HttpClientSettings) -> (Arc<HttpClient>, Arc<RequestLog>) {
    let quick = HostRate {
        per_minute: 600_000,
        burst: 10_000,
    };
    let host = |url: &String| {
        let url: Url = url.parse().expect("the URL of a test is valid");
        AllowedHost::of(&url, true).expect("it has a host").at(quick)
    };
    client_for_hosts(urls.iter().map(host).collect(), settings)
}

/// Returns a client that is allowed to call these hosts at their own rates.
pub fn client_for_hosts(hosts: Vec<AllowedHost>, settings: HttpClientSettings) -> (Arc<HttpClient>, Arc<RequestLog>) {
    client_with_clock(Arc::new(WallClock), hosts, settings)
}

/// The same with a given clock.
pub fn client_with_clock(
    clock: Arc<dyn Clock>,
    hosts: Vec<AllowedHost>,
    settings: HttpClientSettings,
) -> (Arc<HttpClient>, Arc<RequestLog>) {
    let ledger = Arc::<RequestLog>::default();
    let client = HttpClient::new(
        hosts,
        settings,
        ledger.clone(),
        clock,
        Arc::new(SeededEntropy::default()),
    );
    (Arc::new(client.expect("the client can be built")), ledger)
}

/// The recorded disclosures.
#[derive(Default)]
pub struct RequestLog {
    recorded: Mutex<Vec<Disclosure>>,
    broken: Mutex<bool>,
}

impl RequestLog {
    /// Returns all disclosures so far, in the order of recording.
    pub fn lines(&self) -> Vec<Disclosure> {
        self.recorded.lock().expect("the lock is not poisoned").clone()
    }

    /// Returns the number of recorded requests to a host.
    pub fn count(&self, host: &str) -> u64 {
        let lines = self.lines();
        lines
            .iter()
            .filter(|line| line.host == host)
            .map(|line| line.count)
            .sum()
    }

    /// Sets whether recording fails.
    pub fn set_broken(&self, broken: bool) {
        *self.broken.lock().expect("the lock is not poisoned") = broken;
    }
}

#[async_trait]
impl DisclosureStore for RequestLog {
    async fn search(&self, _query: &DisclosureQuery) -> Result<(Vec<Disclosure>, u64), StorageError> {
        let lines = self.lines();
        let count = lines.len() as u64;
        Ok((lines, count))
    }

    async fn record(&self, disclosures: &[Disclosure]) -> Result<(), StorageError> {
        if *self.broken.lock().expect("the lock is not poisoned") {
            let what = "a test".to_owned();
            return Err(StorageError::Conflict { what });
        }
        self.recorded
            .lock()
            .expect("the lock is not poisoned")
            .extend_from_slice(disclosures);
        Ok(())
    }
}

/// The system clock.
pub struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// Returns the row with any block age allowed, for recorded answers.
pub fn with_any_head_age(mut row: ChainSpec) -> ChainSpec {
    row.chain.max_head_age = Duration::from_secs(MAX_HEAD_AGE_SECONDS.into());
    row
}

/// Returns the product's row of a chain with these endpoints only and any block age allowed.
pub fn row(chain: u64, upstreams: &[&MockUpstream]) -> ChainSpec {
    let known = rows().expect("the shipped rows are valid").iter();
    let mut row = known
        .clone()
        .find(|row| row.chain.id.evm_number() == Some(chain))
        .expect("the chain has a row")
        .clone();
    row.endpoints = upstreams
        .iter()
        .map(|server| ChainEndpoint::new(server.url().parse().expect("a mock server's URL is valid"), true))
        .collect();
    with_any_head_age(row)
}
