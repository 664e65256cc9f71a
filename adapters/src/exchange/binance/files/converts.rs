//! The conversions: `Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status`, with the code of each asset after its amount,
//! such as `0.5 BTC`.
//!
//! What is not successful changed nothing. The times are taken as UTC, as the programs do that read such files. Written from public
//! descriptions of such files; none of a live account has been read yet.

use ports::{AssetId, Stream, fact::ExchangeRowKind};

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Quantity, Record, RecordRow, RowRead, arrived, code_of, left, number,
    read_each, short_id, time,
};

pub(super) const FORM: FormSpec = FormSpec {
    name: "Convert history",
    place: "At Binance: Orders, Convert History, Export.",
    columns: &[
        "date",
        "wallet",
        "pair",
        "type",
        "sell",
        "buy",
        "price",
        "inverse price",
        "status",
    ],
    // The list of the API has converted dust too, so that this file replaces none.
    streams: &[Stream::ExchangeFiles],
    part: None,
    read: rows,
};

const SUCCESSFUL: &str = "successful";
const NO_AMOUNT: &str = "This is no amount with its asset as the exchange writes it.";

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, row)
}

fn row(record: Record<'_>, codes: &Codes<'_>, ids: &mut ContentIds) -> RowRead {
    if !record.text("status").eq_ignore_ascii_case(SUCCESSFUL) {
        return Ok(None);
    }
    let at = time(record.text("date"))?;
    let [sold, bought] = ["sell", "buy"].map(|column| side(record.text(column), codes));
    let ((paid, sold), (received, bought)) = (sold?, bought?);
    let content = ["wallet", "pair", "sell", "buy"].map(|column| record.text(column));
    let id = ids.next("converts", at, &content.join(" "));
    let (second, short) = (at.seconds().to_string(), short_id(&id));
    let row = RecordRow {
        record,
        event: &["converts", &second, &short],
        id,
        time: at,
        kind: ExchangeRowKind::Conversion,
        words: record.text("pair"),
        transaction: "",
    };
    row.listed(&[(sold, left(paid)?, false), (bought, arrived(received)?, false)])
        .map(Some)
}

fn side(cell: &str, codes: &Codes<'_>) -> Result<(Quantity, AssetId), &'static str> {
    let (quantity, code) = cell.split_once(' ').ok_or(NO_AMOUNT)?;
    Ok((number(quantity)?, codes.asset(code_of(code.trim())?)?))
}

#[cfg(test)]
mod tests;
