//! Histories in tests: every page of every list, rows as text, and what their entries add up to.

use std::collections::{BTreeMap, BTreeSet};

use conformance::mock_server::{Fault, Response, RetryAfter};
use domain::decode::decode_event;
use ports::{
    AccountId, Amount, AssetId, EntryId, ExchangeHistoryRequest, Fact, RemoteError, Stream, Timestamp, TransactionId,
    amount::SignedRaw,
    day::Day,
    entry::LegRole,
    fact::{EXCHANGE_DECIMALS, StoredFact},
    history::{HistoryGap, HistoryPage, HistoryRequest},
};

use super::{
    exchange_server::{AccountProtocol, ExchangeFixture},
    key,
    signed_history::{self, row_of},
};

/// The last moment of what is read: 18 May 2033.
pub const LAST: u64 = 2_000_000_000_000;
/// The most pages of a list.
const MOST_PAGES: usize = 300;

impl<P: AccountProtocol> ExchangeFixture<P> {
    /// Returns the account as the history names it.
    pub fn account_id() -> AccountId {
        format!("exchange:{}:{}", P::NAME, Self::account()).parse().unwrap()
    }

    /// Returns the first request for a list between two moments.
    pub fn part(stream: Stream, blocks: (u64, u64)) -> HistoryRequest {
        HistoryRequest {
            account: Self::account_id(),
            stream,
            blocks,
            continuation: None,
        }
    }

    pub async fn page(&self, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let keyed = ExchangeHistoryRequest {
            part,
            key: &key(P::KEY.0, P::KEY.1),
            assets: &[],
            markets: &[],
        };
        self.reader.history(keyed).await
    }

    /// Reads a list from a request on, as a run of the history does: the facts of all pages, and the gaps.
    pub async fn walk_from(&self, mut part: HistoryRequest) -> Result<(Vec<Fact>, Vec<HistoryGap>), RemoteError> {
        let (mut facts, mut gaps) = (Vec::new(), Vec::new());
        let last = part.blocks.1;
        for _ in 0..MOST_PAGES {
            let page = self.page(&part).await?;
            assert!(page.facts.iter().all(|fact| fact.body.stream() == part.stream));
            facts.extend(page.facts);
            gaps.extend(page.gaps);
            match (page.continuation, page.through) {
                (Some(next), _) => {
                    assert_ne!(Some(&next), part.continuation.as_ref(), "every page makes progress");
                    part.continuation = Some(next);
                }
                (None, Some(through)) if through == last => return Ok((facts, gaps)),
                (None, Some(through)) => {
                    assert!(through >= part.blocks.0, "every page makes progress");
                    part.blocks.0 = through + 1;
                }
                (None, None) => panic!("a page without an end"),
            }
        }
        panic!("the pages have no end");
    }

    /// Reads a list between two moments. Nothing is missing.
    pub async fn walk(&self, stream: Stream, blocks: (u64, u64)) -> Result<Vec<Fact>, RemoteError> {
        let (facts, gaps) = self.walk_from(Self::part(stream, blocks)).await?;
        assert_eq!(gaps, []);
        Ok(facts)
    }

    /// Reads every list from its beginning.
    pub async fn whole_history(&self) -> Vec<Fact> {
        let mut facts = Vec::new();
        for stream in self.reader.profile().streams {
            facts.extend(self.walk(stream, (0, LAST)).await.unwrap());
        }
        facts
    }

    /// Returns what the account has, by asset.
    pub async fn held(&self) -> BTreeMap<AssetId, Amount> {
        let key = key(P::KEY.0, P::KEY.1);
        let mut held = BTreeMap::new();
        for position in self.reader.balances(&Self::account(), &key).await.unwrap() {
            add(&mut held, &position.asset, position.raw, position.decimals.unwrap());
        }
        held.retain(|_, amount| !amount.is_zero());
        held
    }

    /// Checks that the entries of the whole history add up to what the account has, and that a second reading returns the same facts.
    pub async fn check_replay(&self) -> Vec<Fact> {
        let facts = self.whole_history().await;
        assert_eq!(replayed(&facts), self.held().await);
        let ids = |facts: &[Fact]| -> BTreeSet<_> { facts.iter().map(|fact| fact.id().unwrap()).collect() };
        assert_eq!(ids(&facts), ids(&self.whole_history().await));
        facts
    }

    /// Checks that whatever is no answer to the request of a list fails, and is never an empty list.
    pub async fn check_list_faults(path: &'static str, stream: Stream) {
        for (fault, code) in [
            (Fault::Html, "malformed"),
            (Fault::Json("[{\"id\": 1, \"type".to_owned()), "malformed"),
            (Fault::Json("7".to_owned()), "malformed"),
            (Fault::Truncated, "unavailable"),
            (Fault::Reset, "unavailable"),
            (Fault::Status(500), "unavailable"),
            (Fault::Status(403), "refused"),
            (Fault::TooManyRequests(RetryAfter::Seconds(60)), "rate_limited"),
            (Fault::TooManyRequests(RetryAfter::Missing), "rate_limited"),
        ] {
            let fixture = Self::start();
            fixture
                .server
                .fail_when(move |request| request.path() == path, fault.clone());
            let error = Self::refused(fixture.page(&Self::part(stream, (0, LAST))).await);
            assert_eq!(error.code(), code, "{path} {fault:?}");
        }
    }

    /// Checks that a list which fails after its first page is read on from there: every row once. `refusal` is that of a key that was
    /// revoked meanwhile, and `count` the number of rows.
    pub async fn check_resumes(&self, part: HistoryRequest, refusal: Response, count: usize) {
        let first = self.page(&part).await.unwrap();
        let rest = HistoryRequest {
            blocks: (
                first.through.map_or(part.blocks.0, |through| through + 1),
                part.blocks.1,
            ),
            continuation: first.continuation.clone(),
            ..part
        };
        assert!(first.through != Some(part.blocks.1), "a list of several pages");
        let broken = Response::new(500, "text/html", "<html>");
        self.change(|state| state.next = vec![broken.clone(), broken]);
        assert_eq!(Self::refused(self.page(&rest).await).code(), "unavailable");
        self.change(|state| state.next = vec![refusal]);
        let error = Self::refused(self.page(&rest).await);
        assert!(matches!(error, RemoteError::Key { .. }), "{error:?}");
        let (facts, _) = self.walk_from(rest).await.unwrap();
        let rows = first.facts.iter().chain(&facts).map(|fact| row_of(fact).id.clone());
        assert_eq!(rows.collect::<BTreeSet<_>>().len(), count);
    }
}

/// Returns a moment in seconds since 1970 as a date and a time in UTC, with this letter between them.
pub fn written_time(seconds: i64, between: char) -> String {
    let day = Day::of(Timestamp::from_seconds(seconds));
    let rest = seconds.rem_euclid(86_400);
    format!(
        "{day}{between}{:02}:{:02}:{:02}",
        rest / 3_600,
        rest / 60 % 60,
        rest % 60
    )
}

/// Returns what a row is, what it changed, and the transaction on a chain that it states.
pub fn line(fact: &Fact) -> String {
    let transaction = row_of(fact).transaction.as_deref().map(|id| format!(" in {id}"));
    signed_history::line(fact) + &transaction.unwrap_or_default()
}

/// Returns what the entries that are derived from these facts add up to, by asset.
pub fn replayed(facts: &[Fact]) -> BTreeMap<AssetId, Amount> {
    let mut events: BTreeMap<TransactionId, Vec<StoredFact>> = BTreeMap::new();
    for fact in facts {
        events.entry(fact.transaction.clone()).or_default().push(StoredFact {
            id: fact.id().unwrap(),
            fact: fact.clone(),
            read_at: Timestamp::from_seconds(0),
            withdrawn_at: None,
        });
    }
    let mut sums = BTreeMap::new();
    for (transaction, stored) in events {
        let id = EntryId {
            account: stored[0].fact.account.clone(),
            transaction,
        };
        for leg in decode_event(&id, &stored).unwrap().legs {
            let change = match leg.role {
                LegRole::In => leg.amount.into(),
                _ => SignedRaw::owed(leg.amount),
            };
            add(&mut sums, &leg.asset, change, EXCHANGE_DECIMALS);
        }
    }
    sums.retain(|_, amount| !amount.is_zero());
    sums
}

fn add(sums: &mut BTreeMap<AssetId, Amount>, asset: &AssetId, change: SignedRaw, decimals: u8) {
    let sum = sums.entry(asset.clone()).or_insert(Amount::ZERO);
    *sum = sum.add(change.in_units(decimals).unwrap()).unwrap();
}
