//! The past has values in coins that nobody holds: their closing prices are requested like those of held assets, and where one is
//! missing, it is named.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use adapters::storage::DatabaseLocation;
use domain::{
    Caller,
    job::READ_PAST_PRICES,
    ledger::{CostRepair, EntryConditions, EntryLine, EntryQuery, EntrySort, PastPriceStatus},
    reason::NOT_REQUESTED_YET,
};
use ports::{AssetId, Currency, Day, EntryId, PastPriceSource, RemoteError, job::JobState};
use support::{
    changed_past_prices::{AnswerChange, ChangedPastPrices, ClosesAnswer},
    tracker_fixture::TrackerFixture,
};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";

/// What sources answer about Bitcoin.
#[derive(Clone)]
enum BitcoinAnswer {
    Prices,
    NoPrices,
    Error(RemoteError),
}

struct AnswersAboutBitcoin(Arc<Mutex<BitcoinAnswer>>);

impl AnswerChange for AnswersAboutBitcoin {
    fn instead(&self, asset: &AssetId, _days: (Day, Day)) -> Option<ClosesAnswer> {
        match self.0.lock().unwrap().clone() {
            BitcoinAnswer::NoPrices if asset.as_str() == BITCOIN => Some(Ok(Vec::new())),
            BitcoinAnswer::Error(error) if asset.as_str() == BITCOIN => Some(Err(error)),
            _ => None,
        }
    }
}

struct CurrencyStory {
    fixture: TrackerFixture,
    person: Caller,
    answer: Arc<Mutex<BitcoinAnswer>>,
}

fn currency(code: &str) -> Currency {
    code.parse().unwrap()
}

impl CurrencyStory {
    /// Opens the demo world with a person whose history is read, and with all prices that the sources have.
    async fn open(answer: BitcoinAnswer) -> Self {
        let answer = Arc::new(Mutex::new(answer));
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            let wrapped = |inner| -> Arc<dyn PastPriceSource> {
                let change = AnswersAboutBitcoin(answer.clone());
                Arc::new(ChangedPastPrices { inner, change })
            };
            ports.past_prices = ports.past_prices.into_iter().map(wrapped).collect();
            ports
        })
        .await;
        fixture.tracker.work().begin().await.unwrap();
        let person = fixture.person(&[ADDRESS]).await;
        let story = Self {
            fixture,
            person,
            answer,
        };
        story.run(3).await;
        let bitcoin: AssetId = BITCOIN.parse().unwrap();
        let stores = &story.fixture.tracker.ports().stores;
        let held = stores.snapshots.held_assets().await.unwrap();
        let moved = stores.entry_assets.moved().await.unwrap();
        assert!(!held.contains(&bitcoin) && moved.iter().all(|one| one.asset != bitcoin));
        story
    }

    /// Runs what is due, once a minute.
    async fn run(&self, minutes: u64) {
        for _ in 0..minutes {
            self.fixture.run_jobs().await;
            self.fixture.clock.advance(Duration::from_mins(1));
        }
    }

    async fn rows(&self, code: &str) -> Vec<EntryLine> {
        let query = EntryQuery {
            after: None,
            start: 0,
            limit: 1_000,
            conditions: EntryConditions::default(),
            sort: EntrySort::Time,
            ascending: false,
            currency: currency(code),
        };
        let ledgers = self.fixture.tracker.ledgers();
        ledgers.search(&self.person, &query).await.unwrap().rows
    }

    /// Returns the rows with a value in dollars, in this currency.
    async fn valued(&self, code: &str) -> Vec<EntryLine> {
        let (dollars, rows) = (self.rows("USD").await, self.rows(code).await);
        let is_valued = |id: &EntryId| dollars.iter().any(|row| row.id == *id && row.value_then.is_ok());
        let valued: Vec<EntryLine> = rows.into_iter().filter(|row| is_valued(&row.id)).collect();
        assert!(valued.len() > 50, "{}", valued.len());
        valued
    }

    async fn past_prices(&self, code: &str) -> PastPriceStatus {
        let ledgers = self.fixture.tracker.ledgers();
        ledgers.past_prices(&self.person, &currency(code)).await.unwrap()
    }

    fn set(&self, answer: BitcoinAnswer) {
        *self.answer.lock().unwrap() = answer;
    }
}

/// Asserts that values are unknown because of Bitcoin's price of their day, which the reason names.
fn assert_unknown(rows: &[EntryLine], code: &str) {
    let today = rows.iter().map(|row| Day::of(row.time)).max().unwrap();
    let past = rows.iter().filter(|row| Day::of(row.time) < today.plus(-1));
    for row in past {
        let reason = row.value_then.clone().unwrap_err();
        assert_eq!(reason.code, code, "{}", reason.text);
        let named = format!("BTC price for {}", Day::of(row.time));
        assert!(reason.text.contains(&named), "{}", reason.text);
    }
}

#[tokio::test]
async fn the_past_has_a_value_in_every_currency() {
    let story = CurrencyStory::open(BitcoinAnswer::Prices).await;
    for code in ["BTC", "ETH", "EUR"] {
        for row in story.valued(code).await {
            assert!(row.value_then.is_ok(), "{code}: {:?}", row.value_then);
        }
        let status = story.past_prices(code).await;
        assert_eq!(
            (status.waiting, status.failed, status.done),
            (0, 0, status.total),
            "{code}"
        );
    }
    let [dollars, bitcoins] = [story.past_prices("USD").await, story.past_prices("BTC").await];
    assert!(
        dollars.total > 50 && bitcoins.total > dollars.total,
        "{dollars:?} {bitcoins:?}"
    );
}

#[tokio::test]
async fn a_price_of_the_currency_that_is_awaited_is_named_until_it_is_known() {
    let limited = RemoteError::Throttled {
        who: "Past prices".to_owned(),
        wait: Duration::from_mins(30),
    };
    let story = CurrencyStory::open(BitcoinAnswer::Error(limited)).await;
    let rows = story.valued("BTC").await;
    assert_unknown(&rows, NOT_REQUESTED_YET);
    let status = story.past_prices("BTC").await;
    assert!(status.waiting > 0 && status.failed == 0, "{status:?}");
    assert_eq!(story.past_prices("USD").await.waiting, 0, "dollars need no price");

    story.set(BitcoinAnswer::Prices);
    story.run(32).await;
    assert!(story.valued("BTC").await.iter().all(|row| row.value_then.is_ok()));
    assert_eq!(story.past_prices("BTC").await.waiting, 0);
}

#[tokio::test]
async fn a_price_of_the_currency_that_no_source_has_makes_costs_incomplete_and_asks_for_none() {
    let story = CurrencyStory::open(BitcoinAnswer::NoPrices).await;
    let rows = story.valued("BTC").await;
    assert_unknown(&rows, "no_rate");
    assert_eq!(story.past_prices("BTC").await.waiting, 0, "nothing is awaited");
    let ledgers = story.fixture.tracker.ledgers();
    let mut seen = 0;
    for row in rows.iter().rev().take(20) {
        let of = async |code| {
            ledgers
                .entry(&story.person, &row.id, &currency(code))
                .await
                .unwrap()
                .cost
        };
        let (dollars, bitcoins) = (of("USD").await, of("BTC").await);
        assert_eq!(dollars.missing_rate, None);
        let Some(missing) = &bitcoins.missing_rate else {
            continue;
        };
        seen += 1;
        assert!(
            !bitcoins.complete && missing.text.starts_with("There is no BTC price for "),
            "{}",
            missing.text
        );
        for (change, known) in bitcoins.assets.iter().zip(&dollars.assets) {
            let repairs = change.gap.iter().flat_map(|gap| &gap.repairs);
            let known: Vec<&CostRepair> = known.gap.iter().flat_map(|gap| &gap.repairs).collect();
            assert!(repairs.clone().all(|repair| known.contains(&repair)), "{change:?}");
            assert!(change.realized.is_none() || known.is_empty(), "{change:?}");
        }
    }
    assert!(seen > 5, "{seen}");
}

#[tokio::test]
async fn a_job_that_was_given_up_is_a_failure_with_its_reason_and_is_not_awaited() {
    let down = RemoteError::Unavailable {
        who: "Past prices".to_owned(),
        why: "switched off".to_owned(),
        retry_after: None,
    };
    let story = CurrencyStory::open(BitcoinAnswer::Error(down)).await;
    let jobs = &story.fixture.tracker.ports().stores.jobs;
    let kinds = [READ_PAST_PRICES.name.to_owned()];
    let job = async || jobs.of_subjects(&kinds, &[BITCOIN.to_owned()]).await.unwrap().remove(0);
    for _ in 0..300 {
        if job().await.state == JobState::Dead {
            break;
        }
        story.fixture.clock.advance(Duration::from_mins(5));
        story.fixture.run_jobs().await;
    }
    assert_eq!(job().await.state, JobState::Dead);
    assert_unknown(&story.valued("BTC").await, "source_failed");
    let status = story.past_prices("BTC").await;
    assert!(
        status.waiting == 0 && status.failed > 0 && status.done < status.total,
        "{status:?}"
    );
    assert!(
        !status.failures.is_empty() && status.failures.len() <= 10,
        "{:?}",
        status.failures
    );
}
