//! Extended public keys: their addresses are found, counted and explained, and the key is never sent.

mod door;

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
    share::Rotation,
    user::ListWallets,
    valuation::{BalanceQuery, FigurePath, Filter, PortfolioReport},
};
use ports::{
    ExtendedKey, KeyDeriver, Wallet,
    disclosure::DisclosedField,
    extended_key::{Branch, Script},
};
use support::{
    outgoing::{RequestLog, client_for, hasty, of_any_age},
    stage::{Stage, believe_any_age, listing},
};

use self::door::{Door, Held};

/// Account 0 of the phrase "abandon ... about" by BIP 84, and by BIP 86.
const ZPUB: &str =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const XPUB: &str =
    "xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ";
const COIN: u64 = 100_000_000;

/// Client settings that retry after every failure.
fn patient() -> HttpClientSettings {
    HttpClientSettings {
        failures: u32::MAX,
        ..hasty()
    }
}

/// A demo world whose Bitcoin is read from a mock server that records its requests.
struct Scene {
    stage: Stage,
    door: Door,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
}

impl Scene {
    async fn open() -> Self {
        let door = Door::open().await;
        let urls = [door.url.clone()];
        let (client, ledger) = client_for(&urls, patient());
        let mut row = rows()
            .unwrap()
            .iter()
            .find(|row| row.chain.code == "bitcoin")
            .unwrap()
            .clone();
        row.endpoints = vec![ChainEndpoint::new(door.url.parse().unwrap(), true)];
        let reader = Arc::new(BitcoinReader::new(&[of_any_age(row)], &client));
        let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
            ports.readers = vec![reader];
            believe_any_age(&mut ports);
            ports
        });
        Self {
            stage: stage.await,
            door,
            client,
            ledger,
        }
    }

    /// Returns a user who watches this text, after everything that follows from it was read.
    async fn person(&self, text: &str) -> Caller {
        let person = self.stage.person(&[text]).await;
        self.stage.work_off().await;
        person
    }

    /// Reads what is due.
    async fn round(&self) {
        self.stage.tracker.work().begin().await.unwrap();
        self.stage.work_off().await;
    }

    async fn wallets(&self, person: &Caller) -> Vec<Wallet> {
        self.stage.tracker.users().get(person).await.unwrap().wallets
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
        amount(&self.stage.report(person).await)
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
fn usual(door: &Door) {
    use Branch::{Change, External};
    door.holds(&native(External, 0), Held::emptied(2, 5 * COIN));
    door.holds(&native(External, 3), Held::of(1, COIN));
    door.holds(&native(External, 22), Held::of(4, 7));
    door.holds(&native(Change, 1), Held::of(1, 12_345));
    door.holds(&native(External, 43), Held::of(1, 9 * COIN));
}

#[tokio::test]
async fn both_branches_are_scanned_up_to_the_gap_and_summed_exactly() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    assert_eq!(scene.counts(&person).await, (43 + 22, 43 + 22, 4));
    let expected = (0..43)
        .map(|index| native(Branch::External, index))
        .chain((0..22).map(|index| native(Branch::Change, index)));
    assert_eq!(
        scene.door.asked(),
        expected.collect(),
        "exactly these addresses are requested"
    );
    let report = scene.stage.report(&person).await;
    assert_eq!((amount(&report).as_str(), report.assets.len()), ("1.00012352", 1));
    assert_eq!(report.wallets.len(), 1, "a key is one wallet");
    assert_eq!(report.wallets[0].value, report.total);
    assert_eq!((report.coverage.reading, report.coverage.unpriced.len()), (0, 0));
}

#[tokio::test]
async fn the_key_is_never_sent_and_the_request_log_lists_each_address() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    let body = &ZPUB[4..40];
    assert!(scene.door.heard().iter().all(|heard| !heard.contains(body)));
    scene.client.flush().await.unwrap();
    let lines = scene.ledger.lines();
    assert!(!format!("{lines:?}").contains(body));
    let disclosed = lines.iter().filter_map(|line| match &line.disclosed {
        DisclosedField::Address(address) => Some(address.to_string()),
        _ => None,
    });
    assert_eq!(disclosed.collect::<std::collections::BTreeSet<_>>(), scene.door.asked());
    let stores = &scene.stage.tracker.ports().stores;
    stores.disclosures.record(&lines).await.unwrap();
    let seen = scene
        .stage
        .tracker
        .privacy()
        .disclosures(&person, domain::DisclosureFilter::default(), 0, 500)
        .await
        .unwrap();
    let named = seen
        .rows
        .iter()
        .filter(|row| matches!(row.disclosed, DisclosedField::Address(_)))
        .count();
    assert_eq!(named, scene.door.asked().len(), "the user sees each request");
    let jobs = format!("{:?}", scene.stage.tracker.sync().status(&person).await.unwrap());
    assert!(!jobs.contains(body));
}

#[tokio::test]
async fn a_figure_is_explained_down_to_each_address() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    let report = scene.stage.report(&person).await;
    let wallets = scene.wallets(&person).await;
    let figure = report.figure(FigurePath::Sum(Filter::of_wallet(&wallets[0])));
    let explained = scene
        .stage
        .tracker
        .valuations()
        .explain(&person, &figure)
        .await
        .unwrap();
    assert_eq!(explained.exact, report.total);
    assert_eq!(explained.tree.recomputed(), report.total);
    assert_eq!(explained.subtitle, "1 wallet on 1 chain");
    let text = explained.as_text();
    for index in [3, 22] {
        assert!(text.contains(&native(Branch::External, index)[38..]), "{text}");
    }
    assert!(text.contains(&native(Branch::Change, 1)[38..]), "{text}");
    assert!(!text.contains(&ZPUB[4..40]));
}

#[tokio::test]
async fn a_newly_used_address_moves_the_gap() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    scene.door.holds(&native(Branch::External, 23), Held::of(1, 1));
    scene.stage.clock.advance(Duration::from_mins(1));
    scene.stage.tracker.sync().refresh(&person, |_| true).await.unwrap();
    scene.stage.work_off().await;
    assert_eq!(scene.counts(&person).await, (64 + 22, 64 + 22, 6));
    assert_eq!(scene.bitcoin(&person).await, "10.00012353", "with what lies at 43");
}

#[tokio::test]
async fn change_is_found_soon_after_spending() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    // Spent at 3, with change at the last address of the gap; first pending, then in a block.
    scene
        .door
        .holds(&native(Branch::External, 3), Held::of(1, COIN).waiting(1));
    scene.door.holds(&native(Branch::Change, 21), Held::of(0, 0).waiting(1));
    scene.stage.clock.advance(Duration::from_mins(16));
    scene.round().await;
    scene.door.holds(&native(Branch::External, 3), Held::emptied(2, COIN));
    scene.door.holds(&native(Branch::Change, 21), Held::of(1, COIN - 500));
    scene.stage.clock.advance(Duration::from_mins(16));
    scene.round().await;
    assert_eq!(scene.bitcoin(&person).await, "1.00011852");
}

#[tokio::test]
async fn the_same_key_of_two_users_is_two_wallets() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let one = scene.person(ZPUB).await;
    let other = scene.person(ZPUB).await;
    let third = scene.person(&native(Branch::External, 3)).await;
    assert_eq!(scene.bitcoin(&other).await, "1.00012352");
    assert_eq!(
        scene.bitcoin(&third).await,
        "1",
        "an address that two users watch through their keys"
    );
    let users = scene.stage.tracker.users();
    users.delete_wallet(&one, ZPUB).await.unwrap();
    assert!(scene.wallets(&one).await.is_empty());
    assert!(scene.stage.report(&one).await.assets.is_empty());
    assert_eq!(scene.bitcoin(&other).await, "1.00012352");
    // It is restored within a day, and what is known needs no new request.
    users.list_wallets(&one, &listing(&[ZPUB])).await.unwrap();
    scene.stage.work_off().await;
    assert_eq!(scene.bitcoin(&one).await, "1.00012352");
}

/// Most of the addresses are read once a day, which is no reason to report them as old.
#[tokio::test]
async fn daily_readings_are_not_old_within_the_day() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    for hours in [2, 10, 8] {
        scene.stage.clock.advance(Duration::from_hours(hours));
        scene.round().await;
        let stale = scene.stage.report(&person).await.coverage.stale;
        let accounts: Vec<_> = stale.iter().filter(|one| one.account.is_some()).collect();
        assert!(accounts.is_empty(), "{accounts:?}");
    }
}

#[tokio::test]
async fn an_address_that_is_also_added_itself_counts_once() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    let both = listing(&[ZPUB, &native(Branch::External, 3)]);
    scene.stage.tracker.users().list_wallets(&person, &both).await.unwrap();
    scene.stage.work_off().await;
    assert_eq!(scene.bitcoin(&person).await, "1.00012352");
}

#[tokio::test]
async fn derived_accounts_are_removed_with_their_wallet() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    let empty = ListWallets {
        allow_empty: true,
        ..ListWallets::default()
    };
    let id = scene.wallets(&person).await[0].id;
    scene.stage.tracker.users().list_wallets(&person, &empty).await.unwrap();
    let stores = scene.stage.tracker.ports().stores.clone();
    let now = scene.stage.tracker.ports().clock.now().plus(Duration::from_hours(48));
    assert_eq!(stores.accounts.due(now, now, now, 100).await.unwrap(), []);
    assert_eq!(stores.extended_keys.wallet(id).await.unwrap(), None);
}

#[tokio::test]
async fn the_used_script_is_found_among_several() {
    let scene = Scene::open().await;
    let taproot = |branch, index| address(XPUB, Script::Tr, branch, index);
    scene.door.holds(&taproot(Branch::External, 2), Held::of(1, COIN));
    scene.door.holds(&taproot(Branch::Change, 0), Held::of(1, 1));
    let person = scene.person(XPUB).await;
    // Twenty addresses of each script, and three more plus change of the script that is used.
    assert_eq!(scene.counts(&person).await, (4 * 20 + 3 + 21, 4 * 20 + 3 + 21, 2));
    assert_eq!(scene.bitcoin(&person).await, "1.00000001");
    // If the key itself selects a script, no other one is scanned.
    let scene = Scene::open().await;
    let person = scene.person(&format!("wpkh({XPUB})")).await;
    assert_eq!(scene.counts(&person).await, (40, 40, 0));
}

#[tokio::test]
async fn visitors_see_nothing_of_a_key() {
    let scene = Scene::open().await;
    usual(&scene.door);
    let person = scene.person(ZPUB).await;
    let shares = scene.stage.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    assert_eq!(opened.wallets, []);
    let visitor = shares.admit(opened.token.reveal()).await.unwrap();
    let seen = shares.balance(&visitor, &BalanceQuery::default()).await.unwrap();
    assert!(seen.assets.is_empty() && seen.wallets.is_empty());
    let own = scene.stage.report(&person).await;
    let wallets = scene.wallets(&person).await;
    let figure = own.figure(FigurePath::Sum(Filter::of_wallet(&wallets[0])));
    assert!(shares.explain(&visitor, &figure).await.is_err());
}

#[tokio::test]
async fn a_failing_source_does_not_shorten_the_gap() {
    let scene = Scene::open().await;
    usual(&scene.door);
    scene.door.fails(true);
    let person = scene.person(ZPUB).await;
    let (watched, looked_at, used) = scene.counts(&person).await;
    assert_eq!((watched, looked_at, used), (40, 0, 0));
    let report = scene.stage.report(&person).await;
    assert_eq!(
        report.total, None,
        "nothing was read, so the total is unknown and not zero"
    );
    assert!(!report.coverage.complete());
    scene.door.fails(false);
    scene.stage.clock.advance(Duration::from_hours(1));
    scene.stage.work_off().await;
    assert_eq!(scene.bitcoin(&person).await, "1.00012352");
}
