//! Nodes report the history of a chain that no explorer serves with the operator's keys, and only that.

use domain::ledger::HistoryState;
use ports::{RemoteError, SourceId, Stream};

use crate::history::{MockSource, account, all_sent, blocks, gaps, moved, page, read_again, state, world};

/// The answer of an explorer whose plan does not include the chain.
fn unserved() -> Option<RemoteError> {
    Some(RemoteError::Unsupported {
        who: "plan".to_owned(),
        what: "this chain without a paid plan".to_owned(),
    })
}

fn down() -> Option<RemoteError> {
    Some(RemoteError::Unavailable {
        who: "plan".to_owned(),
        why: "no answer".to_owned(),
        retry_after: None,
    })
}

fn refused() -> Option<RemoteError> {
    Some(RemoteError::Refused {
        who: "plan".to_owned(),
        why: "status 403".to_owned(),
    })
}

#[tokio::test]
async fn a_node_reports_what_no_explorer_serves_and_an_explorer_that_serves_it_later_reports_everything() {
    let all = all_sent().await;
    let explorer = MockSource::new("plan", all.clone());
    explorer.fail(unserved());
    let node = MockSource::node("node", vec![all[1].clone()]);
    let (fixture, person) = world(vec![explorer.clone(), node.clone()]).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(blocks(&shown), [101]);
    assert!(gaps(&shown).contains(&"native_transfers"), "{:?}", gaps(&shown));
    assert_eq!(state(&fixture, &person).await, HistoryState::Partial);
    let asked = node.requests.lock().unwrap().clone();
    assert!(asked.iter().all(|request| request.stream == Stream::Transactions));

    // What nodes report is complete up to the block that they read, so that only newer blocks are requested.
    node.requests.lock().unwrap().clear();
    read_again(&fixture).await;
    let asked = node.requests.lock().unwrap().clone();
    assert!(!asked.is_empty() && asked.iter().all(|request| request.blocks.0 > 101));

    explorer.fail(None);
    read_again(&fixture).await;
    assert_eq!(page(&fixture, &person).await.total, all.len());
    assert_eq!(gaps(&page(&fixture, &person).await), [""; 0]);
    assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
    let stored = &fixture.tracker.ports().stores.history_progress;
    let sources: Vec<_> = stored
        .of_accounts(&[account()])
        .await
        .unwrap()
        .into_iter()
        .map(|one| one.source)
        .collect();
    assert!(sources.iter().all(|source| *source == Some(SourceId::fixed("plan"))));
}

#[tokio::test]
async fn a_node_is_not_requested_while_an_explorer_fails_or_refuses_a_request() {
    for error in [down(), refused()] {
        let explorer = MockSource::new("plan", all_sent().await);
        explorer.fail(error);
        let node = MockSource::node("node", vec![moved(101, 1, true, 10)]);
        let (fixture, person) = world(vec![explorer.clone(), node.clone()]).await;
        read_again(&fixture).await;
        assert_eq!(node.count(), 0);
        assert_ne!(state(&fixture, &person).await, HistoryState::Whole);
    }
}

#[tokio::test]
async fn a_second_explorer_comes_before_a_node() {
    let (first, second) = (
        MockSource::new("plan", vec![]),
        MockSource::new("second", all_sent().await),
    );
    first.fail(unserved());
    let node = MockSource::node("node", vec![]);
    let (fixture, person) = world(vec![first, second, node.clone()]).await;
    assert_eq!(node.count(), 0);
    assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
}

#[tokio::test]
async fn a_node_alone_is_a_source_like_any_other() {
    let node = MockSource::node("node", all_sent().await);
    let (fixture, person) = world(vec![node.clone()]).await;
    assert!(node.count() > 0);
    assert_eq!(page(&fixture, &person).await.total, all_sent().await.len());
}
