//! What Bitstamp states of deposits and withdrawals on chains: `POST crypto-transactions/`.
//!
//! It returns `{"deposits": [{"id": 1, "currency": "BTC", "network": "bitcoin", "txid": "e412…", "amount": 1.23, "datetime": 1759995000,
//! "status": "FINALIZED"}], "withdrawals": [{"currency": "BTC", "txid": "e412…", "amount": 0.00012, "datetime": 1642665114}],
//! "ripple_iou_transactions": []}`, the newest first. No id says which row of the ledger it is about. So a transaction is that of the only
//! row with its asset and its amount within an hour, and of no row where several fit. Amounts of this list never count.
//!
//! Written from the documentation and from a public client; no live run has confirmed it yet.

use std::time::Duration;

use ports::{
    AssetId, RawAmount, Timestamp,
    fact::{ExchangeRow, ExchangeRowKind},
    json::Json,
};

use crate::exchange::account::{Codes, ListedRow, Quantity, millis, text_of};

/// The most rows of a page.
pub(super) const ROWS_OF_PAGE: usize = 1_000;
/// How far the times of both lists may be apart.
const TOLERANCE: Duration = Duration::from_hours(1);
/// The lists of an answer, and what their rows are.
const LISTS: [(&str, ExchangeRowKind); 2] = [
    ("deposits", ExchangeRowKind::Deposit),
    ("withdrawals", ExchangeRowKind::Withdrawal),
];

/// A deposit or a withdrawal on a chain.
#[derive(Debug)]
pub(super) struct ChainTransfer {
    kind: ExchangeRowKind,
    asset: AssetId,
    size: RawAmount,
    time: Timestamp,
    transaction: String,
}

/// The transfers of a page.
pub(super) struct TransferPage {
    pub(super) transfers: Vec<ChainTransfer>,
    is_full: bool,
}

impl TransferPage {
    /// Reads an answer. Rows without a transaction are left out.
    pub(super) fn read(answer: &Json, codes: &Codes<'_>) -> Result<Self, &'static str> {
        let (mut transfers, mut is_full) = (Vec::new(), false);
        for (name, kind) in LISTS {
            let rows = answer[name].as_array().ok_or("no list of transfers")?;
            is_full |= rows.len() >= ROWS_OF_PAGE;
            for row in rows {
                transfers.extend(transfer(row, kind, codes)?);
            }
        }
        Ok(Self { transfers, is_full })
    }

    /// Returns whether further pages can have transfers since a moment.
    pub(super) fn continues(&self, oldest: Timestamp) -> bool {
        let since = oldest.minus(TOLERANCE);
        self.is_full && self.transfers.iter().all(|transfer| transfer.time >= since)
    }
}

fn transfer(row: &Json, kind: ExchangeRowKind, codes: &Codes<'_>) -> Result<Option<ChainTransfer>, &'static str> {
    let Some(transaction) = row["txid"].as_str().filter(|id| !id.is_empty()) else {
        return Ok(None);
    };
    let code = text_of(&row["currency"]).ok_or("a transfer without its asset")?;
    let amount = Quantity::read(&row["amount"]).ok_or("a transfer without its amount")?;
    let time = millis(&row["datetime"]).ok_or("a transfer without its time")?;
    Ok(Some(ChainTransfer {
        kind,
        asset: codes.asset(&code.to_ascii_uppercase())?,
        size: amount.at_exchange().ok_or("an amount that is too long")?.size(),
        time: Timestamp::from_millis(time),
        transaction: transaction.to_owned(),
    }))
}

/// Returns the time of the oldest deposit or withdrawal since a moment.
pub(super) fn oldest(rows: &[ListedRow], first: Timestamp) -> Option<Timestamp> {
    let own = rows.iter().filter(|row| is_transfer(&row.row) && row.time >= first);
    own.map(|row| row.time).min()
}

fn is_transfer(row: &ExchangeRow) -> bool {
    LISTS.iter().any(|(_, kind)| *kind == row.kind)
}

/// States the transactions of the rows to which they belong.
pub(super) fn join(rows: &mut [ListedRow], transfers: &[ChainTransfer]) {
    let pairs: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|row| (0..transfers.len()).map(move |transfer| (row, transfer)))
        .filter(|(row, transfer)| fits(&rows[*row], &transfers[*transfer]))
        .collect();
    for (row, transfer) in &pairs {
        let is_only = |(other_row, other): &&(usize, usize)| other_row == row || other == transfer;
        if pairs.iter().filter(is_only).count() == 1 {
            rows[*row].row.transaction = Some(transfers[*transfer].transaction.clone());
        }
    }
}

/// Returns whether a transfer can be that of a row. Whether it contains the fee is not documented.
fn fits(row: &ListedRow, transfer: &ChainTransfer) -> bool {
    if row.row.kind != transfer.kind || apart(row.time, transfer.time) > TOLERANCE {
        return false;
    }
    let sum = |is_fee: bool| {
        let own = row.row.amounts.iter().filter(|one| one.asset == transfer.asset);
        let sizes = own.filter(|one| one.is_fee == is_fee).map(|one| one.amount.size());
        sizes.reduce(|sum, size| sum.add(size).unwrap_or(sum))
    };
    let Some(amount) = sum(false) else {
        return false;
    };
    let with_fee = sum(true).and_then(|fee| amount.add(fee).ok());
    transfer.size == amount || Some(transfer.size) == with_fee
}

fn apart(one: Timestamp, other: Timestamp) -> Duration {
    one.since(other).max(other.since(one))
}

#[cfg(test)]
mod tests;
