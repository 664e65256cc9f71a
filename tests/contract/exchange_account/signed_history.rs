//! What the history of an exchange has to do, for every exchange whose requests are signed with a time.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicUsize, Ordering},
};

use conformance::mock_server::{Fault, RetryAfter};
use ports::{
    Amount, Clock, ExchangeHistoryRequest, Fact, RemoteError, Stream,
    fact::{EXCHANGE_DECIMALS, ExchangeRow, ExchangeRowKind, FactBody},
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};
use support::outgoing::WallClock;

use super::{
    reader_faults::{ReaderFixture, TestedExchange},
    signed_lists::ListFault,
    signed_server::SignedServer,
};

pub const MINUTE: i64 = 60_000;
pub const DAY: i64 = 24 * 3_600_000;

/// A list of an exchange as the tests of all of them know it.
pub struct TestedList {
    pub exchange: &'static TestedExchange,
    pub stream: Stream,
    pub path: &'static str,
    /// Adds a row with this number, at this time in milliseconds.
    pub add: fn(&SignedServer, i64, u64),
    /// The body of a refusal of a key that was revoked.
    pub revoked: &'static str,
    /// How long ago the rows of the tests were, in days.
    pub days: i64,
    /// For how many days the list is read; `None` from its beginning.
    pub since: Option<i64>,
}

impl TestedList {
    fn blocks(&self) -> (i64, i64) {
        (self.since.map_or(0, |days| now() - days * DAY), now())
    }
}

/// What a walk over a list returned.
#[derive(Debug, Default)]
pub struct Walk {
    pub facts: Vec<Fact>,
    pub gaps: Vec<HistoryGap>,
}

/// Returns the present in milliseconds.
pub fn now() -> i64 {
    WallClock.now().millis()
}

impl ReaderFixture {
    pub async fn page(&self, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let keyed = ExchangeHistoryRequest {
            part,
            key: &self.key_with(None),
            assets: &[],
            markets: &[],
        };
        self.reader.history(keyed).await
    }

    /// Returns the request for a part of a list.
    pub fn part(&self, stream: Stream, blocks: (i64, i64)) -> HistoryRequest {
        HistoryRequest {
            account: format!("exchange:{}:{}", self.exchange.name, self.account())
                .parse()
                .unwrap(),
            stream,
            blocks: (blocks.0.unsigned_abs(), blocks.1.unsigned_abs()),
            continuation: None,
        }
    }

    /// Reads a list from one moment to another, as a run of the history does.
    pub async fn walk(&self, stream: Stream, blocks: (i64, i64)) -> Result<Walk, RemoteError> {
        let mut request = self.part(stream, blocks);
        let last = request.blocks.1;
        let mut walk = Walk::default();
        for _ in 0..600 {
            let page = self.page(&request).await?;
            walk.facts.extend(page.facts);
            walk.gaps.extend(page.gaps);
            match (page.continuation, page.through) {
                (Some(next), through) => {
                    assert_ne!(Some(&next), request.continuation.as_ref(), "every page makes progress");
                    request.continuation = Some(next);
                    assert!(through.is_none(), "{through:?}");
                }
                (None, Some(through)) if through == last => return Ok(walk),
                (None, Some(through)) => {
                    assert!(through >= request.blocks.0, "every page makes progress");
                    request.blocks.0 = through + 1;
                    request.continuation = None;
                }
                (None, None) => panic!("a page without an end"),
            }
        }
        panic!("the pages have no end");
    }

    /// Reads all lists of these days until now.
    pub async fn last(&self, days: i64) -> Vec<Fact> {
        let mut facts = Vec::new();
        for stream in self.reader.profile().streams {
            let blocks = (now() - days * DAY, now());
            facts.extend(self.walk(stream, blocks).await.unwrap().facts);
        }
        facts
    }

    /// Returns the balances by asset.
    pub async fn held(&self) -> BTreeMap<String, String> {
        let positions = self
            .reader
            .balances(&self.account(), &self.key_with(None))
            .await
            .unwrap();
        let mut held: BTreeMap<String, Amount> = BTreeMap::new();
        for one in positions {
            let sum = held.entry(one.asset.to_string()).or_insert(Amount::ZERO);
            *sum = sum.add(one.raw.in_units(one.decimals.unwrap()).unwrap()).unwrap();
        }
        texts(held)
    }
}

fn texts(sums: BTreeMap<String, Amount>) -> BTreeMap<String, String> {
    let sums = sums.into_iter().filter(|(_, sum)| !sum.is_zero());
    sums.map(|(asset, sum)| (asset, sum.to_string())).collect()
}

pub fn row_of(fact: &Fact) -> &ExchangeRow {
    match &fact.body {
        FactBody::ExchangeRow(row) => row,
        other => panic!("{other:?}"),
    }
}

/// Returns what the rows add up to, by asset. What moved between two places changes nothing.
pub fn sums(facts: &[Fact]) -> BTreeMap<String, String> {
    let mut sums: BTreeMap<String, Amount> = BTreeMap::new();
    let rows = facts.iter().map(row_of).filter(|row| row.kind != ExchangeRowKind::Move);
    for one in rows.flat_map(|row| &row.amounts) {
        let sum = sums.entry(one.asset.to_string()).or_insert(Amount::ZERO);
        *sum = sum.add(one.amount.in_units(EXCHANGE_DECIMALS).unwrap()).unwrap();
    }
    texts(sums)
}

/// Returns what a row is and what it changed, in short.
pub fn line(fact: &Fact) -> String {
    let row = row_of(fact);
    let amount = |one: &ports::fact::ExchangeAmount| {
        let units = one.amount.in_units(EXCHANGE_DECIMALS).unwrap();
        let code = one.asset.as_str().rsplit([':', '/']).next().unwrap();
        format!("{units} {code}{}", if one.is_fee { " fee" } else { "" })
    };
    let amounts: Vec<String> = row.amounts.iter().map(amount).collect();
    format!("{} {:?} [{}]", fact.transaction, row.kind, amounts.join(", "))
}

/// Checks that this number of rows, whose event has such an id, are of one event.
pub fn one_event(facts: &[Fact], prefix: &str, count: usize) {
    let of_event: Vec<&Fact> = facts.iter().filter(|fact| line(fact).starts_with(prefix)).collect();
    assert_eq!(of_event.len(), count, "{prefix}: {facts:#?}");
    assert!(
        of_event.iter().all(|fact| fact.transaction == of_event[0].transaction),
        "one event"
    );
}

/// Checks that there is this gap until this number of days ago, and no other one.
pub fn retention(gaps: &[HistoryGap], days: i64) {
    let [gap] = gaps else { panic!("{gaps:?}") };
    let (first, last) = gap.blocks.unwrap();
    assert_eq!((gap.kind, first), (HistoryGapKind::Retention, 0));
    assert!(
        last.abs_diff((now() - days * DAY).unsigned_abs()) < 2 * 3_600_000,
        "{last}"
    );
}

/// Returns the distinct ids of rows.
pub fn ids(facts: &[Fact]) -> BTreeSet<String> {
    facts.iter().map(|fact| row_of(fact).id.clone()).collect()
}

fn filled(list: &TestedList, count: u64) -> ReaderFixture {
    let fixture = ReaderFixture::of(list.exchange);
    let begin = now() - list.days * DAY;
    for number in 0..count {
        let time = begin + i64::try_from(number).unwrap() * MINUTE;
        (list.add)(&fixture.server, time, number);
    }
    fixture
}

/// Every row is read once, whatever the number of pages, and whatever the parts of the time.
pub async fn every_row_is_read_once(list: &TestedList, counts: &[u64]) {
    for count in counts {
        let fixture = filled(list, *count);
        let facts = fixture.walk(list.stream, list.blocks()).await.unwrap().facts;
        let expected = usize::try_from(*count).unwrap();
        // A place that is a moment repeats the rows of it.
        assert!(facts.len() <= expected + expected / 20, "{} rows", facts.len());
        assert_eq!(ids(&facts).len(), expected);
        let times: Vec<u64> = facts.iter().map(|fact| fact.block.number).collect();
        let middle = times
            .iter()
            .min()
            .map_or(list.blocks().0 + 5, |first| i64::try_from(*first).unwrap() + 3 * MINUTE);
        let earlier = fixture
            .walk(list.stream, (list.blocks().0, middle))
            .await
            .unwrap()
            .facts;
        let later = fixture.walk(list.stream, (middle + 1, now())).await.unwrap().facts;
        let both: BTreeSet<String> = ids(&earlier).into_iter().chain(ids(&later)).collect();
        assert_eq!(both, ids(&facts), "two parts are as much as the whole");
        fixture.client.flush().await.unwrap();
        assert!(fixture.ledger.lines().iter().all(|line| line.purpose == "history"));
    }
}

/// Rows that are repeated or out of order are read once. Lists that have no end, or state rows that they do not have, fail.
pub async fn faults_of_a_list(list: &TestedList, count: u64, faults: &[(ListFault, bool)]) {
    for (fault, is_read) in faults {
        let fixture = filled(list, count);
        fixture.server.change(|state| state.lists.fault = Some(*fault));
        match fixture.walk(list.stream, list.blocks()).await {
            Ok(walk) => {
                assert!(is_read, "{fault:?}");
                assert_eq!(ids(&walk.facts).len() as u64, count, "{fault:?}");
            }
            failed => {
                let error = fixture.refused(failed);
                assert!(!is_read, "{fault:?}: {error:?}");
                assert_eq!(error.code(), "malformed", "{fault:?}");
            }
        }
        assert!(fixture.server.count() < 600, "{fault:?}");
    }
}

/// Whatever happens in the middle of a list fails the reading, and the next one reads every row.
pub async fn faults_in_the_middle(list: &TestedList, count: u64) {
    for (fault, code) in [
        (Fault::TooManyRequests(RetryAfter::Missing), "rate_limited"),
        (Fault::TooManyRequests(RetryAfter::Seconds(60)), "rate_limited"),
        (Fault::Status(500), "unavailable"),
        (Fault::Truncated, "unavailable"),
        (
            Fault::Json("{\"code\": \"0\", \"data\": [{\"cc".to_owned()),
            "malformed",
        ),
        (Fault::Html, "malformed"),
        (Fault::Json(list.revoked.to_owned()), "bad_key"),
    ] {
        let fixture = filled(list, count);
        let (path, seen) = (list.path, AtomicUsize::new(0));
        let second = move |request: &conformance::mock_server::Request| {
            request.path() == path && seen.fetch_add(1, Ordering::Relaxed) > 0
        };
        fixture.server.fail_when(second, fault.clone());
        let failed = fixture.walk(list.stream, list.blocks()).await;
        let error = fixture.refused(failed);
        assert_eq!(error.code(), code, "{fault:?}");
        fixture.server.heal();
        let again = fixture.again();
        let facts = again.walk(list.stream, list.blocks()).await.unwrap().facts;
        assert_eq!(ids(&facts).len() as u64, count, "{fault:?}");
    }
}

/// Rows that lack what is needed fail the reading.
pub async fn rows_that_cannot_be_read_fail(
    exchange: &'static TestedExchange,
    rows: &[(Stream, &'static str, serde_json::Value)],
) {
    for (stream, path, row) in rows {
        let fixture = ReaderFixture::of(exchange);
        let time = now() - 3 * DAY;
        fixture.server.change(|state| state.lists.add(path, time, row.clone()));
        let failed = fixture.walk(*stream, (time - DAY, now())).await;
        assert_eq!(fixture.refused(failed).code(), "malformed", "{path} {row}");
    }
}
