//! The progress of reading a history: how far it is, how fast, and why it failed.

use std::time::Duration;

use domain::{
    Caller,
    ledger::HistoryState,
    sync::{ProgressBoard, SyncKind, SyncSource, SyncState},
};
use ports::RemoteError;
use support::tracker_fixture::TrackerFixture;

use crate::history::{MockSource, account, all_sent, moved, page, read_again, world};

fn history(sources: Vec<SyncSource>) -> Option<SyncSource> {
    sources
        .into_iter()
        .find(|line| line.kind == SyncKind::History && line.account == Some(account()))
}

async fn line(fixture: &TrackerFixture, person: &Caller) -> SyncSource {
    let status = fixture.tracker.sync().status(person).await.unwrap();
    history(status.sources).unwrap()
}

/// Applies what changed since to a board, and returns the line of the history.
async fn follow(fixture: &TrackerFixture, board: &mut ProgressBoard) -> Option<SyncSource> {
    let sync = fixture.tracker.sync();
    let changes = sync.changed_since(board.revision(), 1_000).await.unwrap().unwrap();
    let revision = changes.revision;
    sync.follow(board, changes.jobs.iter(), revision).await.unwrap();
    history(sync.shown(board, 1_000).sources)
}

#[tokio::test]
async fn a_history_that_is_read_states_how_far_and_how_fast() {
    let source = MockSource::new("first", (1..=150).map(|n| moved(n * 100, n, false, 10)).collect());
    let fixture = TrackerFixture::with(adapters::storage::DatabaseLocation::Memory, false, |mut ports| {
        ports.histories = vec![std::sync::Arc::new(source)];
        ports
    })
    .await;
    let person = fixture.person(&[crate::history::OWN]).await;
    let mut board = fixture.tracker.sync().board(&person).await.unwrap();
    let mut seen = Vec::new();
    for _ in 0..40 {
        let work = fixture.tracker.work();
        for lease in work.claim("test", 100).await.unwrap() {
            work.perform(&lease).await.unwrap();
        }
        fixture.clock.advance(Duration::from_secs(5));
        seen.extend(follow(&fixture, &mut board).await);
        if seen.last().is_some_and(|line| line.state == SyncState::Done) {
            break;
        }
    }
    let (last, reading) = seen.split_last().unwrap();
    assert_eq!((last.state, last.done, last.total), (SyncState::Done, 150, None));
    let whole = last.history.as_ref().unwrap();
    assert_eq!(
        (whole.facts, whole.rate, whole.total),
        (150, None, None),
        "a total is not guessed"
    );
    assert_eq!(whole.sources.len(), 1);
    assert_eq!(whole.sources[0].name, "first");
    assert!(whole.oldest.is_some());
    let rates: Vec<u64> = reading.iter().filter_map(|line| line.history.as_ref()?.rate).collect();
    assert!(rates.iter().any(|rate| *rate > 0), "{reading:?}");
    let done: Vec<u32> = seen.iter().map(|line| line.done).collect();
    assert!(done.is_sorted() && done.len() > 2, "{done:?}");
}

#[tokio::test]
async fn a_history_that_fails_states_why_and_when_it_is_tried_again() {
    let source = MockSource::new("first", vec![moved(100, 1, false, 10)]);
    source.fail(Some(RemoteError::Unavailable {
        who: "First explorer".to_owned(),
        why: "it answered 503".to_owned(),
        retry_after: None,
    }));
    let (fixture, person) = world(vec![source.clone()]).await;
    let failed = line(&fixture, &person).await;
    assert_eq!(failed.state, SyncState::Failed);
    assert!(failed.next_try_at.is_some_and(|at| at > fixture.now()), "{failed:?}");
    assert!(failed.last_error.unwrap().text.contains("First explorer"));
    let status = fixture.tracker.sync().status(&person).await.unwrap();
    let others = status.sources.iter().filter(|line| line.kind != SyncKind::History);
    let others: Vec<SyncState> = others.map(|line| line.state).collect();
    let failed = others.iter().filter(|state| **state == SyncState::Failed).count();
    assert_eq!(
        (status.counts.failed, status.counts.total),
        (failed, others.len()),
        "histories are not counted, because no balance waits for them"
    );

    source.fail(None);
    read_again(&fixture).await;
    let read = line(&fixture, &person).await;
    assert_eq!((read.state, read.last_error), (SyncState::Done, None));
}

#[tokio::test]
async fn a_whole_history_is_read_to_a_hundred_percent() {
    let (fixture, person) = world(vec![MockSource::new("first", all_sent().await)]).await;
    let shown = page(&fixture, &person).await;
    let mut accounts = shown.coverage.accounts.iter();
    let own = accounts.find(|one| one.account == account()).unwrap();
    assert_eq!((own.state, own.percent), (HistoryState::Whole, Some(100)));
}
