//! The files that Kraken exports: `ledgers.csv`, which has the rows of `Ledgers` with their ids.
//!
//! Its columns are `txid,refid,time,type,subtype,aclass,asset,amount,fee,balance`, in newer files also `subclass`, `wallet` and `amountusd`.
//! A row without `txid` announces a deposit or a withdrawal whose own row follows. Written from public descriptions of such files; none
//! of a live account has been read yet.

use crate::exchange::account::{Codes, FileTable, FormSpec, Record, RowRead, number, time};

use super::ledger;

pub(super) const FORMS: [FormSpec; 1] = [FormSpec {
    name: "Ledgers",
    place: "At Kraken: your profile, Documents, New export, Ledgers, all fields, as CSV. Open the archive that you get.",
    columns: &[
        "txid", "refid", "time", "type", "subtype", "aclass", "asset", "amount", "fee", "balance",
    ],
    streams: &[],
    part: None,
    read: rows,
}];

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    table.records().map(|record| row(record, codes)).collect()
}

fn row(record: Record<'_>, codes: &Codes<'_>) -> RowRead {
    let id = record.text("txid");
    if id.is_empty() {
        return Ok(None);
    }
    for column in ["amount", "fee"] {
        number(record.text(column))?;
    }
    let time = time(record.text("time"))?;
    ledger::listed((id, &record.to_json()), time, codes).map(Some)
}

#[cfg(test)]
mod tests;
