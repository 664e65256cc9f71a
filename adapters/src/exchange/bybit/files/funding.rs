//! The changes of the Funding account: `Date & Time(UTC),Coin,QTY,Type,Account Balance,Description`, in newer files after `Uid`, below a line
//! with the number of the account. Quantities are negative for what left.

use ports::{Stream, fact::ExchangeRowKind};

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Record, RecordRow, RowRead, code_of, number, read_each, short_id, time,
};

pub(super) const FORM: FormSpec = FormSpec {
    name: "Account change details of the Funding account",
    place: "At Bybit: Data Export, Account Change Details, for the Funding account, as CSV.",
    columns: &[
        "date & time(utc)",
        "coin",
        "qty",
        "type",
        "account balance",
        "description",
    ],
    // The ledger of the API has the Unified Trading Account too, so that this file replaces it only with that of the other account.
    streams: &[Stream::ExchangeDeposits, Stream::ExchangeWithdrawals],
    part: Some(("funding", 2)),
    read: rows,
};

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, row)
}

fn row(record: Record<'_>, codes: &Codes<'_>, ids: &mut ContentIds) -> RowRead {
    let [r#type, description] = ["type", "description"].map(|column| record.text(column));
    let at = time(record.text("date & time(utc)"))?;
    let code = code_of(record.text("coin"))?;
    let change = number(record.text("qty"))?;
    let kind = kind(r#type, description, change.is_negative());
    let written = ["qty", "account balance"].map(|column| record.text(column)).join(" ");
    let id = ids.next("funding", at, &format!("{code} {written} {type} {description}"));
    let (second, short) = (at.seconds().to_string(), short_id(&id));
    let event = match kind {
        ExchangeRowKind::Conversion => vec!["funding", "conversion", &second],
        _ => vec!["funding", "row", &second, &short],
    };
    let words = match description {
        "" => r#type.to_owned(),
        description => format!("{type}: {description}"),
    };
    let row = RecordRow {
        record,
        event: &event,
        id,
        time: at,
        kind,
        words: &words,
        transaction: "",
    };
    row.listed(&[(codes.asset(code)?, change, false)]).map(Some)
}

/// Returns what a row is. The Unified Trading Account, older accounts for trading, savings with an open term and staking on chains are places
/// that are read, other products are not. Unknown types are kept as such.
fn kind(r#type: &str, description: &str, leaves: bool) -> ExchangeRowKind {
    let (name, text) = (r#type.to_lowercase(), description.to_lowercase());
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let by_direction = if leaves {
        ExchangeRowKind::Withdrawal
    } else {
        ExchangeRowKind::Deposit
    };
    match name.as_str() {
        _ if has(&["unified trading", "derivatives account", "spot account"]) => ExchangeRowKind::Move,
        _ if has(&["interest distribution", "rewards distribution"]) => ExchangeRowKind::Reward,
        _ if has(&["subscription", "redemption"]) && has(&["flexible", "on-chain"]) => ExchangeRowKind::Move,
        _ if has(&["subscription", "redemption"]) => ExchangeRowKind::Transfer,
        "deposit" | "withdraw" | "withdrawal" => by_direction,
        "fiat" if has(&["deposit", "withdraw", "buy crypto with card", "p2p"]) => by_direction,
        "convert" => ExchangeRowKind::Conversion,
        "airdrop" | "rewards" => ExchangeRowKind::Reward,
        _ if ["deposit", "withdrawal"].contains(&text.as_str()) => by_direction,
        "transfer in" | "transfer out" => ExchangeRowKind::Transfer,
        _ => ExchangeRowKind::Other,
    }
}

#[cfg(test)]
mod tests;
