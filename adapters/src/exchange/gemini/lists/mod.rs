//! The history of an account at Gemini, which has no ledger that a key of one account reads, but a list for each kind of event.
//!
//! - Trades and transfers are listed since a moment (`oldest_rows`).
//! - What happened in staking is listed between two moments (`staking`).
//!
//! Written from the documentation of September 2026 and from its examples; no live run has confirmed it yet.

mod oldest_rows;
mod staking;
mod symbols;
mod trades;
mod transfers;

use ports::{
    RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::{
    account::ROUTES,
    signed_client::{NumberedClient, NumberedRequest, WEIGHT, WEIGHT_OF_TRANSFERS},
};
use crate::exchange::account::{Codes, KeyUse, list_not_read};

pub(super) use symbols::KnownSymbols;

pub(super) const TRADES: &str = "/v1/mytrades";
pub(super) const TRANSFERS: &str = "/v2/transfers";
pub(super) const STAKING_HISTORY: &str = "/v1/staking/history";

/// The lists of an account.
pub(super) const STREAMS: &[Stream] = &[
    Stream::ExchangeDeposits,
    Stream::ExchangeWithdrawals,
    Stream::ExchangeRewards,
    Stream::ExchangeTrades,
];

/// What a list is read with.
pub(super) struct ListReader<'a> {
    pub(super) client: &'a NumberedClient,
    pub(super) symbols: &'a KnownSymbols,
    pub(super) of: KeyUse<'a>,
    pub(super) codes: Codes<'a>,
}

impl ListReader<'_> {
    fn malformed(&self, what: &'static str) -> RemoteError {
        self.of.1.malformed(what)
    }

    /// Requests a list with further members of the JSON object, which begin with a comma.
    async fn request(&self, path: &str, parameters: &str) -> Result<Json, RemoteError> {
        let request = NumberedRequest {
            route: ROUTES.require(path, self.of.1)?,
            parameters,
            weight: if path == TRANSFERS { WEIGHT_OF_TRANSFERS } else { WEIGHT },
        };
        self.client.read(self.of, request).await
    }
}

/// Reads the next part of a list.
pub(super) async fn page(list: &ListReader<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    match part.stream {
        Stream::ExchangeDeposits | Stream::ExchangeWithdrawals => transfers::page(list, part).await,
        Stream::ExchangeRewards => staking::page(list, part).await,
        Stream::ExchangeTrades => trades::page(list, part).await,
        other => Err(list_not_read(&list.of.1.who, other)),
    }
}
