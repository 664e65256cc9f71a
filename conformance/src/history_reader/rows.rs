//! The rows that the mocked service reports.

use ports::{AccountId, Stream};

use super::service::HistoryRow;

/// The blocks that are requested.
pub(super) const BLOCKS: (u64, u64) = (50, 1_000_000);
/// The block with many rows.
pub(super) const CROWDED: u64 = 300;
/// The number of rows of a transaction, where it can have several. It divides no usual page size.
const ITEMS: u32 = 3;
/// The transactions and rows of each account and stream have numbers of their own, this far apart.
const APART: u64 = 100_000;
const GWEI: u128 = 1_000_000_000;

/// Writes rows of one account and stream, one after the other.
pub(super) struct RowWriter {
    account: AccountId,
    stream: Stream,
    rows: Vec<HistoryRow>,
    transactions: u64,
    /// Added to the numbers of rows, so that amounts of different accounts differ.
    first: u128,
}

impl RowWriter {
    /// Begins the rows of an account, of the samples' account with this place.
    pub(super) fn new(account: &AccountId, at: usize, stream: Stream) -> Self {
        let of_stream = Stream::ALL.iter().position(|one| *one == stream).unwrap_or_default() as u64;
        let first = (of_stream * 10 + at as u64) * APART;
        Self {
            account: account.clone(),
            stream,
            rows: Vec::new(),
            transactions: first,
            first: first.into(),
        }
    }

    /// Returns whether a transaction can have several rows.
    pub(super) fn has_items(stream: Stream) -> bool {
        !matches!(
            stream,
            Stream::Transactions | Stream::Withdrawals | Stream::Receipts | Stream::CoinTransactions
        )
    }

    /// Adds a transaction with this number of rows, or with one where it can have no more.
    pub(super) fn transaction(mut self, block: u64, items: u32) -> Self {
        self.transactions += 1;
        let items = if Self::has_items(self.stream) { items } else { 1 };
        for item in 1..=items {
            let amount = (self.first + self.rows.len() as u128 + 1) * GWEI;
            self.push(block, item, amount);
        }
        self
    }

    /// Adds a transaction with two equal rows.
    pub(super) fn equal_rows(mut self, block: u64) -> Self {
        self.transactions += 1;
        self.push(block, 1, 5 * GWEI);
        self.push(block, 2, 5 * GWEI);
        self
    }

    /// Adds at least this number of rows in one block.
    pub(super) fn crowd(mut self, block: u64, rows: usize) -> Self {
        let until = self.rows.len() + rows;
        while self.rows.len() < until {
            self = self.transaction(block, ITEMS);
        }
        self
    }

    /// Adds at least this number of rows, three or nine in each block.
    pub(super) fn spread(mut self, from: u64, rows: usize) -> Self {
        let (until, mut block) = (self.rows.len() + rows, from);
        while self.rows.len() < until {
            for _ in 0..3 {
                self = self.transaction(block, ITEMS);
            }
            block += 2;
        }
        self
    }

    pub(super) fn end(self) -> Vec<HistoryRow> {
        self.rows
    }

    fn push(&mut self, block: u64, item: u32, amount: u128) {
        self.rows.push(HistoryRow {
            account: self.account.clone(),
            stream: self.stream,
            block,
            transaction: self.transactions,
            item,
            amount,
        });
    }
}
