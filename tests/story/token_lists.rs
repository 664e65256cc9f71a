//! Token lists over several days: their tokens are looked for, failures are reported, and a failure loses nothing.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{Caller, Severity, SourceHealth, valuation::BalanceQuery};
use ports::{
    Address, AssetId, ChainId, ListedToken, Profile, RemoteError, TokenList, TokenListSource, asset::Metadata,
    source::SourceKind,
};
use support::source_profile::source_profile;
use support::{
    extra_tokens::{self, CHAIN, token},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DAY: Duration = Duration::from_hours(24);

fn named(id: AssetId) -> ListedToken {
    let metadata = Metadata::cleaned("LISTED", "As the list says", Some(6));
    ListedToken { id, metadata }
}

/// A token list with scripted answers that counts its requests.
struct ScriptedTokenList {
    answer: Mutex<Result<TokenList, RemoteError>>,
    requests: Mutex<u32>,
}

impl ScriptedTokenList {
    fn new(tokens: Vec<AssetId>) -> Arc<Self> {
        let list = Arc::new(Self {
            answer: Mutex::new(Ok(TokenList::default())),
            requests: Mutex::default(),
        });
        list.set_tokens(tokens);
        list
    }

    fn set_tokens(&self, tokens: Vec<AssetId>) {
        let tokens = tokens.into_iter().map(named).collect();
        *self.answer.lock().unwrap() = Ok(TokenList { tokens, left_out: 2 });
    }

    fn fail(&self) {
        *self.answer.lock().unwrap() = Err(RemoteError::Malformed {
            who: "The list".into(),
            what: "a web page instead of data".into(),
        });
    }

    fn requests(&self) -> u32 {
        *self.requests.lock().unwrap()
    }
}

#[async_trait]
impl TokenListSource for ScriptedTokenList {
    fn profile(&self) -> Profile {
        source_profile("list:scripted", "A list", SourceKind::TokenList, "No user data")
    }

    async fn tokens(&self) -> Result<TokenList, RemoteError> {
        *self.requests.lock().unwrap() += 1;
        self.answer.lock().unwrap().clone()
    }
}

async fn fixture(list: &Arc<ScriptedTokenList>) -> TrackerFixture {
    let list = list.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.lists = vec![list];
        extra_tokens::install(&mut ports);
        ports
    })
    .await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    fixture
}

async fn universe(fixture: &TrackerFixture) -> Vec<AssetId> {
    let assets = &fixture.tracker.ports().stores.assets;
    let universe = assets.universe(&ChainId::evm(CHAIN)).await.unwrap();
    universe.into_iter().map(|asset| asset.id).collect()
}

/// Returns the symbols of the user's assets.
async fn held(fixture: &TrackerFixture, person: &Caller) -> Vec<String> {
    let query = BalanceQuery::default();
    let report = fixture.tracker.valuations().balance(person, &query).await.unwrap();
    report.assets.iter().map(|line| format!("{line:?}")).collect()
}

async fn health(fixture: &TrackerFixture) -> SourceHealth {
    let sources = fixture.tracker.health().data().await.unwrap().sources;
    let found = sources.into_iter().find(|source| source.id == "list:scripted");
    found.unwrap()
}

#[tokio::test]
async fn listed_tokens_are_found_and_the_contracts_metadata_wins() {
    let elsewhere = AssetId::erc20(&ChainId::evm(999_999), &Address::evm([9; 20]));
    let list = ScriptedTokenList::new(vec![token(2), token(1), token(1), elsewhere.clone()]);
    let fixture = fixture(&list).await;
    let stores = &fixture.tracker.ports().stores;
    let kept = stores.assets.find(&[token(1), elsewhere]).await.unwrap();
    assert_eq!(kept.len(), 1, "tokens of an unknown chain are left out");
    assert_eq!((kept[0].origin.as_str(), kept[0].confirmed), ("list:scripted", false));
    assert_eq!(kept[0].metadata.symbol, "LISTED");
    assert_eq!(health(&fixture).await.severity, Severity::Ok);

    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    let kept = stores.assets.find(&[token(1)]).await.unwrap().remove(0);
    assert_eq!((kept.metadata.symbol.as_str(), kept.confirmed), ("TRUE", true));
    assert!(held(&fixture, &person).await.iter().any(|line| line.contains("TRUE")));
}

#[tokio::test]
async fn a_listed_token_without_a_contract_is_no_gap_and_is_retried_daily() {
    let list = ScriptedTokenList::new(vec![token(2)]);
    let fixture = fixture(&list).await;
    assert!(universe(&fixture).await.contains(&token(2)));
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    assert!(!universe(&fixture).await.contains(&token(2)));
    let query = BalanceQuery::default();
    let report = fixture.tracker.valuations().balance(&person, &query).await.unwrap();
    assert!(!format!("{:?}", report.coverage).contains(token(2).as_str()));
    assert!(
        held(&fixture, &person)
            .await
            .iter()
            .all(|line| !line.contains(token(2).as_str()))
    );

    fixture.clock.advance(DAY);
    let leases = fixture.tracker.work().claim("w", 100).await.unwrap();
    let lease = leases.iter().find(|lease| lease.job.kind == "read-lists").unwrap();
    fixture.tracker.work().perform(lease).await.unwrap();
    assert!(universe(&fixture).await.contains(&token(2)));
}

#[tokio::test]
async fn a_list_is_requested_once_a_day_however_often_the_server_starts() {
    let list = ScriptedTokenList::new(vec![token(1)]);
    let fixture = fixture(&list).await;
    for _ in 0..3 {
        fixture.tracker.work().begin().await.unwrap();
        fixture.run_jobs().await;
    }
    assert_eq!(list.requests(), 1);
    fixture.clock.advance(DAY);
    fixture.run_jobs().await;
    assert_eq!(list.requests(), 2);
}

#[tokio::test]
async fn a_failing_list_is_reported_backs_off_and_loses_nothing() {
    let list = ScriptedTokenList::new(vec![token(1)]);
    let fixture = fixture(&list).await;
    fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    list.fail();
    fixture.clock.advance(DAY);
    fixture.run_jobs().await;
    let failing = health(&fixture).await;
    assert_eq!(failing.severity, Severity::Warn);
    assert!(failing.ok_at.is_some() && failing.affects.contains("tokens"));
    let text = failing.failure.unwrap().text;
    assert_eq!(text, "The list sent an unexpected answer: a web page instead of data.");
    assert!(universe(&fixture).await.contains(&token(1)));

    for _ in 0..100 {
        fixture.clock.advance(Duration::from_mins(5));
        fixture.run_jobs().await;
    }
    assert_eq!(
        list.requests(),
        7,
        "one success, then six attempts, then it waits for the next day"
    );
    list.set_tokens(vec![]);
    fixture.clock.advance(DAY);
    fixture.run_jobs().await;
    assert_eq!(list.requests(), 8);
    assert_eq!(health(&fixture).await.severity, Severity::Ok);
    assert!(
        universe(&fixture).await.contains(&token(1)),
        "it is held, whatever the list contains"
    );
}
