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
use support::stage::Stage;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// A price source that fails for past moments if told to, and counts its requests about the past and the present.
struct Past {
    inner: Arc<dyn PriceSource>,
    fails: Mutex<Option<RemoteError>>,
    asked: AtomicU32,
    asked_now: AtomicU32,
}

impl Past {
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

    fn asked(&self) -> u32 {
        self.asked.load(Ordering::SeqCst)
    }

    fn asked_now(&self) -> u32 {
        self.asked_now.load(Ordering::SeqCst)
    }

    fn id(&self) -> SourceId {
        self.inner.profile().id
    }
}

#[async_trait]
impl PriceSource for Past {
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
            self.asked.fetch_add(1, Ordering::SeqCst);
            if let Some(error) = self.fails.lock().unwrap().clone() {
                return Err(error);
            }
        } else {
            self.asked_now.fetch_add(1, Ordering::SeqCst);
        }
        self.inner.quotes(assets, at).await
    }
}

/// A user whose accounts were read, and the first two price sources, which fail at most for past moments.
async fn stage() -> (Stage, Caller, Vec<Arc<Past>>) {
    let mut sources = Vec::new();
    let stage = Stage::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.prices.truncate(2);
        for source in &mut ports.prices {
            let past = Arc::new(Past {
                inner: source.clone(),
                fails: Mutex::default(),
                asked: AtomicU32::default(),
                asked_now: AtomicU32::default(),
            });
            sources.push(past.clone());
            *source = past;
        }
        ports
    })
    .await;
    stage.tracker.work().begin().await.unwrap();
    let person = stage.person(&[ADDRESS]).await;
    stage.work_off().await;
    (stage, person, sources)
}

async fn yesterday(stage: &Stage, person: &Caller) -> Yesterday {
    let valuations = stage.tracker.valuations();
    valuations.yesterday(person, &DayQuery::default()).await.unwrap()
}

/// Returns the stored state of the source.
async fn state(stage: &Stage, source: &SourceId) -> SourceState {
    let states = stage.tracker.ports().stores.sources.all().await.unwrap();
    states.into_iter().find(|state| state.id == *source).unwrap()
}

/// Returns the sources with a quote for the moment.
async fn heard(stage: &Stage, at: Timestamp) -> BTreeSet<SourceId> {
    let stores = &stage.tracker.ports().stores;
    let held = stores.snapshots.held_assets().await.unwrap();
    let quotes = stores.quotes.around(&held, at, 90 * 60 * 1000).await.unwrap();
    quotes.into_iter().map(|quote| quote.source).collect()
}

async fn job(stage: &Stage, at: Timestamp) -> Job {
    let (kinds, subjects) = ([QUOTES_AT.to_owned()], [at.millis().to_string()]);
    let jobs = &stage.tracker.ports().stores.jobs;
    jobs.of_subjects(&kinds, &subjects).await.unwrap().remove(0)
}

/// Advances the clock until the job for the moment is finished.
async fn wait(stage: &Stage, at: Timestamp) -> JobState {
    for _ in 0..400 {
        stage.clock.advance(Duration::from_secs(15));
        stage.work_off().await;
        let state = job(stage, at).await.state;
        if state != JobState::Ready {
            return state;
        }
    }
    panic!("the job never finished")
}

#[tokio::test]
async fn a_failed_source_is_retried_for_the_missing_quotes() {
    let (stage, person, sources) = stage().await;
    let [answers, fails] = sources.as_slice() else {
        panic!("expected two sources")
    };
    fails.fail(true);
    let at = yesterday(&stage, &person).await.at;
    stage.work_off().await;
    let known = yesterday(&stage, &person).await;
    assert_eq!(
        known.basis,
        Some(Basis::PriceMove),
        "the quotes of the other source are used immediately"
    );
    assert_eq!(heard(&stage, at).await, BTreeSet::from([answers.id()]));
    let failure = state(&stage, &fails.id()).await.failure.unwrap();
    assert_eq!(failure.code, "unavailable");
    assert!(
        known
            .coverage
            .unwrap()
            .failed
            .iter()
            .any(|one| one.source == fails.id())
    );
    assert_eq!(state(&stage, &answers.id()).await.failure, None);

    fails.fail(false);
    let (once, before) = (answers.asked(), fails.asked());
    assert_eq!(wait(&stage, at).await, JobState::Done);
    assert_eq!(heard(&stage, at).await, BTreeSet::from([answers.id(), fails.id()]));
    assert!(fails.asked() > before);
    assert_eq!(answers.asked(), once, "answered quotes are not requested again");
}

/// A source's plan may not include the past, or one of its answers may be invalid. The source itself still works.
#[tokio::test]
async fn a_source_without_the_past_is_queried_about_the_present() {
    let (stage, person, sources) = stage().await;
    let refuses = &sources[1];
    refuses.refuse();
    let at = yesterday(&stage, &person).await.at;
    stage.work_off().await;
    assert_eq!(job(&stage, at).await.last_error.unwrap().code, "refused");
    assert_eq!(state(&stage, &refuses.id()).await.failure, None);
    assert_eq!(wait(&stage, at).await, JobState::Done);
    assert!((2..=8).contains(&refuses.asked()), "{}", refuses.asked());
    assert_eq!(heard(&stage, at).await, BTreeSet::from([sources[0].id()]));
    assert_eq!(state(&stage, &refuses.id()).await.failure, None);
    let now = yesterday(&stage, &person).await;
    assert_eq!(
        (now.basis, now.coverage.unwrap().failed.as_slice()),
        (Some(Basis::PriceMove), [].as_slice())
    );
}

#[tokio::test]
async fn a_source_in_back_off_is_not_queried_early() {
    let (stage, person, sources) = stage().await;
    let fails = &sources[1];
    fails.fail(true);
    let at = yesterday(&stage, &person).await.at;
    let mut asked = 0;
    let mut rests = stage.clock.now();
    for _ in 0..600 {
        stage.work_off().await;
        if fails.asked() > asked {
            assert!(stage.clock.now() >= rests, "queried during its back-off");
            asked = fails.asked();
        }
        let failure = state(&stage, &fails.id()).await.failure;
        rests = failure.and_then(|failure| failure.retry_at).unwrap_or(rests);
        stage.clock.advance(Duration::from_secs(2));
    }
    assert!((2..=8).contains(&asked), "asked {asked} times about {at}");
}

/// Current prices are due every five minutes. If the back-off is not over by then, the job waits for its end.
#[tokio::test]
async fn a_source_in_back_off_is_not_queried_about_the_present_either() {
    let (stage, person, sources) = stage().await;
    let fails = &sources[1];
    fails.fail(true);
    stage.clock.advance(Duration::from_secs(4 * 60 + 57));
    let before = fails.asked_now();
    yesterday(&stage, &person).await;
    stage.work_off().await;
    assert_eq!(
        (fails.asked(), fails.asked_now()),
        (1, before),
        "it failed, and nothing else is due"
    );
    let rests = state(&stage, &fails.id()).await.failure.unwrap().retry_at.unwrap();

    stage.clock.advance(Duration::from_secs(4));
    stage.work_off().await;
    assert!(stage.clock.now() < rests && sources[0].asked_now() > before);
    assert_eq!(fails.asked_now(), before, "queried during its back-off");

    fails.fail(false);
    stage.clock.advance(Duration::from_secs(70));
    stage.work_off().await;
    assert_eq!(fails.asked_now(), before + 1);
    assert_eq!(state(&stage, &fails.id()).await.failure, None);
}

#[tokio::test]
async fn a_source_that_keeps_failing_is_given_up_and_other_quotes_are_kept() {
    let (stage, person, sources) = stage().await;
    sources[1].fail(true);
    let at = yesterday(&stage, &person).await.at;
    assert_eq!(wait(&stage, at).await, JobState::Done);
    assert!(sources[1].asked() <= 8, "{}", sources[1].asked());
    assert_eq!(heard(&stage, at).await, BTreeSet::from([sources[0].id()]));
}

#[tokio::test]
async fn if_all_sources_fail_the_reason_is_their_failure_and_the_next_hour_retries() {
    let (stage, person, sources) = stage().await;
    sources.iter().for_each(|source| source.fail(true));
    let at = yesterday(&stage, &person).await.at;
    assert_eq!(wait(&stage, at).await, JobState::Dead);
    sources.iter().for_each(|source| source.fail(false));
    let mut seen = yesterday(&stage, &person).await;
    if seen.at == at {
        let reason = seen.reason.unwrap();
        assert_eq!(
            (reason.code, reason.text.as_str()),
            ("source_failed", "The past is not answering right now.")
        );
        stage.clock.advance(Duration::from_hours(1));
        seen = yesterday(&stage, &person).await;
    }
    assert_eq!(seen.reason.unwrap().code, "not_asked_yet");
    stage.work_off().await;
    assert_eq!(yesterday(&stage, &person).await.basis, Some(Basis::PriceMove));
}
