//! The statement of all accounts: `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark`, older ones without the first column.
//!
//! Rows have no ids. The parts of a trade or a conversion are those of one second in one account; any other row is an event of its own. A
//! row is identified by its content, and equal ones of one second by their order, so that it is the same row in every file that has it.
//! Written from public descriptions of such files; none of a live account has been read yet.

use std::collections::HashMap;

use data_encoding::HEXLOWER;
use ports::{
    Stream, Timestamp,
    fact::{ExchangeRow, ExchangeRowKind},
};

use sha2::{Digest, Sha256};

use super::operation::operation;
use crate::exchange::account::{
    Codes, FileTable, FormSpec, ListedRow, Record, RowRead, amounts, event_id, number, time,
};

pub(in crate::exchange::binance) const FORMS: [FormSpec; 1] = [FormSpec {
    name: "Statement",
    place: "At Binance: Assets, Transaction History, Export Transaction Records, with all accounts and all coins, in UTC. Open the archive \
            that you get.",
    columns: &["utc_time", "account", "operation", "coin", "change", "remark"],
    streams: &[],
    read: rows,
}];

/// A receipt of Simple Earn Flexible has the code of what it stands for after this. Only the account for earning has them.
const RECEIPT: &str = "LD";
const EARN_ACCOUNTS: [&str; 2] = ["earn", "savings"];

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    let mut equals = HashMap::new();
    let row = |record: Record<'_>| row(record, codes, &mut equals).map(Some);
    table.records().map(row).collect()
}

fn row(record: Record<'_>, codes: &Codes<'_>, equals: &mut HashMap<String, usize>) -> Result<ListedRow, &'static str> {
    let (stated, account) = (record.text("operation"), record.text("account"));
    let at = time(record.text("utc_time"))?;
    let change = number(record.text("change"))?;
    let code = code(account, record.text("coin"));
    if code.is_empty() {
        return Err("a row without its asset");
    }
    let asset = codes.asset(code)?;
    let (kind, is_fee) = operation(stated);
    let content = format!(
        "{account} {stated} {code} {} {}",
        record.text("change"),
        record.text("remark")
    );
    let equal = equals.entry(format!("{} {content}", at.millis())).or_default();
    *equal += 1;
    let id = format!("statement {} {content} {equal}", at.millis());
    Ok(ListedRow {
        event: event((kind, at), account, &id)?,
        time: at,
        row: ExchangeRow {
            list: Stream::ExchangeFiles,
            id,
            kind,
            words: stated.to_owned(),
            transaction: None,
            amounts: amounts(&[(&asset, change, is_fee)])?,
            stated: record.to_json().to_string(),
        },
    })
}

/// Returns the id of the event of a row: of its second for what has several rows, and else of the row.
fn event(
    (kind, at): (ExchangeRowKind, Timestamp),
    account: &str,
    id: &str,
) -> Result<ports::TransactionId, &'static str> {
    let second = at.seconds().to_string();
    match kind {
        ExchangeRowKind::Trade => event_id(&["statement", "trade", &second, account]),
        ExchangeRowKind::Conversion => event_id(&["statement", "conversion", &second, account]),
        ExchangeRowKind::Move => event_id(&["statement", "move", &second]),
        _ => event_id(&["statement", &second, &short(id)]),
    }
}

/// Returns a text that stands for a row, because ids of events are short.
fn short(id: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(id)[..12])
}

fn code<'a>(account: &str, code: &'a str) -> &'a str {
    let is_earn = EARN_ACCOUNTS.contains(&account.to_lowercase().as_str());
    code.strip_prefix(RECEIPT)
        .filter(|rest| is_earn && !rest.is_empty())
        .unwrap_or(code)
}

#[cfg(test)]
mod tests;
