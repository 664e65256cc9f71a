//! The history of an account at Bybit.
//!
//! - Two ledgers, in which every change is a row: that of the Unified Trading Account (`unified`) and that of the Funding account
//!   (`funding`). Together they are one list.
//! - Deposits and withdrawals, which state their transactions and fees (`transfers`). Their rows in the Funding account are left out.
//!
//! All of them are read in windows, and two years back. Written from the documentation of July 2026 and from public samples; no live run has
//! confirmed it yet.

mod funding;
mod pages;
mod transfers;
mod unified;

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    KeyProblem, RemoteError, Stream,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use crate::exchange::account::{self, ListMoments, ListReach, SignedHistory, WindowRows, WindowedList};
use pages::{BybitList, read};

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeLedger,
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
];

/// For how long Bybit keeps what happened.
const KEPT: Duration = Duration::from_hours(2 * 365 * 24);
/// The longest windows: a little less than seven days, and thirty with the hours before them.
const WEEK: Duration = Duration::from_hours(7 * 24 - 1);
const MONTH: Duration = Duration::from_hours(29 * 24);

/// One of the lists of the history.
struct BybitWindow<'a>(&'a SignedHistory<'a>, Stream);

/// Reads the next window of a list.
pub(super) async fn window(history: &SignedHistory<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let reach = ListReach {
        opened: 0,
        longest: if part.stream == Stream::ExchangeLedger {
            WEEK
        } else {
            MONTH
        },
        kept: Some((KEPT, history.now())),
        has_older: false,
    };
    match account::window(&BybitWindow(history, part.stream), reach, (history.who(), part)).await {
        Err(error) if is_of_subaccount(part.stream, &error) => Ok(unreported(part)),
        page => page,
    }
}

/// Returns whether a key may not read withdrawals although it may read the rest: only keys of a main account read them.
fn is_of_subaccount(stream: Stream, error: &RemoteError) -> bool {
    let is_refused = matches!(
        error,
        RemoteError::Key {
            problem: KeyProblem::NoPermission,
            ..
        }
    );
    is_refused && stream == Stream::ExchangeWithdrawals
}

/// Returns a page of a list that the key may not read: a gap. Each run requests it again.
fn unreported(part: &HistoryRequest) -> HistoryPage {
    HistoryPage {
        markets: Vec::new(),
        facts: Vec::new(),
        through: Some(part.blocks.1),
        continuation: None,
        total: None,
        gaps: vec![HistoryGap {
            kind: HistoryGapKind::Unreported(part.stream),
            blocks: None,
        }],
    }
}

#[async_trait]
impl WindowedList for BybitWindow<'_> {
    async fn rows(&self, moments: ListMoments) -> Result<WindowRows, RemoteError> {
        let lists: &[&'static BybitList] = match self.1 {
            Stream::ExchangeLedger => &[&unified::LIST, &funding::LIST],
            Stream::ExchangeDeposits => &[&transfers::DEPOSITS, &transfers::INTERNAL_DEPOSITS],
            Stream::ExchangeWithdrawals => &[&transfers::WITHDRAWALS],
            other => return Err(account::list_not_read(self.0.who(), other)),
        };
        let mut rows = Vec::new();
        for list in lists {
            match read(self.0, list, moments).await? {
                Some(found) => rows.extend(found),
                None => return Ok(None),
            }
        }
        Ok(Some(rows))
    }
}
