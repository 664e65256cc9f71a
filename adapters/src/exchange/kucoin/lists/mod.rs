//! The history of an account at KuCoin.
//!
//! - The ledgers of its accounts, in which every change is a row (`ledger`): of a classic account those of the funding, the trading and the
//!   margin account, of a unified one those of the funding and the unified account. Together they are one list, a day at a time and one
//!   year back.
//! - Deposits and withdrawals, which state their transactions and fees (`transfers`), since February 2019. Their rows in the ledgers are
//!   left out.
//!
//! Written from the documentation of November 2025 and from public clients of July 2026; no live run has confirmed it yet.

mod context;
mod ledger;
mod numbered;
mod row_kinds;
mod transfers;

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use self::numbered::numbered;
use super::{account_mode, paths};
use crate::exchange::account::{self, ListMoments, ListReach, SignedHistory, WindowRows, WindowedList};

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeLedger,
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
];

/// The first moment of deposits and withdrawals, in milliseconds: 18 February 2019, when these lists began.
const OPENED: u64 = 1_550_448_000_000;
/// For how long KuCoin states its ledgers.
const KEPT: Duration = Duration::from_hours(365 * 24);
/// The longest windows, a little less than a day and a month.
const DAY: Duration = Duration::from_mins(24 * 60 - 1);
const MONTH: Duration = Duration::from_hours(29 * 24);

/// One of the lists of the history.
struct KucoinWindow<'a>(&'a SignedHistory<'a>, Stream);

/// Reads the next window of a list.
pub(super) async fn window(history: &SignedHistory<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let reach = match part.stream {
        Stream::ExchangeLedger => ListReach {
            opened: 0,
            longest: DAY,
            kept: Some((KEPT, history.now())),
            has_older: false,
        },
        _ => ListReach {
            opened: OPENED,
            longest: MONTH,
            kept: None,
            has_older: false,
        },
    };
    account::window(&KucoinWindow(history, part.stream), reach, (history.who(), part)).await
}

#[async_trait]
impl WindowedList for KucoinWindow<'_> {
    async fn rows(&self, moments: ListMoments) -> Result<WindowRows, RemoteError> {
        let history = self.0;
        match self.1 {
            Stream::ExchangeLedger => {
                let mode = history.request(paths::MODE, &[]).await?;
                let is_unified = account_mode::is_unified(&mode).map_err(|what| history.malformed(what))?;
                ledger::rows(history, is_unified, moments).await
            }
            Stream::ExchangeDeposits => numbered(history, (paths::DEPOSITS, transfers::deposit), moments).await,
            Stream::ExchangeWithdrawals => {
                numbered(history, (paths::WITHDRAWALS, transfers::withdrawal), moments).await
            }
            other => Err(account::list_not_read(history.who(), other)),
        }
    }
}
