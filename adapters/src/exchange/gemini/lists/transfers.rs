//! What entered and left an account at Gemini.
//!
//! `POST /v2/transfers` returns `[{"type": "Withdrawal", "status": "Complete", "timestampms": 1772818620354, "eid": 368598436530, "currency":
//! "USDC", "amount": "0.01", "network": "ethereum", "feeAmount": "0.118856", "feeCurrency": "USDC", "txHash": "714a…", "withdrawalId":
//! "69ab…"}, …]`. The fee is paid in addition. It takes a request in five seconds, and has deposits and withdrawals in one list, which is
//! requested for each of both.

use ports::{
    RemoteError, Stream, Timestamp,
    fact::ExchangeRowKind,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::{list_reader::GeminiLists, oldest_rows::OldestRows};
use crate::exchange::{
    account::{
        Codes, ListedRow, Quantity, RowState, TransferRow, code, quantity, quantity_left, text_of, time_of_millis,
    },
    gemini::paths::TRANSFERS,
};

const LIST: OldestRows = OldestRows {
    path: TRANSFERS,
    limit: "limit_transfers",
    most: 50,
    id: "eid",
};

/// The states of a transfer that counts, and of one that does not, or not yet. An advanced deposit can be traded.
const COUNTING: [&str; 2] = ["Complete", "Advanced"];
const NOT_COUNTING: [&str; 6] = ["Pending", "Rejected", "Cancelled", "Canceled", "Failed", "Returned"];

/// Reads the next part of the deposits or of the withdrawals.
pub(super) async fn page(list: &GeminiLists<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let found = LIST.read(list, part).await?;
    let rows: Result<Vec<_>, _> = found.rows().iter().map(|row| transfer(row, &list.codes)).collect();
    let rows = rows.map_err(|what| list.malformed(what))?.into_iter().flatten();
    let own = rows.filter(|row| row.row.list == part.stream);
    Ok(found.page(part, own.collect()))
}

fn transfer(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let id = text_of(&row["eid"]).ok_or("a transfer without its id")?;
    let stated = row["type"].as_str().ok_or("a transfer without its type")?;
    let time: Timestamp = time_of_millis(&row["timestampms"]).ok_or("a transfer without its time")?;
    let asset = codes.asset(code(row, "currency")?)?;
    let (name, kind, is_left) = match stated {
        "Deposit" => ("deposit", ExchangeRowKind::Deposit, false),
        "Withdrawal" => ("withdrawal", ExchangeRowKind::Withdrawal, true),
        "Reward" => ("reward", ExchangeRowKind::Reward, false),
        "AdminCredit" => ("credit by Gemini", ExchangeRowKind::Other, false),
        "AdminDebit" => ("debit by Gemini", ExchangeRowKind::Other, true),
        _ => ("unknown transfer", ExchangeRowKind::Other, false),
    };
    let amount = if is_left {
        quantity_left(row, "amount")?
    } else {
        quantity(row, "amount")?
    };
    let (fee_asset, fee) = match &row["feeAmount"] {
        Json::Null => (asset.clone(), Quantity::default()),
        _ => (
            codes.asset(code(row, "feeCurrency")?)?,
            quantity_left(row, "feeAmount")?,
        ),
    };
    let is_of_chain = matches!(kind, ExchangeRowKind::Deposit | ExchangeRowKind::Withdrawal);
    let transfer = TransferRow {
        name,
        id: &id,
        list: if is_left {
            Stream::ExchangeWithdrawals
        } else {
            Stream::ExchangeDeposits
        },
        kind,
        state: state(row, name),
        transaction: text_of(&row["txHash"]).filter(|_| is_of_chain),
        stated: row,
    };
    transfer.listed(time, &[(&asset, amount, false), (&fee_asset, fee, true)])
}

/// Returns what the state of a transfer means. Whether one of an unknown type arrived or left is not stated.
fn state(row: &Json, name: &str) -> RowState {
    match row["status"].as_str() {
        Some(state) if NOT_COUNTING.contains(&state) => RowState::DoesNotCount,
        Some(state) if COUNTING.contains(&state) && name != "unknown transfer" => RowState::Counts,
        _ => RowState::Unknown,
    }
}

#[cfg(test)]
mod tests;
