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
    source::{SourceId, SourceKind},
};
use support::stage::{Stage, listing};

/// A resolver that gives every address the same answer and counts its requests.
struct Claims(Mutex<Result<Option<Name>, ResolveError>>, AtomicUsize);

#[async_trait]
impl NameResolver for Claims {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("claims"),
            name: "Claims".into(),
            kind: SourceKind::Name,
            website: String::new(),
            learns: "nothing".into(),
            capabilities: Vec::new(),
            rate_limit: String::new(),
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }

    async fn resolve(&self, _: &Name) -> Result<Address, ResolveError> {
        Ok(Address::evm([9; 20]))
    }

    async fn reverse(&self, _: &Address) -> Result<Option<Name>, ResolveError> {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.lock().unwrap().clone()
    }
}

impl Claims {
    fn answer(&self, answer: Result<Option<Name>, ResolveError>) {
        *self.0.lock().unwrap() = answer;
    }

    fn count(&self) -> usize {
        self.1.load(Ordering::SeqCst)
    }
}

fn dead() -> ResolveError {
    ResolveError::Remote(RemoteError::Unavailable {
        who: "Claims".into(),
        why: "switched off".into(),
        retry_after: None,
    })
}

fn own() -> Option<Name> {
    Some("own.eth".parse().unwrap())
}

async fn stage_of(kind: WorldKind) -> (Stage, Arc<Claims>) {
    let claims = Arc::new(Claims(Mutex::new(Ok(own())), AtomicUsize::new(0)));
    let names = claims.clone();
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.names = names;
        ports.world.kind = kind;
        ports
    })
    .await;
    (stage, claims)
}

/// A stage without readers, on which only names are looked up.
async fn stage_without_readers() -> (Stage, Arc<Claims>) {
    let (stage, claims) = stage_of(WorldKind::Demo).await;
    let mut ports = stage.tracker.ports().clone();
    ports.readers.clear();
    let tracker = Tracker::new(ports);
    (Stage { tracker, ..stage }, claims)
}

/// Advances the clock and runs everything that is due, including the rounds.
async fn pass(stage: &Stage, time: Duration) {
    stage.clock.advance(time);
    stage.tracker.work().begin().await.unwrap();
    stage.work_off().await;
}

/// Returns the reverse name of the first wallet.
async fn shown(stage: &Stage, person: &Caller) -> Option<ReverseName> {
    stage.report(person).await.wallets.remove(0).reverse_name
}

async fn name_of(stage: &Stage, person: &Caller) -> Option<Name> {
    shown(stage, person).await.and_then(|found| found.name)
}

const SOON: Duration = Duration::from_secs(6);
const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn an_address_is_looked_up_soon_and_once_a_day() {
    let (stage, claims) = stage_of(WorldKind::Demo).await;
    let person = stage.person(&[Address::evm([1; 20]).as_str()]).await;
    assert_eq!(claims.count(), 0, "no request is sent during the call");
    pass(&stage, SOON).await;
    assert_eq!((name_of(&stage, &person).await, claims.count()), (own(), 1));
    let first = shown(&stage, &person).await.unwrap().checked_at;
    stage.person(&[Address::evm([1; 20]).as_str()]).await;
    pass(&stage, SOON).await;
    assert_eq!(claims.count(), 1, "another user's wallet sends no new request");
    pass(&stage, DAY).await;
    assert_eq!(claims.count(), 2);
    assert!(shown(&stage, &person).await.unwrap().checked_at > first);
    claims.answer(Ok(None));
    pass(&stage, DAY + SOON).await;
    assert_eq!(shown(&stage, &person).await, None, "the address no longer has one");
}

#[tokio::test]
async fn a_failed_look_up_does_not_remove_the_name() {
    let (stage, claims) = stage_of(WorldKind::Demo).await;
    let person = stage.person(&[Address::evm([1; 20]).as_str()]).await;
    claims.answer(Err(dead()));
    pass(&stage, SOON).await;
    assert_eq!(shown(&stage, &person).await, None);
    let kept: Vec<ReverseName> = {
        let (names, now) = (&stage.tracker.ports().stores.names, stage.clock_now());
        let since = Timestamp::from_millis(0);
        names.reverse(&[Address::evm([1; 20])], since, now).await.unwrap()
    };
    assert_eq!(kept, [], "a failure is not stored as an answer");
    let health = stage.tracker.health().data().await.unwrap();
    let row = health.sources.iter().find(|row| row.id == "claims").unwrap();
    assert_eq!(row.failure.as_ref().unwrap().code, "unavailable");

    claims.answer(Ok(own()));
    pass(&stage, Duration::from_hours(1)).await;
    let found = shown(&stage, &person).await.unwrap();
    assert_eq!(found.name, own());
    claims.answer(Err(dead()));
    for day in 1..=6 {
        pass(&stage, DAY).await;
        assert_eq!(
            shown(&stage, &person).await,
            Some(found.clone()),
            "day {day}: it is kept with its age"
        );
    }
    pass(&stage, DAY + SOON).await;
    assert_eq!(shown(&stage, &person).await, None, "it was not confirmed for a week");
}

#[tokio::test]
async fn a_service_that_is_down_is_queried_rarely() {
    let (stage, claims) = stage_without_readers().await;
    let addresses: Vec<String> = (1..=100).map(|n| Address::evm([n; 20]).to_string()).collect();
    let texts: Vec<&str> = addresses.iter().map(String::as_str).collect();
    stage.person(&texts).await;
    claims.answer(Err(dead()));
    let work = stage.tracker.work();
    // A server runs sixteen jobs at a time. Those are already running when the first of them fails.
    let turn = async || {
        let leases = work.claim("stage", 16).await.unwrap();
        futures::future::try_join_all(leases.iter().map(|lease| work.perform(lease)))
            .await
            .unwrap()
            .len()
    };
    stage.clock.advance(SOON);
    work.begin().await.unwrap();
    while turn().await > 0 {}
    let first = claims.count();
    assert!(
        (1..=16).contains(&first),
        "{first} requests until it is known to be down"
    );
    for _ in 0..60 {
        stage.clock.advance(Duration::from_mins(1));
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
    let (stage, claims) = stage_of(WorldKind::Demo).await;
    let person = stage
        .person(&["ada.eth", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "gibberish"])
        .await;
    pass(&stage, SOON).await;
    pass(&stage, DAY).await;
    assert_eq!(claims.count(), 0);
    let lines = stage.report(&person).await.wallets;
    assert!(lines.iter().all(|line| line.reverse_name.is_none()));
}

#[tokio::test]
async fn without_a_name_service_nothing_is_requested_and_nothing_fails() {
    let (stage, claims) = stage_of(WorldKind::Live).await;
    let person = stage.person(&[Address::evm([1; 20]).as_str()]).await;
    pass(&stage, SOON).await;
    pass(&stage, DAY).await;
    assert_eq!((claims.count(), shown(&stage, &person).await), (0, None));
    let health = stage.tracker.health().data().await.unwrap();
    assert!(
        health
            .sources
            .iter()
            .all(|row| row.id != "claims" || row.failure.is_none())
    );
}

#[tokio::test]
async fn visitors_of_a_portfolio_see_it_and_a_public_page_does_not() {
    let (stage, _) = stage_of(WorldKind::Demo).await;
    let address = Address::evm([1; 20]);
    let person = stage.person(&[address.as_str()]).await;
    pass(&stage, SOON).await;
    let shares = stage.tracker.shares();
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
    let (stage, _) = stage_of(WorldKind::Demo).await;
    let address = Address::evm([1; 20]);
    let people = [
        stage.person(&[address.as_str()]).await,
        stage.person(&[address.as_str()]).await,
    ];
    pass(&stage, SOON).await;
    let kept = async || {
        let names = &stage.tracker.ports().stores.names;
        let since = Timestamp::from_millis(0);
        names
            .reverse(std::slice::from_ref(&address), since, stage.clock_now())
            .await
            .unwrap()
            .len()
    };
    assert_eq!(kept().await, 1);
    for (person, left) in people.iter().zip([1, 0]) {
        stage.tracker.users().delete(person, "delete").await.unwrap();
        assert_eq!(kept().await, left);
    }
}

#[tokio::test]
async fn a_wallet_with_a_name_has_no_reverse_name() {
    let (stage, claims) = stage_of(WorldKind::Demo).await;
    let address = Address::evm([9; 20]);
    let person = stage.person(&[address.as_str()]).await;
    pass(&stage, SOON).await;
    assert_eq!(name_of(&stage, &person).await, own());
    stage
        .tracker
        .users()
        .list_wallets(&person, &listing(&["ada.eth"]))
        .await
        .unwrap();
    assert_eq!(shown(&stage, &person).await, None, "the wallet has a name of its own");
    pass(&stage, DAY + SOON).await;
    assert_eq!(claims.count(), 1);
}
