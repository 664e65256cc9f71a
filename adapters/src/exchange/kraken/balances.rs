//! What an account at Kraken has: `BalanceEx` and `Earn/Allocations`.
//!
//! - `BalanceEx` returns `{"XXBT": {"balance": "1.2", "hold_trade": "0.8", "credit": "0", "credit_used": "0"}, …}`: the balance contains
//!   what open orders hold, and does not contain the credit line.
//! - A code may have a suffix that states how the asset is held (`codes`).
//! - `Earn/Allocations` returns `{"items": [{"native_asset": "DOT", "amount_allocated": {"total": {"native": "5"}}}, …]}`, without pages.
//!   Some of these funds are in the balances and some are not, and no field states which. So the larger of both is what an asset has, and
//!   never the sum.
//!
//! Written from the documentation and from reports of clients; no live run has confirmed it yet.

use std::collections::BTreeMap;

use ports::{AssetId, Position, json::Json};

use super::codes::{CREDIT_LINE, EARN};
use crate::exchange::account::{AccountQuantities, Codes, Quantity};

/// Reads both answers.
pub(super) fn positions(balances: &Json, earn: &Json, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut quantities = AccountQuantities::default();
    for (code, row) in balances.as_object().ok_or("no table of balances")? {
        add_balance(&mut quantities, code, row, codes)?;
    }
    for (asset, total) in allocations(earn, codes)? {
        let held = quantities.held(&asset, |_| true)?;
        if total.exceeds(held) {
            quantities.replace_direct(&asset, EARN, total)?;
        }
    }
    quantities.into_positions()
}

fn add_balance(
    quantities: &mut AccountQuantities,
    code: &str,
    row: &Json,
    codes: &Codes<'_>,
) -> Result<(), &'static str> {
    let (asset, holding) = codes.read(code)?;
    let balance = Quantity::read(&row["balance"]).ok_or("a balance that is no number")?;
    let holding = if balance.is_negative() { CREDIT_LINE } else { holding };
    quantities.add(&asset, holding, balance)?;
    let Some(used) = row.get("credit_used").filter(|used| !used.is_null()) else {
        return Ok(());
    };
    let used = Quantity::read(used).filter(|used| !used.is_negative());
    let debt = used.ok_or("a credit that is no number")?.negated();
    quantities.add(&asset, CREDIT_LINE, debt.map_err(|_| "a credit that is too long")?)
}

/// Returns what is allocated of each asset, in all strategies.
fn allocations(earn: &Json, codes: &Codes<'_>) -> Result<BTreeMap<AssetId, Quantity>, &'static str> {
    let mut totals = BTreeMap::<AssetId, Quantity>::new();
    for item in earn["items"].as_array().ok_or("no list of allocations")? {
        let code = item["native_asset"].as_str().ok_or("an allocation without its asset")?;
        let total = Quantity::read(&item["amount_allocated"]["total"]["native"]);
        let total = total
            .filter(|total| !total.is_negative())
            .ok_or("an allocation that is no number")?;
        let sum = totals.entry(codes.read(code)?.0).or_default();
        *sum = sum.add(total).map_err(|_| "allocations that are too long")?;
    }
    Ok(totals)
}

#[cfg(test)]
mod tests;
