//! The files that Bitstamp exports: the transactions of an account, `ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value
//! currency,Rate,Rate currency,Fee,Fee currency,Order ID`.
//!
//! - Quantities have no sign: the type and the subtype state what arrived and what left. The fee is paid in addition.
//! - Whether `ID` is the id that the API states is not known, so that the ids of files are their own. Events are made as those of the API are:
//!   what an order traded within a second is one, so that both can be compared.
//! - The older form, with `0.1 BTC` and `Sep. 30, 2016, 02:32 AM` in its cells, is not read, because it does not state its time zone.
//!
//! Written from public descriptions of such files and from the programs that read them; none of a live account has been read yet.

use ports::fact::ExchangeRowKind;

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Quantity, Record, RecordChange, RecordRow, RowRead, arrived, code_of, left,
    number, number_if_any, read_each, short_id, time,
};

pub(super) const FORMS: [FormSpec; 1] = [FormSpec {
    name: "Transactions",
    place: "Export your transactions as CSV at Bitstamp, with all types and in the form RFC 4180.",
    columns: &[
        "id",
        "type",
        "subtype",
        "datetime",
        "amount",
        "amount currency",
        "value",
        "value currency",
        "fee",
        "fee currency",
        "order id",
    ],
    streams: &[],
    part: None,
    read: rows,
}];

const MARKET: &str = "market";
/// What the types are, in lower case, and whether the amount leaves; `None` where its sign states that.
const KINDS: [(&str, ExchangeRowKind, Option<bool>); 14] = [
    ("deposit", ExchangeRowKind::Deposit, Some(false)),
    ("ripple deposit", ExchangeRowKind::Deposit, Some(false)),
    ("withdrawal", ExchangeRowKind::Withdrawal, Some(true)),
    ("ripple payment", ExchangeRowKind::Withdrawal, Some(true)),
    ("staking reward", ExchangeRowKind::Reward, Some(false)),
    ("referral reward", ExchangeRowKind::Reward, Some(false)),
    ("credited with staked assets", ExchangeRowKind::Move, Some(false)),
    ("sent assets to staking", ExchangeRowKind::Move, Some(true)),
    ("sub account transfer", ExchangeRowKind::Transfer, None),
    ("inter account transfer", ExchangeRowKind::Transfer, None),
    ("settlement transfer", ExchangeRowKind::Transfer, None),
    ("small balance conversion", ExchangeRowKind::Conversion, None),
    ("derivatives periodic settlement", ExchangeRowKind::Result, None),
    ("collateral liquidation", ExchangeRowKind::Result, None),
];

const NO_SUBTYPE: &str = "This trade does not state whether it is a purchase or a sale.";

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, row)
}

fn row(record: Record<'_>, codes: &Codes<'_>, ids: &mut ContentIds) -> RowRead {
    let (r#type, subtype) = (record.text("type"), record.text("subtype"));
    let at = time(record.text("datetime"))?;
    let (kind, leaves) = kind(r#type, subtype)?;
    let changes = changes(record, (kind, leaves), codes)?;
    let id = match record.text("id") {
        "" => {
            let cells: Vec<&str> = record.cells().map(|(_, cell)| cell).collect();
            ids.next("transactions", at, &cells.join(" "))
        }
        id => format!("transactions {id}"),
    };
    let (second, short) = (at.seconds().to_string(), short_id(&id));
    let event = match (kind, record.text("order id")) {
        (ExchangeRowKind::Trade, order) if !order.is_empty() => ["transactions", "order", order, &second],
        _ => ["transactions", "row", &second, &short],
    };
    let words = [r#type, subtype].join(" ");
    let row = RecordRow {
        record,
        event: &event,
        id,
        time: at,
        kind,
        words: words.trim_end(),
        transaction: "",
    };
    row.listed(&changes).map(Some)
}

/// Returns what a type is, and whether its amount leaves. Unknown types are kept as such.
fn kind(r#type: &str, subtype: &str) -> Result<(ExchangeRowKind, Option<bool>), &'static str> {
    if r#type.eq_ignore_ascii_case(MARKET) {
        return match subtype.to_lowercase().as_str() {
            "buy" => Ok((ExchangeRowKind::Trade, Some(false))),
            "sell" => Ok((ExchangeRowKind::Trade, Some(true))),
            _ => Err(NO_SUBTYPE),
        };
    }
    let known = KINDS.iter().find(|(known, ..)| r#type.eq_ignore_ascii_case(known));
    Ok(known.map_or((ExchangeRowKind::Other, None), |(_, kind, leaves)| (*kind, *leaves)))
}

/// Returns what a row changed: its amount, the other side of a trade, and the fee.
fn changes(
    record: Record<'_>,
    (kind, leaves): (ExchangeRowKind, Option<bool>),
    codes: &Codes<'_>,
) -> Result<Vec<RecordChange>, &'static str> {
    let mut changes = vec![(asset(record, "amount", codes)?, amount(record, leaves)?, false)];
    if kind == ExchangeRowKind::Trade {
        let value = number(record.text("value"))?;
        let value = if leaves == Some(true) {
            arrived(value)
        } else {
            left(value)
        };
        changes.push((asset(record, "value", codes)?, value?, false));
    }
    changes.extend(fee(record, codes)?);
    Ok(changes)
}

fn amount(record: Record<'_>, leaves: Option<bool>) -> Result<Quantity, &'static str> {
    let amount = number(record.text("amount"))?;
    match leaves {
        Some(true) => left(amount),
        Some(false) => arrived(amount),
        None => Ok(amount),
    }
}

/// Returns the asset of an amount, in the column that is named like it.
fn asset(record: Record<'_>, of: &str, codes: &Codes<'_>) -> Result<ports::AssetId, &'static str> {
    let code = code_of(record.text(&format!("{of} currency")))?;
    codes.asset(&code.to_ascii_uppercase())
}

fn fee(record: Record<'_>, codes: &Codes<'_>) -> Result<Option<RecordChange>, &'static str> {
    let fee = left(number_if_any(record.text("fee"))?)?;
    if fee.is_zero() {
        return Ok(None);
    }
    Ok(Some((asset(record, "fee", codes)?, fee, true)))
}

#[cfg(test)]
mod tests;
