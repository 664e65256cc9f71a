//! A program without users waits for histories and past prices too, learns how far each is, and pages through entries while they
//! change.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use domain::{
    RefreshStatus, Watch,
    ledger::{EntryConditions, EntryLine, EntryQuery, EntrySort},
    reason::NOT_REQUESTED_YET,
};
use ports::{AccountId, AssetId, Currency, Day, Entry, EntryId, PastPriceSource, Ports, RemoteError, Timestamp};
use support::{
    changed_past_prices::{AnswerChange, ChangedPastPrices, ClosesAnswer},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

async fn watch(fixture: &TrackerFixture) -> Watch {
    fixture.tracker.watch([ADDRESS]).await.unwrap()
}

async fn entries(watch: &Watch) -> Vec<EntryLine> {
    let mut pages = watch.entries(EntryConditions::default());
    let mut all = Vec::new();
    while let Some(rows) = pages.next().await.unwrap() {
        all.extend(rows);
    }
    all
}

/// Returns the entries by whether they have a value, each with the code of the reason if it has none.
fn values(entries: &[EntryLine]) -> Vec<(EntryId, Option<&'static str>)> {
    let code = |entry: &EntryLine| entry.value_then.as_ref().err().map(|reason| reason.code);
    entries.iter().map(|entry| (entry.id.clone(), code(entry))).collect()
}

/// Returns the values that a server finds, which runs every job of every kind until none is left.
async fn values_of_a_server() -> Vec<(EntryId, Option<&'static str>)> {
    let fixture = TrackerFixture::demo(false).await;
    fixture.tracker.work().begin().await.unwrap();
    let watch = watch(&fixture).await;
    for _ in 0..3 {
        fixture.run_jobs().await;
        fixture.clock.advance(Duration::from_mins(1));
    }
    values(&entries(&watch).await)
}

/// Asserts that everything was read. One price source of the demo world always fails, which the status states.
fn assert_complete(status: &RefreshStatus) {
    assert!(status.is_settled() && !status.is_complete(), "{status:?}");
    assert_eq!((status.prices.failed, status.prices.done), (1, 3), "{status:?}");
    for counts in [status.balances, status.histories, status.past_prices] {
        assert!(counts.total > 0 && counts.done == counts.total, "{status:?}");
    }
    assert_eq!(status.next_at, None);
}

#[tokio::test]
async fn a_refresh_reads_histories_and_past_prices() {
    let expected = values_of_a_server().await;
    let known = |values: &[(EntryId, Option<&str>)]| values.iter().filter(|(_, reason)| reason.is_none()).count();
    assert!(known(&expected) > 50, "{} of {}", known(&expected), expected.len());
    for fixture in [
        TrackerFixture::demo(false).await,
        TrackerFixture::without_database().await,
    ] {
        let watch = watch(&fixture).await;
        assert_complete(&watch.refresh().await.unwrap());
        assert_complete(&watch.status().await.unwrap());
        assert_eq!(values(&entries(&watch).await), expected);
    }
}

#[tokio::test]
async fn a_refresh_of_balances_leaves_histories_and_past_prices_unread_and_says_so() {
    let fixture = TrackerFixture::demo(false).await;
    let watch = watch(&fixture).await;
    let status = watch.refresh_balances().await.unwrap();
    assert!(!status.is_settled() && !status.is_complete(), "{status:?}");
    assert_eq!((status.balances.waiting, status.prices.waiting), (0, 0), "{status:?}");
    assert!(status.histories.waiting > 0 && status.histories.done == 0, "{status:?}");
    assert_eq!(status.past_prices.done, 0, "{status:?}");
    assert!(watch.value().await.unwrap().total.is_some());
    assert_eq!(entries(&watch).await.len(), 0);
    assert_complete(&watch.refresh().await.unwrap());
    assert!(!entries(&watch).await.is_empty());
}

#[tokio::test]
async fn a_later_refresh_reads_the_newest_part_of_histories_again() {
    let fixture = TrackerFixture::demo(false).await;
    let watch = watch(&fixture).await;
    watch.refresh().await.unwrap();
    let before = read_at(&fixture, &watch).await;
    fixture.clock.advance(Duration::from_secs(10));
    watch.refresh().await.unwrap();
    assert_eq!(read_at(&fixture, &watch).await, before, "they were read a moment ago");
    fixture.clock.advance(Duration::from_mins(5));
    assert_complete(&watch.refresh().await.unwrap());
    let after = read_at(&fixture, &watch).await;
    assert!(
        before.iter().zip(&after).all(|(before, after)| before < after),
        "{before:?} {after:?}"
    );
}

/// Returns when each stream of each history was last read.
async fn read_at(fixture: &TrackerFixture, watch: &Watch) -> Vec<Timestamp> {
    let progress = &fixture.tracker.ports().stores.history_progress;
    let known = progress
        .of_accounts(&fixture.accounts(watch.caller().user).await)
        .await
        .unwrap();
    assert!(!known.is_empty());
    known.into_iter().map(|one| one.updated_at).collect()
}

/// Limits the rate of the first requests.
struct RateLimit {
    refusals: AtomicU32,
    error: RemoteError,
}

impl AnswerChange for RateLimit {
    fn instead(&self, _asset: &AssetId, _days: (Day, Day)) -> Option<ClosesAnswer> {
        let left = |left: u32| left.checked_sub(1);
        let refused = self.refusals.fetch_update(Ordering::SeqCst, Ordering::SeqCst, left);
        refused.is_ok().then(|| Err(self.error.clone()))
    }
}

/// Opens the demo world with past price sources that refuse this many requests each.
async fn limited(refusals: u32, error: RemoteError) -> TrackerFixture {
    let limit = |mut ports: Ports| {
        let limited = |inner: Arc<dyn PastPriceSource>| -> Arc<dyn PastPriceSource> {
            let change = RateLimit {
                refusals: AtomicU32::new(refusals),
                error: error.clone(),
            };
            Arc::new(ChangedPastPrices { inner, change })
        };
        ports.past_prices = ports.past_prices.into_iter().map(limited).collect();
        ports
    };
    TrackerFixture::with(DatabaseLocation::Memory, false, limit).await
}

fn throttled() -> RemoteError {
    RemoteError::Throttled {
        who: "Past prices".to_owned(),
        wait: Duration::from_secs(40),
    }
}

#[tokio::test]
async fn what_a_rate_limit_delays_is_stated_and_waited_for() {
    let fixture = limited(3, throttled()).await;
    let watch = watch(&fixture).await;
    let status = watch.refresh().await.unwrap();
    assert!(status.past_prices.waiting > 0 && !status.is_settled(), "{status:?}");
    assert_eq!(status.histories.done, status.histories.total, "{status:?}");
    assert!(status.next_at.is_some_and(|at| at > fixture.now()), "{status:?}");
    let waits = AtomicU32::new(0);
    let sleep = async |wait: Duration| {
        waits.fetch_add(1, Ordering::SeqCst);
        fixture.clock.advance(wait);
    };
    let settled = watch.settle(sleep).await.unwrap();
    assert_complete(&settled);
    assert!(waits.load(Ordering::SeqCst) > 0);
    let pending = values(&entries(&watch).await);
    assert!(
        pending.iter().all(|(_, reason)| *reason != Some(NOT_REQUESTED_YET)),
        "{pending:?}"
    );
}

#[tokio::test]
async fn failed_reads_are_counted_and_not_waited_for() {
    let error = RemoteError::Malformed {
        who: "Past prices".to_owned(),
        what: "no price".to_owned(),
    };
    let fixture = limited(u32::MAX, error).await;
    let watch = watch(&fixture).await;
    let never = async |_: Duration| panic!("nothing waits");
    let status = watch.settle(never).await.unwrap();
    assert!(status.is_settled(), "{status:?}");
    assert!(status.past_prices.failed + status.past_prices.done == status.past_prices.total);
    let known = entries(&watch).await;
    assert!(known.iter().all(|entry| entry.value_then.is_err()) && !known.is_empty());
}

/// Returns a copy of an entry as another transaction.
fn copy(entry: &Entry, number: usize, time: Timestamp) -> Entry {
    let transaction = format!("0x{number:064x}").parse().unwrap();
    Entry {
        id: EntryId {
            account: entry.id.account.clone(),
            transaction,
        },
        time,
        ..entry.clone()
    }
}

async fn change(fixture: &TrackerFixture, added: &[Entry], withdrawn: &[EntryId]) {
    let ports = fixture.tracker.ports();
    let mut work = ports.storage.begin().await.unwrap();
    work.entries().append(added, ports.clock.now()).await.unwrap();
    work.entries().withdraw(withdrawn, ports.clock.now()).await.unwrap();
    work.commit().await.unwrap();
}

#[tokio::test]
async fn pages_lose_and_repeat_nothing_while_entries_change() {
    let fixture = TrackerFixture::demo(false).await;
    let watch = watch(&fixture).await;
    watch.refresh().await.unwrap();
    let account: AccountId = format!("eip155:1:{ADDRESS}").parse().unwrap();
    let stored = fixture
        .tracker
        .ports()
        .stores
        .entries
        .changed(&account, 0)
        .await
        .unwrap();
    let stored: Vec<Entry> = stored.into_iter().map(|stored| stored.entry).collect();
    assert!(stored.len() > 40, "{}", stored.len());
    let query = EntryQuery {
        after: None,
        start: 0,
        limit: 7,
        conditions: EntryConditions::default(),
        sort: EntrySort::Time,
        ascending: false,
        currency: Currency::usd(),
    };
    let mut pages = watch.entries_of(query);
    let (mut seen, mut page) = (Vec::new(), 0);
    while let Some(rows) = pages.next().await.unwrap() {
        assert!(!rows.is_empty());
        seen.extend(rows.into_iter().map(|row| row.id));
        page += 1;
        if page <= 5 {
            let number = 1_000 + page * 10;
            let (oldest, middle) = (&stored[page], &stored[stored.len() / 2]);
            let newest = fixture.now().plus(Duration::from_secs(60));
            let added = [
                copy(oldest, number, newest),
                copy(middle, number + 1, middle.time),
                copy(oldest, number + 2, oldest.time),
            ];
            let withdrawn = stored[stored.len() - page].id.clone();
            change(&fixture, &added, &[withdrawn]).await;
        }
    }
    assert!(page > 6, "{page}");
    let distinct: BTreeSet<&EntryId> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len(), "a row was repeated");
    let at_the_end = entries(&watch).await;
    let lost = at_the_end.iter().filter(|row| !distinct.contains(&row.id)).count();
    assert_eq!((lost, at_the_end.len() > 40), (0, true));
}
