//! The product's outgoing client as a test needs it: doors of this machine on its list, short waits, and a ledger that
//! can be read.

use crate::{dice::Dice, door::Door, product::RESTING};
use adapters::chain::rows::{Endpoint, Row, rows};
use adapters::http_client::{AllowedHost, HttpClient, Rate, Settings};
use async_trait::async_trait;
use ports::{Clock, Disclosure, DisclosureStore, StorageError, Timestamp, disclosure::DisclosureQuery};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use url::Url;

/// Settings with which a fault that says so is over in milliseconds. Silence is waited out for seconds, because what is
/// healthy must not fail on a machine that does much else; a test of silence sets a time of its own.
pub fn hasty() -> Settings {
    Settings {
        connect: Duration::from_secs(5),
        read: Duration::from_secs(5),
        total: Duration::from_secs(15),
        backoff: Duration::from_millis(5),
        patience: Duration::from_millis(1500),
        failures: 5,
        rest: Duration::from_millis(300),
        ..Settings::default()
    }
}

/// The same with less time for silence and for slow answers: three attempts are over in six seconds.
pub fn curt() -> Settings {
    Settings {
        read: Duration::from_millis(1_500),
        total: Duration::from_secs(2),
        ..hasty()
    }
}

/// A client that may ask these doors, and the ledger it writes.
pub fn client(doors: &[&Door], settings: Settings) -> (Arc<HttpClient>, Arc<Ledger>) {
    let urls: Vec<String> = doors.iter().map(|door| door.url()).collect();
    client_for(&urls, settings)
}

/// A client that may ask the hosts of these URLs, each marked as the operator's own.
pub fn client_for(urls: &[String], settings: Settings) -> (Arc<HttpClient>, Arc<Ledger>) {
    let quick = Rate {
        per_minute: 600_000,
        burst: 10_000,
    };
    let host = |url: &String| {
        let url: Url = url.parse().expect("the URL of a test is one");
        AllowedHost::of(&url, true).expect("it has a host").at(quick)
    };
    client_of(urls.iter().map(host).collect(), settings)
}

/// A client that may ask these hosts at their own pace.
pub fn client_of(hosts: Vec<AllowedHost>, settings: Settings) -> (Arc<HttpClient>, Arc<Ledger>) {
    client_by(Arc::new(WallClock), hosts, settings)
}

/// The same by a clock of the test's own.
pub fn client_by(clock: Arc<dyn Clock>, hosts: Vec<AllowedHost>, settings: Settings) -> (Arc<HttpClient>, Arc<Ledger>) {
    let ledger = Arc::<Ledger>::default();
    let client = HttpClient::new(hosts, settings, ledger.clone(), clock, Arc::new(Dice::default()));
    (Arc::new(client.expect("the client can be built")), ledger)
}

/// Disclosures as they were recorded.
#[derive(Default)]
pub struct Ledger {
    recorded: Mutex<Vec<Disclosure>>,
    broken: Mutex<bool>,
}

impl Ledger {
    /// All lines so far, in the order of their recording.
    pub fn lines(&self) -> Vec<Disclosure> {
        self.recorded.lock().expect("no holder panics").clone()
    }

    /// How many requests to a host are noted.
    pub fn count(&self, host: &str) -> u64 {
        let lines = self.lines();
        lines
            .iter()
            .filter(|line| line.host == host)
            .map(|line| line.count)
            .sum()
    }

    /// Whether it refuses what it is given.
    pub fn set_broken(&self, broken: bool) {
        *self.broken.lock().expect("no holder panics") = broken;
    }
}

#[async_trait]
impl DisclosureStore for Ledger {
    async fn search(&self, _query: &DisclosureQuery) -> Result<(Vec<Disclosure>, u64), StorageError> {
        let lines = self.lines();
        let count = lines.len() as u64;
        Ok((lines, count))
    }

    async fn record(&self, disclosures: &[Disclosure]) -> Result<(), StorageError> {
        if *self.broken.lock().expect("no holder panics") {
            let what = "a test".to_owned();
            return Err(StorageError::Conflict { what });
        }
        self.recorded
            .lock()
            .expect("no holder panics")
            .extend_from_slice(disclosures);
        Ok(())
    }
}

/// The machine's own time.
pub struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The row for answers that were kept: their newest block may be of any time.
pub fn of_any_age(mut row: Row) -> Row {
    row.chain.max_head_age = Duration::from_secs(RESTING.into());
    row
}

/// The product's row of a chain, for blocks of any age, asked through these doors and nowhere else.
pub fn row(chain: u64, doors: &[&Door]) -> Row {
    let known = rows().expect("the rows that ship are whole").iter();
    let mut row = known
        .clone()
        .find(|row| row.chain.id.evm_number() == Some(chain))
        .expect("the chain has a row")
        .clone();
    row.endpoints = doors
        .iter()
        .map(|door| Endpoint::new(door.url().parse().expect("a door's URL is one"), true))
        .collect();
    of_any_age(row)
}
