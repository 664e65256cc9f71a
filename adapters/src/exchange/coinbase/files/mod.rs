//! The files that Coinbase exports: the transactions of its app, in five known forms of the header.
//!
//! - `ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or
//!   spread),Fees and/or Spread,Notes`, below three lines of text; the newest also have `Sender Address,Recipient Address`. Older ones are
//!   without `ID`, have `Spot Price Currency` and `Fees`, or the currency in the names (`USD Subtotal`).
//! - Older files write every quantity without a sign, so that the type states the direction (`kinds`).
//! - A trade or a conversion is a row of one asset, and the other side is only in the notes (`notes`). Newer files have a row for each side of
//!   some of them, with the same notes: then the first of both states all, as in the older files.
//! - The ids of a file have another form than those of the API, and older files have none. A row is identified by its time, asset and
//!   quantity, so that it is the same in files of every form.
//!
//! Written from public descriptions of such files and from the programs that read them; none of a live account has been read yet.

mod exchanged;
mod kinds;
mod notes;
#[cfg(test)]
mod tests;
mod written_row;

use ports::fact::ExchangeRowKind;

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, ListedRow, Quantity, RecordChange, RecordRow, RowRead, left, number_if_any,
    short_id,
};
use exchanged::{SideRows, currency, fees};
use written_row::{TOO_LONG, WrittenRow};

pub(super) const FORMS: [FormSpec; 1] = [FormSpec {
    name: "Transactions",
    place: "Export your transactions as CSV at Coinbase, for all assets and all transactions.",
    columns: &["timestamp", "transaction type", "asset", "quantity transacted", "notes"],
    streams: &[],
    part: None,
    read: rows,
}];

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    let lines: Vec<_> = table.records().map(WrittenRow::read).collect();
    let sides = SideRows::of(lines.iter().flatten());
    let mut ids = ContentIds::default();
    let row = |line: &Result<WrittenRow<'_>, &'static str>| match line {
        Ok(line) => row(line, &sides, codes, &mut ids).map(Some),
        Err(reason) => Err(*reason),
    };
    lines.iter().map(row).collect()
}

fn row(
    line: &WrittenRow<'_>,
    sides: &SideRows<'_>,
    codes: &Codes<'_>,
    ids: &mut ContentIds,
) -> Result<ListedRow, &'static str> {
    let own = line.own_change()?;
    let raw = own.at_exchange().ok_or(TOO_LONG)?;
    let id = ids.next("transactions", line.time, &format!("{} {raw}", line.code));
    let changes = match &line.noted {
        Some(noted) => exchanged::changes((line, noted), own, sides, codes)?,
        None => changes(line, own, codes)?,
    };
    let (second, short) = (line.time.seconds().to_string(), short_id(&id));
    let notes = short_id(line.notes);
    let event = match (&line.noted, line.r#type.several_rows()) {
        (Some(_), _) => vec!["transactions", "exchange", &second, &notes],
        (None, Some(name)) => vec!["transactions", name, &second],
        (None, None) => vec!["transactions", &second, &short],
    };
    let row = RecordRow {
        record: line.record,
        event: &event,
        id,
        time: line.time,
        kind: line.r#type.kind,
        words: line.record.text("transaction type"),
        transaction: "",
    };
    row.listed(&changes)
}

/// Returns what a row changed that is no exchange, or one whose other side cannot be read.
fn changes(line: &WrittenRow<'_>, own: Quantity, codes: &Codes<'_>) -> Result<Vec<RecordChange>, &'static str> {
    let asset = codes.asset(line.code)?;
    let is_of_currency = matches!(line.r#type.kind, ExchangeRowKind::Deposit | ExchangeRowKind::Withdrawal)
        && currency(line.record).eq_ignore_ascii_case(line.code);
    if !is_of_currency {
        return Ok(vec![(asset, own, line.r#type.kind == ExchangeRowKind::Charge)]);
    }
    // The quantity of a payment of a currency is what the balance changed by.
    let fee = left(number_if_any(fees(line.record))?)?;
    let paid = own.sub(fee).map_err(|_| TOO_LONG)?;
    Ok(vec![(asset.clone(), paid, false), (asset, fee, true)])
}
