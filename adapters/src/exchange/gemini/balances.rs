//! What an account at Gemini has.
//!
//! - `/v1/balances` returns `[{"type": "exchange", "currency": "BTC", "amount": "5.0", "available": "4.5", …}, …]`. `amount` contains what open
//!   orders hold. Amounts can have a tail of digits that Gemini does not pay out; they are cut off after 18 places.
//! - `/v1/balances/staking` returns `[{"type": "Staking", "currency": "ETH", "balance": 3, …}, …]`, which is not part of the others.
//! - `/v1/margin/account` returns what a margin account has borrowed, as a sum in dollars. Where a balance is negative, that is the debt, and
//!   the sum does not count again.
//!
//! Written from the documentation of September 2026; no live run has confirmed it yet.

use std::collections::BTreeSet;

use ports::{Position, PositionKind, fact::EXCHANGE_DECIMALS, json::Json};

use crate::exchange::account::{AccountQuantities, Codes, HoldingPlace, code, quantity, signed_quantity};

const SPOT: HoldingPlace = (PositionKind::Regular, "Spot");
const STAKING: HoldingPlace = (PositionKind::Staked, "Staking");
const BORROWED: HoldingPlace = (PositionKind::Borrowed, "Margin");
const TOO_LONG: &str = "a quantity with more digits than can be stored";

/// The answers of all places.
pub(super) struct GeminiBalances {
    pub(super) spot: Json,
    pub(super) staking: Json,
    /// The summary of margin; `None` where Gemini states that the account has none.
    pub(super) margin: Option<Json>,
}

/// Reads the answers of all places.
pub(super) fn positions(answers: &GeminiBalances, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut quantities = AccountQuantities::default();
    let mut has_debts = false;
    for row in rows(&answers.spot)? {
        let amount = signed_quantity(row, "amount")?;
        has_debts |= amount.is_negative();
        let amount = amount.cut(EXCHANGE_DECIMALS).map_err(|_| TOO_LONG)?;
        quantities.add_signed(&codes.asset(code(row, "currency")?)?, SPOT, amount)?;
    }
    for row in rows(&answers.staking)? {
        let balance = quantity(row, "balance")?.cut(EXCHANGE_DECIMALS);
        let asset = codes.asset(code(row, "currency")?)?;
        quantities.add(&asset, STAKING, balance.map_err(|_| TOO_LONG)?)?;
    }
    if let Some(margin) = &answers.margin {
        let borrowed = &margin["totalBorrowed"];
        let debt = quantity(borrowed, "value")?.negated().map_err(|_| TOO_LONG)?;
        let asset = codes.asset(code(borrowed, "currency")?)?;
        if !has_debts {
            quantities.add(&asset, BORROWED, debt)?;
        }
    }
    quantities.into_positions()
}

/// Returns the rows of a list, each of which is another currency.
fn rows(list: &Json) -> Result<&[Json], &'static str> {
    let rows = list.as_array().ok_or("no list of balances")?;
    let ids: BTreeSet<_> = rows
        .iter()
        .map(|row| (row["type"].as_str(), row["currency"].as_str()))
        .collect();
    if ids.len() == rows.len() {
        Ok(rows)
    } else {
        Err("a list that repeats a row")
    }
}

#[cfg(test)]
mod tests;
