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

use ports::{
    AccountId, RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use crate::exchange::account::{ListedRow, inconsistent_list};
use list_reader::{ListMoments, OPENED, WindowRows, moment};

pub(super) use list_reader::ListReader;
pub(super) use trades::trades;

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
    Stream::ExchangeConversions,
    Stream::ExchangeRewards,
    Stream::MarketTrades,
];

const DAY: Duration = Duration::from_hours(24);

/// Reads the next window of a list.
pub(super) async fn window(list: &ListReader<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let (first, last) = part.blocks;
    let first = first.max(OPENED);
    let mut end = last.min(first.saturating_add(longest(part.stream)).saturating_sub(1));
    loop {
        if first > end {
            return Ok(page(&part.account, Vec::new(), last));
        }
        if let Some(rows) = rows(list, part.stream, (moment(first), moment(end))).await? {
            return Ok(page(&part.account, rows, end));
        }
        if first == end {
            // A millisecond does not have a thousand rows: the numbers do not mean what they are taken for.
            return Err(inconsistent_list(&list.of.1.who));
        }
        end = first + (end - first) / 2;
    }
}

async fn rows(list: &ListReader<'_>, stream: Stream, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    match stream {
        Stream::ExchangeDeposits => transfers::deposits(list, moments).await,
        Stream::ExchangeWithdrawals => transfers::withdrawals(list, moments).await,
        Stream::ExchangeConversions => conversions::conversions(list, moments).await,
        Stream::ExchangeRewards => rewards::rewards(list, moments).await,
        other => Err(RemoteError::Unsupported {
            who: list.of.1.who.clone(),
            what: format!("the list {} is not read", other.code()),
        }),
    }
}

/// Returns the longest window of a list, in milliseconds.
fn longest(stream: Stream) -> u64 {
    let days = match stream {
        Stream::ExchangeDeposits | Stream::ExchangeWithdrawals => transfers::DAYS,
        Stream::ExchangeConversions => conversions::DAYS,
        _ => rewards::DAYS,
    };
    u64::try_from((DAY * days).as_millis()).unwrap_or(u64::MAX)
}

/// Makes the page of a window. A row before it is kept: lists may select by another time than the one that a row states.
fn page(account: &AccountId, rows: Vec<ListedRow>, end: u64) -> HistoryPage {
    let rows = rows.into_iter().filter(|row| row.time <= moment(end));
    HistoryPage {
        facts: rows.map(|row| row.into_fact(account)).collect(),
        through: Some(end),
        continuation: None,
        total: None,
        gaps: Vec::new(),
    }
}
