//! What a source reports of another chain is not stored.

use std::sync::Arc;

use adapters::storage::DatabaseLocation;
use domain::ledger::HistoryState;
use ports::{HistoryReader, Stream};
use support::tracker_fixture::TrackerFixture;

use crate::history::{
    Balances, Branch, MockSource, NodesWithBlocks, OWN, SourceOfBranch, all_sent, failing, gaps, page, read_again,
    state,
};

/// The only gap: the nodes of these tests have no receipts.
const WITHOUT_RECEIPTS: &str = "unreported";

async fn world(
    nodes: Option<&'static str>,
    sources: Vec<(MockSource, &'static str)>,
) -> (TrackerFixture, domain::Caller) {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        let sources = sources.into_iter();
        ports.histories = sources
            .map(|(source, chain)| Arc::new(SourceOfBranch(source, Branch::new(chain))) as Arc<dyn HistoryReader>)
            .collect();
        ports.transaction_receipts = vec![Arc::new(NodesWithBlocks(nodes.map(Branch::new)))];
        Balances::Ahead.replace(&mut ports.readers);
        ports
    })
    .await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    (fixture, person)
}

#[tokio::test]
async fn the_next_source_replaces_one_that_reports_another_chain() {
    let all = all_sent().await;
    let (wrong, right) = (
        MockSource::new("wrong", all.clone()),
        MockSource::new("right", all.clone()),
    );
    let (fixture, person) = world(Some("aa"), vec![(wrong.clone(), "bb"), (right, "aa")]).await;
    assert!(wrong.count() > 0);
    let shown = page(&fixture, &person).await;
    assert_eq!(shown.total, all.len());
    assert_eq!(gaps(&shown), [WITHOUT_RECEIPTS]);
    let facts = &fixture.tracker.ports().stores.facts;
    let account = crate::history::account();
    let extent = facts.extent(&account, Stream::Transactions).await.unwrap().unwrap();
    assert_eq!(extent.facts, all.len() as u64, "nothing of the other chain is stored");
    let failing = failing(&fixture).await;
    assert!(
        failing.iter().any(|source| source.as_str().starts_with("wrong")),
        "{failing:?}"
    );
}

#[tokio::test]
async fn nothing_is_stored_of_another_chain_where_no_other_source_is_left() {
    let all = all_sent().await;
    let (fixture, person) = world(Some("aa"), vec![(MockSource::new("wrong", all), "bb")]).await;
    read_again(&fixture).await;
    assert_eq!(page(&fixture, &person).await.total, 0);
    assert_ne!(state(&fixture, &person).await, HistoryState::Whole);
}

#[tokio::test]
async fn blocks_that_no_node_has_are_not_compared() {
    let all = all_sent().await;
    let (fixture, person) = world(None, vec![(MockSource::new("source", all.clone()), "bb")]).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(shown.total, all.len());
    assert_eq!(gaps(&shown), [WITHOUT_RECEIPTS]);
}
