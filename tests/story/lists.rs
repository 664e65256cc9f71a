//! Token lists over several days: their tokens are looked for, failures are reported, and a failure loses nothing.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{Caller, Severity, SourceHealth, valuation::BalanceQuery};
use ports::{
    Address, AssetId, ChainId, ListedToken, Profile, RemoteError, SourceId, TokenList, TokenListSource,
    asset::Metadata, source::SourceKind,
};
use support::{
    extra_tokens::{self, CHAIN, token},
    stage::Stage,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DAY: Duration = Duration::from_hours(24);

fn named(id: AssetId) -> ListedToken {
    let metadata = Metadata::cleaned("LISTED", "As the list says", Some(6));
    ListedToken { id, metadata }
}

/// A token list with scripted answers that counts its requests.
struct Scripted {
    says: Mutex<Result<TokenList, RemoteError>>,
    asked: Mutex<u32>,
}

impl Scripted {
    fn new(tokens: Vec<AssetId>) -> Arc<Self> {
        let list = Arc::new(Self {
            says: Mutex::new(Ok(TokenList::default())),
            asked: Mutex::default(),
        });
        list.say(tokens);
        list
    }

    fn say(&self, tokens: Vec<AssetId>) {
        let tokens = tokens.into_iter().map(named).collect();
        *self.says.lock().unwrap() = Ok(TokenList { tokens, left_out: 2 });
    }

    fn fail(&self) {
        *self.says.lock().unwrap() = Err(RemoteError::Malformed {
            who: "The list".into(),
            what: "a web page instead of data".into(),
        });
    }

    fn asked(&self) -> u32 {
        *self.asked.lock().unwrap()
    }
}

#[async_trait]
impl TokenListSource for Scripted {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("list:scripted"),
            name: "A list".into(),
            kind: SourceKind::TokenList,
            website: String::new(),
            learns: "No user data".into(),
            capabilities: vec![],
            rate_limit: String::new(),
            hosts: vec![],
            credentials: vec![],
        }
    }

    async fn tokens(&self) -> Result<TokenList, RemoteError> {
        *self.asked.lock().unwrap() += 1;
        self.says.lock().unwrap().clone()
    }
}

async fn stage(list: &Arc<Scripted>) -> Stage {
    let list = list.clone();
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.lists = vec![list];
        extra_tokens::install(&mut ports);
        ports
    })
    .await;
    stage.tracker.work().begin().await.unwrap();
    stage.work_off().await;
    stage
}

async fn universe(stage: &Stage) -> Vec<AssetId> {
    let assets = &stage.tracker.ports().stores.assets;
    let universe = assets.universe(&ChainId::evm(CHAIN)).await.unwrap();
    universe.into_iter().map(|asset| asset.id).collect()
}

/// Returns the symbols of the user's assets.
async fn held(stage: &Stage, person: &Caller) -> Vec<String> {
    let query = BalanceQuery::default();
    let report = stage.tracker.valuations().balance(person, &query).await.unwrap();
    report.assets.iter().map(|line| format!("{line:?}")).collect()
}

async fn health(stage: &Stage) -> SourceHealth {
    let sources = stage.tracker.health().data().await.unwrap().sources;
    let found = sources.into_iter().find(|source| source.id == "list:scripted");
    found.unwrap()
}

#[tokio::test]
async fn listed_tokens_are_found_and_the_contracts_metadata_wins() {
    let elsewhere = AssetId::erc20(&ChainId::evm(999_999), &Address::evm([9; 20]));
    let list = Scripted::new(vec![token(2), token(1), token(1), elsewhere.clone()]);
    let stage = stage(&list).await;
    let stores = &stage.tracker.ports().stores;
    let kept = stores.assets.find(&[token(1), elsewhere]).await.unwrap();
    assert_eq!(kept.len(), 1, "tokens of an unknown chain are left out");
    assert_eq!((kept[0].origin.as_str(), kept[0].confirmed), ("list:scripted", false));
    assert_eq!(kept[0].metadata.symbol, "LISTED");
    assert_eq!(health(&stage).await.severity, Severity::Ok);

    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    let kept = stores.assets.find(&[token(1)]).await.unwrap().remove(0);
    assert_eq!((kept.metadata.symbol.as_str(), kept.confirmed), ("TRUE", true));
    assert!(held(&stage, &person).await.iter().any(|line| line.contains("TRUE")));
}

#[tokio::test]
async fn a_listed_token_without_a_contract_is_no_gap_and_is_retried_daily() {
    let list = Scripted::new(vec![token(2)]);
    let stage = stage(&list).await;
    assert!(universe(&stage).await.contains(&token(2)));
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    assert!(!universe(&stage).await.contains(&token(2)));
    let query = BalanceQuery::default();
    let report = stage.tracker.valuations().balance(&person, &query).await.unwrap();
    assert!(!format!("{:?}", report.coverage).contains(token(2).as_str()));
    assert!(
        held(&stage, &person)
            .await
            .iter()
            .all(|line| !line.contains(token(2).as_str()))
    );

    stage.clock.advance(DAY);
    let leases = stage.tracker.work().claim("w", 100).await.unwrap();
    let lease = leases.iter().find(|lease| lease.job.kind == "read-lists").unwrap();
    stage.tracker.work().perform(lease).await.unwrap();
    assert!(universe(&stage).await.contains(&token(2)));
}

#[tokio::test]
async fn a_list_is_requested_once_a_day_however_often_the_server_starts() {
    let list = Scripted::new(vec![token(1)]);
    let stage = stage(&list).await;
    for _ in 0..3 {
        stage.tracker.work().begin().await.unwrap();
        stage.work_off().await;
    }
    assert_eq!(list.asked(), 1);
    stage.clock.advance(DAY);
    stage.work_off().await;
    assert_eq!(list.asked(), 2);
}

#[tokio::test]
async fn a_failing_list_is_reported_backs_off_and_loses_nothing() {
    let list = Scripted::new(vec![token(1)]);
    let stage = stage(&list).await;
    stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    list.fail();
    stage.clock.advance(DAY);
    stage.work_off().await;
    let failing = health(&stage).await;
    assert_eq!(failing.severity, Severity::Warn);
    assert!(failing.ok_at.is_some() && failing.affects.contains("tokens"));
    let text = failing.failure.unwrap().text;
    assert_eq!(text, "The list sent an unexpected answer: a web page instead of data.");
    assert!(universe(&stage).await.contains(&token(1)));

    for _ in 0..100 {
        stage.clock.advance(Duration::from_mins(5));
        stage.work_off().await;
    }
    assert_eq!(
        list.asked(),
        7,
        "one success, then six attempts, then it waits for the next day"
    );
    list.say(vec![]);
    stage.clock.advance(DAY);
    stage.work_off().await;
    assert_eq!(list.asked(), 8);
    assert_eq!(health(&stage).await.severity, Severity::Ok);
    assert!(
        universe(&stage).await.contains(&token(1)),
        "it is held, whatever the list contains"
    );
}
