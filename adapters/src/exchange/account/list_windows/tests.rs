//! Tests of windows.

use std::sync::Mutex;

use ports::Stream;

use super::*;
use crate::exchange::account::test_rows::row;

const DAY: u64 = 24 * 3_600_000;

/// A list with a row at each of these moments, of which it returns up to a number at once.
struct TestList {
    times: Vec<u64>,
    most: usize,
    requests: Mutex<Vec<(u64, u64)>>,
}

#[async_trait]
impl WindowedList for TestList {
    async fn rows(&self, (first, last): ListMoments) -> Result<WindowRows, RemoteError> {
        let (first, last) = (block(first), block(last));
        self.requests.lock().unwrap().push((first, last));
        let found = self.times.iter().filter(|time| (first..=last).contains(time));
        let found: Vec<ListedRow> = found.map(|time| row(*time)).collect();
        Ok((found.len() <= self.most).then_some(found))
    }
}

fn list(times: Vec<u64>, most: usize) -> TestList {
    TestList {
        times,
        most,
        requests: Mutex::default(),
    }
}

fn reach(kept: Option<(Duration, Timestamp)>) -> ListReach {
    ListReach {
        opened: 10 * DAY,
        longest: Duration::from_hours(7 * 24),
        kept,
        has_older: false,
    }
}

async fn read(list: &TestList, reach: ListReach, blocks: (u64, u64)) -> Result<HistoryPage, RemoteError> {
    let part = HistoryRequest {
        account: "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap(),
        stream: Stream::ExchangeLedger,
        blocks,
        continuation: None,
    };
    window(list, reach, ("Kraken", &part)).await
}

/// Reads all windows, and returns how many rows there were.
async fn walk(list: &TestList, reach: ListReach, mut blocks: (u64, u64)) -> (usize, Vec<HistoryGap>) {
    let (mut rows, mut gaps) = (0, Vec::new());
    while blocks.0 <= blocks.1 {
        let page = read(list, reach, blocks).await.unwrap();
        rows += page.facts.len();
        gaps.extend(page.gaps);
        blocks.0 = page.through.unwrap() + 1;
    }
    (rows, gaps)
}

#[tokio::test]
async fn a_walk_begins_when_the_exchange_opened_and_takes_the_longest_windows() {
    let list = list(vec![11 * DAY, 20 * DAY], 5);
    assert_eq!(walk(&list, reach(None), (0, 25 * DAY)).await, (2, Vec::new()));
    let requests = list.requests.lock().unwrap().clone();
    let expected = [(10, 17), (17, 24), (24, 25)].map(|(from, to)| (from * DAY, to * DAY - 1));
    assert_eq!(requests[..2], expected[..2]);
    assert_eq!(requests[2], (24 * DAY, 25 * DAY));
}

#[tokio::test]
async fn a_window_with_too_many_rows_becomes_shorter_and_loses_none() {
    let times: Vec<u64> = (0..500).map(|number| 12 * DAY + number * 60_000).collect();
    let list = list(times, 7);
    assert_eq!(walk(&list, reach(None), (0, 25 * DAY)).await.0, 500);
    let crowded = list_of_one_moment();
    let error = read(&crowded, reach(None), (11 * DAY, 25 * DAY)).await.unwrap_err();
    assert_eq!(error.code(), "malformed");
    assert!(crowded.requests.lock().unwrap().len() < 40);
}

fn list_of_one_moment() -> TestList {
    list(vec![11 * DAY; 9], 7)
}

#[tokio::test]
async fn what_the_exchange_no_longer_has_is_a_gap_that_is_stated_once() {
    let list = list(vec![50 * DAY, 95 * DAY], 5);
    let kept = |now: u64| reach(Some((Duration::from_hours(90 * 24), moment_of(now * DAY))));
    let (rows, gaps) = walk(&list, kept(150), (0, 100 * DAY)).await;
    let begin = 60 * DAY + 3_600_000;
    let gap = HistoryGap {
        kind: HistoryGapKind::Retention,
        blocks: Some((0, begin - 1)),
    };
    assert_eq!((rows, gaps), (1, vec![gap]));
    assert_eq!(list.requests.lock().unwrap()[0].0, begin);
    let (_, later) = walk(&list, kept(151), (100 * DAY, 101 * DAY)).await;
    assert_eq!(later, Vec::new());
    let page = read(&list, kept(400), (100 * DAY, 101 * DAY)).await.unwrap();
    assert_eq!(
        (page.through, page.gaps.len()),
        (Some(101 * DAY), 1),
        "everything is too old"
    );
}

#[tokio::test]
async fn rows_after_the_window_are_left_out_and_those_before_it_stay() {
    struct OtherTime;
    #[async_trait]
    impl WindowedList for OtherTime {
        async fn rows(&self, (_, last): ListMoments) -> Result<WindowRows, RemoteError> {
            Ok(Some(vec![row(DAY), row(block(last)), row(block(last) + 1)]))
        }
    }
    let part = HistoryRequest {
        account: "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap(),
        stream: Stream::ExchangeLedger,
        blocks: (0, 12 * DAY),
        continuation: None,
    };
    let page = window(&OtherTime, reach(None), ("Kraken", &part)).await.unwrap();
    let numbers: Vec<u64> = page.facts.iter().map(|fact| fact.block.number).collect();
    assert_eq!(numbers, [DAY, 12 * DAY]);
}
