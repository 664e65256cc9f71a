//! The history of an account at Kraken: `Ledgers`, in which every change of a balance is a row.
//!
//! - The answer is `{"ledger": {"L4UESK-KG3EQ-UFO4T5": {"refid": "TJKLXF-PGMUI-4NTLXU", "time": 1688464484.1787, "type": "trade",
//!   "subtype": "tradespot", "aclass": "currency", "asset": "ZUSD", "amount": "-24.5000", "fee": "0.0490", "balance": "459567.9171"}, …},
//!   "count": 81}`: the newest rows first, 50 at a time, after `ofs` of them. `start` is left out of the list and `end` is part of it, in
//!   seconds.
//! - `refid` is the id of an event: both sides of a trade have the same one, and so have a withdrawal and what comes back of it.
//! - `fee` is paid in addition to `amount`; a negative one is returned.
//!
//! Written from the documentation and from reports of clients; no live run has confirmed it yet.

use ports::{
    Stream, Timestamp, TransactionId,
    fact::{ExchangeRow, ExchangeRowKind},
    json::Json,
};

use crate::exchange::account::{Codes, ListPosition, ListedRow, Quantity, amounts, millis};

/// How many rows a page has.
pub(super) const ROWS_OF_PAGE: u64 = 50;
/// What stands in place of the id of an event that has none.
const NO_EVENT: [&str; 2] = ["", "Unknown"];

/// What the types of rows are; of those with several subtypes, first the ones that differ.
const KINDS: [(&str, &str, ExchangeRowKind); 34] = [
    ("trade", "", ExchangeRowKind::Trade),
    ("spend", "", ExchangeRowKind::Conversion),
    ("receive", "", ExchangeRowKind::Conversion),
    ("sale", "", ExchangeRowKind::Conversion),
    ("conversion", "", ExchangeRowKind::Conversion),
    ("deposit", "", ExchangeRowKind::Deposit),
    ("withdrawal", "", ExchangeRowKind::Withdrawal),
    ("transfer", "spottostaking", ExchangeRowKind::Move),
    ("transfer", "stakingfromspot", ExchangeRowKind::Move),
    ("transfer", "stakingtospot", ExchangeRowKind::Move),
    ("transfer", "spotfromstaking", ExchangeRowKind::Move),
    ("transfer", "", ExchangeRowKind::Transfer),
    ("custodytransfer", "", ExchangeRowKind::Transfer),
    ("earn", "reward", ExchangeRowKind::Reward),
    ("earn", "bonusreward", ExchangeRowKind::Reward),
    ("earn", "allocation", ExchangeRowKind::Move),
    ("earn", "deallocation", ExchangeRowKind::Move),
    ("earn", "autoallocation", ExchangeRowKind::Move),
    ("earn", "autoallocate", ExchangeRowKind::Move),
    ("earn", "migration", ExchangeRowKind::Move),
    ("earn", "", ExchangeRowKind::Other),
    ("reward", "", ExchangeRowKind::Reward),
    ("staking", "", ExchangeRowKind::Reward),
    ("dividend", "", ExchangeRowKind::Reward),
    ("airdrop", "", ExchangeRowKind::Reward),
    ("invite bonus", "", ExchangeRowKind::Reward),
    ("referral", "", ExchangeRowKind::Reward),
    ("margin", "", ExchangeRowKind::Result),
    ("settled", "", ExchangeRowKind::Result),
    ("rollover", "", ExchangeRowKind::Charge),
    ("credit", "", ExchangeRowKind::Other),
    ("adjustment", "", ExchangeRowKind::Other),
    ("nfttrade", "", ExchangeRowKind::Other),
    ("none", "", ExchangeRowKind::Other),
];

/// Returns the parameters of the request for a part of the list, to follow the nonce. Seconds are those before the first and after the
/// last moment, and rows outside of both are left out of the page.
pub(super) fn parameters(position: &ListPosition) -> String {
    let (first, last) = position.times;
    let start = first.millis().div_euclid(1000) - 1;
    let end = last.millis().div_euclid(1000) + 1;
    let start = if start > 0 {
        format!("&start={start}")
    } else {
        String::new()
    };
    format!("{start}&end={end}&ofs={}", position.skipped)
}

/// Reads an answer: its rows, the oldest first, and how many there are in all.
pub(super) fn rows(answer: &Json, codes: &Codes<'_>) -> Result<(Vec<ListedRow>, Option<u64>), &'static str> {
    let listed = answer["ledger"].as_object().ok_or("no table of rows")?;
    let rows: Result<Vec<ListedRow>, _> = listed.iter().map(|(id, row)| self::row(id, row, codes)).collect();
    let mut rows = rows?;
    rows.sort_by(|one, other| (one.time, &one.row.id).cmp(&(other.time, &other.row.id)));
    let total = match answer.get("count") {
        Some(count) => Some(count.as_u64().ok_or("a number of rows that is no number")?),
        None => None,
    };
    Ok((rows, total))
}

fn row(id: &str, row: &Json, codes: &Codes<'_>) -> Result<ListedRow, &'static str> {
    let time = millis(&row["time"]).ok_or("a row without its time")?;
    listed((id, row), Timestamp::from_millis(time), codes)
}

/// Reads a row of the list, as an answer or a file states it.
pub(super) fn listed((id, row): (&str, &Json), time: Timestamp, codes: &Codes<'_>) -> Result<ListedRow, &'static str> {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let event = Some(text("refid")).filter(|event| !NO_EVENT.contains(event));
    let event = event.unwrap_or(id).parse::<TransactionId>();
    let (kind, words) = (
        kind(text("type"), text("subtype")),
        words(text("type"), text("subtype")),
    );
    let (asset, _) = codes.read(row["asset"].as_str().ok_or("a row without its asset")?)?;
    let amount = |name: &str| Quantity::read(&row[name]).ok_or("a row with an amount that is no number");
    let fee = match row.get("fee") {
        Some(fee) if !fee.is_null() => amount("fee")?.negated().map_err(|_| "a fee that is too long")?,
        _ => Quantity::default(),
    };
    let amounts = amounts(&[(&asset, amount("amount")?, false), (&asset, fee, true)])?;
    Ok(ListedRow {
        event: event.map_err(|_| "a row of an event without a plain id")?,
        time,
        row: ExchangeRow {
            list: Stream::ExchangeLedger,
            id: id.to_owned(),
            kind,
            words,
            transaction: None,
            amounts,
            stated: row.to_string(),
        },
    })
}

/// Returns what a row is. Unknown types are kept as such.
fn kind(r#type: &str, subtype: &str) -> ExchangeRowKind {
    let of_type = || KINDS.iter().filter(|(known, ..)| *known == r#type);
    let exact = of_type().find(|(_, known, _)| *known == subtype);
    let any = || of_type().find(|(_, known, _)| known.is_empty());
    exact.or_else(any).map_or(ExchangeRowKind::Other, |(.., kind)| *kind)
}

fn words(r#type: &str, subtype: &str) -> String {
    match subtype {
        "" => r#type.to_owned(),
        subtype => format!("{type}/{subtype}"),
    }
}

#[cfg(test)]
mod tests;
