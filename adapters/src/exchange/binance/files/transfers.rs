//! The deposits and withdrawals of coins: `Date(UTC+0),Coin,Network,Amount,Address,TXID,Status`, for withdrawals with `Fee` after `Amount`.
//!
//! What is not completed changed nothing. The fee is paid in addition. Files of currencies do not state whether they are of deposits or of
//! withdrawals, so that they are not read. Written from public descriptions of such files and from the programs that read them; none of a
//! live account has been read yet.

use ports::{Stream, fact::ExchangeRowKind};

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Record, RecordChange, RecordRow, RowRead, arrived, code_of, left, number,
    number_if_any, read_each, short_id, time,
};

const DEPOSIT_COLUMNS: [&str; 7] = ["date(utc+0)", "coin", "network", "amount", "address", "txid", "status"];

pub(super) const DEPOSITS: FormSpec = FormSpec {
    name: "Deposit history",
    place: "At Binance: Assets, Transaction History, Deposit, Export.",
    columns: &DEPOSIT_COLUMNS,
    // The list of the API has the deposits of currencies too, so that this file replaces none.
    streams: &[Stream::ExchangeFiles],
    part: None,
    read: deposits,
};

pub(super) const WITHDRAWALS: FormSpec = FormSpec {
    name: "Withdrawal history",
    place: "At Binance: Assets, Transaction History, Withdraw, Export.",
    columns: &[
        "date(utc+0)",
        "coin",
        "network",
        "amount",
        "fee",
        "address",
        "txid",
        "status",
    ],
    // The list of the API has the withdrawals of currencies too, so that this file replaces none.
    streams: &[Stream::ExchangeFiles],
    part: None,
    read: withdrawals,
};

const COMPLETED: &str = "completed";
/// How ids begin of what was not sent over a chain.
const INTERNAL: [&str; 2] = ["internal transfer", "off-chain transfer"];

fn deposits(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, |record, codes, ids| {
        let amount = arrived(number(record.text("amount"))?)?;
        let asset = codes.asset(code_of(record.text("coin"))?)?;
        row((record, ExchangeRowKind::Deposit), &[(asset, amount, false)], ids)
    })
}

fn withdrawals(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, |record, codes, ids| {
        let amount = left(number(record.text("amount"))?)?;
        let fee = left(number_if_any(record.text("fee"))?)?;
        let asset = codes.asset(code_of(record.text("coin"))?)?;
        let changes = [(asset.clone(), amount, false), (asset, fee, true)];
        row((record, ExchangeRowKind::Withdrawal), &changes, ids)
    })
}

fn row((record, kind): (Record<'_>, ExchangeRowKind), changes: &[RecordChange], ids: &mut ContentIds) -> RowRead {
    if !record.text("status").eq_ignore_ascii_case(COMPLETED) {
        return Ok(None);
    }
    let written = record.text("date(utc+0)");
    // Some files have years of two digits.
    let at = match written.find('-') {
        Some(2) => time(&format!("20{written}"))?,
        _ => time(written)?,
    };
    let transaction = record.text("txid");
    let is_internal = INTERNAL
        .iter()
        .any(|begin| transaction.to_lowercase().starts_with(begin));
    let kind = if is_internal { ExchangeRowKind::Transfer } else { kind };
    let content = ["coin", "network", "amount", "fee", "address", "txid"].map(|column| record.text(column));
    let id = ids.next("transfers", at, &content.join(" "));
    let (second, short) = (at.seconds().to_string(), short_id(&id));
    let row = RecordRow {
        record,
        event: &["transfers", &second, &short],
        id,
        time: at,
        kind,
        words: record.text("network"),
        transaction: if is_internal { "" } else { transaction },
    };
    row.listed(changes).map(Some)
}

#[cfg(test)]
mod tests;
