//! Past prices are read once for all users, in as few requests as their pages allow, and a failing source does not prevent the
//! others from answering.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use domain::{
    job::{READ_PAST_PRICES, enqueue_past_prices},
    price::{PastAgreement, PastBasis, PastDecision, PastEvidence, PastPriceIndex},
};
use ports::{
    AccountId, AssetId, Day, Job, PastPriceSource, RemoteError, SourceId, Stream, Timestamp, history::HistoryProgress,
    job::JobState, past_price::ClosingPrice,
};
use support::{
    changed_past_prices::{AnswerChange, ChangedPastPrices, ClosesAnswer},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ETHER: &str = "eip155:1/slip44:60";
const ETHER_ON_BASE: &str = "eip155:8453/slip44:60";
const WRAPPED_ETHER: &str = "eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
/// The days since the first activity.
const DAYS: i64 = 800;

/// The requests of all sources: source, asset, first and last day.
type Requests = Arc<Mutex<Vec<(SourceId, AssetId, Day, Day)>>>;

/// Records the requests of a source, which fails while it has an error, and has no price of a day that it did not publish yet.
struct Recording {
    source: SourceId,
    requests: Requests,
    error: Mutex<Option<RemoteError>>,
    unpublished: Mutex<Option<Day>>,
}

struct RecordedAnswers(Arc<Recording>);

impl AnswerChange for RecordedAnswers {
    fn instead(&self, asset: &AssetId, (from, to): (Day, Day)) -> Option<ClosesAnswer> {
        if let Some(error) = self.0.error.lock().unwrap().clone() {
            return Some(Err(error));
        }
        let request = (self.0.source.clone(), asset.clone(), from, to);
        self.0.requests.lock().unwrap().push(request);
        None
    }

    fn change(&self, closes: &mut Vec<ClosingPrice>) {
        let unpublished = *self.0.unpublished.lock().unwrap();
        closes.retain(|close| Some(close.day) != unpublished);
    }
}

struct PastPriceStory {
    fixture: TrackerFixture,
    sources: Vec<Arc<Recording>>,
    requests: Requests,
}

fn id(text: &str) -> AssetId {
    text.parse().unwrap()
}

impl PastPriceStory {
    /// Opens the demo world with two recorded sources and an account whose history begins 800 days ago.
    async fn open() -> Self {
        let (mut sources, requests) = (Vec::new(), Arc::<Mutex<Vec<_>>>::default());
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            let recorded = |inner: Arc<dyn PastPriceSource>| -> Arc<dyn PastPriceSource> {
                let source = Arc::new(Recording {
                    source: inner.profile().id,
                    requests: requests.clone(),
                    error: Mutex::default(),
                    unpublished: Mutex::default(),
                });
                let change = RecordedAnswers(source.clone());
                sources.push(source);
                Arc::new(ChangedPastPrices { inner, change })
            };
            let of_ether = ports.past_prices.into_iter().filter(|source| source.covers(&id(ETHER)));
            ports.past_prices = of_ether.map(recorded).collect();
            ports.histories = vec![];
            ports
        })
        .await;
        fixture.person(&[ADDRESS]).await;
        let story = Self {
            fixture,
            sources,
            requests,
        };
        story.fixture.run_jobs().await;
        assert_eq!(story.requests.lock().unwrap().len(), 0, "no history is known yet");
        story.set_history().await;
        story
    }

    fn now(&self) -> Timestamp {
        self.fixture.now()
    }

    /// The last day that is over for an hour.
    fn last(&self) -> Day {
        Day::of(self.now().minus(Duration::from_hours(1))).plus(-1)
    }

    async fn set_history(&self) {
        let ports = self.fixture.tracker.ports();
        let account: AccountId = format!("eip155:1:{ADDRESS}").parse().unwrap();
        let mut work = ports.storage.begin().await.unwrap();
        let progress = HistoryProgress {
            through: Some(1),
            oldest: Some(self.last().plus(1 - DAYS).start()),
            facts: 1,
            is_whole: true,
            ..HistoryProgress::unread(&account, Stream::Transactions, self.now())
        };
        work.history_progress().set(&progress).await.unwrap();
        work.commit().await.unwrap();
    }

    async fn read(&self, assets: &[&str]) {
        let ports = self.fixture.tracker.ports();
        let assets: Vec<AssetId> = assets.iter().map(|asset| id(asset)).collect();
        let mut work = ports.storage.begin().await.unwrap();
        let now = self.now();
        enqueue_past_prices(ports, work.as_mut(), &assets, now).await.unwrap();
        work.commit().await.unwrap();
        self.fixture.run_jobs().await;
    }

    /// Returns the number of requests about each asset, and checks that no day was requested twice from one source.
    fn counts(&self) -> BTreeMap<AssetId, usize> {
        let (mut counts, mut seen) = (BTreeMap::new(), BTreeSet::new());
        for (source, asset, from, to) in self.requests.lock().unwrap().iter() {
            *counts.entry(asset.clone()).or_default() += 1;
            for number in from.number()..=to.number() {
                let is_new = seen.insert((source.clone(), asset.clone(), number));
                assert!(is_new, "{source} got two requests for {asset} on one day");
            }
        }
        counts
    }

    /// Returns how many requests contained a day.
    fn requests_of(&self, day: Day) -> usize {
        let requests = self.requests.lock().unwrap();
        requests
            .iter()
            .filter(|(_, _, from, to)| *from <= day && day <= *to)
            .count()
    }

    fn set_unpublished(&self, day: Option<Day>) {
        for source in &self.sources {
            *source.unpublished.lock().unwrap() = day;
        }
    }

    async fn close(&self, asset: &str, day: Day) -> PastDecision {
        let ports = self.fixture.tracker.ports();
        let evidence = PastEvidence::of_days(ports, &[id(asset)], day, day).await.unwrap();
        PastPriceIndex::new(ports, &evidence, self.now()).close(&id(asset), day)
    }

    async fn job(&self) -> Job {
        let jobs = &self.fixture.tracker.ports().stores.jobs;
        let kinds = [READ_PAST_PRICES.name.to_owned()];
        jobs.of_subjects(&kinds, &[ETHER.to_owned()]).await.unwrap().remove(0)
    }
}

#[tokio::test]
async fn all_forms_of_a_coin_are_one_request_of_each_source() {
    let story = PastPriceStory::open().await;
    story.read(&[ETHER_ON_BASE, WRAPPED_ETHER, ETHER]).await;
    assert_eq!(
        story.counts(),
        BTreeMap::from([(id(ETHER), 2)]),
        "one page of each of two sources"
    );
    story.read(&[WRAPPED_ETHER]).await;
    assert_eq!(story.counts()[&id(ETHER)], 2, "what is known is not requested again");
    for asset in [ETHER, ETHER_ON_BASE, WRAPPED_ETHER] {
        let PastDecision::Priced(found) = story.close(asset, story.last().plus(1 - DAYS)).await else {
            panic!("{asset} has no price");
        };
        assert_eq!(
            (found.agreement, found.series.is_some()),
            (PastAgreement::Mean, asset != ETHER)
        );
        assert!(matches!(found.basis, PastBasis::Close(_)));
    }
}

#[tokio::test]
async fn held_assets_are_read_once_a_day_by_themselves() {
    let story = PastPriceStory::open().await;
    story.fixture.tracker.work().begin().await.unwrap();
    story.fixture.run_jobs().await;
    let first = story.counts();
    assert!(first.len() > 5 && first[&id(ETHER)] == 2, "{first:?}");
    story.fixture.clock.advance(Duration::from_hours(25));
    story.fixture.run_jobs().await;
    assert_eq!(story.counts()[&id(ETHER)], 4, "the new day, once from each source");
    assert!(matches!(
        story.close(ETHER, story.last()).await,
        PastDecision::Priced(_)
    ));
}

#[tokio::test]
async fn a_failing_source_does_not_prevent_the_others_from_answering() {
    let story = PastPriceStory::open().await;
    let down = RemoteError::Unavailable {
        who: "The past".to_owned(),
        why: "switched off".to_owned(),
        retry_after: None,
    };
    *story.sources[0].error.lock().unwrap() = Some(down);
    story.read(&[ETHER]).await;
    assert_eq!(story.counts()[&id(ETHER)], 1);
    let PastDecision::Priced(found) = story.close(ETHER, story.last()).await else {
        panic!("the other source has a price");
    };
    assert_eq!(found.agreement, PastAgreement::OneSource);
    assert_eq!(
        story.job().await.state,
        JobState::Ready,
        "it waits for the other source"
    );
    *story.sources[0].error.lock().unwrap() = None;
    story.fixture.clock.advance(Duration::from_hours(1));
    story.fixture.run_jobs().await;
    assert_eq!(
        (story.counts()[&id(ETHER)], story.job().await.state),
        (2, JobState::Done)
    );
}

/// A refusal is about one asset and is not retried in vain; the failure of the source says what happened.
#[tokio::test]
async fn a_refusal_is_not_stored_as_days_without_a_price() {
    let story = PastPriceStory::open().await;
    let refused = RemoteError::Refused {
        who: "The past".to_owned(),
        why: "status 451".to_owned(),
    };
    *story.sources[0].error.lock().unwrap() = Some(refused);
    story.read(&[ETHER]).await;
    assert_eq!(story.job().await.state, JobState::Done);
    let ports = story.fixture.tracker.ports();
    let last = story.last();
    let rows = ports.stores.past_prices.of_asset(&id(ETHER), last, last).await.unwrap();
    let source = story.sources[0].source.clone();
    assert!(
        rows.len() == 1 && rows.iter().all(|row| row.source != source),
        "{rows:?}"
    );
    let states = ports.stores.sources.all().await.unwrap();
    let failure = states.into_iter().find(|state| state.id == source).unwrap().failure;
    assert_eq!(failure.unwrap().code.as_str(), "refused");
}

#[tokio::test]
async fn a_day_that_sources_publish_late_is_requested_again_once_a_day_for_a_week() {
    let story = PastPriceStory::open().await;
    let day = story.last();
    story.set_unpublished(Some(day));
    let mut requests = Vec::new();
    for _ in 0..9 {
        story.read(&[ETHER]).await;
        story.read(&[ETHER]).await;
        requests.push(story.requests_of(day));
        story.fixture.clock.advance(Duration::from_hours(24));
    }
    let sources = story.sources.len();
    let weekly: Vec<usize> = (1..=9).map(|days: usize| days.min(7) * sources).collect();
    assert_eq!(requests, weekly);
    assert!(matches!(story.close(ETHER, day).await, PastDecision::Unknown { .. }));
}

#[tokio::test]
async fn a_price_that_was_published_late_becomes_known() {
    let story = PastPriceStory::open().await;
    let day = story.last();
    story.set_unpublished(Some(day));
    story.read(&[ETHER]).await;
    story.set_unpublished(None);
    story.fixture.clock.advance(Duration::from_hours(24));
    story.read(&[ETHER]).await;
    assert!(matches!(story.close(ETHER, day).await, PastDecision::Priced(_)));
}
