//! Names: one wallet together with their address, resolved again daily, and followed when they move.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::Severity;
use ports::{Address, Name, NameResolver, Profile, RemoteError, job::JobState, name::ResolveError, source::SourceKind};
use support::source_profile::source_profile;
use support::tracker_fixture::{TrackerFixture, wallet_list};

/// A resolver with a single name, whose address the test sets, that counts its requests.
struct ScriptedNames(Mutex<Result<Address, ResolveError>>, AtomicUsize);

#[async_trait]
impl NameResolver for ScriptedNames {
    fn profile(&self) -> Profile {
        source_profile("moving", "Moving names", SourceKind::Name, "nothing")
    }

    async fn resolve(&self, _: &Name) -> Result<Address, ResolveError> {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.lock().unwrap().clone()
    }

    async fn reverse(&self, _: &Address) -> Result<Option<Name>, ResolveError> {
        Ok(None)
    }
}

fn switched_off() -> ResolveError {
    ResolveError::Remote(RemoteError::Unavailable {
        who: "Moving names".into(),
        why: "switched off".into(),
        retry_after: None,
    })
}

async fn fixture() -> (TrackerFixture, Arc<ScriptedNames>) {
    let names = Arc::new(ScriptedNames(
        Mutex::new(Ok(Address::evm([1; 20]))),
        AtomicUsize::new(0),
    ));
    let plugged = names.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.names = plugged;
        ports
    })
    .await;
    (fixture, names)
}

/// Returns the state of the resolver as reported by the health of the data.
async fn health(fixture: &TrackerFixture) -> (Severity, Option<String>) {
    let sources = fixture.tracker.health().data().await.unwrap().sources;
    let row = sources.into_iter().find(|source| source.id == "moving").unwrap();
    (row.severity, row.failure.map(|failure| failure.code.to_string()))
}

#[tokio::test]
async fn a_moved_name_is_followed_and_shown() {
    let (fixture, names) = fixture().await;
    let person = fixture.person(&["a.eth", Address::evm([1; 20]).as_str()]).await;
    assert_eq!(
        fixture.tracker.users().get(&person).await.unwrap().wallets.len(),
        1,
        "a name and its address are one wallet"
    );
    *names.0.lock().unwrap() = Ok(Address::evm([2; 20]));
    fixture.clock.advance(Duration::from_hours(25));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let wallet = fixture.tracker.users().get(&person).await.unwrap().wallets.remove(0);
    assert_eq!(wallet.address, Some(Address::evm([2; 20])));
    assert_eq!(wallet.previous_address, Some(Address::evm([1; 20])));
}

#[tokio::test]
async fn a_name_moved_to_a_watched_address_is_not_read_twice() {
    let (fixture, names) = fixture().await;
    let person = fixture.person(&["a.eth", Address::evm([2; 20]).as_str()]).await;
    *names.0.lock().unwrap() = Ok(Address::evm([2; 20]));
    fixture.clock.advance(Duration::from_hours(25));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let wallets = fixture.tracker.users().get(&person).await.unwrap().wallets;
    assert_eq!(wallets[0].problem.as_ref().unwrap().code, "same_as_another");
    assert_eq!(wallets.iter().filter(|wallet| wallet.address.is_some()).count(), 1);
}

#[tokio::test]
async fn an_unresolvable_name_keeps_its_last_address_with_the_reason() {
    let (fixture, names) = fixture().await;
    let person = fixture.person(&["a.eth"]).await;
    *names.0.lock().unwrap() = Err(ResolveError::NoAddress);
    fixture.clock.advance(Duration::from_hours(25));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let wallet = fixture.tracker.users().get(&person).await.unwrap().wallets.remove(0);
    assert_eq!(wallet.address, Some(Address::evm([1; 20])));
    assert_eq!(wallet.problem.unwrap().code, "name_without_address");
}

/// Names are resolved in the background. The health reports failures of the name service until it answers again.
#[tokio::test]
async fn health_reports_a_failing_name_service_until_it_answers() {
    let (fixture, names) = fixture().await;
    let person = fixture.person(&["a.eth"]).await;
    assert_eq!(health(&fixture).await, (Severity::Ok, None));
    *names.0.lock().unwrap() = Err(switched_off());
    fixture.clock.advance(Duration::from_hours(25));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    assert_eq!(health(&fixture).await, (Severity::Warn, Some("unavailable".to_owned())));
    let wallet = fixture.tracker.users().get(&person).await.unwrap().wallets.remove(0);
    assert_eq!((wallet.address, wallet.problem), (Some(Address::evm([1; 20])), None));
    *names.0.lock().unwrap() = Err(ResolveError::NotRegistered);
    fixture.clock.advance(Duration::from_hours(1));
    fixture.run_jobs().await;
    assert_eq!(
        health(&fixture).await,
        (Severity::Ok, None),
        "an unregistered name is an answer"
    );
}

/// The rounds enqueue what is due every minute. A failed name is left to its own back-off, and pauses after its last
/// attempt.
#[tokio::test]
async fn a_name_service_that_is_down_is_queried_less_and_less() {
    let (fixture, names) = fixture().await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.person(&["a.eth"]).await;
    fixture.run_jobs().await;
    *names.0.lock().unwrap() = Err(switched_off());
    fixture.clock.advance(Duration::from_hours(25));
    let before = names.1.load(Ordering::SeqCst);
    let asked = || names.1.load(Ordering::SeqCst) - before;
    minutes(&fixture, 60).await;
    assert_eq!(asked(), 6, "its attempts, with increasing pauses");
    minutes(&fixture, 60).await;
    assert!((8..=11).contains(&asked()), "it is not given up for ever: {}", asked());
}

/// Runs what is due every minute, one job after the other.
async fn minutes(fixture: &TrackerFixture, count: u32) {
    let work = fixture.tracker.work();
    for _ in 0..count {
        fixture.clock.advance(Duration::from_mins(1));
        while let Some(lease) = work.claim("test", 1).await.unwrap().pop() {
            work.perform(&lease).await.unwrap();
        }
    }
}

/// A single failure is enough: the other due names wait until the back-off is over, without losing an attempt.
#[tokio::test]
async fn a_name_service_in_back_off_is_not_queried_about_any_name() {
    const PERSONS: usize = 6;
    let (fixture, names) = fixture().await;
    fixture.tracker.work().begin().await.unwrap();
    let texts: Vec<String> = (0..PERSONS).map(|n| format!("name-{n}.eth")).collect();
    for text in &texts {
        fixture.person(&[text]).await;
    }
    minutes(&fixture, 2).await;
    *names.0.lock().unwrap() = Err(switched_off());
    fixture.clock.advance(Duration::from_hours(25));
    let before = names.1.load(Ordering::SeqCst);
    let asked = || names.1.load(Ordering::SeqCst) - before;
    minutes(&fixture, 60).await;
    assert!((5..=15).contains(&asked()), "as if there was one name: {}", asked());
    let jobs = &fixture.tracker.ports().stores.jobs;
    let waiting = jobs.of_subjects(&["resolve-name".to_owned()], &texts).await.unwrap();
    assert!(waiting.iter().all(|job| job.state == JobState::Ready), "no job is dead");
    let tries: usize = waiting.iter().map(|job| job.attempts as usize).sum();
    assert_eq!(
        (waiting.len(), tries),
        (PERSONS, asked()),
        "only jobs that sent a request lost an attempt"
    );
    assert_eq!(health(&fixture).await, (Severity::Warn, Some("unavailable".to_owned())));

    let lost = fixture.tracker.chains().detect(&["typed.eth".to_owned()], None).await;
    assert_eq!(lost.unwrap()[0].problem.as_ref().unwrap().0, "source_failed");
    *names.0.lock().unwrap() = Ok(Address::evm([2; 20]));
    let found = fixture.tracker.chains().detect(&["typed.eth".to_owned()], None).await;
    assert_eq!(
        found.unwrap()[0].problem,
        None,
        "entering a name does not wait for the back-off"
    );
    assert_eq!(health(&fixture).await, (Severity::Ok, None));
    minutes(&fixture, 20).await;
    let done = jobs.of_subjects(&["resolve-name".to_owned()], &texts).await.unwrap();
    assert!(
        done.iter().all(|job| job.state == JobState::Done),
        "they are resolved after the back-off"
    );
}

/// An invalid answer about one name does not affect the next one.
#[tokio::test]
async fn a_name_service_with_invalid_answers_is_queried_about_the_next_name() {
    let (fixture, names) = fixture().await;
    fixture.tracker.work().begin().await.unwrap();
    for text in ["a.eth", "b.eth", "c.eth"] {
        fixture.person(&[text]).await;
    }
    minutes(&fixture, 2).await;
    *names.0.lock().unwrap() = Err(ResolveError::Remote(RemoteError::Malformed {
        who: "Moving names".into(),
        what: "no address".into(),
    }));
    fixture.clock.advance(Duration::from_hours(25));
    let before = names.1.load(Ordering::SeqCst);
    minutes(&fixture, 1).await;
    assert_eq!(names.1.load(Ordering::SeqCst) - before, 3, "each once");
    assert_eq!(health(&fixture).await, (Severity::Warn, Some("malformed".to_owned())));
}

/// A resolution dated in the future comes from a wrong clock and is not fresh until that time.
#[tokio::test]
async fn a_name_resolved_in_the_future_is_resolved_again() {
    let (fixture, names) = fixture().await;
    fixture.clock.advance(Duration::from_hours(24));
    fixture.person(&["a.eth"]).await;
    fixture.clock.set_back(Duration::from_hours(24));
    *names.0.lock().unwrap() = Ok(Address::evm([2; 20]));
    let later = fixture.person(&["a.eth"]).await;
    let wallet = fixture.tracker.users().get(&later).await.unwrap().wallets.remove(0);
    assert_eq!(wallet.address, Some(Address::evm([2; 20])));
    *names.0.lock().unwrap() = Ok(Address::evm([3; 20]));
    fixture.person(&["a.eth"]).await;
    assert_eq!(names.1.load(Ordering::SeqCst), 2, "the new resolution is fresh");
}

fn expired() -> ResolveError {
    ResolveError::Expired {
        on: "2026-03-01".parse().unwrap(),
        renewable_until: "2026-05-30".parse().unwrap(),
        is_renewable: false,
    }
}

/// Returns the codes and texts of unread wallets, and whether the total is complete.
async fn unread(fixture: &TrackerFixture, person: &domain::Caller) -> (Vec<(String, String)>, bool) {
    let coverage = fixture.report(person).await.coverage;
    let whole = coverage.complete();
    let problems = coverage
        .unread
        .into_iter()
        .map(|one| (one.problem.code, one.problem.text));
    (problems.collect(), whole)
}

#[tokio::test]
async fn a_wallet_with_an_expired_name_is_not_read() {
    let (fixture, names) = fixture().await;
    *names.0.lock().unwrap() = Err(expired());
    let person = fixture.person(&[Address::evm([2; 20]).as_str(), "a.eth"]).await;
    fixture.run_jobs().await;
    let (problems, whole) = unread(&fixture, &person).await;
    assert_eq!(problems.len(), 1);
    let (code, text) = &problems[0];
    assert_eq!((code.as_str(), whole), ("name_expired", false));
    assert!(
        text.contains("expired on 2026-03-01") && text.contains("anyone can register it now"),
        "{text}"
    );
}

#[tokio::test]
async fn a_name_that_expires_makes_the_total_incomplete_and_keeps_its_last_address() {
    let (fixture, names) = fixture().await;
    let person = fixture.person(&["a.eth"]).await;
    fixture.run_jobs().await;
    assert!(unread(&fixture, &person).await.0.is_empty());
    *names.0.lock().unwrap() = Err(expired());
    fixture.clock.advance(Duration::from_hours(25));
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    let wallet = fixture.tracker.users().get(&person).await.unwrap().wallets.remove(0);
    assert_eq!(wallet.address, Some(Address::evm([1; 20])));
    let (problems, whole) = unread(&fixture, &person).await;
    assert_eq!((problems[0].0.as_str(), whole), ("name_expired", false));
    *names.0.lock().unwrap() = Ok(Address::evm([1; 20]));
    fixture.clock.advance(Duration::from_hours(25));
    fixture.run_jobs().await;
    assert!(unread(&fixture, &person).await.0.is_empty(), "it was renewed");
}

#[tokio::test]
async fn off_chain_names_are_rejected_with_a_reason() {
    let (fixture, names) = fixture().await;
    *names.0.lock().unwrap() = Err(ResolveError::OffChain);
    let texts = wallet_list(&["a.eth"]).texts;
    let detected = fixture.tracker.chains().detect(&texts, None).await.unwrap();
    assert_eq!(detected[0].problem.as_ref().unwrap().0, "name_off_chain");
    assert!(detected[0].chains.is_empty());
}
