//! Extended public keys: their addresses are found, counted and explained, and the key is never sent.

mod history;
mod mock_esplora;
mod waiting;
mod wallets;

use std::{sync::Arc, time::Duration};

use adapters::{
    chain::{
        bitcoin::BitcoinReader,
        rows::{ChainEndpoint, rows},
    },
    extended_key::Secp256k1,
    http_client::{HttpClient, HttpClientSettings},
    storage::DatabaseLocation,
};
use domain::{
    Caller,
    valuation::{FigurePath, Filter, PortfolioReport},
};
use ports::{
    ExtendedKey, KeyDeriver, Ports, Wallet,
    disclosure::DisclosedField,
    extended_key::{Branch, Script},
};
use support::{
    outgoing::{RequestLog, client_for_urls, short_timeouts, with_any_head_age},
    tracker_fixture::{TrackerFixture, allow_any_head_age},
};

use self::mock_esplora::{AddressFunds, MockEsplora};

/// Account 0 of the phrase "abandon ... about" by BIP 84, and by BIP 86.
const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";

const XPUB: &str =
    "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";

const COIN: u64 = 100_000_000;

/// Client settings that retry after every failure.
fn endless_retries() -> HttpClientSettings {
    HttpClientSettings {
        failures: u32::MAX,
        ..short_timeouts()
    }
}

/// A demo world whose Bitcoin is read from a mock server that records its requests.
struct KeyFixture {
    fixture: TrackerFixture,
    esplora: MockEsplora,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
}

impl KeyFixture {
    async fn open() -> Self {
        Self::with(|_| ()).await
    }

    /// Opens a world after `change` has changed its ports.
    async fn with(change: impl FnOnce(&mut Ports)) -> Self {
        let esplora = MockEsplora::open().await;
        let urls = [esplora.url.clone()];
        let (client, ledger) = client_for_urls(&urls, endless_retries());
        let mut row = rows()
            .unwrap()
            .iter()
            .find(|row| row.chain.code == "bitcoin")
            .unwrap()
            .clone();
        row.endpoints = vec![ChainEndpoint::new(esplora.url.parse().unwrap(), true)];
        let reader = Arc::new(BitcoinReader::new(&[with_any_head_age(row)], &client));
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            ports.readers = vec![reader];
            allow_any_head_age(&mut ports);
            change(&mut ports);
            ports
        });
        Self {
            fixture: fixture.await,
            esplora,
            client,
            ledger,
        }
    }

    /// Returns a user who watches this text, after everything that follows from it was read.
    async fn person(&self, text: &str) -> Caller {
        let person = self.fixture.person(&[text]).await;
        self.fixture.run_jobs().await;
        person
    }

    /// Reads what is due.
    async fn round(&self) {
        self.fixture.tracker.work().begin().await.unwrap();
        self.fixture.run_jobs().await;
    }

    async fn wallets(&self, person: &Caller) -> Vec<Wallet> {
        self.fixture.tracker.users().get(person).await.unwrap().wallets
    }

    /// Returns how many addresses of the first wallet are watched, read and used.
    async fn counts(&self, person: &Caller) -> (usize, usize, usize) {
        let wallets = self.wallets(person).await;
        let derived = &wallets[0].extended.as_ref().unwrap().derived;
        let used = |used: bool| derived.iter().filter(|one| one.is_used() == Some(used)).count();
        (derived.len(), used(true) + used(false), used(true))
    }

    /// Returns the amount of bitcoin over all addresses.
    async fn bitcoin(&self, person: &Caller) -> String {
        amount(&self.fixture.report(person).await)
    }
}

fn amount(report: &PortfolioReport) -> String {
    let [line] = report.assets.as_slice() else {
        panic!("{} rows", report.assets.len());
    };
    line.amount.unwrap().to_string()
}

fn address(key: &str, script: Script, branch: Branch, index: u32) -> String {
    let key: ExtendedKey = key.parse().unwrap();
    let forms = &rows()
        .unwrap()
        .iter()
        .find(|row| row.chain.code == "bitcoin")
        .unwrap()
        .chain
        .addresses;
    let child = Secp256k1
        .child(&Secp256k1.child(&key, branch.number()).unwrap(), index)
        .unwrap();
    Secp256k1.address(&child, script, forms).unwrap().unwrap().to_string()
}

fn native(branch: Branch, index: u32) -> String {
    address(ZPUB, Script::Wpkh, branch, index)
}

/// Receiving addresses 0 (now empty), 3 and 22 and change address 1 are used. The funds at 43 are more than twenty
/// addresses beyond the last used one.
fn fund_usual_addresses(esplora: &MockEsplora) {
    use Branch::{Change, External};
    esplora.set_funds(&native(External, 0), AddressFunds::emptied(2, 5 * COIN));
    esplora.set_funds(&native(External, 3), AddressFunds::of(1, COIN));
    esplora.set_funds(&native(External, 22), AddressFunds::of(4, 7));
    esplora.set_funds(&native(Change, 1), AddressFunds::of(1, 12_345));
    esplora.set_funds(&native(External, 43), AddressFunds::of(1, 9 * COIN));
}

#[tokio::test]
async fn both_branches_are_scanned_up_to_the_gap_and_summed_exactly() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    assert_eq!(keys.counts(&person).await, (43 + 22, 43 + 22, 4));
    let expected = (0..43)
        .map(|index| native(Branch::External, index))
        .chain((0..22).map(|index| native(Branch::Change, index)));
    assert_eq!(
        keys.esplora.requested_addresses(),
        expected.collect(),
        "exactly these addresses are requested"
    );
    let report = keys.fixture.report(&person).await;
    assert_eq!((amount(&report).as_str(), report.assets.len()), ("1.00012352", 1));
    assert_eq!(report.wallets.len(), 1, "a key is one wallet");
    assert_eq!(report.wallets[0].value, report.total);
    assert_eq!((report.coverage.reading, report.coverage.unpriced.len()), (0, 0));
}

#[tokio::test]
async fn the_key_is_never_sent_and_the_request_log_lists_each_address() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    let body = &ZPUB[4..40];
    assert!(keys.esplora.received().iter().all(|received| !received.contains(body)));
    keys.client.flush().await.unwrap();
    let lines = keys.ledger.lines();
    assert!(!format!("{lines:?}").contains(body));
    let disclosed = lines.iter().filter_map(|line| match &line.disclosed {
        DisclosedField::Address(address) => Some(address.to_string()),
        _ => None,
    });
    assert_eq!(
        disclosed.collect::<std::collections::BTreeSet<_>>(),
        keys.esplora.requested_addresses()
    );
    let stores = &keys.fixture.tracker.ports().stores;
    stores.disclosures.record(&lines).await.unwrap();
    let seen = keys
        .fixture
        .tracker
        .disclosures()
        .search(&person, domain::DisclosureFilter::default(), 0, 500)
        .await
        .unwrap();
    let named = seen
        .rows
        .iter()
        .filter(|row| matches!(row.disclosed, DisclosedField::Address(_)))
        .count();
    assert_eq!(
        named,
        keys.esplora.requested_addresses().len(),
        "the user sees each request"
    );
    let jobs = format!("{:?}", keys.fixture.tracker.sync().status(&person).await.unwrap());
    assert!(!jobs.contains(body));
}

#[tokio::test]
async fn a_figure_is_explained_down_to_each_address() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    let report = keys.fixture.report(&person).await;
    let wallets = keys.wallets(&person).await;
    let figure = report.figure(FigurePath::Sum(Filter::of_wallet(&wallets[0])));
    let explained = keys
        .fixture
        .tracker
        .valuations()
        .explain(&person, &figure)
        .await
        .unwrap();
    assert_eq!(explained.exact, report.total);
    assert_eq!(explained.tree.recomputed(), report.total);
    assert_eq!(explained.subtitle, "1 wallet on 1 network");
    let text = explained.as_text();
    for index in [3, 22] {
        assert!(text.contains(&native(Branch::External, index)[38..]), "{text}");
    }
    assert!(text.contains(&native(Branch::Change, 1)[38..]), "{text}");
    assert!(!text.contains(&ZPUB[4..40]));
}

#[tokio::test]
async fn a_newly_used_address_moves_the_gap() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    keys.esplora
        .set_funds(&native(Branch::External, 23), AddressFunds::of(1, 1));
    keys.fixture.clock.advance(Duration::from_mins(1));
    keys.fixture.tracker.sync().refresh(&person, |_| true).await.unwrap();
    keys.fixture.run_jobs().await;
    assert_eq!(keys.counts(&person).await, (64 + 22, 64 + 22, 6));
    assert_eq!(keys.bitcoin(&person).await, "10.00012353", "with what lies at 43");
}

#[tokio::test]
async fn change_is_found_soon_after_spending() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    // Spent at 3, with change at the last address of the gap; first pending, then in a block.
    keys.esplora
        .set_funds(&native(Branch::External, 3), AddressFunds::of(1, COIN).waiting(1));
    keys.esplora
        .set_funds(&native(Branch::Change, 21), AddressFunds::of(0, 0).waiting(1));
    keys.fixture.clock.advance(Duration::from_mins(16));
    keys.round().await;
    keys.esplora
        .set_funds(&native(Branch::External, 3), AddressFunds::emptied(2, COIN));
    keys.esplora
        .set_funds(&native(Branch::Change, 21), AddressFunds::of(1, COIN - 500));
    keys.fixture.clock.advance(Duration::from_mins(16));
    keys.round().await;
    assert_eq!(keys.bitcoin(&person).await, "1.00011852");
}

/// Most of the addresses are read once a day, which is no reason to report them as old.
#[tokio::test]
async fn daily_readings_are_not_old_within_the_day() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    let person = keys.person(ZPUB).await;
    for hours in [2, 10, 8] {
        keys.fixture.clock.advance(Duration::from_hours(hours));
        keys.round().await;
        let stale = keys.fixture.report(&person).await.coverage.stale;
        let accounts: Vec<_> = stale.iter().filter(|one| one.account.is_some()).collect();
        assert!(accounts.is_empty(), "{accounts:?}");
    }
}

#[tokio::test]
async fn the_used_script_is_found_among_several() {
    let keys = KeyFixture::open().await;
    let taproot = |branch, index| address(XPUB, Script::Tr, branch, index);
    keys.esplora
        .set_funds(&taproot(Branch::External, 2), AddressFunds::of(1, COIN));
    keys.esplora
        .set_funds(&taproot(Branch::Change, 0), AddressFunds::of(1, 1));
    let person = keys.person(XPUB).await;
    // Twenty addresses of each script, and three more plus change of the script that is used.
    assert_eq!(keys.counts(&person).await, (4 * 20 + 3 + 21, 4 * 20 + 3 + 21, 2));
    assert_eq!(keys.bitcoin(&person).await, "1.00000001");
    // If the key itself selects a script, no other one is scanned.
    let keys = KeyFixture::open().await;
    let person = keys.person(&format!("wpkh({XPUB})")).await;
    assert_eq!(keys.counts(&person).await, (40, 40, 0));
}

#[tokio::test]
async fn a_failing_source_does_not_shorten_the_gap() {
    let keys = KeyFixture::open().await;
    fund_usual_addresses(&keys.esplora);
    keys.esplora.set_failing(true);
    let person = keys.person(ZPUB).await;
    let (watched, read, used) = keys.counts(&person).await;
    assert_eq!((watched, read, used), (40, 0, 0));
    let report = keys.fixture.report(&person).await;
    assert_eq!(
        report.total, None,
        "nothing was read, so the total is unknown and not zero"
    );
    assert!(!report.coverage.complete());
    keys.esplora.set_failing(false);
    keys.fixture.clock.advance(Duration::from_hours(1));
    keys.fixture.run_jobs().await;
    assert_eq!(keys.bitcoin(&person).await, "1.00012352");
}
