//! The history of an account at HTX, whose ledger of all changes is kept for a month only, and listed for an hour at a time.
//!
//! - Trades of all markets, two days at a time and 120 days back (`trades`).
//! - What moved to and from the spot account, ten days at a time and 180 days back (`transfers`).
//! - Other changes of the spot account, such as conversions, interest and rebates, an hour at a time and 29 days back (`changes`).
//! - Deposits and withdrawals of all times, by the numbers of their rows (`deposits`).
//!
//! Trades, transfers, deposits and withdrawals are in the ledger too. They are not requested there, so that each of them counts once. A list
//! with as many rows as an answer can have is requested for a shorter time.
//!
//! Written from the documentation and from public clients of June 2026; no live run has confirmed it yet.

mod changes;
mod deposits;
mod trades;
mod transfers;
mod within;

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use super::paths;
use crate::exchange::account::{self, ListMoments, ListReach, SignedHistory, WindowRows, WindowedList, text_of};

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeLedger,
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
    Stream::ExchangeRewards,
    Stream::MarketTrades,
];

const DAY: u64 = 24;

/// One of the lists that have windows.
struct HtxWindow<'a>(&'a SignedHistory<'a>, Stream);

/// Reads the next page of a list.
pub(super) async fn page(history: &SignedHistory<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let (hours, days) = match part.stream {
        Stream::ExchangeDeposits | Stream::ExchangeWithdrawals => return deposits::page(history, part).await,
        Stream::ExchangeLedger => (10 * DAY - 1, 180),
        Stream::MarketTrades => (2 * DAY - 1, 120),
        _ => (1, 29),
    };
    let reach = ListReach {
        opened: 0,
        longest: Duration::from_hours(hours),
        kept: Some((Duration::from_hours(days * DAY), history.now())),
        has_older: false,
    };
    account::window(&HtxWindow(history, part.stream), reach, (history.who(), part)).await
}

#[async_trait]
impl WindowedList for HtxWindow<'_> {
    async fn rows(&self, moments: ListMoments) -> Result<WindowRows, RemoteError> {
        let history = self.0;
        match self.1 {
            Stream::MarketTrades => trades::rows(history, moments).await,
            Stream::ExchangeLedger => match spot_account(history).await? {
                Some(account) => transfers::rows(history, &account, moments).await,
                None => Ok(Some(Vec::new())),
            },
            Stream::ExchangeRewards => match spot_account(history).await? {
                Some(account) => changes::rows(history, &account, moments).await,
                None => Ok(Some(Vec::new())),
            },
            other => Err(account::list_not_read(history.who(), other)),
        }
    }
}

/// Returns the number of the spot account; `None` where the person has none.
async fn spot_account(history: &SignedHistory<'_>) -> Result<Option<String>, RemoteError> {
    let answer = history.request(paths::ACCOUNTS, &[]).await?;
    let accounts = answer
        .as_array()
        .ok_or_else(|| history.malformed("no list of accounts"))?;
    let spot = accounts.iter().find(|account| account["type"].as_str() == Some("spot"));
    match spot {
        Some(account) => {
            let id = text_of(&account["id"]);
            id.map(Some)
                .ok_or_else(|| history.malformed("an account without its number"))
        }
        None => Ok(None),
    }
}
