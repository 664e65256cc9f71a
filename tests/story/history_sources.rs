//! An index that lags, is stale or is not finished is detected and not believed.

use std::time::Duration;

use domain::ledger::HistoryState;
use ports::{RemoteError, SourceId, source::NodeProblem};

use crate::history::{
    MockSource, account, all_sent, blocks, failing, gaps, moved, newest_block, page, read_again, state, world,
};

fn unfinished(who: &str) -> RemoteError {
    RemoteError::NotCurrent {
        who: who.to_owned(),
        problem: NodeProblem::Syncing,
        why: "it has not indexed all blocks yet (98% done)".to_owned(),
    }
}

#[tokio::test]
async fn what_an_index_without_a_head_learns_later_is_found_by_the_next_run() {
    for known in [vec![], vec![moved(900, 1, false, 10)]] {
        let source = MockSource::new("first", known.clone());
        let (fixture, person) = world(vec![source.clone()]).await;
        let before: Vec<u64> = known.iter().map(|_| 900).collect();
        assert_eq!(blocks(&page(&fixture, &person).await), before);
        read_again(&fixture).await;
        let usual = source.count();
        read_again(&fixture).await;
        let runs = (source.count() - usual) / 2;
        assert!(
            (1..=2).contains(&runs),
            "one page of each of two streams in a run: {runs}"
        );

        // Far below the newest blocks that are read again anyway.
        source.add(moved(1_100, 2, false, 10));
        read_again(&fixture).await;
        assert_eq!(blocks(&page(&fixture, &person).await), [before, vec![1_100]].concat());
    }
}

#[tokio::test]
async fn rows_after_the_last_known_one_are_requested_again_and_earlier_ones_are_not() {
    let source = MockSource::new("first", vec![moved(500, 1, false, 10), moved(900, 2, false, 10)]);
    let (fixture, person) = world(vec![source.clone()]).await;
    source.requests.lock().unwrap().clear();
    read_again(&fixture).await;
    let requests = source.requests.lock().unwrap().clone();
    let transactions = requests.iter().filter(|one| one.stream == ports::Stream::Transactions);
    let starts: Vec<u64> = transactions.map(|one| one.blocks.0).collect();
    assert!(
        !starts.is_empty() && starts.iter().all(|start| *start == 900),
        "{starts:?}"
    );
    assert_eq!(blocks(&page(&fixture, &person).await), [500, 900]);
}

#[tokio::test]
async fn an_index_that_is_not_finished_is_stated_and_read_again_when_it_is() {
    let all = all_sent().await;
    let source = MockSource::new("first", all[1..].to_vec());
    *source.head.lock().unwrap() = Err(unfinished("first"));
    let (fixture, person) = world(vec![source.clone()]).await;
    assert_eq!(state(&fixture, &person).await, HistoryState::Partial);
    let shown = page(&fixture, &person).await;
    assert!(gaps(&shown).contains(&"unfinished_index"));
    let line = shown
        .coverage
        .gaps
        .iter()
        .find(|gap| gap.code == "unfinished_index")
        .unwrap();
    assert!(line.text.contains("98% done"), "{}", line.text);
    assert!(
        failing(&fixture)
            .await
            .contains(&SourceId::fixed("first").at(&account().chain))
    );

    source.add(all[0].clone());
    *source.head.lock().unwrap() = Ok(Some(u64::MAX));
    read_again(&fixture).await;
    assert_eq!(gaps(&page(&fixture, &person).await), [""; 0]);
    assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
}

#[tokio::test]
async fn an_index_that_is_stale_or_not_finished_yields_to_the_next_source_and_is_reported() {
    for index in [Err(unfinished("first")), Ok(Some(1_000))] {
        let all = all_sent().await;
        let (first, second) = (
            MockSource::new("first", all[1..].to_vec()),
            MockSource::new("second", all.clone()),
        );
        *first.head.lock().unwrap() = index;
        let (fixture, person) = world(vec![first.clone(), second]).await;
        assert_eq!(first.count(), 0, "the other source is used");
        assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
        assert!(
            failing(&fixture)
                .await
                .contains(&SourceId::fixed("first").at(&account().chain))
        );
    }
}

#[tokio::test]
async fn a_stale_index_alone_is_read_as_far_as_it_goes_and_the_rest_when_it_is_current() {
    let all = all_sent().await;
    let source = MockSource::new("first", all.clone());
    *source.head.lock().unwrap() = Ok(Some(101));
    let (fixture, person) = world(vec![source.clone()]).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(blocks(&shown), [100, 101]);
    let line = shown
        .coverage
        .gaps
        .iter()
        .find(|gap| gap.code == "stale_index")
        .unwrap();
    assert!(line.text.contains("block 101"), "{}", line.text);
    let asked = source.requests.lock().unwrap().clone();
    assert!(
        asked.iter().all(|request| request.blocks.1 <= 101),
        "no later block is requested"
    );

    *source.head.lock().unwrap() = Ok(Some(newest_block(&fixture).await + 1_000));
    read_again(&fixture).await;
    assert_eq!(page(&fixture, &person).await.total, all.len());
    assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
    fixture.clock.advance(Duration::from_secs(1));
    assert!(
        !failing(&fixture)
            .await
            .contains(&SourceId::fixed("first").at(&account().chain))
    );
}
