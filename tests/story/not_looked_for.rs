//! A total is incomplete while tokens are not looked for: outstanding token lists and explorers are waited for, failing
//! ones are reported, and chains where no source names tokens are listed in the coverage.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{Caller, valuation::Coverage};
use ports::{
    AccountId, AssetId, ChainId, ListedToken, NamedToken, Profile, RemoteError, TokenFinder, TokenList,
    TokenListSource, asset::Metadata, job::Lease, source::SourceKind,
};
use support::source_profile::source_profile;
use support::{
    extra_tokens::{self, CHAIN, token},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// A token list with these tokens, or with a failure.
struct List(Mutex<Result<Vec<AssetId>, RemoteError>>);

#[async_trait]
impl TokenListSource for List {
    fn profile(&self) -> Profile {
        source_profile("list:one", "Somebody", SourceKind::TokenList, "Addresses.")
    }
    fn chains(&self) -> Option<Vec<ChainId>> {
        Some(vec![ChainId::evm(CHAIN)])
    }
    async fn tokens(&self) -> Result<TokenList, RemoteError> {
        let metadata = Metadata::cleaned("LISTED", "As the list says", Some(6));
        let named = |id| ListedToken {
            id,
            metadata: metadata.clone(),
        };
        let tokens = self.0.lock().unwrap().clone()?.into_iter().map(named).collect();
        Ok(TokenList { tokens, left_out: 0 })
    }
}

/// An explorer of the chain with these tokens, or with a failure.
struct Explorer(Mutex<Result<Vec<NamedToken>, RemoteError>>);

#[async_trait]
impl TokenFinder for Explorer {
    fn profile(&self) -> Profile {
        source_profile("explorer", "Somebody", SourceKind::Explorer, "Addresses.")
    }
    fn chains(&self) -> Vec<ChainId> {
        vec![ChainId::evm(CHAIN)]
    }
    async fn tokens(&self, _: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        self.0.lock().unwrap().clone()
    }
}

fn refused() -> RemoteError {
    RemoteError::Refused {
        who: "The explorer".into(),
        why: "it needs an API key".into(),
    }
}

/// A fixture with these token lists and explorers, and a user who watches an address on the chain.
async fn fixture(lists: Vec<Arc<List>>, finders: Vec<Arc<Explorer>>) -> (TrackerFixture, Caller) {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.lists = lists
            .into_iter()
            .map(|one| -> Arc<dyn TokenListSource> { one })
            .collect();
        ports.finders = finders.into_iter().map(|one| -> Arc<dyn TokenFinder> { one }).collect();
        extra_tokens::install(&mut ports);
        ports
    })
    .await;
    fixture.tracker.work().begin().await.unwrap();
    let person = fixture.person(&[ADDRESS]).await;
    (fixture, person)
}

/// Runs every job except those of this kind, which it returns.
async fn all_but(fixture: &TrackerFixture, kind: &str) -> Vec<Lease> {
    let (mut kept, work) = (vec![], fixture.tracker.work());
    for _ in 0..50 {
        let leases = work.claim("test", 100).await.unwrap();
        if leases.is_empty() {
            break;
        }
        for lease in leases {
            if lease.job.kind == kind {
                kept.push(lease);
            } else {
                work.perform(&lease).await.unwrap();
            }
        }
    }
    kept
}

async fn perform(fixture: &TrackerFixture, leases: &[Lease]) {
    for lease in leases {
        fixture.tracker.work().perform(lease).await.unwrap();
    }
}

async fn coverage(fixture: &TrackerFixture, person: &Caller) -> Coverage {
    fixture.report(person).await.coverage
}

async fn sees(fixture: &TrackerFixture, person: &Caller, token: AssetId) -> bool {
    let report = fixture.report(person).await;
    let mut parts = report.assets.iter().flat_map(|line| &line.parts);
    parts.any(|part| part.asset == token)
}

/// Returns the code and sentence reported for the chain.
fn missed(coverage: &Coverage) -> Option<(&str, &str)> {
    let mut missed = coverage.not_looked_for.iter();
    let found = missed.find(|one| one.chain == ChainId::evm(CHAIN))?;
    Some((&found.code, &found.text))
}

#[tokio::test]
async fn an_outstanding_list_is_waited_for_and_its_tokens_are_read_immediately() {
    let list = Arc::new(List(Mutex::new(Ok(vec![token(1)]))));
    let (fixture, person) = fixture(vec![list], vec![]).await;
    let waiting = all_but(&fixture, "read-lists").await;
    assert_eq!(waiting.len(), 1);
    let before = coverage(&fixture, &person).await;
    assert!(before.reading > 0 && !before.complete(), "{before:?}");
    assert_eq!(missed(&before), None, "the tokens may still be looked for");
    assert!(!sees(&fixture, &person, token(1)).await);

    fixture.clock.advance(Duration::from_millis(10));
    perform(&fixture, &waiting).await;
    let arrived = coverage(&fixture, &person).await;
    assert!(
        arrived.reading > 0,
        "the account was read without the tokens of the list"
    );
    all_but(&fixture, "nothing").await;
    assert!(sees(&fixture, &person, token(1)).await, "no time has passed");
    let after = coverage(&fixture, &person).await;
    assert_eq!((after.reading, missed(&after)), (0, None));
}

/// Accounts that were just read lack the tokens that a list adds later. They do not wait until they are due.
#[tokio::test]
async fn a_token_that_a_list_adds_later_is_looked_for_immediately() {
    let list = Arc::new(List(Mutex::new(Ok(vec![token(2)]))));
    let (fixture, person) = fixture(vec![list.clone()], vec![]).await;
    fixture.run_jobs().await;
    assert_eq!(coverage(&fixture, &person).await.reading, 0);
    *list.0.lock().unwrap() = Ok(vec![token(2), token(1)]);
    fixture.clock.advance(Duration::from_hours(24));
    let news = all_but(&fixture, "read-lists").await;
    assert_eq!(news.len(), 1);
    assert!(!sees(&fixture, &person, token(1)).await);
    assert_eq!(
        coverage(&fixture, &person).await.reading,
        0,
        "every account was just read"
    );

    fixture.clock.advance(Duration::from_millis(10));
    perform(&fixture, &news).await;
    let arrived = coverage(&fixture, &person).await;
    assert!(
        arrived.reading > 0 && !arrived.complete(),
        "the account lacks the new token"
    );
    let wanted = fixture.tracker.work().claim("test", 100).await.unwrap();
    let accounts: Vec<AccountId> = wanted.iter().filter_map(|one| one.job.subject.parse().ok()).collect();
    assert!(
        !accounts.is_empty() && accounts.iter().all(|account| account.chain == ChainId::evm(CHAIN)),
        "{accounts:?}"
    );
    perform(&fixture, &wanted).await;
    assert!(sees(&fixture, &person, token(1)).await, "no time has passed");
}

#[tokio::test]
async fn without_lists_and_explorers_unlisted_tokens_are_reported_as_not_looked_for() {
    let (fixture, person) = fixture(vec![], vec![]).await;
    fixture.run_jobs().await;
    let coverage = coverage(&fixture, &person).await;
    let text = "Unlisted tokens are not detected on Base.";
    assert_eq!(missed(&coverage), Some(("unlisted_tokens", text)));
    assert!(!coverage.complete());
    let report = fixture.report(&person).await;
    let used = |chain: &ChainId| report.networks.iter().any(|line| line.chain == *chain);
    let large = |chain: &ChainId| fixture.tracker.ports().chains.get(chain).is_some_and(|row| row.large);
    for one in &coverage.not_looked_for {
        assert!(
            used(&one.chain) || large(&one.chain),
            "nothing was found on {}",
            one.chain
        );
        assert!(
            one.chain.evm_number().is_some(),
            "{} reports all tokens by itself",
            one.chain
        );
    }
    let figure = report.figure(domain::valuation::FigurePath::Sum(domain::valuation::Filter::default()));
    let explained = fixture.tracker.valuations().explain(&person, &figure).await.unwrap();
    assert!(
        explained
            .left_out
            .iter()
            .any(|one| one.label == "Unlisted tokens on Base"),
        "{:?}",
        explained.left_out
    );
}

#[tokio::test]
async fn a_failing_list_is_the_reason() {
    let list = Arc::new(List(Mutex::new(Err(refused()))));
    let (fixture, person) = fixture(vec![list.clone()], vec![]).await;
    fixture.run_jobs().await;
    let failing = coverage(&fixture, &person).await;
    let (code, text) = missed(&failing).unwrap();
    assert_eq!((code, failing.complete()), ("refused", false));
    assert!(
        text.contains("on Base. The explorer") && text.contains("needs an API key"),
        "{text}"
    );
    *list.0.lock().unwrap() = Ok(vec![token(1)]);
    fixture.clock.advance(Duration::from_hours(25));
    fixture.run_jobs().await;
    assert_eq!(missed(&coverage(&fixture, &person).await), None);
}

#[tokio::test]
async fn an_explorer_is_waited_for_and_reported_if_it_fails() {
    let explorer = Arc::new(Explorer(Mutex::new(Ok(vec![]))));
    let (fixture, person) = fixture(vec![], vec![explorer.clone()]).await;
    let waiting = all_but(&fixture, "find-tokens").await;
    let before = coverage(&fixture, &person).await;
    assert!(before.reading > 0 && !before.complete());
    assert_eq!(missed(&before), None);

    *explorer.0.lock().unwrap() = Err(refused());
    perform(&fixture, &waiting).await;
    let failing = coverage(&fixture, &person).await;
    let (code, text) = missed(&failing).unwrap();
    assert_eq!((code, failing.reading), ("refused", 0));
    assert!(text.starts_with("Unlisted tokens are not detected on Base. "), "{text}");

    *explorer.0.lock().unwrap() = Ok(vec![NamedToken {
        id: token(1),
        holders: None,
    }]);
    fixture.clock.advance(Duration::from_hours(25));
    fixture.run_jobs().await;
    assert_eq!(missed(&coverage(&fixture, &person).await), None);
    assert!(sees(&fixture, &person, token(1)).await);
}

/// Earlier queries to an explorer would reveal that a user watches the address.
#[tokio::test]
async fn a_public_address_looks_the_same_whether_or_not_a_user_watches_it() {
    let says = async |watched: bool| {
        let explorer = Arc::new(Explorer(Mutex::new(Ok(vec![]))));
        let (fixture, _) = fixture(vec![], vec![explorer]).await;
        let bare = "0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE";
        if watched {
            fixture.person(&[bare]).await;
        }
        fixture.run_jobs().await;
        let opened = fixture.tracker.shares().open_address(bare).await.unwrap();
        let visitor = fixture.tracker.shares().admit(opened.token.reveal()).await.unwrap();
        let leases = fixture.tracker.work().claim("test", 100).await.unwrap();
        let reads: Vec<_> = leases
            .into_iter()
            .filter(|one| one.job.kind == "read-account")
            .collect();
        perform(&fixture, &reads).await;
        let query = domain::valuation::BalanceQuery::default();
        let shared = fixture.tracker.shares().balance(&visitor, &query).await.unwrap();
        (
            shared.coverage.reading,
            shared.coverage.not_looked_for,
            shared.coverage.complete,
        )
    };
    assert_eq!(says(true).await, says(false).await);
}
