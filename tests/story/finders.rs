//! Explorers over days: what they name is looked for at the chain, each account once a day, and what fails takes nothing away.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::Place;
use async_trait::async_trait;
use domain::{Caller, Severity, SourceHealth};
use ports::{
    AccountId, Address, AssetId, Block, ChainId, ChainReader, Profile, RawAmount, RemoteError, SourceId, TokenFinder,
    asset::Metadata,
    chain::{Progress, Reading},
    source::SourceKind,
};
use support::stage::Stage;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DAY: Duration = Duration::from_hours(24);
/// The chain of the demo world that fails for some addresses is not this one.
const CHAIN: u64 = 8453;

fn token(n: u8) -> AssetId {
    AssetId::erc20(&ChainId::evm(CHAIN), &Address::evm([n; 20]))
}

/// An explorer that says what a test wants it to say, and counts how often it was asked.
struct Scripted {
    id: &'static str,
    says: Mutex<Option<Vec<AssetId>>>,
    asked: Mutex<u32>,
}

impl Scripted {
    fn new(id: &'static str, says: Option<Vec<AssetId>>) -> Arc<Self> {
        let (says, asked) = (Mutex::new(says), Mutex::default());
        Arc::new(Self { id, says, asked })
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

    async fn tokens(&self, _account: &AccountId) -> Result<Vec<AssetId>, RemoteError> {
        *self.asked.lock().unwrap() += 1;
        let busy = RemoteError::RateLimited {
            who: "An explorer".into(),
            retry_after: None,
        };
        self.says.lock().unwrap().clone().ok_or(busy)
    }
}

/// The demo world's reader, in whose chain [`CHAIN`] everybody also holds token 1, if it is asked for.
struct Richer(Arc<dyn ChainReader>);

#[async_trait]
impl ChainReader for Richer {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.0.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        let mut reading = self.0.balances(account, tokens, progress).await?;
        let seven: RawAmount = "7000000".parse().unwrap();
        reading
            .balances
            .extend(tokens.contains(&token(1)).then(|| (token(1), seven)));
        Ok(reading)
    }
    async fn metadata(&self, _chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        let said = |id: &AssetId| (id.clone(), Metadata::cleaned("TRUE", "As the contract says", Some(6)));
        Ok(tokens.iter().map(said).collect())
    }
}

async fn stage(finders: &[&Arc<Scripted>]) -> (Stage, Caller) {
    let finders: Vec<Arc<dyn TokenFinder>> = finders
        .iter()
        .map(|one| -> Arc<dyn TokenFinder> { (*one).clone() })
        .collect();
    let stage = Stage::with(Place::Memory, false, |mut ports| {
        ports.finders = finders;
        for reader in &mut ports.readers {
            *reader = Arc::new(Richer(reader.clone()));
        }
        ports
    })
    .await;
    stage.tracker.work().begin().await.unwrap();
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    (stage, person)
}

/// How much of a token the person sees, and where its row comes from.
async fn seen(stage: &Stage, person: &Caller, token: AssetId) -> Option<(String, String)> {
    let report = stage.report(person).await;
    let mut parts = report.assets.iter().flat_map(|line| &line.parts);
    let part = parts.find(|part| part.asset == token)?;
    let row = stage
        .tracker
        .ports()
        .stores
        .assets
        .find(&[token])
        .await
        .unwrap()
        .remove(0);
    Some((part.amount?.to_string(), row.origin))
}

async fn health(stage: &Stage, id: &str) -> SourceHealth {
    let sources = stage.tracker.health().data().await.unwrap().sources;
    sources.into_iter().find(|source| source.id == id).unwrap()
}

#[tokio::test]
async fn what_the_first_that_answers_names_is_read_at_the_chain() {
    let (busy, knows) = (
        Scripted::new("busy", None),
        Scripted::new("knows", Some(vec![token(1), token(2)])),
    );
    let never = Scripted::new("never", Some(vec![]));
    let (stage, person) = stage(&[&busy, &knows, &never]).await;
    let found = seen(&stage, &person, token(1)).await;
    assert_eq!(found, Some(("7".to_owned(), "explorer:knows".to_owned())));
    let only_named = stage.tracker.ports().stores.assets.find(&[token(2)]).await.unwrap();
    assert!(only_named.is_empty(), "what the chain does not confirm is not kept");
    assert_eq!((busy.asked(), knows.asked(), never.asked()), (1, 1, 0));
    let (failed, fine) = (health(&stage, "busy").await, health(&stage, "knows").await);
    assert_eq!((failed.severity, fine.severity), (Severity::Warn, Severity::Ok));
    assert_eq!(failed.failure.unwrap().code, "rate_limited");
}

#[tokio::test]
async fn an_account_is_asked_about_once_a_day() {
    let knows = Scripted::new("knows", Some(vec![token(1)]));
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
async fn where_none_answers_everything_else_stands() {
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
    assert_eq!(busy.asked(), 3, "tried again, and then left alone for the day");
}
