//! The files that OKX exports: the history of the funding account, `id,Time,Type,Amount,Before Balance,After Balance,Fee,Symbol`.
//!
//! - What both balances differ by is what the row changed. Where they do not state whether an amount arrived, its sign does, or the type.
//! - A fee is contained in what the balances differ by, and in the amount or not.
//! - Whether `id` is the `billId` of the API is not known, so that the ids of files are their own.
//!
//! The trading account has other files, which are not read. Written from public descriptions of such files and from the programs that read
//! them, which take the times as UTC; none of a live account has been read yet.

mod kinds;

use ports::{Stream, fact::ExchangeRowKind};

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Quantity, Record, RecordRow, RowRead, arrived, code_of, left, number,
    number_if_any, read_each, short_id, time,
};

pub(super) const FORMS: [FormSpec; 1] = [FormSpec {
    name: "Funding account history",
    place: "Export the history of your funding account as CSV at OKX, in English and in UTC.",
    columns: &[
        "time",
        "type",
        "amount",
        "before balance",
        "after balance",
        "fee",
        "symbol",
    ],
    // The trading account has a history of its own, which is a part of the ledger.
    streams: &[Stream::ExchangeDeposits, Stream::ExchangeWithdrawals],
    part: None,
    read: rows,
}];

const TOO_LONG: &str = "an amount with more digits than can be stored";
const NO_DIRECTION: &str = "This row does not state whether its amount arrived or left.";
const NO_FEE: &str = "The amount, the fee and the balances of this row do not agree.";

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, row)
}

fn row(record: Record<'_>, codes: &Codes<'_>, ids: &mut ContentIds) -> RowRead {
    let r#type = record.text("type");
    let at = time(record.text("time"))?;
    let code = code_of(record.text("symbol"))?;
    let (kind, leaves) = kinds::of(r#type);
    let [amount, fee] = amounts(record, leaves)?;
    let asset = codes.asset(code)?;
    let id = match record.text("id") {
        "" => {
            let written = ["amount", "after balance"].map(|column| record.text(column));
            ids.next("funding", at, &format!("{type} {code} {}", written.join(" ")))
        }
        id => format!("funding file {id}"),
    };
    let (second, short) = (at.seconds().to_string(), short_id(&id));
    let event = match kind {
        ExchangeRowKind::Conversion => vec!["funding", "conversion", &second],
        _ => vec!["funding", "row", &second, &short],
    };
    let row = RecordRow {
        record,
        event: &event,
        id,
        time: at,
        kind,
        words: r#type,
        transaction: "",
    };
    let is_charge = kind == ExchangeRowKind::Charge;
    row.listed(&[(asset.clone(), amount, is_charge), (asset, fee, true)])
        .map(Some)
}

/// Returns what a row changed without its fee, and the fee.
fn amounts(record: Record<'_>, leaves: Option<bool>) -> Result<[Quantity; 2], &'static str> {
    let amount = number(record.text("amount"))?;
    let fee = left(number_if_any(record.text("fee"))?)?;
    let [before, after] = ["before balance", "after balance"].map(|column| number_if_any(record.text(column)));
    let change = after?.sub(before?).map_err(|_| TOO_LONG)?;
    let leaves = match (amount.is_negative(), change.is_zero()) {
        (true, _) => true,
        (false, false) => change.is_negative(),
        (false, true) if amount.is_zero() => false,
        (false, true) => leaves.ok_or(NO_DIRECTION)?,
    };
    let amount = if leaves { left(amount) } else { arrived(amount) }?;
    if fee.is_zero() {
        return Ok([amount, fee]);
    }
    let contained = amount.sub(fee).map_err(|_| TOO_LONG)?;
    let added = amount.add(fee).map_err(|_| TOO_LONG)?;
    if is_same(change, added) {
        Ok([amount, fee])
    } else if is_same(change, amount) {
        Ok([contained, fee])
    } else {
        Err(NO_FEE)
    }
}

fn is_same(one: Quantity, other: Quantity) -> bool {
    let raw = one.at_exchange();
    raw.is_some() && raw == other.at_exchange()
}

#[cfg(test)]
mod tests;
