//! What an author of an adapter provides to the kit: the reader, and the answers of its service.

use std::{sync::Arc, time::Duration};

use ports::{AccountId, ChainId, HistoryReader, Stream, TransactionId};

use super::service::MockHistory;
use crate::{
    faults,
    mock_server::{Request, Response},
};

/// Creates your reader, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a reader that sends requests to this base URL only, with short timeouts.
    fn reader(&self, base: &str) -> Arc<dyn HistoryReader>;

    /// Returns the service's answer to a request about a list of an account. The rows are to be filtered by the chain and
    /// the list of the request, and by its blocks unless [`MockHistory::ignores_blocks`], but not by its account.
    fn answer(&self, request: &Request, history: &MockHistory) -> Response;

    /// Returns the answer to a request for a chain that the service refuses; `None` for requests about other chains.
    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response>;

    /// Returns an error in the form of a successful answer; `None` if the service has none.
    fn error_text(&self) -> Option<Response>;

    /// Returns the id of the transaction with this number in a stream.
    fn transaction(&self, stream: Stream, number: u64) -> TransactionId {
        evm_transaction(stream, number)
    }

    /// Returns the accounts that the kit requests, and the limits of the service.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a reader that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts that the kit requests, and the capabilities of the service.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Accounts on two chains that the reader covers.
    pub accounts: [AccountId; 2],
    /// Another account on the chain of the first one.
    pub stranger: AccountId,
    /// The number of rows that fill a page.
    pub page_rows: usize,
    /// The number of rows of one block that the service reports at most; `None` without such a limit.
    pub window: Option<usize>,
    /// The streams in which the service identifies each row, so that a repeated row can be recognized.
    pub identified: Vec<Stream>,
}

/// Returns the id of a transaction of an EVM chain: its number as a hash, and for withdrawals the id by its index.
#[must_use]
pub fn evm_transaction(stream: Stream, number: u64) -> TransactionId {
    if stream == Stream::Withdrawals {
        return TransactionId::withdrawal(number);
    }
    let hash = format!("0x{number:064x}");
    hash.parse().expect("a hash is the id of a transaction")
}
