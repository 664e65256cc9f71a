//! Price sources that fail for a past moment: their answers are requested again, a limited number of times.

mod change;

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::{
    Caller,
    job::QUOTES_AT,
    valuation::{Basis, DayQuery, Yesterday},
};
use ports::{
    AssetId, Clock, Job, PriceSource, Profile, RemoteError, SourceId, SourceState, Timestamp, job::JobState,
    quote::AssetQuote,
};
use support::tracker_fixture::TrackerFixture;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// A price source that fails for past moments if told to, and counts its requests about the past and the present.
struct PastPriceSource {
    inner: Arc<dyn PriceSource>,
    fails: Mutex<Option<RemoteError>>,
    past_requests: AtomicU32,
    current_requests: AtomicU32,
}

impl PastPriceSource {
    fn fail(&self, fails: bool) {
        let error = || RemoteError::Unavailable {
            who: "The past".into(),
            why: "switched off".into(),
            retry_after: None,
        };
        *self.fails.lock().unwrap() = fails.then(error);
    }

    fn refuse(&self) {
        *self.fails.lock().unwrap() = Some(RemoteError::Refused {
            who: "The past".into(),
            why: "status 404".into(),
        });
    }

    fn past_requests(&self) -> u32 {
        self.past_requests.load(Ordering::SeqCst)
    }

    fn current_requests(&self) -> u32 {
        self.current_requests.load(Ordering::SeqCst)
    }

    fn id(&self) -> SourceId {
        self.inner.profile().id
    }
}

#[async_trait]
impl PriceSource for PastPriceSource {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    fn covers(&self, asset: &AssetId) -> bool {
        self.inner.covers(asset)
    }
    fn batch(&self) -> usize {
        self.inner.batch()
    }
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        if at.is_some() {
            self.past_requests.fetch_add(1, Ordering::SeqCst);
            if let Some(error) = self.fails.lock().unwrap().clone() {
                return Err(error);
            }
        } else {
            self.current_requests.fetch_add(1, Ordering::SeqCst);
        }
        self.inner.quotes(assets, at).await
    }
}

/// A user whose accounts were read, and the first two price sources, which fail at most for past moments.
async fn fixture() -> (TrackerFixture, Caller, Vec<Arc<PastPriceSource>>) {
    let mut sources = Vec::new();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.prices.truncate(2);
        for source in &mut ports.prices {
            let past = Arc::new(PastPriceSource {
                inner: source.clone(),
                fails: Mutex::default(),
                past_requests: AtomicU32::default(),
                current_requests: AtomicU32::default(),
            });
            sources.push(past.clone());
            *source = past;
        }
        ports
    })
    .await;
    fixture.tracker.work().begin().await.unwrap();
    let person = fixture.person(&[ADDRESS]).await;
    fixture.run_jobs().await;
    (fixture, person, sources)
}

async fn yesterday(fixture: &TrackerFixture, person: &Caller) -> Yesterday {
    let valuations = fixture.tracker.valuations();
    valuations.yesterday(person, &DayQuery::default()).await.unwrap()
}

/// Returns the stored state of the source.
async fn state(fixture: &TrackerFixture, source: &SourceId) -> SourceState {
    let states = fixture.tracker.ports().stores.sources.all().await.unwrap();
    states.into_iter().find(|state| state.id == *source).unwrap()
}

/// Returns the sources with a quote for the moment.
async fn sources_with_quotes(fixture: &TrackerFixture, at: Timestamp) -> BTreeSet<SourceId> {
    let stores = &fixture.tracker.ports().stores;
    let held = stores.snapshots.held_assets().await.unwrap();
    let quotes = stores.quotes.around(&held, at, 90 * 60 * 1000).await.unwrap();
    quotes.into_iter().map(|quote| quote.source).collect()
}

async fn job(fixture: &TrackerFixture, at: Timestamp) -> Job {
    let (kinds, subjects) = ([QUOTES_AT.name.to_owned()], [at.millis().to_string()]);
    let jobs = &fixture.tracker.ports().stores.jobs;
    jobs.of_subjects(&kinds, &subjects).await.unwrap().remove(0)
}

/// Advances the clock until the job for the moment is finished.
async fn run_until_finished(fixture: &TrackerFixture, at: Timestamp) -> JobState {
    for _ in 0..400 {
        fixture.clock.advance(Duration::from_secs(15));
        fixture.run_jobs().await;
        let state = job(fixture, at).await.state;
        if state != JobState::Ready {
            return state;
        }
    }
    panic!("the job never finished")
}

#[tokio::test]
async fn a_failed_source_is_retried_for_the_missing_quotes() {
    let (fixture, person, sources) = fixture().await;
    let [answers, fails] = sources.as_slice() else {
        panic!("expected two sources")
    };
    fails.fail(true);
    let at = yesterday(&fixture, &person).await.at;
    fixture.run_jobs().await;
    let known = yesterday(&fixture, &person).await;
    assert_eq!(
        known.basis,
        Some(Basis::Ledger),
        "the quotes of the other source are used immediately"
    );
    assert_eq!(sources_with_quotes(&fixture, at).await, BTreeSet::from([answers.id()]));
    let failure = state(&fixture, &fails.id()).await.failure.unwrap();
    assert_eq!(failure.code, "unavailable");
    assert!(
        known
            .coverage
            .unwrap()
            .failed
            .iter()
            .any(|one| one.source == fails.id())
    );
    assert_eq!(state(&fixture, &answers.id()).await.failure, None);

    fails.fail(false);
    let (once, before) = (answers.past_requests(), fails.past_requests());
    assert_eq!(run_until_finished(&fixture, at).await, JobState::Done);
    assert_eq!(
        sources_with_quotes(&fixture, at).await,
        BTreeSet::from([answers.id(), fails.id()])
    );
    assert!(fails.past_requests() > before);
    assert_eq!(answers.past_requests(), once, "answered quotes are not requested again");
}

/// A source's plan may not include the past, or one of its answers may be invalid. The source itself still works.
#[tokio::test]
async fn a_source_without_the_past_is_queried_about_the_present() {
    let (fixture, person, sources) = fixture().await;
    let refuses = &sources[1];
    refuses.refuse();
    let at = yesterday(&fixture, &person).await.at;
    fixture.run_jobs().await;
    assert_eq!(job(&fixture, at).await.last_error.unwrap().code, "refused");
    assert_eq!(state(&fixture, &refuses.id()).await.failure, None);
    assert_eq!(run_until_finished(&fixture, at).await, JobState::Done);
    assert!(
        (2..=8).contains(&refuses.past_requests()),
        "{}",
        refuses.past_requests()
    );
    assert_eq!(
        sources_with_quotes(&fixture, at).await,
        BTreeSet::from([sources[0].id()])
    );
    assert_eq!(state(&fixture, &refuses.id()).await.failure, None);
    let now = yesterday(&fixture, &person).await;
    assert_eq!(
        (now.basis, now.coverage.unwrap().failed.as_slice()),
        (Some(Basis::Ledger), [].as_slice())
    );
}

#[tokio::test]
async fn a_source_in_back_off_is_not_queried_early() {
    let (fixture, person, sources) = fixture().await;
    let fails = &sources[1];
    fails.fail(true);
    let at = yesterday(&fixture, &person).await.at;
    let mut past_requests = 0;
    let mut retry_at = fixture.clock.now();
    for _ in 0..600 {
        fixture.run_jobs().await;
        if fails.past_requests() > past_requests {
            assert!(fixture.clock.now() >= retry_at, "queried during its back-off");
            past_requests = fails.past_requests();
        }
        let failure = state(&fixture, &fails.id()).await.failure;
        retry_at = failure.and_then(|failure| failure.retry_at).unwrap_or(retry_at);
        fixture.clock.advance(Duration::from_secs(2));
    }
    assert!(
        (2..=8).contains(&past_requests),
        "asked {past_requests} times about {at}"
    );
}

/// Current prices are due every five minutes. If the back-off is not over by then, the job waits for its end.
#[tokio::test]
async fn a_source_in_back_off_is_not_queried_about_the_present_either() {
    let (fixture, person, sources) = fixture().await;
    let fails = &sources[1];
    fails.fail(true);
    fixture.clock.advance(Duration::from_secs(4 * 60 + 57));
    let before = fails.current_requests();
    yesterday(&fixture, &person).await;
    fixture.run_jobs().await;
    assert_eq!(
        (fails.past_requests(), fails.current_requests()),
        (1, before),
        "it failed, and nothing else is due"
    );
    let retry_at = state(&fixture, &fails.id()).await.failure.unwrap().retry_at.unwrap();

    fixture.clock.advance(Duration::from_secs(4));
    fixture.run_jobs().await;
    assert!(fixture.clock.now() < retry_at && sources[0].current_requests() > before);
    assert_eq!(fails.current_requests(), before, "queried during its back-off");

    fails.fail(false);
    fixture.clock.advance(Duration::from_secs(70));
    fixture.run_jobs().await;
    assert_eq!(fails.current_requests(), before + 1);
    assert_eq!(state(&fixture, &fails.id()).await.failure, None);
}

#[tokio::test]
async fn a_source_that_keeps_failing_is_given_up_and_other_quotes_are_kept() {
    let (fixture, person, sources) = fixture().await;
    sources[1].fail(true);
    let at = yesterday(&fixture, &person).await.at;
    assert_eq!(run_until_finished(&fixture, at).await, JobState::Done);
    assert!(sources[1].past_requests() <= 8, "{}", sources[1].past_requests());
    assert_eq!(
        sources_with_quotes(&fixture, at).await,
        BTreeSet::from([sources[0].id()])
    );
}

#[tokio::test]
async fn if_all_sources_fail_the_reason_is_their_failure_and_the_next_hour_retries() {
    let (fixture, person, sources) = fixture().await;
    sources.iter().for_each(|source| source.fail(true));
    let at = yesterday(&fixture, &person).await.at;
    assert_eq!(run_until_finished(&fixture, at).await, JobState::Dead);
    sources.iter().for_each(|source| source.fail(false));
    let mut seen = yesterday(&fixture, &person).await;
    if seen.at == at {
        let reason = seen.reason.unwrap();
        assert_eq!(
            (reason.code, reason.text.as_str()),
            ("source_failed", "The past is not answering right now.")
        );
        fixture.clock.advance(Duration::from_hours(1));
        seen = yesterday(&fixture, &person).await;
    }
    assert_eq!(seen.reason.unwrap().code, "not_requested_yet");
    fixture.run_jobs().await;
    assert_eq!(yesterday(&fixture, &person).await.basis, Some(Basis::Ledger));
}
