//! What entered and left an account at Binance.
//!
//! - `GET /sapi/v1/capital/deposit/hisrec` returns `[{"id": "769800519366885376", "amount": "0.01844487", "coin": "BCH", "network": "BCH",
//!   "status": 1, "txId": "bafc…", "insertTime": 1610784980000, "transferType": 0, "confirmTimes": "2/2"}]`.
//! - `GET /sapi/v1/capital/withdraw/history` returns `[{"id": "69e5…", "amount": "28.75", "transactionFee": "0.25", "coin": "XRP",
//!   "status": 6, "txId": "19A5…", "applyTime": "2021-04-15 12:09:16", "network": "XRP", "transferType": 0}]`. The fee is paid in addition.
//! - `GET /sapi/v1/fiat/orders` returns deposits (`transactionType=0`) and withdrawals (1) of currencies: `{"code": "000000", "data": [{"orderNo": "CJW7…",
//!   "fiatCurrency": "GBP", "indicatedAmount": "29.99", "amount": "28.49", "totalFee": "1.50", "status": "Successful", "createTime":
//!   1614898701000}], "total": 1}`. What arrived is `amount`.
//!
//! A window has less than 90 days. The list of withdrawals weighs 18,000 and that of currencies 90,000 of 180,000 in a minute for a person.

use ports::{RemoteError, Stream, fact::ExchangeRowKind, json::Json};

use super::list_reader::ListReader;
use crate::exchange::{
    account::{
        Codes, ListMoments, ListedRow, Quantity, ReadListedRow, RowState, TransferRow, WindowRows, quantity_left,
        text_of, time_of_millis, time_of_text, whole,
    },
    binance::paths::{CURRENCIES, DEPOSITS, WITHDRAWALS},
};

pub(super) const DAYS: u32 = 89;

const WEIGHT_OF_WITHDRAWALS: u64 = 18_000;
const WEIGHT_OF_CURRENCIES: u64 = 90_000;
/// The most rows of an answer.
const MOST: usize = 1_000;
const MOST_OF_CURRENCIES: usize = 500;
/// The code of an answer about currencies that is no refusal.
const ANSWERED: &str = "000000";
/// The type of transfers between two users of Binance.
const INTERNAL: u64 = 1;

/// Reads deposits, also those of currencies.
pub(super) async fn deposits(list: &ListReader<'_>, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    let Some(coins) = coins(list, (DEPOSITS, 0), moments, deposit).await? else {
        return Ok(None);
    };
    let currencies = currencies(list, moments, Stream::ExchangeDeposits).await?;
    Ok(currencies.map(|currencies| [coins, currencies].into_iter().flatten().collect()))
}

/// Reads withdrawals, also those of currencies.
pub(super) async fn withdrawals(list: &ListReader<'_>, moments: ListMoments) -> Result<WindowRows, RemoteError> {
    let path = (WITHDRAWALS, WEIGHT_OF_WITHDRAWALS);
    let Some(coins) = coins(list, path, moments, withdrawal).await? else {
        return Ok(None);
    };
    let currencies = currencies(list, moments, Stream::ExchangeWithdrawals).await?;
    Ok(currencies.map(|currencies| [coins, currencies].into_iter().flatten().collect()))
}

async fn coins(
    list: &ListReader<'_>,
    (path, weight): (&str, u64),
    moments: ListMoments,
    read: ReadListedRow,
) -> Result<WindowRows, RemoteError> {
    let limit = MOST.to_string();
    let times = (moments, ["startTime", "endTime"]);
    let answer = list.between((path, weight), times, &[("limit", &limit)]).await?;
    let rows = answer
        .as_array()
        .ok_or_else(|| list.malformed("no list of transfers"))?;
    if rows.len() >= MOST {
        return Ok(None);
    }
    let rows: Result<Vec<_>, _> = rows.iter().map(|row| read(row, &list.codes)).collect();
    let rows = rows.map_err(|what| list.malformed(what))?;
    Ok(Some(rows.into_iter().flatten().collect()))
}

fn deposit(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match row["status"].as_u64() {
        Some(1 | 6) => RowState::Counts,
        Some(0 | 2 | 7 | 8) => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    let id = text_of(&row["id"]).or_else(|| text_of(&row["txId"]));
    let asset = codes.asset(row["coin"].as_str().ok_or("a deposit without its asset")?)?;
    let amount = Quantity::read(&row["amount"]).ok_or("a deposit without its amount")?;
    let transfer = TransferRow {
        name: "deposit",
        id: &id.ok_or("a deposit without its id")?,
        list: Stream::ExchangeDeposits,
        kind: kind(row, ExchangeRowKind::Deposit),
        state,
        transaction: text_of(&row["txId"]),
        stated: row,
    };
    let time = time_of_millis(&row["insertTime"]).ok_or("a deposit without its time")?;
    transfer.listed(time, &[(&asset, amount, false)])
}

fn withdrawal(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match row["status"].as_u64() {
        Some(6) => RowState::Counts,
        Some(0..=5) => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    let id = text_of(&row["id"]).ok_or("a withdrawal without its id")?;
    let asset = codes.asset(row["coin"].as_str().ok_or("a withdrawal without its asset")?)?;
    let transfer = TransferRow {
        name: "withdrawal",
        id: &id,
        list: Stream::ExchangeWithdrawals,
        kind: kind(row, ExchangeRowKind::Withdrawal),
        state,
        transaction: text_of(&row["txId"]),
        stated: row,
    };
    let time = time_of_text(&row["applyTime"]).ok_or("a withdrawal without its time")?;
    let (amount, fee) = (quantity_left(row, "amount")?, quantity_left(row, "transactionFee")?);
    transfer.listed(time, &[(&asset, amount, false), (&asset, fee, true)])
}

/// Reads deposits or withdrawals of currencies.
async fn currencies(list: &ListReader<'_>, moments: ListMoments, stream: Stream) -> Result<WindowRows, RemoteError> {
    let most = MOST_OF_CURRENCIES.to_string();
    let kind = if stream == Stream::ExchangeDeposits { "0" } else { "1" };
    let (path, times) = ((CURRENCIES, WEIGHT_OF_CURRENCIES), (moments, ["beginTime", "endTime"]));
    let rest = [("transactionType", kind), ("page", "1"), ("rows", &most)];
    let answer = list.between(path, times, &rest).await?;
    if answer["code"].as_str() != Some(ANSWERED) {
        return Err(list.malformed("a list of currencies that is a refusal"));
    }
    let total = whole(&answer["total"]).ok_or_else(|| list.malformed("a list without the number of its rows"))?;
    // An empty list may be missing.
    let rows = answer["data"].as_array().unwrap_or_default();
    if rows.len() as u64 != total {
        return Ok(None);
    }
    let rows: Result<Vec<_>, _> = rows.iter().map(|row| currency(row, &list.codes, stream)).collect();
    let rows = rows.map_err(|what| list.malformed(what))?;
    Ok(Some(rows.into_iter().flatten().collect()))
}

fn currency(row: &Json, codes: &Codes<'_>, list: Stream) -> Result<Option<ListedRow>, &'static str> {
    let state = match row["status"].as_str() {
        Some("Successful" | "Finished") => RowState::Counts,
        Some("Processing" | "Failed" | "Expired" | "Refunding" | "Refunded" | "Refund Failed") => {
            RowState::DoesNotCount
        }
        _ => RowState::Unknown,
    };
    let is_deposit = list == Stream::ExchangeDeposits;
    let id = text_of(&row["orderNo"]).ok_or("a transfer of a currency without its id")?;
    let code = row["fiatCurrency"].as_str().ok_or("a transfer without its currency")?;
    let transfer = TransferRow {
        name: if is_deposit { "fiat deposit" } else { "fiat withdrawal" },
        id: &id,
        list,
        kind: if is_deposit {
            ExchangeRowKind::Deposit
        } else {
            ExchangeRowKind::Withdrawal
        },
        state,
        transaction: text_of(&row["txId"]),
        stated: row,
    };
    let time = time_of_millis(&row["createTime"]).ok_or("a transfer of a currency without its time")?;
    let asset = codes.asset(code)?;
    if is_deposit {
        let amount = Quantity::read(&row["amount"]).ok_or("a transfer of a currency without its amount")?;
        return transfer.listed(time, &[(&asset, amount, false)]);
    }
    let (amount, fee) = (quantity_left(row, "amount")?, quantity_left(row, "totalFee")?);
    transfer.listed(time, &[(&asset, amount, false), (&asset, fee, true)])
}

/// Returns what a transfer is: with another user of Binance, or with the outside.
fn kind(row: &Json, of_chain: ExchangeRowKind) -> ExchangeRowKind {
    if row["transferType"].as_u64() == Some(INTERNAL) {
        ExchangeRowKind::Transfer
    } else {
        of_chain
    }
}
