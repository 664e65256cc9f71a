//! What entered and left an account at Bybit, each over at most 30 days.
//!
//! - `GET /v5/asset/deposit/query-record` returns `{"rows": [{"id": "160237231", "coin": "USDT", "chain": "TRX", "amount": "999.0496", "txID":
//!   "04bf…", "status": 3, "depositType": "0", "successAt": "1742728163000"}]}`. A deposit of type 50 is blocked and never credited. After a
//!   change of the chain, the states 7, 70012 and 70013 stay credited and 70011 does not.
//! - `GET /v5/asset/deposit/query-internal-record` returns what other users of Bybit sent: `{"id": "1103", "coin": "ETH", "amount": "0.1",
//!   "status": 2, "createdTime": "1705393280"}`, with seconds.
//! - `GET /v5/asset/withdraw/query-record` returns `{"withdrawId": "131629076", "coin": "USDC", "amount": "41.43008", "withdrawFee": "5", "txID":
//!   "0x3d7b…", "status": "success", "createTime": "1742738305000", "withdrawType": 0}`, with `withdrawType=2` also those to other users (1). The
//!   fee is paid in addition. Only keys of a main account read it.
//!
//! By which time deposits are selected is not documented. They are requested from six hours before each window.

use std::time::Duration;

use ports::{Stream, Timestamp, fact::ExchangeRowKind, json::Json};

use super::pages::BybitList;
use crate::exchange::{
    account::{
        Codes, ListedRow, RowState, TransferRow, code, fee_paid, millis, quantity, quantity_left, text_of,
        time_of_millis, whole,
    },
    bybit::paths,
};

pub(super) static DEPOSITS: BybitList = BybitList {
    path: paths::DEPOSITS,
    times: ["startTime", "endTime"],
    is_in_seconds: false,
    lead: Duration::from_hours(6),
    rest: &[],
    rows: "rows",
    most: 50,
    row: deposit,
};

pub(super) static INTERNAL_DEPOSITS: BybitList = BybitList {
    path: paths::INTERNAL_DEPOSITS,
    lead: Duration::ZERO,
    row: internal_deposit,
    ..DEPOSITS
};

pub(super) static WITHDRAWALS: BybitList = BybitList {
    path: paths::WITHDRAWALS,
    lead: Duration::ZERO,
    rest: &[("withdrawType", "2")],
    row: withdrawal,
    ..DEPOSITS
};

/// The type of deposits that are blocked.
const BLOCKED: &str = "50";
/// The type of withdrawals to other users of Bybit.
const OFF_CHAIN: u64 = 1;

fn deposit(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match whole(&row["status"]) {
        _ if text_of(&row["depositType"]).as_deref() == Some(BLOCKED) => RowState::DoesNotCount,
        Some(3 | 7 | 10012 | 70012 | 70013) => RowState::Counts,
        Some(1 | 2 | 4 | 10011 | 70011) => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    if state == RowState::DoesNotCount {
        return Ok(None);
    }
    let transaction = text_of(&row["txID"]);
    let id = text_of(&row["id"]).or_else(|| transaction.clone());
    let transfer = TransferRow {
        name: "deposit",
        id: &id.ok_or("a deposit without its id")?,
        list: Stream::ExchangeDeposits,
        kind: ExchangeRowKind::Deposit,
        state,
        transaction,
        stated: row,
    };
    let time = time_of_millis(&row["successAt"]).ok_or("a deposit without its time")?;
    transfer.listed(
        time,
        &[(&codes.asset(code(row, "coin")?)?, quantity(row, "amount")?, false)],
    )
}

fn internal_deposit(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match whole(&row["status"]) {
        Some(2) => RowState::Counts,
        Some(1 | 3) => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    let transfer = TransferRow {
        name: "internal deposit",
        id: &text_of(&row["id"]).ok_or("a deposit without its id")?,
        list: Stream::ExchangeDeposits,
        kind: ExchangeRowKind::Transfer,
        state,
        transaction: None,
        stated: row,
    };
    let time = millis(&row["createdTime"]).ok_or("a deposit without its time")?;
    let asset = codes.asset(code(row, "coin")?)?;
    let amount = quantity(row, "amount")?;
    transfer.listed(Timestamp::from_millis(time), &[(&asset, amount, false)])
}

fn withdrawal(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match row["status"].as_str() {
        Some("success" | "BlockchainConfirmed") => RowState::Counts,
        Some("SecurityCheck" | "Pending" | "CancelByUser" | "Reject" | "Fail" | "MoreInformationRequired") => {
            RowState::DoesNotCount
        }
        _ => RowState::Unknown,
    };
    let is_off_chain = whole(&row["withdrawType"]) == Some(OFF_CHAIN);
    let transfer = TransferRow {
        name: "withdrawal",
        id: &text_of(&row["withdrawId"]).ok_or("a withdrawal without its id")?,
        list: Stream::ExchangeWithdrawals,
        kind: if is_off_chain {
            ExchangeRowKind::Transfer
        } else {
            ExchangeRowKind::Withdrawal
        },
        state,
        transaction: text_of(&row["txID"]).filter(|_| !is_off_chain),
        stated: row,
    };
    let time = time_of_millis(&row["createTime"]).ok_or("a withdrawal without its time")?;
    let fee = fee_paid(row, "withdrawFee")?;
    let asset = codes.asset(code(row, "coin")?)?;
    let amount = quantity_left(row, "amount")?;
    transfer.listed(time, &[(&asset, amount, false), (&asset, fee, true)])
}
