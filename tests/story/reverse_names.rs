//! Reverse names: looked up for addresses that users entered, shown as long as they are confirmed, and never invented.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{Caller, Tracker, share::Rotation};
use ports::{
    Address, Name, NameResolver, Profile, RemoteError, Timestamp, WorldKind,
    name::{ResolveError, ReverseName},
    source::SourceKind,
};
use support::source_profile::source_profile;
use support::tracker_fixture::{TrackerFixture, wallet_list};

/// A resolver that gives every address the same answer and counts its requests.
struct ScriptedReverseNames(Mutex<Result<Option<Name>, ResolveError>>, AtomicUsize);

#[async_trait]
impl NameResolver for ScriptedReverseNames {
    fn profile(&self) -> Profile {
        source_profile("claims", "Claims", SourceKind::Name, "nothing")
    }

    async fn resolve(&self, _: &Name) -> Result<Address, ResolveError> {
        Ok(Address::evm([9; 20]))
    }

    async fn reverse(&self, _: &Address) -> Result<Option<Name>, ResolveError> {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.lock().unwrap().clone()
    }
}

impl ScriptedReverseNames {
    fn answer(&self, answer: Result<Option<Name>, ResolveError>) {
        *self.0.lock().unwrap() = answer;
    }

    fn count(&self) -> usize {
        self.1.load(Ordering::SeqCst)
    }
}

fn switched_off() -> ResolveError {
    ResolveError::Remote(RemoteError::Unavailable {
        who: "Claims".into(),
        why: "switched off".into(),
        retry_after: None,
    })
}

fn own() -> Option<Name> {
    Some("own.eth".parse().unwrap())
}

async fn fixture_with(kind: WorldKind) -> (TrackerFixture, Arc<ScriptedReverseNames>) {
    let claims = Arc::new(ScriptedReverseNames(Mutex::new(Ok(own())), AtomicUsize::new(0)));
    let names = claims.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.names = names;
        ports.world.kind = kind;
        ports
    })
    .await;
    (fixture, claims)
}

/// A fixture without readers, on which only names are looked up.
async fn fixture_without_readers() -> (TrackerFixture, Arc<ScriptedReverseNames>) {
    let (fixture, claims) = fixture_with(WorldKind::Demo).await;
    let mut ports = fixture.tracker.ports().clone();
    ports.readers.clear();
    let tracker = Tracker::new(ports);
    (TrackerFixture { tracker, ..fixture }, claims)
}

/// Advances the clock and runs everything that is due, including the rounds.
async fn pass(fixture: &TrackerFixture, time: Duration) {
    fixture.clock.advance(time);
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
}

/// Returns the reverse name of the first wallet.
async fn shown(fixture: &TrackerFixture, person: &Caller) -> Option<ReverseName> {
    fixture.report(person).await.wallets.remove(0).reverse_name
}

async fn name_of(fixture: &TrackerFixture, person: &Caller) -> Option<Name> {
    shown(fixture, person).await.and_then(|found| found.name)
}

const SOON: Duration = Duration::from_secs(6);
const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn an_address_is_looked_up_soon_and_once_a_day() {
    let (fixture, claims) = fixture_with(WorldKind::Demo).await;
    let person = fixture.person(&[Address::evm([1; 20]).as_str()]).await;
    assert_eq!(claims.count(), 0, "no request is sent during the call");
    pass(&fixture, SOON).await;
    assert_eq!((name_of(&fixture, &person).await, claims.count()), (own(), 1));
    let first = shown(&fixture, &person).await.unwrap().checked_at;
    fixture.person(&[Address::evm([1; 20]).as_str()]).await;
    pass(&fixture, SOON).await;
    assert_eq!(claims.count(), 1, "another user's wallet sends no new request");
    pass(&fixture, DAY).await;
    assert_eq!(claims.count(), 2);
    assert!(shown(&fixture, &person).await.unwrap().checked_at > first);
    claims.answer(Ok(None));
    pass(&fixture, DAY + SOON).await;
    assert_eq!(shown(&fixture, &person).await, None, "the address no longer has one");
}

#[tokio::test]
async fn a_failed_look_up_does_not_remove_the_name() {
    let (fixture, claims) = fixture_with(WorldKind::Demo).await;
    let person = fixture.person(&[Address::evm([1; 20]).as_str()]).await;
    claims.answer(Err(switched_off()));
    pass(&fixture, SOON).await;
    assert_eq!(shown(&fixture, &person).await, None);
    let kept: Vec<ReverseName> = {
        let (names, now) = (&fixture.tracker.ports().stores.names, fixture.now());
        let since = Timestamp::from_millis(0);
        names.reverse(&[Address::evm([1; 20])], since, now).await.unwrap()
    };
    assert_eq!(kept, [], "a failure is not stored as an answer");
    let health = fixture.tracker.health().data().await.unwrap();
    let row = health.sources.iter().find(|row| row.id == "claims").unwrap();
    assert_eq!(row.failure.as_ref().unwrap().code, "unavailable");

    claims.answer(Ok(own()));
    pass(&fixture, Duration::from_hours(1)).await;
    let found = shown(&fixture, &person).await.unwrap();
    assert_eq!(found.name, own());
    claims.answer(Err(switched_off()));
    for day in 1..=6 {
        pass(&fixture, DAY).await;
        assert_eq!(
            shown(&fixture, &person).await,
            Some(found.clone()),
            "day {day}: it is kept with its age"
        );
    }
    pass(&fixture, DAY + SOON).await;
    assert_eq!(shown(&fixture, &person).await, None, "it was not confirmed for a week");
}

#[tokio::test]
async fn a_service_that_is_down_is_queried_rarely() {
    let (fixture, claims) = fixture_without_readers().await;
    let addresses: Vec<String> = (1..=100).map(|n| Address::evm([n; 20]).to_string()).collect();
    let texts: Vec<&str> = addresses.iter().map(String::as_str).collect();
    fixture.person(&texts).await;
    claims.answer(Err(switched_off()));
    let work = fixture.tracker.work();
    // A server runs sixteen jobs at a time. Those are already running when the first of them fails.
    let turn = async || {
        let leases = work.claim("test", 16).await.unwrap();
        futures::future::try_join_all(leases.iter().map(|lease| work.perform(lease)))
            .await
            .unwrap()
            .len()
    };
    fixture.clock.advance(SOON);
    work.begin().await.unwrap();
    while turn().await > 0 {}
    let first = claims.count();
    assert!(
        (1..=16).contains(&first),
        "{first} requests until it is known to be down"
    );
    for _ in 0..60 {
        fixture.clock.advance(Duration::from_mins(1));
        while turn().await > 0 {}
    }
    // The pauses double from five seconds to a quarter of an hour.
    let later = claims.count() - first;
    assert!(
        later <= 12 * 16,
        "{later} requests in an hour to a service that is down"
    );
}

#[tokio::test]
async fn only_addresses_entered_by_users_are_looked_up() {
    let (fixture, claims) = fixture_with(WorldKind::Demo).await;
    let person = fixture
        .person(&["ada.eth", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "gibberish"])
        .await;
    pass(&fixture, SOON).await;
    pass(&fixture, DAY).await;
    assert_eq!(claims.count(), 0);
    let lines = fixture.report(&person).await.wallets;
    assert!(lines.iter().all(|line| line.reverse_name.is_none()));
}

#[tokio::test]
async fn without_a_name_service_nothing_is_requested_and_nothing_fails() {
    let (fixture, claims) = fixture_with(WorldKind::Live).await;
    let person = fixture.person(&[Address::evm([1; 20]).as_str()]).await;
    pass(&fixture, SOON).await;
    pass(&fixture, DAY).await;
    assert_eq!((claims.count(), shown(&fixture, &person).await), (0, None));
    let health = fixture.tracker.health().data().await.unwrap();
    assert!(
        health
            .sources
            .iter()
            .all(|row| row.id != "claims" || row.failure.is_none())
    );
}

#[tokio::test]
async fn visitors_of_a_portfolio_see_it_and_a_public_page_does_not() {
    let (fixture, _) = fixture_with(WorldKind::Demo).await;
    let address = Address::evm([1; 20]);
    let person = fixture.person(&[address.as_str()]).await;
    pass(&fixture, SOON).await;
    let shares = fixture.tracker.shares();
    let slug = shares.rotate(&person, Rotation::On).await.unwrap().unwrap();
    let opened = shares.open(slug.as_str(), &[]).await.unwrap();
    let seen = opened.wallets[0]
        .reverse_name
        .as_ref()
        .and_then(|found| found.name.clone());
    assert_eq!(seen, own());
    let opened = shares.open_address(address.as_str()).await.unwrap();
    assert_eq!(
        opened.wallets[0].reverse_name, None,
        "it must not reveal that a user watches the address"
    );
}

#[tokio::test]
async fn it_is_erased_with_the_last_watcher_of_the_address() {
    let (fixture, _) = fixture_with(WorldKind::Demo).await;
    let address = Address::evm([1; 20]);
    let people = [
        fixture.person(&[address.as_str()]).await,
        fixture.person(&[address.as_str()]).await,
    ];
    pass(&fixture, SOON).await;
    let kept = async || {
        let names = &fixture.tracker.ports().stores.names;
        let since = Timestamp::from_millis(0);
        names
            .reverse(std::slice::from_ref(&address), since, fixture.now())
            .await
            .unwrap()
            .len()
    };
    assert_eq!(kept().await, 1);
    for (person, left) in people.iter().zip([1, 0]) {
        fixture.tracker.users().delete(person, "delete").await.unwrap();
        assert_eq!(kept().await, left);
    }
}

#[tokio::test]
async fn a_wallet_with_a_name_has_no_reverse_name() {
    let (fixture, claims) = fixture_with(WorldKind::Demo).await;
    let address = Address::evm([9; 20]);
    let person = fixture.person(&[address.as_str()]).await;
    pass(&fixture, SOON).await;
    assert_eq!(name_of(&fixture, &person).await, own());
    fixture
        .tracker
        .users()
        .list_wallets(&person, &wallet_list(&["ada.eth"]))
        .await
        .unwrap();
    assert_eq!(shown(&fixture, &person).await, None, "the wallet has a name of its own");
    pass(&fixture, DAY + SOON).await;
    assert_eq!(claims.count(), 1);
}
