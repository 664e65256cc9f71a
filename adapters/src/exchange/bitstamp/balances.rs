//! What an account at Bitstamp has.
//!
//! - `POST account_balances/` returns `[{"currency": "usdt", "total": "7.00000", "available": "7.00000", "reserved": "0.00000"}, …]`: the total
//!   contains what open orders reserve. Codes are lower-case there, and read as upper-case ones.
//! - `GET earn/subscriptions/` returns `[{"currency": "ETH", "type": "STAKING", "amount": "1.5", …}, …]`. No field states whether the balances
//!   contain these amounts, so that the larger of both is what an asset has, and never the sum.
//!
//! Written from the documentation and from public clients; no live run has confirmed it yet.

use std::collections::BTreeSet;

use ports::{Position, PositionKind, json::Json};

use crate::exchange::account::{AccountQuantities, Codes, HoldingPlace, code, quantity, signed_quantity};

const SPOT: HoldingPlace = (PositionKind::Regular, "Spot");
const STAKING: HoldingPlace = (PositionKind::Staked, "Earn");
const LENDING: HoldingPlace = (PositionKind::Lent, "Earn");

/// Reads both answers.
pub(super) fn positions(balances: &Json, earn: &Json, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut quantities = AccountQuantities::default();
    for row in rows(balances, &["currency"])? {
        let asset = codes.asset(&code(row, "currency")?.to_ascii_uppercase())?;
        quantities.add_signed(&asset, SPOT, signed_quantity(row, "total")?)?;
    }
    let mut subscribed = AccountQuantities::default();
    for row in rows(earn, &["currency", "type", "term"])? {
        let asset = codes.asset(&code(row, "currency")?.to_ascii_uppercase())?;
        let place = match row["type"].as_str() {
            Some("STAKING") => STAKING,
            Some("LENDING") => LENDING,
            _ => return Err("a subscription of an unknown type"),
        };
        let amount = quantity(row, "amount")?;
        quantities.leave_out(&asset, amount)?;
        subscribed.add(&asset, place, amount)?;
    }
    let positions = quantities.into_positions()?.into_iter();
    Ok(positions.chain(subscribed.into_positions()?).collect())
}

/// Returns the rows of a list, each of which has other texts in these fields.
fn rows<'a>(list: &'a Json, fields: &[&str]) -> Result<&'a [Json], &'static str> {
    let rows = list.as_array().ok_or("no list of balances")?;
    let ids = rows
        .iter()
        .map(|row| fields.iter().map(|field| row[*field].as_str()).collect());
    let ids: BTreeSet<Vec<Option<&str>>> = ids.collect();
    if ids.len() == rows.len() {
        Ok(rows)
    } else {
        Err("a list that repeats a row")
    }
}

#[cfg(test)]
mod tests;
