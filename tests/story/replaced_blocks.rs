//! Blocks that are replaced: what they showed is withdrawn, whatever the activity of the account and however deep the reorganization.

use std::sync::{Arc, Mutex};

use adapters::storage::DatabaseLocation;
use domain::{Caller, ledger::HistoryState};
use ports::RemoteError;
use support::tracker_fixture::TrackerFixture;

use crate::history::{
    Balances, Branch, MockSource, Move, NodesWithBlocks, OWN, SourceOfBranch, Truth, blocks, gaps, moved, newest_block,
    page, read_again, state, world_with,
};

/// Returns a person whose account has this source. Nodes and source agree about the blocks until one of the branches is replaced.
async fn world(source: MockSource, truth: &Arc<Mutex<Truth>>) -> (TrackerFixture, Caller, [Branch; 2]) {
    let branches = [Branch::new("aa"), Branch::new("aa")];
    let [nodes, reported] = branches.clone();
    let balances = Balances::Of(truth.clone());
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.histories = vec![Arc::new(SourceOfBranch(source, reported))];
        ports.transaction_receipts = vec![Arc::new(NodesWithBlocks(Some(nodes)))];
        balances.replace(&mut ports.readers);
        ports
    })
    .await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    read_again(&fixture).await;
    (fixture, person, branches)
}

fn truth(moves: &[Move]) -> Arc<Mutex<Truth>> {
    Arc::new(Mutex::new(Truth {
        moves: moves.to_vec(),
        ..Truth::default()
    }))
}

#[tokio::test]
async fn an_arrival_of_a_replaced_block_is_withdrawn_from_an_emptied_account() {
    let source = MockSource::new("explorer", vec![]);
    let held = truth(&[]);
    let (fixture, person) = world_with(vec![source.clone()], Some(Balances::Of(held.clone()))).await;
    let arrival = moved(newest_block(&fixture).await + 90, 1, false, 10);
    source.add(arrival.clone());
    held.lock().unwrap().moves.push(arrival.clone());
    fixture.tracker.sync().refresh(&person, |_| true).await.unwrap();
    read_again(&fixture).await;
    assert_eq!(blocks(&page(&fixture, &person).await), [arrival.block()]);

    // The node follows the chain at once, the source later.
    held.lock().unwrap().moves.clear();
    fixture.tracker.sync().refresh(&person, |_| true).await.unwrap();
    fixture.run_jobs().await;
    assert_eq!(
        blocks(&page(&fixture, &person).await),
        [arrival.block()],
        "the source is behind"
    );
    source.set(&[]);
    read_again(&fixture).await;
    let shown = page(&fixture, &person).await;
    assert!(blocks(&shown).is_empty(), "{:?}", blocks(&shown));
}

#[tokio::test]
async fn rows_of_a_replaced_block_are_not_taken() {
    let before = moved(100, 1, false, 10);
    let source = MockSource::new("explorer", vec![before.clone()]);
    let held = truth(std::slice::from_ref(&before));
    let (fixture, person, [nodes, _]) = world(source.clone(), &held).await;
    let late = newest_block(&fixture).await + 95;
    source.add(moved(late, 2, false, 20));
    nodes.fork(late - 3, "bb");
    read_again(&fixture).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(blocks(&shown), [100], "the node has another block {late}");
    assert!(gaps(&shown).contains(&"stale_index"), "{:?}", gaps(&shown));
    assert_ne!(state(&fixture, &person).await, HistoryState::Whole);

    let late = newest_block(&fixture).await + 95;
    let other = moved(late, 3, false, 30);
    source.set(&[before, other.clone()]);
    nodes.fork(0, "aa");
    held.lock().unwrap().moves.push(other);
    read_again(&fixture).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(blocks(&shown), [100, late]);
    assert!(!gaps(&shown).contains(&"stale_index"));
}

#[tokio::test]
async fn a_branch_that_is_deeper_than_what_is_read_again_is_noticed_and_followed() {
    let kept = moved(100, 1, false, 10);
    let source = MockSource::new("explorer", vec![kept.clone()]);
    let held = truth(std::slice::from_ref(&kept));
    let (fixture, person, [nodes, reported]) = world(source.clone(), &held).await;
    let late = newest_block(&fixture).await;
    let replaced = moved(late, 2, false, 20);
    source.add(replaced.clone());
    held.lock().unwrap().moves.push(replaced);
    for _ in 0..2 {
        read_again(&fixture).await;
    }
    assert_eq!(blocks(&page(&fixture, &person).await), [100, late]);
    assert!(newest_block(&fixture).await > late + 64, "the block counts as final");

    // The nodes follow the other branch first, while the source does not answer.
    let other = moved(late + 1, 3, false, 20);
    nodes.fork(late - 5, "bb");
    let down = RemoteError::Unavailable {
        who: "explorer".to_owned(),
        why: "it answered 503".to_owned(),
        retry_after: None,
    };
    source.fail(Some(down));
    read_again(&fixture).await;
    let shown = page(&fixture, &person).await;
    assert!(!shown.coverage.is_complete());
    assert_ne!(state(&fixture, &person).await, HistoryState::Whole);

    source.fail(None);
    source.set(&[kept.clone(), other.clone()]);
    reported.fork(late - 5, "bb");
    held.lock().unwrap().moves = vec![kept, other];
    for _ in 0..8 {
        read_again(&fixture).await;
    }
    assert_eq!(blocks(&page(&fixture, &person).await), [100, late + 1]);
}
