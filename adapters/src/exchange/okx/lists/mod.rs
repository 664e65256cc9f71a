//! The history of an account at OKX.
//!
//! - Two ledgers, in which every change is a row: that of the trading account, three months back (`trading`), and that of the funding account,
//!   since February 2021 (`funding`). Together they are one list.
//! - Deposits and withdrawals, which state their transactions and fees (`transfers`). Their rows in the funding account are left out.
//!
//! All of them are read from the newest row on. Written from the documentation of June 2026 and from public samples; no live run has
//! confirmed it yet.

mod bill_kinds;
mod funding;
mod pages;
mod trading;
mod transfers;

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use crate::exchange::account::{self, CursorPage, ListMoments, ListReach, SignedHistory, WalkedLists};
use pages::{OkxList, PlaceBy, read};

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeLedger,
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
];

/// The first moment of the ledger of the funding account, in milliseconds: 1 February 2021. Nothing is requested before it.
const OPENED: u64 = 1_612_137_600_000;
/// For how long OKX keeps the ledger of the trading account.
const KEPT: Duration = Duration::from_hours(90 * 24);

static LEDGERS: [&OkxList; 2] = [&trading::LIST, &funding::LIST];
static DEPOSITS: [&OkxList; 1] = [&transfers::DEPOSITS];
static WITHDRAWALS: [&OkxList; 1] = [&transfers::WITHDRAWALS];

/// The lists of a stream.
struct ListsOf<'a>(&'a SignedHistory<'a>, &'static [&'static OkxList]);

/// Reads the next page of a stream.
pub(super) async fn page(history: &SignedHistory<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let (lists, opened, kept): (&'static [&'static OkxList], _, _) = match part.stream {
        Stream::ExchangeLedger => (&LEDGERS, OPENED, Some((KEPT, history.now()))),
        Stream::ExchangeDeposits => (&DEPOSITS, 0, None),
        Stream::ExchangeWithdrawals => (&WITHDRAWALS, 0, None),
        other => return Err(account::list_not_read(history.who(), other)),
    };
    let reach = ListReach {
        opened,
        longest: Duration::MAX,
        kept,
        has_older: true,
    };
    account::walk(&ListsOf(history, lists), reach, (history.who(), part)).await
}

#[async_trait]
impl WalkedLists for ListsOf<'_> {
    fn count(&self) -> usize {
        self.1.len()
    }

    async fn page(&self, list: usize, moments: ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError> {
        let (list, (first, last)) = (self.1[list], moments);
        // The first moment may not be before those that are kept.
        let oldest = self.0.now().minus(KEPT);
        let first = if list.by == PlaceBy::IdWithin {
            first.max(oldest)
        } else {
            first
        };
        read(self.0, list, (first, last.max(first)), cursor).await
    }
}
