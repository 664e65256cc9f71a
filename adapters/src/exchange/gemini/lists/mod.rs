//! The history of an account at Gemini, which has no ledger that a key of one account reads, but a list for each kind of event.
//!
//! - Trades and transfers are listed since a moment (`oldest_rows`).
//! - What happened in staking is listed between two moments (`staking`).
//!
//! Written from the documentation of September 2026 and from its examples; no live run has confirmed it yet.

mod list_reader;
mod oldest_rows;
mod staking;
mod symbols;
mod trades;
mod transfers;

use ports::{
    RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use crate::exchange::account::list_not_read;

pub(super) use list_reader::GeminiLists;
pub(super) use symbols::KnownSymbols;

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
    Stream::ExchangeRewards,
    Stream::ExchangeTrades,
];

/// Reads the next part of a list.
pub(super) async fn page(list: &GeminiLists<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    match part.stream {
        Stream::ExchangeDeposits | Stream::ExchangeWithdrawals => transfers::page(list, part).await,
        Stream::ExchangeRewards => staking::page(list, part).await,
        Stream::ExchangeTrades => trades::page(list, part).await,
        other => Err(list_not_read(&list.of.1.who, other)),
    }
}
