//! The files that Gemini exports: the transactions of an account, `Date,Time (UTC),Type,Symbol,Specification,…,Trade ID,Order ID,…,Tx Hash,…`,
//! and between them for each asset `BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC`.
//!
//! - Gemini gives a spreadsheet; saved as CSV it has the numbers as they are shown: `0.4995 BTC`, `(0.07 BTC)` for what left, `($1,022.50)`.
//!   So dollars may be rounded to cents, which the balances show.
//! - The fee is a change of its own: it is not contained in the amount.
//! - A last row with sums has neither a date nor a type.
//!
//! Written from public descriptions of such files and from the programs that read them; none of a live account has been read yet.

mod kinds;

use ports::{Timestamp, fact::ExchangeRowKind};

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Quantity, Record, RecordChange, RecordRow, RowRead, arrived, left,
    number_if_any, read_each, short_id, time,
};

pub(super) const FORMS: [FormSpec; 1] = [FormSpec {
    name: "Transaction history",
    place: "Export the history of your transactions at Gemini, and save the spreadsheet that you get as CSV, in English.",
    columns: &[
        "date",
        "time (utc)",
        "type",
        "symbol",
        "specification",
        "trade id",
        "tx hash",
    ],
    streams: &[],
    part: None,
    read: rows,
}];

/// A cell of an asset: its code, whether it is a fee, and how much.
type WrittenAmount = (String, bool, Quantity);

const TOO_LONG: &str = "an amount with more digits than can be stored";
const NO_SIDES: &str = "This trade does not state what arrived and what left.";
const NO_AMOUNT: &str = "This row states no amount.";

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, row)
}

fn row(record: Record<'_>, codes: &Codes<'_>, ids: &mut ContentIds) -> RowRead {
    let (r#type, specification) = (record.text("type"), record.text("specification"));
    if r#type.is_empty() && record.text("date").is_empty() {
        return Ok(None);
    }
    let at = moment(record)?;
    let kind = kinds::of(r#type, specification);
    let written = written(record)?;
    let changes = changes(kind, &written, codes)?;
    let id = match record.text("trade id") {
        "" => {
            let symbol = record.text("symbol");
            let content = [
                r#type,
                symbol,
                specification,
                record.text("tx hash"),
                &content(&written)?,
            ]
            .join(" ");
            ids.next("history", at, &content)
        }
        // Both sides of a trade with oneself have the same id.
        trade => format!("history trade {trade} {type}"),
    };
    let (second, short) = (at.seconds().to_string(), short_id(&id));
    let words = [r#type, specification].join(" ");
    let is_of_chain = matches!(kind, ExchangeRowKind::Deposit | ExchangeRowKind::Withdrawal);
    let row = RecordRow {
        record,
        event: &["history", &second, &short],
        id,
        time: at,
        kind,
        words: words.trim_end(),
        transaction: if is_of_chain { record.text("tx hash") } else { "" },
    };
    row.listed(&changes).map(Some)
}

/// Reads the moment of a row: its date and its time, or a time that has the date too.
fn moment(record: Record<'_>) -> Result<Timestamp, &'static str> {
    let (date, clock) = (record.text("date"), record.text("time (utc)"));
    let date = date.split_once([' ', 'T']).map_or(date, |(date, _)| date);
    time(clock).or_else(|_| time(&format!("{date} {clock}")))
}

/// Reads the amounts and the fees of all assets, ordered by asset. A file has columns for every asset that the account ever had, so that most
/// of the cells of a row are empty.
fn written(record: Record<'_>) -> Result<Vec<WrittenAmount>, &'static str> {
    let cells = record.cells().filter(|(_, cell)| !cell.is_empty());
    let amounts = cells.filter_map(|(column, cell)| {
        let (code, is_fee) = group(column)?;
        let code = code.to_ascii_uppercase();
        Some(shown_number(cell, &code).map(|amount| (code, is_fee, amount)))
    });
    let mut amounts = amounts.collect::<Result<Vec<WrittenAmount>, _>>()?;
    amounts.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    Ok(amounts)
}

/// Returns the code of the asset of a column, and whether the column has fees: `btc amount btc`, `fee (btc) btc`, in older files `fee zec`.
fn group(column: &str) -> Option<(&str, bool)> {
    match column.split_whitespace().collect::<Vec<_>>()[..] {
        [code, "amount", again] if code == again => Some((code, false)),
        ["fee", of, code] if of == format!("({code})") => Some((code, true)),
        ["fee", code] => Some((code, true)),
        _ => None,
    }
}

/// Reads a number as a spreadsheet shows it, with the code of its asset, and in parentheses where it is negative.
fn shown_number(cell: &str, code: &str) -> Result<Quantity, &'static str> {
    let plain = cell.trim();
    let inner = plain.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let number = inner.unwrap_or(plain).trim();
    let at = number.len().saturating_sub(code.len());
    let is_named = number.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(code));
    let number = if is_named { number[..at].trim_end() } else { number };
    let amount = number_if_any(number)?;
    if inner.is_some() { left(amount) } else { Ok(amount) }
}

/// Returns what a row changed. A deposit and a withdrawal state their direction, a trade needs both.
fn changes(
    kind: ExchangeRowKind,
    written: &[WrittenAmount],
    codes: &Codes<'_>,
) -> Result<Vec<RecordChange>, &'static str> {
    let change = |(code, is_fee, amount): &WrittenAmount| {
        let amount = match kind {
            ExchangeRowKind::Deposit if !is_fee => arrived(*amount)?,
            ExchangeRowKind::Withdrawal if !is_fee => left(*amount)?,
            _ => *amount,
        };
        Ok((codes.asset(code)?, amount, *is_fee))
    };
    if written.is_empty() {
        return Err(NO_AMOUNT);
    }
    let changes = written
        .iter()
        .map(change)
        .collect::<Result<Vec<RecordChange>, &'static str>>()?;
    let sides = || {
        changes
            .iter()
            .filter(|(_, amount, is_fee)| !is_fee && !amount.is_zero())
    };
    let has_both =
        sides().any(|(_, amount, _)| amount.is_negative()) && sides().any(|(_, amount, _)| !amount.is_negative());
    if kind == ExchangeRowKind::Trade && !has_both {
        return Err(NO_SIDES);
    }
    Ok(changes)
}

/// Returns the amounts that are not zero as a text that is the same in every file.
fn content(written: &[WrittenAmount]) -> Result<String, &'static str> {
    let filled = written.iter().filter(|(.., amount)| !amount.is_zero());
    let texts = filled.map(|(code, _, amount)| {
        let raw = amount.at_exchange().ok_or(TOO_LONG)?;
        Ok(format!("{code} {raw}"))
    });
    let texts: Result<Vec<String>, &'static str> = texts.collect();
    Ok(texts?.join(" "))
}

#[cfg(test)]
mod tests;
