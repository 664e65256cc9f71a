//! The transactions of a wallet at Coinbase, `GET /v2/accounts/{id}/transactions`: every change of its balance is a row.
//!
//! - A row is `{"id": "…", "type": "send", "status": "completed", "amount": {"amount": "-14.008308", "currency": "USDC"}, "created_at":
//!   "2024-01-12T01:27:31Z", "network": {"hash": "…", "transaction_fee": {"amount": "4.008308", "currency": "USDC"}}, "to": {…}}`. The
//!   amount of what is sent contains the fee of the network.
//! - A trade on a market is a row in each of both wallets, with `"advanced_trade_fill": {"order_id": "…", "product_id": "ONDO-USDC",
//!   "fill_price": "0.92209", "commission": "0.2962121916", "order_side": "buy"}`. By public recordings the amounts are those without the
//!   commission, which is paid in the second asset of the market, so that it counts with the row of that asset.
//! - A conversion is a row in each of both wallets, with the same `"trade": {"id": "…"}`.
//! - What is pending, failed or was canceled did not change the balance.
//!
//! Written from the documentation of 2026, from recordings of ccxt and from public clients; no live run has confirmed it yet.

use ports::{Stream, fact::ExchangeRowKind, json::Json};

use crate::exchange::account::{Codes, ExchangeListRow, ListedRow, Quantity, RowState, code, text_of, time_of_text};

const FILL: &str = "advanced_trade_fill";
const COMPLETED: &str = "completed";
/// The states of a row that changed nothing, or not yet.
const NOT_COUNTING: [&str; 6] = [
    "pending",
    "failed",
    "canceled",
    "expired",
    "waiting_for_signature",
    "waiting_for_clearing",
];
const TOO_LONG: &str = "an amount that is too long";
const SECONDS_OF_HOUR: i64 = 3_600;

/// What the types of rows are.
const KINDS: [(&str, ExchangeRowKind); 40] = [
    (FILL, ExchangeRowKind::Trade),
    ("buy", ExchangeRowKind::Conversion),
    ("cardbuyback", ExchangeRowKind::Reward),
    ("cardspend", ExchangeRowKind::Withdrawal),
    ("clawback", ExchangeRowKind::Charge),
    ("derivatives_settlement", ExchangeRowKind::Result),
    ("earn_payout", ExchangeRowKind::Reward),
    ("exchange_deposit", ExchangeRowKind::Transfer),
    ("exchange_withdrawal", ExchangeRowKind::Transfer),
    ("fcm_futures_usdc_sell", ExchangeRowKind::Other),
    (
        "fcm_futures_usdc_sell_additional_encumberment_rollup",
        ExchangeRowKind::Other,
    ),
    ("fiat_deposit", ExchangeRowKind::Deposit),
    ("fiat_withdrawal", ExchangeRowKind::Withdrawal),
    ("incentives_rewards_payout", ExchangeRowKind::Reward),
    ("incentives_shared_clawback", ExchangeRowKind::Charge),
    ("inflation_reward", ExchangeRowKind::Reward),
    ("interest", ExchangeRowKind::Reward),
    ("intx_deposit", ExchangeRowKind::Transfer),
    ("intx_withdrawal", ExchangeRowKind::Transfer),
    ("learning_reward", ExchangeRowKind::Reward),
    ("pro_deposit", ExchangeRowKind::Transfer),
    ("pro_withdrawal", ExchangeRowKind::Transfer),
    ("receive", ExchangeRowKind::Deposit),
    ("request", ExchangeRowKind::Transfer),
    ("retail_simple_dust", ExchangeRowKind::Conversion),
    ("sell", ExchangeRowKind::Conversion),
    ("send", ExchangeRowKind::Deposit),
    ("staking_reward", ExchangeRowKind::Reward),
    ("staking_transfer", ExchangeRowKind::Move),
    ("subscription", ExchangeRowKind::Charge),
    ("subscription_rebate", ExchangeRowKind::Reward),
    ("trade", ExchangeRowKind::Conversion),
    ("transfer", ExchangeRowKind::Move),
    ("tx", ExchangeRowKind::Other),
    ("unstaking_transfer", ExchangeRowKind::Move),
    ("unsupported_asset_recovery", ExchangeRowKind::Deposit),
    ("unwrap_asset", ExchangeRowKind::Conversion),
    ("vault_deposit", ExchangeRowKind::Move),
    ("vault_withdrawal", ExchangeRowKind::Move),
    ("wrap_asset", ExchangeRowKind::Conversion),
];

/// Reads an answer: the rows of a wallet that count or may count, in their order.
pub(super) fn rows(answer: &Json, wallet: &str, codes: &Codes<'_>) -> Result<TransactionPage, &'static str> {
    let rows = answer["data"].as_array().ok_or("no list of transactions")?;
    let listed: Result<Vec<_>, _> = rows.iter().map(|row| self::row(row, wallet, codes)).collect();
    Ok(TransactionPage {
        rows: listed?.into_iter().flatten().collect(),
        is_empty: rows.is_empty(),
    })
}

/// A page of the transactions of a wallet.
pub(super) struct TransactionPage {
    /// The rows without those that changed nothing.
    pub(super) rows: Vec<ListedRow>,
    /// Whether the page had no row.
    pub(super) is_empty: bool,
}

fn row(row: &Json, wallet: &str, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let id = text_of(&row["id"]).ok_or("a transaction without its id")?;
    let r#type = row["type"].as_str().ok_or("a transaction without its type")?;
    let time = time_of_text(&row["created_at"]).ok_or("a transaction without its time")?;
    let stated = code(&row["amount"], "currency")?;
    let asset = codes.asset(stated)?;
    let amount = Quantity::read(&row["amount"]["amount"]).ok_or("a transaction without its amount")?;
    let kind = kind(row, r#type, amount);
    let hour = time.seconds().div_euclid(SECONDS_OF_HOUR).to_string();
    let own = text_of(&row[r#type]["id"]);
    let order = text_of(&row[FILL]["order_id"]);
    let event: Vec<&str> = match (kind, &order, &own) {
        // Both rows of a trade have the time at which their wallet changed. What an order traded within an hour is one event.
        (ExchangeRowKind::Trade, Some(order), _) => vec!["order", order, &hour],
        (ExchangeRowKind::Conversion, _, Some(own)) => vec![r#type, own],
        _ => vec!["transaction", &id],
    };
    let changes = changes(row, (stated, amount))?;
    let changes: Vec<_> = changes
        .into_iter()
        .map(|(amount, is_fee)| (&asset, amount, is_fee))
        .collect();
    let is_of_chain = matches!(kind, ExchangeRowKind::Deposit | ExchangeRowKind::Withdrawal);
    let row = ExchangeListRow {
        list: Stream::ExchangeLedger,
        event: &event,
        id: format!("{wallet}/{id}"),
        time,
        kind,
        words: r#type.to_owned(),
        state: state(row),
        transaction: text_of(&row["network"]["hash"]).filter(|_| is_of_chain),
        stated: row,
    };
    row.listed(&changes)
}

fn state(row: &Json) -> RowState {
    match row["status"].as_str() {
        Some(COMPLETED) => RowState::Counts,
        Some(state) if NOT_COUNTING.contains(&state) => RowState::DoesNotCount,
        _ => RowState::Unknown,
    }
}

/// Returns what a row is. Unknown types are kept as such.
fn kind(row: &Json, r#type: &str, amount: Quantity) -> ExchangeRowKind {
    let known = KINDS.iter().find(|(known, _)| *known == r#type);
    let kind = known.map_or(ExchangeRowKind::Other, |(_, kind)| *kind);
    let is_of_person = ["to", "from"]
        .iter()
        .any(|side| row[*side]["resource"].as_str() == Some("user"));
    match r#type {
        "send" | "receive" if is_of_person => ExchangeRowKind::Transfer,
        "send" if amount.is_negative() => ExchangeRowKind::Withdrawal,
        _ => kind,
    }
}

/// Returns what a row changed of its asset: the amount, and the fee.
fn changes(row: &Json, (code, amount): (&str, Quantity)) -> Result<Vec<(Quantity, bool)>, &'static str> {
    if let Some(commission) = commission(row, code)? {
        return Ok(vec![
            (amount, false),
            (commission.negated().map_err(|_| TOO_LONG)?, true),
        ]);
    }
    let fee = &row["network"]["transaction_fee"];
    if fee["currency"].as_str() != Some(code) || !amount.is_negative() {
        return Ok(vec![(amount, false)]);
    }
    let fee = Quantity::read(&fee["amount"]).ok_or("a fee that is no number")?;
    // What is sent contains the fee.
    let sent = amount.add(fee).map_err(|_| TOO_LONG)?;
    let is_contained = !fee.is_negative() && (sent.is_negative() || sent.is_zero());
    Ok(if is_contained {
        vec![(sent, false), (fee.negated().map_err(|_| TOO_LONG)?, true)]
    } else {
        vec![(amount, false)]
    })
}

/// Returns the commission of a trade, where a row is of the asset in which it is paid.
fn commission(row: &Json, code: &str) -> Result<Option<Quantity>, &'static str> {
    let fill = &row[FILL];
    let market = fill["product_id"].as_str().unwrap_or_default();
    let second = market.rsplit_once('-').map(|(_, second)| second);
    match &fill["commission"] {
        Json::Null => Ok(None),
        _ if second != Some(code) => Ok(None),
        commission => Quantity::read(commission)
            .map(Some)
            .ok_or("a commission that is no number"),
    }
}

#[cfg(test)]
mod tests;
