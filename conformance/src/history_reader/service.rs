//! The mocked service of histories.

use ports::{AccountId, ChainId, HistoryReader, Stream};

use crate::adapter_session::AdapterSession;

/// A row of a list about an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// The account that receives the amount.
    pub account: AccountId,
    /// The list.
    pub stream: Stream,
    /// The block.
    pub block: u64,
    /// The number of the transaction, see [`Harness::transaction`](super::Harness::transaction); it rises with the block. For withdrawals it is the index.
    pub transaction: u64,
    /// The place of the row in the transaction, from 1. In a stream that is not among [`Samples::identified`](super::Samples::identified) the service
    /// does not state it.
    pub item: u32,
    /// The amount in the smallest unit, a multiple of 1,000,000,000. The id of a token whose amount is always 1. For a receipt
    /// the amount of its only log, a transfer of an ERC-20 token to the account.
    pub amount: u128,
}

impl HistoryRow {
    /// Returns the time of the block, in seconds since 1970.
    #[must_use]
    pub fn seconds(&self) -> u64 {
        1_600_000_000 + self.block * 12
    }
}

/// How the service divides rows into pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageOrder {
    /// As usual.
    Usual,
    /// Each page has its rows in the reverse order.
    Reversed,
    /// Every page, whatever the request, has the first rows of the history, as many as fill a page.
    Endless,
}

/// The data of the mocked service.
#[derive(Clone, Debug)]
pub struct MockHistory {
    /// The rows of all accounts and streams, ordered by block and transaction.
    pub rows: Vec<HistoryRow>,
    /// How they are divided into pages.
    pub order: PageOrder,
    /// Whether the service ignores which blocks are requested.
    pub ignores_blocks: bool,
}

/// The mocked service.
#[derive(Clone)]
pub(super) struct HistoryService {
    pub(super) history: MockHistory,
    /// The chain that it refuses.
    pub(super) refused: Option<ChainId>,
}

impl HistoryService {
    pub(super) fn of(rows: Vec<HistoryRow>) -> Self {
        Self {
            history: MockHistory {
                rows,
                order: PageOrder::Usual,
                ignores_blocks: false,
            },
            refused: None,
        }
    }
}

/// The mocked service and a reader.
pub(super) type HistorySession = AdapterSession<HistoryService, dyn HistoryReader>;
