//! The statement of all accounts: `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark`, older ones without the first column.
//!
//! Rows have no ids. The parts of a trade or a conversion are those of one second in one account; any other row is an event of its own. A
//! row is identified by its content, and equal ones of one second by their order, so that it is the same row in every file that has it.
//! Written from public descriptions of such files; none of a live account has been read yet.

use ports::fact::ExchangeRowKind;

use super::operation::operation;
use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Record, RecordRow, RowRead, code_of, number, read_each, short_id, time,
};

pub(super) const FORM: FormSpec = FormSpec {
    name: "Statement",
    place: "At Binance: Assets, Transaction History, Export Transaction Records, with all accounts and all coins, in UTC. Open the archive \
            that you get.",
    columns: &["utc_time", "account", "operation", "coin", "change", "remark"],
    streams: &[],
    part: None,
    read: rows,
};

/// A receipt of Simple Earn Flexible has the code of what it stands for after this. Only the account for earning has them.
const RECEIPT: &str = "LD";
const EARN_ACCOUNTS: [&str; 2] = ["earn", "savings"];

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, row)
}

fn row(record: Record<'_>, codes: &Codes<'_>, ids: &mut ContentIds) -> RowRead {
    let (stated, account) = (record.text("operation"), record.text("account"));
    let at = time(record.text("utc_time"))?;
    let change = number(record.text("change"))?;
    let code = code_of(code(account, record.text("coin")))?;
    let (kind, is_fee) = operation(stated);
    let written = [record.text("change"), record.text("remark")].join(" ");
    let id = ids.next("statement", at, &format!("{account} {stated} {code} {written}"));
    let (second, own) = (at.seconds().to_string(), short_id(&id));
    let event = event(kind, account, [&second, &own]);
    let row = RecordRow {
        record,
        event: &event,
        id,
        time: at,
        kind,
        words: stated,
        transaction: "",
    };
    row.listed(&[(codes.asset(code)?, change, is_fee)]).map(Some)
}

/// Returns the parts of the id of the event of a row: of its second for what has several rows, and else of the row.
fn event<'a>(kind: ExchangeRowKind, account: &'a str, [second, own]: [&'a str; 2]) -> Vec<&'a str> {
    match kind {
        ExchangeRowKind::Trade => vec!["statement", "trade", second, account],
        ExchangeRowKind::Conversion => vec!["statement", "conversion", second, account],
        ExchangeRowKind::Move => vec!["statement", "move", second],
        _ => vec!["statement", second, own],
    }
}

fn code<'a>(account: &str, code: &'a str) -> &'a str {
    let is_earn = EARN_ACCOUNTS.contains(&account.to_lowercase().as_str());
    code.strip_prefix(RECEIPT)
        .filter(|rest| is_earn && !rest.is_empty())
        .unwrap_or(code)
}

#[cfg(test)]
mod tests;
