//! The rows of an account at Bitstamp: `POST user_transactions/`, in which every change of a balance is a row.
//!
//! - A trade is `{"id": 209895701, "datetime": "2021-11-25 12:59:59.322000", "type": "2", "fee": "0.11128", "order_id": 1429545880227846,
//!   "eth": "0.00500000", "usdt": "-22.26", "usd": 0, "eth_usdt": 4451.25}`: amounts are fields with the code of their asset, and the name
//!   of a pair is its rate. Times are in UTC.
//! - `fee` is paid in addition, in the second asset of the pair. A row of one asset pays it in that asset.
//!
//! Written from the documentation, from recordings of ccxt and from public clients; no live run has confirmed it yet.

use ports::{
    AssetId, Stream,
    fact::{ExchangeRow, ExchangeRowKind},
    json::Json,
};

use crate::exchange::account::{Codes, ListedRow, Quantity, amounts, event_id, text_of, time_of_text, whole};

/// The fields of a row without an underscore that are no assets.
const NO_ASSETS: [&str; 5] = ["datetime", "fee", "id", "tid", "type"];
/// What stands in place of an amount that is not there.
const NO_AMOUNT: [&str; 2] = ["", "None"];

/// What the types of rows are, and their names in the documentation.
const KINDS: [(u64, ExchangeRowKind, &str); 16] = [
    (0, ExchangeRowKind::Deposit, "deposit"),
    (1, ExchangeRowKind::Withdrawal, "withdrawal"),
    (2, ExchangeRowKind::Trade, "market trade"),
    (14, ExchangeRowKind::Transfer, "sub account transfer"),
    (25, ExchangeRowKind::Move, "credited with staked assets"),
    (26, ExchangeRowKind::Move, "sent assets to staking"),
    (27, ExchangeRowKind::Reward, "staking reward"),
    (32, ExchangeRowKind::Reward, "referral reward"),
    (33, ExchangeRowKind::Transfer, "settlement transfer"),
    (35, ExchangeRowKind::Transfer, "inter account transfer"),
    (53, ExchangeRowKind::Conversion, "small balance conversion"),
    (55, ExchangeRowKind::Charge, "small balance to nothing"),
    (58, ExchangeRowKind::Result, "derivatives periodic settlement"),
    (59, ExchangeRowKind::Result, "insurance fund claim"),
    (60, ExchangeRowKind::Charge, "insurance fund premium"),
    (61, ExchangeRowKind::Result, "collateral liquidation"),
];

/// Reads an answer: its rows, in their order.
pub(super) fn rows(answer: &Json, codes: &Codes<'_>) -> Result<Vec<ListedRow>, &'static str> {
    let rows = answer.as_array().ok_or("no list of transactions")?;
    rows.iter().map(|row| self::row(row, codes)).collect()
}

fn row(row: &Json, codes: &Codes<'_>) -> Result<ListedRow, &'static str> {
    let id = text_of(&row["id"]).ok_or("a transaction without its id")?;
    let time = time_of_text(&row["datetime"]).ok_or("a transaction without its time")?;
    let (kind, words) = kind(&row["type"])?;
    let order = text_of(&row["order_id"]).filter(|_| kind == ExchangeRowKind::Trade);
    let event = match order {
        // What an order traded within a second is one event.
        Some(order) => event_id(&["order", &order, &time.seconds().to_string()]),
        None => event_id(&["transaction", &id]),
    };
    let changes = changes(row, codes)?;
    let changes: Vec<_> = changes
        .iter()
        .map(|(asset, amount, is_fee)| (asset, *amount, *is_fee))
        .collect();
    Ok(ListedRow {
        event: event?,
        time,
        row: ExchangeRow {
            list: Stream::ExchangeLedger,
            id,
            kind,
            words,
            transaction: None,
            amounts: amounts(&changes)?,
            stated: row.to_string(),
        },
    })
}

/// Returns what a row is. Unknown types are kept as such.
fn kind(r#type: &Json) -> Result<(ExchangeRowKind, String), &'static str> {
    let stated = text_of(r#type).ok_or("a transaction without its type")?;
    let known = KINDS.iter().find(|(known, ..)| whole(r#type) == Some(*known));
    Ok(known.map_or_else(
        || (ExchangeRowKind::Other, format!("type {stated}")),
        |(_, kind, words)| (*kind, (*words).to_owned()),
    ))
}

/// Returns what a row changed: the amounts of its assets, and the fee.
fn changes(row: &Json, codes: &Codes<'_>) -> Result<Vec<(AssetId, Quantity, bool)>, &'static str> {
    let fields = row.as_object().ok_or("a transaction that is no row")?;
    let asset = |code: &str| codes.asset(&code.to_ascii_uppercase());
    let (mut changes, mut second) = (Vec::new(), None);
    for (name, value) in fields {
        match name.split_once('_') {
            Some((base, quote)) if row.get(base).is_some() && row.get(quote).is_some() => {
                second = second.or(amount(value)?.map(|_| quote));
            }
            Some(_) => {}
            None if NO_ASSETS.contains(&name.as_str()) => {}
            None => {
                if let Some(amount) = amount(value)? {
                    changes.push((asset(name)?, amount, false));
                }
            }
        }
    }
    if let Some(fee) = amount(&row["fee"])? {
        let fee = fee.negated().map_err(|_| "a fee that is too long")?;
        let asset = match (second, changes.as_slice()) {
            (Some(code), _) => asset(code)?,
            (None, [(only, ..)]) => only.clone(),
            _ => return Err("a fee without its asset"),
        };
        changes.push((asset, fee, true));
    }
    Ok(changes)
}

/// Reads an amount; `None` for zero, and for a field that states none.
fn amount(value: &Json) -> Result<Option<Quantity>, &'static str> {
    let is_stated = match value {
        Json::String(text) => !NO_AMOUNT.contains(&text.as_str()),
        Json::Number(_) => true,
        _ => false,
    };
    if !is_stated {
        return Ok(None);
    }
    let amount = Quantity::read(value).ok_or("a transaction with an amount that is no number")?;
    Ok(Some(amount).filter(|amount| !amount.is_zero()))
}

#[cfg(test)]
mod tests;
