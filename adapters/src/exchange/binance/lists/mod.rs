//! The history of an account at Binance, which has no ledger but a list for each kind of event.
//!
//! - A list is requested in windows, from the oldest one. Where a window has more rows than one answer can have, the window becomes shorter,
//!   so that no row depends on the number of those before it.
//! - Trades are listed for each market (`trades`).
//! - What never counts (a deposit that was rejected) is left out, and so is what does not count yet. The last week of deposits and
//!   withdrawals is read again in each run.
//!
//! Written from the documentation of July 2026 and from public samples; no live run has confirmed it yet.

mod conversions;
mod list_reader;
mod markets;
mod rewards;
mod trades;
mod transfers;

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use crate::exchange::account::{self, ListMoments, ListReach, WindowRows, WindowedList};
use list_reader::OPENED;

pub(super) use list_reader::ListReader;
pub(super) use trades::{market, trades};

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
    Stream::ExchangeConversions,
    Stream::ExchangeRewards,
    Stream::MarketTrades,
];

const DAY: Duration = Duration::from_hours(24);

/// One of the lists that have windows.
struct BinanceWindow<'a>(&'a ListReader<'a>, Stream);

/// Reads the next window of a list.
pub(super) async fn window(list: &ListReader<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let reach = ListReach {
        opened: OPENED,
        longest: DAY * days(part.stream),
        kept: None,
        has_older: false,
    };
    account::window(&BinanceWindow(list, part.stream), reach, (&list.of.1.who, part)).await
}

#[async_trait]
impl WindowedList for BinanceWindow<'_> {
    async fn rows(&self, moments: ListMoments) -> Result<WindowRows, RemoteError> {
        let list = self.0;
        match self.1 {
            Stream::ExchangeDeposits => transfers::deposits(list, moments).await,
            Stream::ExchangeWithdrawals => transfers::withdrawals(list, moments).await,
            Stream::ExchangeConversions => conversions::conversions(list, moments).await,
            Stream::ExchangeRewards => rewards::rewards(list, moments).await,
            other => Err(account::list_not_read(&list.of.1.who, other)),
        }
    }
}

/// Returns the days of the longest window of a list.
fn days(stream: Stream) -> u32 {
    match stream {
        Stream::ExchangeDeposits | Stream::ExchangeWithdrawals => transfers::DAYS,
        Stream::ExchangeConversions => conversions::DAYS,
        _ => rewards::DAYS,
    }
}
