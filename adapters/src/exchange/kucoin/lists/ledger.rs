//! The ledgers of an account at KuCoin.
//!
//! - `GET /api/v1/accounts/ledgers` returns `{"totalNum": 3, "items": [{"id": "611a1e7c6a053300067a88d9", "currency": "USDT", "amount":
//!   "10.00059547", "fee": "0", "accountType": "MAIN", "bizType": "Loans Repaid", "direction": "in", "createdAt": 1629101692950, "context":
//!   "{\"orderId\":\"…\"}"}]}`. Rows of futures are left out, because they are not read, and so are those that the next two lists have.
//! - `GET /api/v1/hf/accounts/ledgers` (trading) and `GET /api/v3/hf/margin/account/ledgers` return such rows as a list, up to 200 before the
//!   row `lastId`.
//! - `GET /api/ua/v1/account/ledger` returns `{"items": [{"accountType": "UNIFIED", "id": "30000000001200350", "currency": "USDT", "direction":
//!   "IN", "businessType": "TRANSFER", "amount": "30", "fee": "0", "remark": "Funding Account", "ts": 1774241648267000000}]}` for unified
//!   accounts, with nanoseconds, and the list alone for other ones.
//! - `amount` is what the balance changed by: the fee is a part of it.
//! - What moves between two accounts has a row in both, with the same amount in the same second.

use async_trait::async_trait;
use ports::{RemoteError, Stream, Timestamp, fact::ExchangeRowKind, json::Json};

use super::{
    context::{Context, context},
    numbered::numbered,
    row_kinds::kind,
};
use crate::exchange::{
    account::{
        Codes, CursorList, CursorPage, ExchangeListRow, ListMoments, ListedRow, Quantity, RowState, SignedHistory,
        WindowRows, code, cursor_rows, quantity, quantity_if_any, text_of, whole,
    },
    kucoin::paths::{LEDGER, MARGIN_LEDGER, TRADING_LEDGER, UNIFIED_LEDGER},
};

/// The most rows of a page, and the most pages of a window.
const MOST: usize = 200;
const LIMIT: &str = "200";
const PAGES: usize = 10;
const NANOSECONDS_PER_MILLISECOND: u64 = 1_000_000;
const TOO_LONG: &str = "an amount that is too long";
/// The accounts whose rows `accounts/ledgers` may list and that are read elsewhere, or not at all.
const OTHER_ACCOUNTS: [&str; 4] = ["CONTRACT", "TRADE_HF", "MARGIN_V2", "ISOLATED_V2"];

/// Reads what the ledgers have between two moments.
pub(super) async fn rows(
    history: &SignedHistory<'_>,
    is_unified: bool,
    moments: ListMoments,
) -> Result<WindowRows, RemoteError> {
    let mut rows = Vec::new();
    let lists = if is_unified {
        [unified("FUNDING"), unified("UNIFIED")]
    } else {
        match numbered(history, (LEDGER, classic_row), moments).await? {
            Some(found) => rows.extend(found),
            None => return Ok(None),
        }
        [of_path(TRADING_LEDGER), of_path(MARGIN_LEDGER)]
    };
    for list in lists {
        let pages = LedgerPages { history, list };
        match cursor_rows(&pages, moments, (history.who(), PAGES)).await? {
            Some(found) => rows.extend(found),
            None => return Ok(None),
        }
    }
    Ok(Some(rows))
}

/// A ledger whose pages end with a row.
#[derive(Clone, Copy)]
struct KucoinLedger {
    path: &'static str,
    size: &'static str,
    account: Option<&'static str>,
}

fn of_path(path: &'static str) -> KucoinLedger {
    KucoinLedger {
        path,
        size: "limit",
        account: None,
    }
}

fn unified(account: &'static str) -> KucoinLedger {
    KucoinLedger {
        path: UNIFIED_LEDGER,
        size: "pageSize",
        account: Some(account),
    }
}

struct LedgerPages<'a> {
    history: &'a SignedHistory<'a>,
    list: KucoinLedger,
}

#[async_trait]
impl CursorList for LedgerPages<'_> {
    async fn page(&self, (first, last): ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError> {
        let (first, last) = (first.millis().to_string(), last.millis().saturating_add(1).to_string());
        let mut parameters = vec![
            ("startAt", first.as_str()),
            ("endAt", last.as_str()),
            (self.list.size, LIMIT),
        ];
        parameters.extend(self.list.account.map(|account| ("accountType", account)));
        parameters.extend(cursor.map(|cursor| ("lastId", cursor)));
        let answer = self.history.request(self.list.path, &parameters).await?;
        let stated = answer.get("items").unwrap_or(&answer);
        let read = if self.list.account.is_some() { unified_row } else { row };
        let (rows, returned) = self.history.rows(stated, read)?;
        let ids = stated
            .as_array()
            .unwrap_or_default()
            .iter()
            .map(|row| whole(&row["id"]));
        let oldest = ids.collect::<Option<Vec<u64>>>().and_then(|ids| ids.into_iter().min());
        Ok(CursorPage {
            rows,
            returned,
            is_full: returned >= MOST,
            next: oldest.filter(|_| returned >= MOST).map(|id| id.to_string()),
        })
    }
}

/// Reads a row of the ledger of all classic accounts.
fn classic_row(stated: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let account = stated["accountType"].as_str().unwrap_or_default();
    if OTHER_ACCOUNTS.contains(&account) {
        return Ok(None);
    }
    row(stated, codes)
}

fn row(stated: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let millis = whole(&stated["createdAt"]).ok_or("a row of the ledger without its time")?;
    listed(stated, ("bizType", millis), codes)
}

fn unified_row(stated: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let time = whole(&stated["ts"]).ok_or("a row of the ledger without its time")?;
    listed(stated, ("businessType", time / NANOSECONDS_PER_MILLISECOND), codes)
}

fn listed(stated: &Json, (field, millis): (&str, u64), codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let r#type = stated[field].as_str().unwrap_or_default();
    let Some(kind) = kind(r#type) else {
        return Ok(None);
    };
    let id = text_of(&stated["id"]).ok_or("a row of the ledger without its id")?;
    let currency = code(stated, "currency")?;
    let millis = i64::try_from(millis).map_err(|_| "a time that is none")?;
    let time = Timestamp::from_millis(millis);
    let (amount, fee) = changes(stated)?;
    let context = context(&stated["context"]);
    let moved = amount.sub(fee.negated().map_err(|_| TOO_LONG)?).map_err(|_| TOO_LONG)?;
    let moved = moved.at_exchange().ok_or(TOO_LONG)?.size().to_string();
    let moments = (time.seconds().to_string(), millis.to_string());
    let event = event(
        (kind, r#type),
        &id,
        &context,
        (&moments.0, &moments.1),
        (currency, &moved),
    );
    let row = ExchangeListRow {
        list: Stream::ExchangeLedger,
        event: &event,
        id: format!("ledger {id} {currency}"),
        time,
        kind,
        words: [r#type, &context.symbol].join(" ").trim().to_owned(),
        state: RowState::Counts,
        transaction: None,
        stated,
    };
    let is_charge = kind == ExchangeRowKind::Charge;
    row.listed(&[
        (&codes.asset(currency)?, amount, is_charge),
        (&codes.asset(currency)?, fee, true),
    ])
}

/// Returns what identifies the event of a row: the order of a trade within a second, the conversion, or what moved between two accounts.
fn event<'a>(
    (kind, r#type): (ExchangeRowKind, &str),
    id: &'a str,
    context: &'a Context,
    (second, millisecond): (&'a str, &'a str),
    (currency, moved): (&'a str, &'a str),
) -> Vec<&'a str> {
    match kind {
        ExchangeRowKind::Trade | ExchangeRowKind::Charge if !context.order.is_empty() => {
            vec!["order", &context.order, second]
        }
        // Rows of unified accounts state neither an order nor a trade.
        ExchangeRowKind::Trade => vec!["trade", millisecond],
        ExchangeRowKind::Conversion if !context.order.is_empty() => vec!["conversion", &context.order],
        ExchangeRowKind::Conversion => vec!["conversion", second],
        ExchangeRowKind::Transfer if r#type.eq_ignore_ascii_case("transfer") => {
            vec!["transfer", currency, moved, second]
        }
        _ => vec!["ledger", id],
    }
}

/// Returns what a row changed without its fee, and the fee, which is negative.
fn changes(row: &Json) -> Result<(Quantity, Quantity), &'static str> {
    let size = match Quantity::read(&row["amount"]) {
        // Ledgers of unified accounts had a sign once.
        Some(signed) if signed.is_negative() => signed.negated().map_err(|_| TOO_LONG)?,
        _ => quantity(row, "amount")?,
    };
    let direction = row["direction"].as_str().unwrap_or_default();
    let change = if direction.eq_ignore_ascii_case("in") {
        size
    } else if direction.eq_ignore_ascii_case("out") {
        size.negated().map_err(|_| TOO_LONG)?
    } else {
        return Err("a row of the ledger without its direction");
    };
    let fee = quantity_if_any(row, "fee")?;
    let amount = change.add(fee).map_err(|_| TOO_LONG)?;
    Ok((amount, fee.negated().map_err(|_| TOO_LONG)?))
}

#[cfg(test)]
mod tests;
