//! Explorers over several days: the tokens they name are read from the node, each account is queried once a day, and
//! failures remove nothing.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{Caller, Severity, SourceHealth, spam::HideRule};
use ports::{
    AccountId, Address, Asset, AssetId, ChainId, Clock, Currency, NamedToken, Ports, Profile, Quote, RemoteError,
    SourceId, TokenFinder,
    quote::{QuoteAnswer, QuoteId},
    source::SourceKind,
};
use support::{
    extra_tokens::{self, CHAIN, token},
    stage::Stage,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DAY: Duration = Duration::from_hours(24);

/// A token as an explorer names it, with or without a number of holders.
fn named(n: u8, holders: Option<u32>) -> NamedToken {
    NamedToken { id: token(n), holders }
}

/// An explorer with scripted answers that counts its requests.
struct Scripted {
    id: &'static str,
    says: Mutex<Option<Vec<NamedToken>>>,
    fails: RemoteError,
    asked: Mutex<u32>,
}

fn busy(retry_after: Option<Duration>) -> RemoteError {
    RemoteError::RateLimited {
        who: "An explorer".into(),
        retry_after,
    }
}

impl Scripted {
    fn new(id: &'static str, says: Option<Vec<NamedToken>>) -> Arc<Self> {
        Self::of(id, says, busy(None))
    }

    /// An explorer that requests a pause.
    fn resting(id: &'static str, rest: Duration) -> Arc<Self> {
        Self::of(id, None, busy(Some(rest)))
    }

    /// An explorer that does not know the account or the chain.
    fn refusing(id: &'static str) -> Arc<Self> {
        let (who, why) = ("An explorer".into(), "status 404".into());
        Self::of(id, None, RemoteError::Refused { who, why })
    }

    fn of(id: &'static str, says: Option<Vec<NamedToken>>, fails: RemoteError) -> Arc<Self> {
        let (says, asked) = (Mutex::new(says), Mutex::default());
        Arc::new(Self { id, says, fails, asked })
    }

    fn say(&self, tokens: Vec<NamedToken>) {
        *self.says.lock().unwrap() = Some(tokens);
    }

    fn asked(&self) -> u32 {
        *self.asked.lock().unwrap()
    }
}

#[async_trait]
impl TokenFinder for Scripted {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed(self.id),
            name: "An explorer".into(),
            kind: SourceKind::Explorer,
            website: String::new(),
            learns: "Addresses.".into(),
            capabilities: vec![],
            rate_limit: String::new(),
            hosts: vec![],
            credentials: vec![],
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(CHAIN)]
    }

    async fn tokens(&self, _account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        *self.asked.lock().unwrap() += 1;
        self.says.lock().unwrap().clone().ok_or(self.fails.clone())
    }
}

async fn stage(finders: &[&Arc<Scripted>]) -> (Stage, Caller) {
    stage_of(finders, extra_tokens::install).await
}

async fn stage_of(finders: &[&Arc<Scripted>], install: fn(&mut Ports)) -> (Stage, Caller) {
    let finders: Vec<Arc<dyn TokenFinder>> = finders
        .iter()
        .map(|one| -> Arc<dyn TokenFinder> { (*one).clone() })
        .collect();
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.finders = finders;
        install(&mut ports);
        ports
    })
    .await;
    stage.tracker.work().begin().await.unwrap();
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    (stage, person)
}

/// Returns how much of a token the user sees, and the origin of its row.
async fn seen(stage: &Stage, person: &Caller, token: AssetId) -> Option<(String, String)> {
    let report = stage.report(person).await;
    let mut parts = report.assets.iter().flat_map(|line| &line.parts);
    let part = parts.find(|part| part.asset == token)?;
    Some((part.amount?.to_string(), row(stage, token).await.origin))
}

/// Returns in how many accounts the user sees a token.
async fn places(stage: &Stage, person: &Caller, token: AssetId) -> usize {
    let report = stage.report(person).await;
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    parts.filter(|part| part.asset == token).count()
}

/// A token that became known is also read in accounts that were read before.
#[tokio::test]
async fn a_token_found_in_one_account_is_found_in_others_immediately() {
    let rests = Scripted::resting("rests", Duration::from_mins(10));
    let (stage, first) = stage(&[&rests]).await;
    let second = stage.person(&[Address::evm([7; 20]).as_str()]).await;
    stage.work_off().await;
    rests.say(vec![named(1, None)]);
    stage.clock.advance(Duration::from_mins(12));
    for _ in 0..100 {
        // The jobs run one after the other: the second answer of the explorer names tokens that the first one made
        // known.
        let leases = stage.tracker.work().claim("stage", 100).await.unwrap();
        for lease in &leases {
            stage.tracker.work().perform(lease).await.unwrap();
        }
        if leases.is_empty() {
            break;
        }
    }
    assert_eq!(rests.asked(), 3);
    for person in [&first, &second] {
        assert_eq!(places(&stage, person, token(1)).await, 1);
    }
}

async fn row(stage: &Stage, token: AssetId) -> Asset {
    stage
        .tracker
        .ports()
        .stores
        .assets
        .find(&[token])
        .await
        .unwrap()
        .remove(0)
}

async fn health(stage: &Stage, id: &str) -> SourceHealth {
    let sources = stage.tracker.health().data().await.unwrap().sources;
    sources.into_iter().find(|source| source.id == id).unwrap()
}

#[tokio::test]
async fn tokens_named_by_the_first_answering_explorer_are_read() {
    let (busy, knows) = (
        Scripted::new("busy", None),
        Scripted::new("knows", Some(vec![named(1, None), named(3, Some(9))])),
    );
    let never = Scripted::new("never", Some(vec![]));
    let (stage, person) = stage(&[&busy, &knows, &never]).await;
    let found = seen(&stage, &person, token(1)).await;
    assert_eq!(found, Some(("7".to_owned(), "explorer:knows".to_owned())));
    let only_named = stage.tracker.ports().stores.assets.find(&[token(3)]).await.unwrap();
    assert!(
        only_named.is_empty(),
        "tokens that the node does not confirm are not stored"
    );
    assert_eq!((busy.asked(), knows.asked(), never.asked()), (1, 1, 0));
    let (failed, fine) = (health(&stage, "busy").await, health(&stage, "knows").await);
    assert_eq!((failed.severity, fine.severity), (Severity::Warn, Severity::Ok));
    assert_eq!(failed.failure.unwrap().code, "rate_limited");
}

#[tokio::test]
async fn an_account_is_queried_once_a_day() {
    let knows = Scripted::new("knows", Some(vec![named(1, None)]));
    let (stage, person) = stage(&[&knows]).await;
    for _ in 0..3 {
        stage.clock.advance(Duration::from_hours(1));
        stage.work_off().await;
    }
    assert_eq!(knows.asked(), 1);
    stage.clock.advance(DAY);
    stage.work_off().await;
    assert_eq!(knows.asked(), 2);
    assert!(seen(&stage, &person, token(1)).await.is_some());
}

#[tokio::test]
async fn if_no_explorer_answers_nothing_else_is_affected() {
    let busy = Scripted::new("busy", None);
    let (stage, person) = stage(&[&busy]).await;
    assert_eq!(seen(&stage, &person, token(1)).await, None);
    let status = stage.tracker.sync().status(&person).await.unwrap();
    let of_chain = status.sources.iter().filter(|line| {
        line.account
            .as_ref()
            .is_some_and(|one| one.chain == ChainId::evm(CHAIN))
    });
    assert!(of_chain.clone().count() == 1 && of_chain.into_iter().all(|line| line.last_error.is_none()));
    for _ in 0..4 {
        stage.clock.advance(Duration::from_hours(1));
        stage.work_off().await;
    }
    assert_eq!(busy.asked(), 3, "it is retried and then not queried again that day");
}

#[tokio::test]
async fn a_node_failure_is_recorded_for_the_node_and_not_for_the_explorer() {
    let knows = Scripted::new("knows", Some(vec![named(1, None)]));
    let (stage, _) = stage_of(&[&knows], extra_tokens::install_failing).await;
    let chain = format!(":{}", ChainId::evm(CHAIN));
    let sources = stage.tracker.health().data().await.unwrap().sources;
    let row = sources.into_iter().find(|row| row.id.ends_with(&chain)).unwrap();
    let text = row.failure.unwrap().text;
    assert_eq!(
        (row.severity, text.as_str()),
        (Severity::Warn, "The node is not answering right now.")
    );
    assert_eq!(health(&stage, "knows").await.severity, Severity::Ok);
}

#[tokio::test]
async fn an_explorer_in_back_off_is_skipped_for_the_next_one() {
    let rests = Scripted::resting("rests", Duration::from_mins(10));
    let knows = Scripted::new("knows", Some(vec![named(1, None)]));
    let (stage, _) = stage(&[&rests, &knows]).await;
    assert_eq!((rests.asked(), knows.asked()), (1, 1));
    let other = stage.person(&[Address::evm([7; 20]).as_str()]).await;
    stage.work_off().await;
    assert_eq!((rests.asked(), knows.asked()), (1, 2), "it stated when to retry");
    assert!(seen(&stage, &other, token(1)).await.is_some());
    let row = health(&stage, "rests").await;
    let until = row.failure.unwrap().retry_at.unwrap();
    assert!(until > stage.clock.now() && row.fix.unwrap().starts_with("Paused until then"));
    stage.clock.advance(Duration::from_mins(20));
    stage.person(&[Address::evm([8; 20]).as_str()]).await;
    stage.work_off().await;
    assert_eq!(rests.asked(), 2, "its back-off is over");
}

#[tokio::test]
async fn an_explorer_that_rejects_an_account_is_queried_about_the_next() {
    let refuses = Scripted::refusing("refuses");
    let knows = Scripted::new("knows", Some(vec![named(1, None)]));
    let (stage, _) = stage(&[&refuses, &knows]).await;
    let row = health(&stage, "refuses").await;
    let failure = row.failure.unwrap();
    assert_eq!((failure.code.as_str(), failure.retry_at), ("refused", None));
    assert!(!row.fix.unwrap().contains("Paused"));
    refuses.say(vec![named(1, None)]);
    stage.person(&[Address::evm([7; 20]).as_str()]).await;
    stage.work_off().await;
    assert_eq!((refuses.asked(), knows.asked()), (2, 1));
    assert_eq!(health(&stage, "refuses").await.failure, None);
}

#[tokio::test]
async fn accounts_wait_for_an_explorer_in_back_off_without_losing_attempts() {
    let rests = Scripted::resting("rests", Duration::from_mins(10));
    let (stage, _) = stage(&[&rests]).await;
    let others: Vec<String> = (20..40).map(|n| Address::evm([n; 20]).to_string()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let person = stage.person(&others).await;
    for _ in 0..9 {
        stage.clock.advance(Duration::from_mins(1));
        stage.work_off().await;
        assert_eq!(rests.asked(), 1);
    }
    rests.say(vec![named(1, None)]);
    stage.clock.advance(Duration::from_mins(6));
    stage.work_off().await;
    assert_eq!(rests.asked(), 22, "each account once, after the back-off");
    assert_eq!(
        places(&stage, &person, token(1)).await,
        20,
        "whichever account it was found in first"
    );
    let row = health(&stage, "rests").await;
    assert_eq!((row.severity, row.failure), (Severity::Ok, None));
}

/// A price source was queried about token 1 and does not list it.
async fn nobody_prices_it(stage: &Stage) {
    let ports = stage.tracker.ports();
    let now = ports.clock.now();
    let quote = Quote {
        id: QuoteId::new(ports.ids.next()),
        asset: token(1),
        source: SourceId::fixed("demo-prices"),
        answer: QuoteAnswer::NotListed,
        source_time: now,
        received_at: now,
        market: None,
    };
    let mut work = ports.storage.begin().await.unwrap();
    work.quotes().add(&[quote]).await.unwrap();
    work.commit().await.unwrap();
}

#[tokio::test]
async fn a_token_with_thousands_of_holders_is_hidden_until_the_user_shows_it() {
    let knows = Scripted::new("knows", Some(vec![named(1, Some(49_213))]));
    let (stage, person) = stage(&[&knows]).await;
    assert!(
        seen(&stage, &person, token(1)).await.is_some(),
        "no price was requested yet"
    );
    nobody_prices_it(&stage).await;
    let before = stage.report(&person).await;
    let hidden = before.hidden.iter().find(|one| one.asset == token(1)).unwrap();
    let rule = HideRule::Airdropped {
        holders: 49_213,
        by: "An explorer".into(),
    };
    assert_eq!((hidden.rule.code(), &hidden.rule), ("spam", &rule));
    assert!(rule.text().starts_with("An explorer counts 49,213 holders"));
    assert_eq!(seen(&stage, &person, token(1)).await, None);

    stage.tracker.assets().show(&person, &token(1)).await.unwrap();
    let shown = stage.report(&person).await;
    assert_eq!(shown.coverage.hidden + 1, before.coverage.hidden);
    assert_eq!(
        shown.total, before.total,
        "showing an unpriced token does not change the total"
    );
    let line = shown.assets.iter().find(|line| line.asset == token(1)).unwrap();
    let said: Vec<&str> = line.flags.iter().map(|flag| flag.text.as_str()).collect();
    assert_eq!(said, [rule.text()], "a shown token keeps the reason as a warning");

    stage.tracker.assets().hide(&person, &token(1)).await.unwrap();
    let again = stage.report(&person).await;
    assert_eq!(again.coverage.hidden, before.coverage.hidden);
}

#[tokio::test]
async fn the_number_of_holders_is_stored_with_source_and_time_and_updated_daily() {
    let knows = Scripted::new("knows", Some(vec![named(1, None)]));
    let (stage, person) = stage(&[&knows]).await;
    nobody_prices_it(&stage).await;
    assert_eq!(row(&stage, token(1)).await.holders, None, "unknown is not zero");
    for (counted, kept, hides) in [
        (Some(1_999), 1_999, false),
        (Some(2_000), 2_000, true),
        (None, 2_000, true),
    ] {
        knows.say(vec![named(1, counted)]);
        stage.clock.advance(DAY);
        stage.work_off().await;
        let holders = row(&stage, token(1)).await.holders.unwrap();
        assert_eq!((holders.count, holders.by.as_str()), (kept, "knows"));
        assert_eq!(seen(&stage, &person, token(1)).await.is_none(), hides, "{counted:?}");
        if counted.is_some() {
            let age = stage.clock.now().since(holders.at);
            assert!(age < Duration::from_mins(1), "{age:?}");
        }
    }
    let price = "2".parse().unwrap();
    stage
        .tracker
        .prices()
        .set(&person, &token(1), price, &Currency::usd())
        .await
        .unwrap();
    assert!(
        seen(&stage, &person, token(1)).await.is_some(),
        "a manual price overrides the rule"
    );
}
