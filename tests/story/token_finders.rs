//! Explorers over several days: the tokens they name are read from the node, each account is queried once a day, and
//! failures remove nothing.

mod holders;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{Caller, Severity, SourceHealth};
use ports::{
    AccountId, Address, Asset, AssetId, ChainId, Clock, NamedToken, Ports, Profile, RemoteError, TokenFinder,
    source::SourceKind,
};
use support::source_profile::source_profile;
use support::{
    extra_tokens::{self, CHAIN, token},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DAY: Duration = Duration::from_hours(24);

/// A token as an explorer names it, with or without a number of holders.
fn named(n: u8, holders: Option<u32>) -> NamedToken {
    NamedToken { id: token(n), holders }
}

/// An explorer with scripted answers that counts its requests.
struct ScriptedExplorer {
    id: &'static str,
    answer: Mutex<Option<Vec<NamedToken>>>,
    error: RemoteError,
    requests: Mutex<u32>,
}

fn busy(retry_after: Option<Duration>) -> RemoteError {
    RemoteError::RateLimited {
        who: "An explorer".into(),
        retry_after,
    }
}

impl ScriptedExplorer {
    fn new(id: &'static str, answer: Option<Vec<NamedToken>>) -> Arc<Self> {
        Self::of(id, answer, busy(None))
    }

    /// An explorer that requests a pause.
    fn rate_limited(id: &'static str, pause: Duration) -> Arc<Self> {
        Self::of(id, None, busy(Some(pause)))
    }

    /// An explorer that does not know the account or the chain.
    fn refusing(id: &'static str) -> Arc<Self> {
        let (who, why) = ("An explorer".into(), "status 404".into());
        Self::of(id, None, RemoteError::Refused { who, why })
    }

    fn of(id: &'static str, answer: Option<Vec<NamedToken>>, error: RemoteError) -> Arc<Self> {
        let (answer, requests) = (Mutex::new(answer), Mutex::default());
        Arc::new(Self {
            id,
            answer,
            error,
            requests,
        })
    }

    fn set_tokens(&self, tokens: Vec<NamedToken>) {
        *self.answer.lock().unwrap() = Some(tokens);
    }

    fn requests(&self) -> u32 {
        *self.requests.lock().unwrap()
    }
}

#[async_trait]
impl TokenFinder for ScriptedExplorer {
    fn profile(&self) -> Profile {
        source_profile(self.id, "An explorer", SourceKind::Explorer, "Addresses.")
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(CHAIN)]
    }

    async fn tokens(&self, _account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        *self.requests.lock().unwrap() += 1;
        self.answer.lock().unwrap().clone().ok_or(self.error.clone())
    }
}

async fn fixture(finders: &[&Arc<ScriptedExplorer>]) -> (TrackerFixture, Caller) {
    fixture_with(finders, extra_tokens::install).await
}

async fn fixture_with(finders: &[&Arc<ScriptedExplorer>], install: fn(&mut Ports)) -> (TrackerFixture, Caller) {
    let finders: Vec<Arc<dyn TokenFinder>> = finders
        .iter()
        .map(|one| -> Arc<dyn TokenFinder> { (*one).clone() })
        .collect();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.finders = finders;
        install(&mut ports);
        ports
    })
    .await;
    fixture.tracker.work().begin().await.unwrap();
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    (fixture, person)
}

/// Returns how much of a token the user sees, and the origin of its row.
async fn seen(fixture: &TrackerFixture, person: &Caller, token: AssetId) -> Option<(String, String)> {
    let report = fixture.report(person).await;
    let mut parts = report.assets.iter().flat_map(|line| &line.parts);
    let part = parts.find(|part| part.asset == token)?;
    Some((part.amount?.to_string(), row(fixture, token).await.origin))
}

/// Returns in how many accounts the user sees a token.
async fn places(fixture: &TrackerFixture, person: &Caller, token: AssetId) -> usize {
    let report = fixture.report(person).await;
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    parts.filter(|part| part.asset == token).count()
}

/// A token that became known is also read in accounts that were read before.
#[tokio::test]
async fn a_token_found_in_one_account_is_found_in_others_immediately() {
    let limited = ScriptedExplorer::rate_limited("rests", Duration::from_mins(10));
    let (fixture, first) = fixture(&[&limited]).await;
    let second = fixture.person(&[Address::evm([7; 20]).as_str()]).await;
    fixture.run_jobs().await;
    limited.set_tokens(vec![named(1, None)]);
    // The pause of ten minutes is up to a quarter longer, and the jobs that waited for it begin within a minute.
    fixture.clock.advance(Duration::from_mins(14));
    for _ in 0..100 {
        // The jobs run one after the other: the second answer of the explorer names tokens that the first one made
        // known.
        let leases = fixture.tracker.work().claim("test", 100).await.unwrap();
        for lease in &leases {
            fixture.tracker.work().perform(lease).await.unwrap();
        }
        if leases.is_empty() {
            break;
        }
    }
    assert_eq!(limited.requests(), 3);
    for person in [&first, &second] {
        assert_eq!(places(&fixture, person, token(1)).await, 1);
    }
}

async fn row(fixture: &TrackerFixture, token: AssetId) -> Asset {
    fixture
        .tracker
        .ports()
        .stores
        .assets
        .find(&[token])
        .await
        .unwrap()
        .remove(0)
}

async fn health(fixture: &TrackerFixture, id: &str) -> SourceHealth {
    let sources = fixture.tracker.health().data().await.unwrap().sources;
    sources.into_iter().find(|source| source.id == id).unwrap()
}

#[tokio::test]
async fn tokens_named_by_the_first_answering_explorer_are_read() {
    let (busy, knows) = (
        ScriptedExplorer::new("busy", None),
        ScriptedExplorer::new("knows", Some(vec![named(1, None), named(3, Some(9))])),
    );
    let never = ScriptedExplorer::new("never", Some(vec![]));
    let (fixture, person) = fixture(&[&busy, &knows, &never]).await;
    let found = seen(&fixture, &person, token(1)).await;
    assert_eq!(found, Some(("7".to_owned(), "explorer:knows".to_owned())));
    let only_named = fixture.tracker.ports().stores.assets.find(&[token(3)]).await.unwrap();
    assert!(
        only_named.is_empty(),
        "tokens that the node does not confirm are not stored"
    );
    assert_eq!((busy.requests(), knows.requests(), never.requests()), (1, 1, 0));
    let (failed, fine) = (health(&fixture, "busy").await, health(&fixture, "knows").await);
    assert_eq!((failed.severity, fine.severity), (Severity::Warn, Severity::Ok));
    assert_eq!(failed.failure.unwrap().code, "rate_limited");
}

#[tokio::test]
async fn an_account_is_queried_once_a_day() {
    let knows = ScriptedExplorer::new("knows", Some(vec![named(1, None)]));
    let (fixture, person) = fixture(&[&knows]).await;
    for _ in 0..3 {
        fixture.clock.advance(Duration::from_hours(1));
        fixture.run_jobs().await;
    }
    assert_eq!(knows.requests(), 1);
    fixture.clock.advance(DAY);
    fixture.run_jobs().await;
    assert_eq!(knows.requests(), 2);
    assert!(seen(&fixture, &person, token(1)).await.is_some());
}

#[tokio::test]
async fn if_no_explorer_answers_nothing_else_is_affected() {
    let busy = ScriptedExplorer::new("busy", None);
    let (fixture, person) = fixture(&[&busy]).await;
    assert_eq!(seen(&fixture, &person, token(1)).await, None);
    let status = fixture.tracker.sync().status(&person).await.unwrap();
    let of_chain = status.sources.iter().filter(|line| {
        let account = line.account.as_ref();
        line.kind != domain::sync::SyncKind::History && account.is_some_and(|one| one.chain == ChainId::evm(CHAIN))
    });
    assert!(of_chain.clone().count() == 1 && of_chain.into_iter().all(|line| line.last_error.is_none()));
    for _ in 0..4 {
        fixture.clock.advance(Duration::from_hours(1));
        fixture.run_jobs().await;
    }
    assert_eq!(busy.requests(), 3, "it is retried and then not queried again that day");
}

#[tokio::test]
async fn a_node_failure_is_recorded_for_the_node_and_not_for_the_explorer() {
    let knows = ScriptedExplorer::new("knows", Some(vec![named(1, None)]));
    let (fixture, _) = fixture_with(&[&knows], extra_tokens::install_failing).await;
    let chain = format!(":{}", ChainId::evm(CHAIN));
    let sources = fixture.tracker.health().data().await.unwrap().sources;
    let row = sources.into_iter().find(|row| row.id.ends_with(&chain)).unwrap();
    let text = row.failure.unwrap().text;
    assert_eq!(
        (row.severity, text.as_str()),
        (Severity::Warn, "The node is not answering right now.")
    );
    assert_eq!(health(&fixture, "knows").await.severity, Severity::Ok);
}

#[tokio::test]
async fn an_explorer_in_back_off_is_skipped_for_the_next_one() {
    let limited = ScriptedExplorer::rate_limited("rests", Duration::from_mins(10));
    let knows = ScriptedExplorer::new("knows", Some(vec![named(1, None)]));
    let (fixture, _) = fixture(&[&limited, &knows]).await;
    assert_eq!((limited.requests(), knows.requests()), (1, 1));
    let other = fixture.person(&[Address::evm([7; 20]).as_str()]).await;
    fixture.run_jobs().await;
    assert_eq!(
        (limited.requests(), knows.requests()),
        (1, 2),
        "it stated when to retry"
    );
    assert!(seen(&fixture, &other, token(1)).await.is_some());
    let row = health(&fixture, "rests").await;
    let until = row.failure.unwrap().retry_at.unwrap();
    assert!(until > fixture.clock.now() && row.fix.unwrap().starts_with("Paused until then"));
    fixture.clock.advance(Duration::from_mins(20));
    fixture.person(&[Address::evm([8; 20]).as_str()]).await;
    fixture.run_jobs().await;
    assert_eq!(limited.requests(), 2, "its back-off is over");
}

#[tokio::test]
async fn an_explorer_that_rejects_an_account_is_queried_about_the_next() {
    let refuses = ScriptedExplorer::refusing("refuses");
    let knows = ScriptedExplorer::new("knows", Some(vec![named(1, None)]));
    let (fixture, _) = fixture(&[&refuses, &knows]).await;
    let row = health(&fixture, "refuses").await;
    let failure = row.failure.unwrap();
    assert_eq!((failure.code.as_str(), failure.retry_at), ("refused", None));
    assert!(!row.fix.unwrap().contains("Paused"));
    refuses.set_tokens(vec![named(1, None)]);
    fixture.person(&[Address::evm([7; 20]).as_str()]).await;
    fixture.run_jobs().await;
    assert_eq!((refuses.requests(), knows.requests()), (2, 1));
    assert_eq!(health(&fixture, "refuses").await.failure, None);
}

#[tokio::test]
async fn accounts_wait_for_an_explorer_in_back_off_without_losing_attempts() {
    let limited = ScriptedExplorer::rate_limited("rests", Duration::from_mins(10));
    let (fixture, _) = fixture(&[&limited]).await;
    let others: Vec<String> = (20..40).map(|n| Address::evm([n; 20]).to_string()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let person = fixture.person(&others).await;
    for _ in 0..9 {
        fixture.clock.advance(Duration::from_mins(1));
        fixture.run_jobs().await;
        assert_eq!(limited.requests(), 1);
    }
    limited.set_tokens(vec![named(1, None)]);
    fixture.clock.advance(Duration::from_mins(6));
    fixture.run_jobs().await;
    assert_eq!(limited.requests(), 22, "each account once, after the back-off");
    assert_eq!(
        places(&fixture, &person, token(1)).await,
        20,
        "whichever account it was found in first"
    );
    let row = health(&fixture, "rests").await;
    assert_eq!((row.severity, row.failure), (Severity::Ok, None));
}
